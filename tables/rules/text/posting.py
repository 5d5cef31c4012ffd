"""A sign as players read it, made from its terms: what is said large, the rules in full, and what mends a mistake.

Pure. The sentences are those of the rules and options; here stands only which of them a sign says, and in which order.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

from tables.rules.pack import Irregularity, Pack, load_pack
from tables.rules.terms import Terms
from tables.rules.text import named, rule_text, rule_title, rules_on_sign, texts


@dataclass(frozen=True, slots=True)
class Clause:
    """One sentence on the sign: the id that rulings cite, its short name, what it says here."""

    rule: str
    title: str
    text: str


@dataclass(frozen=True, slots=True)
class PostedRules:
    """What hangs at the table, in one language."""

    lang: str
    game: str
    profile: str
    about: str
    headlines: tuple[Clause, ...]
    rules: tuple[Clause, ...]
    irregularities: tuple[Clause, ...]


# Options by what they are about, in the order in which a form asks; every option of every game stands in one theme.
THEMES: Final[Mapping[str, tuple[str, ...]]] = {
    "deal": (
        "decks", "pack", "players_min", "players_max", "bet_time", "deal_mode", "hole_card", "multi_hand", "wild_card",
        "wild_alone", "second_card", "banker_card", "cover_card", "burn_first", "burn_face",
    ),
    "bank": (
        "dealer_policy", "first_banker", "bank_change", "bank_rounds", "bank_change_needs_no_dealer_natural",
        "auction_on_leave", "sell_deal_right", "bank_play", "bank_ante", "stake_cap", "ends_after_circuit",
    ),
    "naturals": (
        "natural_pays", "naturals_paid", "natural_tie", "dealer_natural_takes", "no_peek_loss", "undeclared_natural",
        "even_money", "natural_beats_ordinary", "royal", "dealer_natural_double", "triple_hand",
        "dealer_natural_ends_round", "banker_natural_show", "bonus", "golden", "immediate_21_max_cards",
    ),
    "decisions": (
        "insurance", "insurance_max_ratio", "insurance_pays", "surrender", "double", "double_card_face",
        "double_for_less", "double_after_split", "triple", "split", "pair_rule", "resplit", "resplit_aces", "max_hands",
        "split_aces_one_card", "split_deal", "buy", "buy_order", "banker_double_demand", "max_cards",
    ),
    "money": (
        "ante", "carry_ante", "stake_min", "stake_max", "raise_max_on_request", "onlooker_bets", "tie", "comparison",
        "both_bust", "banker_bust_pays", "natural_rounding", "money_quantum", "share_quantum",
    ),
    "irregularities": ("bust_penalty", "first_card_exposed"),
    "shuffling": (
        "shuffle_by", "cut_by", "cut_with_indicator", "use_shoe", "burn_count", "joker_indicator", "indicator",
        "second_indicator", "reshuffle",
    ),
}  # fmt: skip

# What is said large, by game: rules by their id, options by their name, `name=value` only at that value.
HEADLINES: Final[Mapping[str, tuple[str, ...]]] = {
    "blackjack-fixed-bank": (
        "natural_pays", "dealer_policy", "tie", "insurance", "insurance_pays", "even_money", "double", "triple",
        "split", "surrender",
    ),
    "blackjack-variable-bank": (
        "bank_change", "dealer_policy", "natural_pays", "natural_tie", "tie", "double", "split",
    ),
    "pontoon": ("bet_time", "bank_change", "natural_pays", "tie", "buy", "bonus", "banker_double_demand", "split"),
    "seven-and-a-half": ("R-S75-3", "wild_card", "natural_pays", "tie", "bank_change"),
    "sette-e-mezzo": (
        "R-SEM-2", "bank_change", "tie", "wild_card", "royal", "dealer_natural_double", "triple_hand", "burn_first",
        "split=faces", "bank_play",
    ),
    "macao": ("R-MAC-2", "R-MAC-3", "R-MAC-7", "tie", "bank_change"),
    "fifteen": ("R-FIF-2", "R-FIF-3", "R-FIF-8", "carry_ante", "bank_change"),
    "farmer": ("R-FAR-5", "ante", "R-FAR-3", "R-FAR-15", "R-FAR-18", "R-FAR-16"),
    "ten-and-a-half": ("R-T10-3", "natural_pays", "tie", "bank_change"),
    "ochko-36": (
        "R-O36-3", "bet_time", "stake_cap", "max_cards", "golden", "immediate_21_max_cards", "tie", "bust_penalty",
    ),
    "ochko-two-deck": ("natural_pays", "natural_tie", "tie", "both_bust", "banker_bust_pays", "max_cards", "stake_cap"),
}  # fmt: skip

# What is not worth a line while it is not offered: the option, and the value by which the sign does without.
UNSAID: Final[Mapping[str, object]] = {
    "even_money": False,
    "triple": False,
    "wild_card": "none",
    "dealer_natural_double": False,
    "triple_hand": "off",
    "burn_first": "off",
    "bank_play": False,
    "golden": False,
    "stake_cap": "none",
    "bank_change": "fixed",
    "bust_penalty": "none",
}
# Options that mean something only while another has not this value.
NEEDS: Final[Mapping[str, tuple[str, object]]] = {
    "insurance_pays": ("insurance", "off"),
    "insurance_max_ratio": ("insurance", "off"),
    "double_card_face": ("double", "off"),
    "double_for_less": ("double", "off"),
    "double_after_split": ("split", "off"),
    "triple": ("double", "off"),
    "pair_rule": ("split", "off"),
    "resplit": ("split", "off"),
    "resplit_aces": ("split", "off"),
    "max_hands": ("split", "off"),
    "split_aces_one_card": ("split", "off"),
    "split_deal": ("split", "off"),
    "no_peek_loss": ("hole_card", "peek"),
    "wild_alone": ("wild_card", "none"),
    "burn_face": ("burn_first", "off"),
    "bank_ante": ("bank_play", False),
    "sell_deal_right": ("bank_change", "fixed"),
}


def posted(terms: Terms, lang: str) -> PostedRules:
    """The sign of these terms in `lang`."""
    game = terms.game.name
    profile, about = named("profile", terms.profile, lang)
    said = (_id(entry) for entry in HEADLINES[game] if _is_said(terms, entry))
    pack = load_pack(terms.pack)
    return PostedRules(
        lang=lang,
        game=named("game", game, lang)[0],
        profile=profile,
        about=about,
        headlines=_clauses(terms, said, lang),
        rules=_clauses(terms, rules_on_sign(terms), lang),
        irregularities=tuple(
            _mended(terms, pack, one, lang) for one in pack.irregularities.values() if game in one.scope
        ),
    )


def wording_hash(terms: Terms, lang: str) -> str:
    """SHA-256 of every sentence of the sign in `lang`: whether it still reads as on the day it was posted."""
    rules = posted(terms, lang)
    said = [rules.game, rules.profile, rules.about]
    said += [f"{each.rule} {each.title} {each.text}" for each in (*rules.headlines, *rules.rules)]
    return sha256("\n".join(said).encode()).hexdigest()


def _mended(terms: Terms, pack: Pack, one: Irregularity, lang: str) -> Clause:
    """What a pack says of a mistake: in its own words, or in those of the documents for their irregularities."""
    if one.id in texts(lang):
        return Clause(one.id, rule_title(terms, one.id, lang), rule_text(terms, one.id, lang))
    said = one.says.get(lang) or next(iter(one.says.values()), one.clause)  # a house writes in the languages it has
    return Clause(one.clause, pack.jurisdiction, said)


def matters(option: str, options: Mapping[str, object]) -> bool:
    """Whether an option changes anything beside the others."""
    needed = NEEDS.get(option)
    return needed is None or options.get(needed[0]) != needed[1]


def _id(entry: str) -> str:
    return entry if entry.startswith("R-") else f"opt:{entry.partition('=')[0]}"


def _is_said(terms: Terms, entry: str) -> bool:
    if entry.startswith("R-"):
        return True
    name, _equals, only = entry.partition("=")
    if only and terms.options[name] != only:
        return False
    return name in terms.game.options and terms.options[name] != UNSAID.get(name) and matters(name, terms.options)


def _clauses(terms: Terms, rules: Iterable[str], lang: str) -> tuple[Clause, ...]:
    return tuple(Clause(rule, rule_title(terms, rule, lang), rule_text(terms, rule, lang)) for rule in rules)
