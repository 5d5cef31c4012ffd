"""The words of every rule, irregularity, alarm and option, as a sign's options make them.

The sentences are data beside this file, a file for each group of games and language, one table an id: `text` holds
unless a `when` fits (the first that fits replaces it), every `also` that fits is added, and `{option}` is filled with
the sign's value. An option has `about` and `values`. `private` holds the words of games whose bank players hold, where
they differ. They are read once, with the code that they belong to.
"""

import re
import tomllib
from collections.abc import Mapping
from decimal import Decimal
from functools import cache
from importlib import resources
from typing import Any, Final

from tables.rules.options import decimal_text
from tables.rules.profiles import GAMES
from tables.rules.terms import Terms
from tables.rules.text.holder import spoken

LANGUAGES: Final = ("en", "ru")
_ODDS: Final = {"en": "{} to {}", "ru": "{} к {}"}  # "x to y", never "x for y": a stake stays the player's
HOUSE_GAME: Final = "blackjack-fixed-bank"
_RATIO: Final = re.compile(r"(\d+):(\d+)")
_DECIMAL: Final = re.compile(r"\d+\.\d+")


def rule_text(terms: Terms, rule: str, lang: str) -> str:
    """What rule, irregularity or option `rule` says on this sign. Raises KeyError for an id without words."""
    values = values_of(terms)
    if rule.startswith("opt:"):
        return option_sentence(terms.game.name, values, rule.removeprefix("opt:"), lang)
    entry = _entry(terms.game.name, rule, lang)
    fitting = [part["text"] for part in entry.get("when", ()) if _fits(part["if"], values)]
    also = [part["text"] for part in entry.get("also", ()) if _fits(part["if"], values)]
    text = " ".join([(fitting or [entry["text"]])[0], *also])
    return _filled(spoken(text, terms.game.name, lang), values | {"target": target(terms.game.name, lang)}, lang)


def rule_title(terms: Terms, rule: str, lang: str) -> str:
    """The short name of a rule, irregularity or option."""
    if rule.startswith("opt:"):
        return option_title(terms.game.name, rule.removeprefix("opt:"), lang)
    title: str = _entry(terms.game.name, rule, lang)["title"]
    return spoken(title, terms.game.name, lang)


def named(kind: str, of: str, lang: str) -> tuple[str, str]:
    """What a game, a profile or a theme of options is called, and what it is in a sentence."""
    entry = texts(lang)[f"{kind}:{of}"]
    return entry["title"], entry["text"]


def option_title(game: str, option: str, lang: str) -> str:
    """The short name of an option."""
    return spoken(_entry(game, f"opt:{option}", lang)["title"], game, lang)


def option_about(game: str, option: str, lang: str) -> str:
    """One sentence that explains an option."""
    about: str = _entry(game, f"opt:{option}", lang)["about"]
    return _filled(spoken(about, game, lang), {"target": target(game, lang)}, lang)


def option_sentence(game: str, values: Mapping[str, str], option: str, lang: str) -> str:
    """One sentence that tells what `values[option]` means, with the other values of the sign where it names them."""
    sentences: Mapping[str, str] = _entry(game, f"opt:{option}", lang)["values"]
    text = sentences.get(values[option]) or sentences["*"]
    return _filled(spoken(text, game, lang), {**values, "target": target(game, lang)}, lang)


def target(game: str, lang: str) -> str:
    """The total that a game aims at: 21, 7.5, in Russian 7,5."""
    of = GAMES[game]
    points = decimal_text(Decimal(of.target) / of.scale)
    return points.replace(".", ",") if lang == "ru" else points


def rules_on_sign(terms: Terms) -> list[str]:
    """The ids of the rules that a sign of this game posts: what it takes over, then its own."""
    name = terms.game.name
    own = [rule for rule in texts(LANGUAGES[0]) if rule.startswith(f"R-{CODES[name]}-")]
    return [*_taken_over(name, terms.game.options), *own]


# The codes of the games in rule ids, and the rules of other games that each takes over (RULES 0, inheritance).
CODES: Final = {
    "blackjack-fixed-bank": "BJF",
    "blackjack-variable-bank": "BJV",
    "pontoon": "PON",
    "seven-and-a-half": "S75",
    "sette-e-mezzo": "SEM",
    "macao": "MAC",
    "fifteen": "FIF",
    "farmer": "FAR",
    "ten-and-a-half": "T10",
    "ochko-36": "O36",
    "ochko-two-deck": "O2D",
}
_OF_21: Final = ("blackjack-fixed-bank", "blackjack-variable-bank", "pontoon", "ochko-two-deck")
_BANK: Final = (4, *range(6, 11), 12, 13)
_OF_BJV: Final[Mapping[str, tuple[int, ...]]] = {
    "blackjack-fixed-bank": tuple(range(31, 41)),
    "pontoon": (*_BANK, *range(34, 41), 45, 46),
    "seven-and-a-half": (*_BANK, 16, 45),
    "macao": (*_BANK, 14, 15, 16, 45, 46),
    "fifteen": (9, 10, 12, 13, 45),
    "farmer": (9, 10, 45),
    "ten-and-a-half": (*_BANK, 16, 45),
}


def _taken_over(name: str, options: Mapping[str, Any]) -> list[str]:
    if name in _OF_21:
        found = [f"R-GEN-{number}" for number in range(1, 13)]
    else:
        found = ["R-GEN-10"] if "onlooker_bets" in options else []
    if name == "ten-and-a-half":
        found += [f"R-S75-{number}" for number in (4, 6, 7)]
    return [*found, *(f"R-BJV-{number}" for number in _OF_BJV.get(name, ()))]


@cache
def texts(lang: str) -> Mapping[str, Any]:
    """Every entry of a language by id."""
    name = lang if lang in LANGUAGES else LANGUAGES[0]
    found: dict[str, Any] = {}
    for part in sorted(resources.files(__package__).iterdir(), key=lambda part: part.name):
        if part.name == f"{name}.toml" or part.name.endswith(f".{name}.toml"):
            found |= tomllib.loads(part.read_text(encoding="utf-8"))
    return found


def _fits(condition: Mapping[str, str | list[str]], values: Mapping[str, str]) -> bool:
    return all(
        values.get(name) in ([wanted] if isinstance(wanted, str) else wanted) for name, wanted in condition.items()
    )


def values_of(terms: Terms) -> dict[str, str]:
    """The sign's options as text; the limits are those that are posted, not the profile's."""
    values = {name: canonical_text(value) for name, value in terms.options.items()}
    values["stake_min"] = decimal_text(Decimal(terms.limits.min_minor) / terms.per_unit)
    values["stake_max"] = decimal_text(Decimal(terms.limits.max_minor) / terms.per_unit)
    return values


def canonical_text(value: object) -> str:
    """An option's value as the tables of sentences name it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def _entry(game: str, name: str, lang: str) -> Mapping[str, Any]:
    """The words on a rule or an option; where the bank is not the house's some have others."""
    entry: Mapping[str, Any] = texts(lang)[name]
    return entry if game == HOUSE_GAME else entry.get("private", entry)


def _filled(text: str, values: Mapping[str, str], lang: str) -> str:
    return text.format_map({name: _shown(value, lang) for name, value in values.items()})


def _shown(value: str, lang: str) -> str:
    if _DECIMAL.fullmatch(value) and lang == "ru":
        return value.replace(".", ",")
    ratio = _RATIO.fullmatch(value)
    return value if ratio is None else _ODDS.get(lang, _ODDS["en"]).format(ratio[1], ratio[2])
