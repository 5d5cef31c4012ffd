"""What the sign and the felt say."""

from collections.abc import Mapping
from typing import Any, Final

from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from casino.templatetags.screen import odds, stake
from tables.queries.shapes import SignView
from tables.rules import text as texts
from tables.rules.pack import load_pack
from tables.rules.profiles import game_of
from tables.rules.shapes import Limits
from tables.rules.terms import Terms, compile_terms
from tables.wording import rule_packs

HOUSE: Final = texts.HOUSE_GAME
ON_THE_FELT: Final = 60  # so many letters fit the line


def game_name(profile: str) -> str:
    """What the game of a profile is called."""
    return texts.named("game", game_of(profile).name, _language())[0]


def profile_name(sign: SignView) -> str:
    """What the sign's profile is called."""
    return texts.named("profile", sign.profile, _language())[0]


def limits(sign: SignView) -> str:
    return f"{stake(sign.min_minor)}–{stake(sign.max_minor)}"


def sign_short(sign: SignView) -> str:
    return f"{game_name(sign.profile)}, {limits(sign)}"


def options(sign: SignView) -> Mapping[str, Any]:
    """Every option of the sign, those that the profile sets included."""
    return _terms(sign).options


def sign_long(sign: SignView) -> str:
    """Limits, natural, soft 17, packs: what a pit boss looks for first; of a players' bank also the game."""
    terms = _terms(sign)
    found = terms.options
    words = [limits(sign)] if terms.game.name == HOUSE else [game_name(sign.profile), limits(sign)]
    if "natural_pays" in terms.game.options:
        words.append(odds(str(found["natural_pays"])))
    if terms.game.name == HOUSE:
        packs = int(found["decks"])
        words += [soft_17(found), ngettext("%(count)d pack", "%(count)d packs", packs) % {"count": packs}]
    return ", ".join(words)


def soft_17(options: Mapping[str, Any]) -> str:
    """How dealers say it."""
    return "H17" if options["dealer_policy"] == "draw_soft_17" else "S17"


def felt_lines(sign: SignView | None) -> str:
    """The writing on the felt."""
    if sign is None:
        return ""
    terms = _terms(sign)
    lines = _house_lines(terms.options) if terms.game.name == HOUSE else _banked_lines(terms, sign)
    return " · ".join(lines).upper()


def _house_lines(found: Mapping[str, Any]) -> list[str]:
    draws = found["dealer_policy"] == "draw_soft_17"
    lines = [
        _("Blackjack pays %(odds)s") % {"odds": odds(found["natural_pays"])},
        _("Dealer draws on soft 17") if draws else _("Dealer stands on 17"),
    ]
    if found["insurance"] != "off":
        lines.append(_("Insurance pays %(odds)s") % {"odds": odds(found["insurance_pays"])})
    return lines


def _banked_lines(terms: Terms, sign: SignView) -> list[str]:
    """The game, what its natural pays, and who wins equal totals."""
    lines = [game_name(sign.profile)]
    if "natural_pays" in terms.game.options:
        lines.append(_("A natural pays %(odds)s") % {"odds": odds(str(terms.options["natural_pays"]))})
    if "tie" in terms.game.options:
        wins = terms.options["tie"] == "banker_wins"
        lines.append(_("The bank wins equal totals") if wins else _("Equal totals push"))
    return lines if sum(map(len, lines)) <= ON_THE_FELT else lines[1:]


def rule_title(rule: str, sign: SignView) -> str:
    """The short name of a clause."""
    return texts.rule_title(_terms(sign), rule, _language())


def rule_texts(rule: str, option: str | None, sign: SignView, done: str = "") -> list[str]:
    """The rule as the sign's options make it, the sentence on the option that decided, and what the pack cites."""
    terms = _terms(sign)
    found = [texts.rule_text(terms, rule, _language())]
    if option:
        found.append(texts.rule_text(terms, f"opt:{option}", _language()))
    pack = load_pack(terms.pack)
    if pack.proposal(rule, done) or rule.startswith("I-"):
        found.append(rule_packs.cited(pack, rule, done))
    return found


def _terms(sign: SignView) -> Terms:
    limits = Limits(sign.min_minor, sign.max_minor, sign.step_minor)
    return compile_terms(sign.profile, sign.options, limits=limits, pack=sign.pack)


def _language() -> str:
    return (get_language() or "en").partition("-")[0]
