"""What a supervisor types on the sign form: kept as it was typed, read into profile, options, limits and time."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.http import QueryDict
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from casino import money
from tables.forms import Malformed
from tables.models import Sign
from tables.rules import posted
from tables.rules.game import Game
from tables.rules.options import Option, Value
from tables.rules.profiles import game_of
from tables.rules.shapes import KindLimits, Limits
from tables.rules.terms import Terms, compile_terms
from tables.rules.text import canonical_text
from tables.wording import limits as words

LIMITS: Final = ("stake_min", "stake_max")  # posted as limits, in money of the house
NUMBER: Final = "*"  # beside a word such as “no limit”: the number that stands in the field after it
WHOLE: Final = 100  # a profile's limits are in units, a step is one unit
NOW: Final = "now"
LATER: Final = "later"
NOTICE: Final = "notice"
NONE: Final = ("", "", "")
LONGEST: Final = 24  # no value of any option has more letters
ORIGINALS: Final = "originals"


@dataclass(frozen=True, slots=True)
class Draft:
    """A form as it stands: nothing of it need be right."""

    profile: str
    typed: Mapping[str, str]  # option → what is chosen or typed
    lowest: str
    highest: str
    step: str
    kinds: Mapping[str, tuple[str, str, str]]  # kind of bet → lowest, highest, step; all empty: no limits of its own
    when: str  # NOW, LATER, or as soon as the NOTICE lets it
    at: str  # `2026-03-02T22:00`, the house's time
    seen: int  # the newest version of the table's sign when the form was made
    pack: str  # the rule pack that mistakes are put right by


def fresh(profile: str, *, seen: int, like: "Draft | None" = None) -> Draft:
    """The form for a profile: its options, its limits, or those of the draft that it follows. Raises UnknownProfile."""
    terms = compile_terms(profile)
    limits = terms.limits
    return Draft(
        profile=profile,
        typed={name: canonical_text(terms.options[name]) for name in asked(terms.game)},
        lowest=like.lowest if like else _sum(limits.min_minor),
        highest=like.highest if like else _sum(limits.max_minor),
        step=like.step if like else _sum(WHOLE),
        kinds={kind: like.kinds.get(kind, NONE) if like else NONE for kind in posted.kinds_in(terms.game)},
        when=like.when if like else NOW,
        at=like.at if like else "",
        seen=seen,
        pack=like.pack if like else ORIGINALS,
    )


def of_sign(sign: Sign, *, seen: int) -> Draft:
    """The form as the sign that hangs was filled in. Raises IllegalOption where that is no sign any more."""
    terms = compile_terms(sign.profile, sign.options)
    return Draft(
        profile=sign.profile,
        typed={name: canonical_text(terms.options[name]) for name in asked(terms.game)},
        lowest=_sum(sign.min_minor),
        highest=_sum(sign.max_minor),
        step=_sum(sign.step_minor),
        kinds={kind: _sums(sign.kinds.get(kind)) for kind in posted.kinds_in(terms.game)},
        when=NOW,
        at="",
        seen=seen,
        pack=sign.pack,
    )


def read(post: QueryDict) -> Draft:
    """The form as it was sent. Raises UnknownProfile."""
    profile = post.get("profile", "")
    begun = fresh(profile, seen=0)
    standard = begun.typed
    return Draft(
        profile=profile,
        typed={name: _typed(post, name, standard[name]) for name in standard},
        lowest=post.get("lowest", ""),
        highest=post.get("highest", ""),
        step=post.get("step", ""),
        kinds={kind: _typed_sums(post, kind) for kind in begun.kinds},
        when=post.get("when", NOW),
        at=post.get("at", ""),
        seen=_whole(post.get("seen", "")),
        pack=post.get("pack", ORIGINALS).replace("\0", ""),  # PostgreSQL's texts cannot hold one
    )


def asked(game: Game) -> list[str]:
    """The options that a sign of this game may post otherwise; what the game fixes is not asked."""
    return [name for name, option in game.options.items() if len(option.values) != 1 and name not in LIMITS]


def options(draft: Draft) -> dict[str, object]:
    """What differs from the profile."""
    game, standard = game_of(draft.profile), compile_terms(draft.profile).options
    chosen = {name: _value(game.options[name], text) for name, text in draft.typed.items()}
    return {name: value for name, value in chosen.items() if not _is_same(game.options[name], value, standard[name])}


def limits(draft: Draft) -> Limits:
    """Raises Malformed for what is no sum."""
    low, high = _minor(_("Lowest stake"), draft.lowest), _minor(_("Highest stake"), draft.highest)
    step = _minor(_("In steps of"), draft.step)
    kinds = {kind: _kind_limits(kind, sums, step) for kind, sums in draft.kinds.items() if sums != NONE}
    return Limits(low, high, step, {}, kinds)


def terms(draft: Draft, boxes: int) -> Terms:
    """What the sign would be. Raises IllegalOption, Malformed."""
    return compile_terms(draft.profile, options(draft), limits=limits(draft), pack=draft.pack, boxes=boxes)


def effective_from(draft: Draft) -> datetime | None:
    """From when it would hold; None is now, or when its notice lets it. Raises Malformed for no time, or a past one."""
    if draft.when != LATER:
        return None
    try:
        at = parse_datetime(draft.at.strip())
    except ValueError:
        at = None
    if at is None:
        raise Malformed(_("“%(text)s” is no time; write day and time, or choose “now”.") % {"text": draft.at})
    at = at if timezone.is_aware(at) else timezone.make_aware(at)
    if at <= timezone.now():
        raise Malformed(_("%(time)s is past; choose a later time, or “now”.") % {"time": draft.at.replace("T", " ")})
    return at


def _kind_limits(kind: str, sums: tuple[str, str, str], step: int) -> KindLimits:
    """What is left empty: from one step on, in the steps of the stake. The highest must be there."""
    lowest, highest, steps = sums
    name = words.kind(kind)
    each = _minor(name, steps) if steps else step
    return KindLimits(_minor(name, lowest) if lowest else each, _minor(name, highest), each)


def _sums(limits: Mapping[str, int] | None) -> tuple[str, str, str]:
    if limits is None:
        return NONE
    return _sum(limits["min_minor"]), _sum(limits["max_minor"]), _sum(limits["step_minor"])


def _typed_sums(post: QueryDict, kind: str) -> tuple[str, str, str]:
    lowest, highest, step = (post.get(f"{name}-{kind}", "").strip() for name in ("lowest", "highest", "step"))
    return lowest, highest, step


def _typed(post: QueryDict, name: str, standard: str) -> str:
    """A field as it was sent; one that was not sent stays as the profile has it."""
    text = post.get(f"opt-{name}", standard).strip()
    return post.get(f"n-{name}", "").strip() if text == NUMBER else text


def _value(option: Option, text: str) -> object:
    """The value that a text means; what means none stays text, which the engine refuses."""
    if len(text) > LONGEST:
        return text[:LONGEST] + "…"
    for value in option.values:
        if canonical_text(value) == text:
            return value
    if option.kind == "whole" and text.isascii() and text.isdecimal():
        return int(text)
    return text.replace(",", ".") if option.kind == "decimal" else text


def _is_same(option: Option, value: object, standard: Value) -> bool:
    read = option.read(value)
    return read == standard and type(read) is type(standard)


def _minor(label: str, text: str) -> int:
    try:
        return money.parse(text)
    except money.NotMoney as wrong:
        raise Malformed(_("%(field)s: %(error)s") % {"field": label, "error": wrong}) from None


def _sum(minor: int) -> str:
    return money.format(minor, language=get_language() or "en")


def _whole(text: str) -> int:
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 9 else 0
