"""The words of every rule, irregularity, alarm and option, as a sign's options make them.

The sentences are data beside this file, one table an id: `text` holds unless a `when` fits (the first that fits
replaces it), every `also` that fits is added, and `{option}` is filled with the sign's value. An option has `about` and
`values`. They are read once, with the code that they belong to.
"""

import re
import tomllib
from collections.abc import Mapping
from decimal import Decimal
from functools import cache
from importlib import resources
from typing import Any, Final

from tables.rules.options import decimal_text
from tables.rules.terms import Terms

LANGUAGES: Final = ("en", "ru")
_ODDS: Final = {"en": "{} to {}", "ru": "{} к {}"}  # "x to y", never "x for y": a stake stays the player's
_RATIO: Final = re.compile(r"(\d+):(\d+)")


def rule_text(terms: Terms, rule: str, lang: str) -> str:
    """What rule, irregularity or option `rule` says on this sign. Raises KeyError for an id without words."""
    entry = _texts(lang)[rule]
    values = _values(terms)
    if rule.startswith("opt:"):
        sentences: Mapping[str, str] = entry["values"]
        text = sentences.get(values[rule.removeprefix("opt:")]) or sentences["*"]
    else:
        fitting = [part["text"] for part in entry.get("when", ()) if _fits(part["if"], values)]
        also = [part["text"] for part in entry.get("also", ()) if _fits(part["if"], values)]
        text = " ".join([(fitting or [entry["text"]])[0], *also])
    return text.format_map({name: _shown(value, lang) for name, value in values.items()})


def rule_title(terms: Terms, rule: str, lang: str) -> str:
    """The short name of a rule, irregularity or option."""
    title: str = _texts(lang)[rule]["title"]
    return title


def option_about(option: str, lang: str) -> str:
    """One sentence that explains an option."""
    about: str = _texts(lang)[f"opt:{option}"]["about"]
    return about


def option_value(terms: Terms, option: str, lang: str) -> str:
    """One sentence that tells what the option's value means on this sign."""
    return rule_text(terms, f"opt:{option}", lang)


@cache
def _texts(lang: str) -> Mapping[str, Any]:
    name = lang if lang in LANGUAGES else LANGUAGES[0]
    return tomllib.loads(resources.files(__package__).joinpath(f"{name}.toml").read_text(encoding="utf-8"))


def _fits(condition: Mapping[str, str | list[str]], values: Mapping[str, str]) -> bool:
    return all(values[name] in ([wanted] if isinstance(wanted, str) else wanted) for name, wanted in condition.items())


def _values(terms: Terms) -> dict[str, str]:
    """The sign's options as text; the limits are those that are posted, not the profile's."""
    values = {name: _canonical(value) for name, value in terms.options.items()}
    values["stake_min"] = decimal_text(Decimal(terms.limits.min_minor) / terms.per_unit)
    values["stake_max"] = decimal_text(Decimal(terms.limits.max_minor) / terms.per_unit)
    return values


def _canonical(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _shown(value: str, lang: str) -> str:
    ratio = _RATIO.fullmatch(value)
    return value if ratio is None else _ODDS.get(lang, _ODDS["en"]).format(ratio[1], ratio[2])
