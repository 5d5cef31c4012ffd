"""Why a sign cannot be posted, in the reader's language, naming options as the form does."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from tables.rules import text as texts
from tables.rules.options import IllegalOption, Option
from tables.rules.profiles import GAMES
from tables.wording.limits import kind

BY_NUMBER: Final = 8  # so many values are named one by one


def illegal(wrong: IllegalOption) -> str:
    """One sentence: what cannot be, and what would be right."""
    return _SENTENCES[wrong.code](wrong.options, wrong.told)


def right(game: str, name: str) -> str:
    """What an option may be, in words that end the sentence `it must be …`."""
    option = GAMES[game].options[name]
    if option.values:
        return ", ".join(texts.canonical_text(value) for value in option.values[:BY_NUMBER])
    words = _kind(option)
    if not option.or_word:
        return words
    other = texts.option_sentence(game, {name: option.or_word}, name, _language()).rstrip(".")
    return _("%(right)s, or “%(other)s”") % {"right": words, "other": other}


def _kind(option: Option) -> str:
    bounds = {"low": option.low, "high": option.high}
    if option.kind == "ratio":
        return _("odds such as 2:1")
    if option.kind == "decimal":
        return _("a number above 0, at most %(high)s") % bounds if option.high else _("a number above 0")
    if option.high:
        return _("a whole number from %(low)s to %(high)s") % bounds
    return _("a whole number from %(low)s") % bounds


def _value(options: tuple[str, ...], told: Mapping[str, Any]) -> str:
    said = {
        "option": _title(told["game"], options[0]),
        "value": told["value"],
        "right": right(told["game"], options[0]),
    }
    if said["value"] == "":
        return _("“%(option)s” is empty; it must be %(right)s.") % said
    return _("“%(option)s” cannot be %(value)s; it must be %(right)s.") % said


def _no_option(_options: tuple[str, ...], told: Mapping[str, Any]) -> str:
    game = texts.named("game", told["game"], _language())[0]
    return _("%(game)s has no option %(name)s; leave it out.") % {"game": game, "name": told["name"]}


def _title(game: str, option: str) -> str:
    return texts.option_title(game, option, _language())


def _language() -> str:
    return (get_language() or "en").partition("-")[0]


_SENTENCES: Final[Mapping[str, Callable[[tuple[str, ...], Mapping[str, Any]], str]]] = {
    "value": _value,
    "no-option": _no_option,
    "profile": lambda _options, told: _("There are no rules called %(profile)s; choose some of the list.") % told,
    "boxes": lambda _options, told: _("A table cannot have %(boxes)s boxes; it has 1 to 40.") % told,
    "minor-units": lambda _options, told: (
        _("%(value)s is finer than the smallest coin; give it with at most two decimals.") % told
    ),
    "limits": lambda _options, _told: _(
        "The lowest stake must be above 0 and not above the highest, and both must be reached in whole steps."
    ),
    "limits-kind": lambda _options, told: (
        _("%(kind)s has limits here, but this sign offers no such bet; leave them empty.")
        % {"kind": kind(told["kind"])}
    ),
    "people": lambda _options, told: (
        _("At least %(low)s people cannot play where at most %(high)s may; raise the most or lower the fewest.") % told
    ),
    "hands-without-resplit": lambda _options, told: (
        _(
            "A box cannot have %(hands)s hands where split hands are not split again: it has two. "
            "Allow splitting again, or set the hands of a box to 2 or to no limit."
        )
        % told
    ),
    "late-surrender-without-look": lambda _options, _told: _(
        "Late surrender comes after the dealer has looked for a natural, and at this table the dealer does not look. "
        "Let the dealer look at the hole card, or choose early surrender or none."
    ),
    "triple-without-double": lambda _options, _told: _(
        "A hand is tripled after it was doubled, and doubling is not offered. Offer doubling, or no triple."
    ),
    "wild-natural-without-wild-card": lambda _options, _told: _(
        "A seven with the wild card cannot be paid 3 to 1 without a wild card. Choose a wild card, or another hand."
    ),
    "triple-hand-without-royal": lambda _options, _told: _(
        "A hand paid 3 to 1 goes by the royal rules. Choose royal, or pay no hand 3 to 1."
    ),
    "double-natural-without-royal": lambda _options, _told: _(
        "A dealer’s natural takes double by the royal rules only. Choose royal, or let it take the stake once."
    ),
}
CODES: Final = frozenset(_SENTENCES)
