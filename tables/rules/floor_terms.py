"""What a rule pack asks of the floor: who signs, what must be told, how old cards may be, until when. Pure.

Each answer is what the clause in force says, or None: the pack does not say, and nothing is made up for it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from tables.rules.pack import FloorTerm, Pack


class Field(NamedTuple):
    """A member of a term: its type (`reader` of pack_reader) and, for codes, those that it may have."""

    type: str  # roles, codes, code, whole, flag
    codes: tuple[str, ...] = ()
    is_required: bool = True


ROLES: Final = ("dealer", "supervisor", "manager", "cage", "security", "surveillance", "auditor")
_ROLES: Final = Field("roles", ROLES)
_WHOLE: Final = Field("whole")
_SOME: Final = Field("whole", is_required=False)
_SIGNATURES: Final = {"order": _ROLES, "in_order": Field("flag")}
_DAYS: Final = {"days": _WHOLE}

KINDS: Final[Mapping[str, Mapping[str, Field]]] = {
    "fill_signatures": _SIGNATURES,
    "credit_signatures": _SIGNATURES,
    "fill_void_signatures": _SIGNATURES,
    "opener_signatures": _SIGNATURES,
    "closer_signatures": _SIGNATURES,
    "inspection_signatures": _SIGNATURES,
    "card_receipt": {"people": _WHOLE, "different_departments": Field("flag")},
    "slip": {"shows": Field("codes", ("date", "shift", "game", "table", "denominations", "total"))},
    "fill_numbers": {"unique_per": Field("code", ("calendar_year", "gaming_day")), "gapless": Field("flag")},
    "chip_difference": {
        "tell": _ROLES,
        "report_over_minor": _SOME,
        "regulator_from_minor": _SOME,
        "recount_before_play": Field("flag", is_required=False),
    },
    "supervised_tables": {"most": _WHOLE},
    "limit_notice": {
        "minutes": _WHOLE,
        "at_once_if_nobody_plays": Field("flag"),
        "changes": Field("codes", ("raise_maximum", "lower_maximum", "raise_minimum", "lower_minimum")),
    },
    "box_maximum": {
        "first": Field("code", ("nearest_the_dealer",)),
        "returned_first": Field("code", ("last_to_stake",)),
    },
    "several_boxes": {"most": _SOME, "adjacent": Field("flag", is_required=False), "times_minimum": _SOME},
    "card_age": {"hours": _WHOLE, "hours_by_hand": _SOME},
    "card_reconciliation": {"days": _WHOLE},
    "flawed_cards": {"replaced_from": _WHOLE, "tell_regulator": Field("flag")},
    "cut": {"least_from_end": _WHOLE},
    "cut_offered": {
        "offered": Field("codes", ("first_player", "box_of_cutting_card", "farthest_right")),
        "if_refused": Field("code", ("clockwise",)),
    },
    "stop_card": {"least_from_back_permille": _WHOLE},
    "shuffle": {
        "when": Field("codes", ("before_play", "when_the_house_chooses", "after_shoe", "new_cards", "cutting_card"))
    },
    "burn": {
        "first_card": Field("code", ("required", "optional")),
        "new_dealer": Field("code", ("required", "optional")),
    },
    "layout": {"shows": Field("codes", ("natural_pays", "insurance_pays", "dealer_policy"))},
    "inspection_retention": _DAYS,
    "video_retention": _DAYS,
    "dispute_video_retention": _DAYS,
    "complaint_retention": _DAYS,
    "complaint": {"days": _WHOLE, "answer_days": _SOME, "form_days": _SOME},
    "appeal": {"answer_days": _WHOLE},
    "error_log": {"over_minor": _WHOLE},
    "payout_notice": {"over_minor": _WHOLE, "tell": _ROLES},
    "dispute_notice": {"tell": _ROLES},
    "dealer_rotation": {"most_hours": _WHOLE},
}
SIGNED: Final = ("fill", "credit", "fill_void", "opener", "closer", "inspection")


@dataclass(frozen=True, slots=True)
class Signatures:
    """Who signs a paper. `is_in_order`: one after the other as listed; else in any order."""

    order: tuple[str, ...]
    is_in_order: bool
    clause: str
    checked: bool

    def next_after(self, signed: tuple[str, ...]) -> tuple[str, ...]:
        """Which roles may sign next, given the roles that signed; none when all have. Raises ValueError if not one of
        those who signed was asked to."""
        left = list(self.order)
        for role in signed:
            if role not in (left[:1] if self.is_in_order else left):
                raise ValueError(f"{role} does not sign here; next is {', '.join(self._first(left)) or 'nobody'}.")
            left.remove(role)
        return self._first(left)

    def _first(self, left: list[str]) -> tuple[str, ...]:
        return tuple(left[:1]) if self.is_in_order else tuple(dict.fromkeys(left))


@dataclass(frozen=True, slots=True)
class Thresholds:
    """What a difference of chips obliges to. A sum of None: the clause names none."""

    tell: tuple[str, ...]
    report_over_minor: int | None
    regulator_from_minor: int | None
    recount_before_play: bool
    clause: str
    checked: bool

    def duties(self, difference_minor: int) -> tuple[str, ...]:
        """`tell`, `report`, `regulator`: what a difference of this size asks for, whichever way it goes."""
        size = abs(difference_minor)
        report, regulator = self.report_over_minor, self.regulator_from_minor
        is_due = {
            "tell": size > 0,
            "report": report is not None and size > report,
            "regulator": regulator is not None and size >= regulator,
        }
        return tuple(duty for duty, due in is_due.items() if due)


@dataclass(frozen=True, slots=True)
class LimitNotice:
    """How long before a change of the posted limits the sign must say so."""

    minutes: int
    at_once_if_nobody_plays: bool
    changes: tuple[str, ...]
    clause: str
    checked: bool

    def minutes_for(self, change: str, *, is_played: bool) -> int | None:
        """The notice of one change; None: the clause does not speak of it."""
        if change not in self.changes:
            return None
        return self.minutes if is_played or not self.at_once_if_nobody_plays else 0


def signature_order(pack: Pack, kind: str, at_ms: int | None = None) -> Signatures | None:
    """Who signs a fill, a credit, the voiding of one, an opener, a closer, or the inspection of cards. See `SIGNED`."""
    if kind not in SIGNED:
        raise ValueError(f"{kind!r} is signed by nobody; use one of {', '.join(SIGNED)}.")
    term = pack.term(f"{kind}_signatures", at_ms)
    if term is None:
        return None
    return Signatures(term.values["order"], term.values["in_order"], term.clause, term.checked)


def thresholds(pack: Pack, at_ms: int | None = None) -> Thresholds | None:
    """What a difference between chips counted and chips expected obliges to."""
    term = pack.term("chip_difference", at_ms)
    if term is None:
        return None
    values = term.values
    return Thresholds(
        tell=values["tell"],
        report_over_minor=values["report_over_minor"],
        regulator_from_minor=values["regulator_from_minor"],
        recount_before_play=values["recount_before_play"] is True,
        clause=term.clause,
        checked=term.checked,
    )


def limit_notice(pack: Pack, at_ms: int | None = None) -> LimitNotice | None:
    term = pack.term("limit_notice", at_ms)
    if term is None:
        return None
    values = term.values
    return LimitNotice(
        values["minutes"], values["at_once_if_nobody_plays"], values["changes"], term.clause, term.checked
    )


def most_supervised_tables(pack: Pack, at_ms: int | None = None) -> int | None:
    """How many tables one supervisor may have."""
    return _whole(pack.term("supervised_tables", at_ms), "most")


def retention_days(pack: Pack, kind: str, at_ms: int | None = None) -> int | None:
    """How long something is kept: `inspection`, `video`, `dispute_video`, `complaint`."""
    return _whole(pack.term(f"{kind}_retention", at_ms), "days")


def card_hours(pack: Pack, at_ms: int | None = None, *, is_by_hand: bool = False) -> int | None:
    """How many hours cards may be in play; dealt by hand, where the clause knows such."""
    term = pack.term("card_age", at_ms)
    return _whole(term, "hours_by_hand" if is_by_hand else "hours")


def may_be_cut(pack: Pack, from_front: int, cards: int, at_ms: int | None = None) -> bool | None:
    """Whether the cutting card may go in behind `from_front` of `cards` cards."""
    least = _whole(pack.term("cut", at_ms), "least_from_end")
    return None if least is None else min(from_front, cards - from_front) >= least


def may_stop_at(pack: Pack, from_back: int, cards: int, at_ms: int | None = None) -> bool | None:
    """Whether the stop card may lie before the last `from_back` of `cards` cards."""
    least = _whole(pack.term("stop_card", at_ms), "least_from_back_permille")
    return None if least is None else from_back * 1000 >= cards * least


def cut_order(pack: Pack, at_ms: int | None = None) -> tuple[str, ...] | None:
    """To whom the cut is offered, in order."""
    term = pack.term("cut_offered", at_ms)
    return None if term is None else term.values["offered"]


def must_log(pack: Pack, error_minor: int, at_ms: int | None = None) -> bool | None:
    """Whether an error of money goes into the log of errors."""
    over = _whole(pack.term("error_log", at_ms), "over_minor")
    return None if over is None else abs(error_minor) > over


def told_of_payout(pack: Pack, payout_minor: int, at_ms: int | None = None) -> tuple[str, ...] | None:
    """Who is told of a payout of this size."""
    term = pack.term("payout_notice", at_ms)
    if term is None:
        return None
    return term.values["tell"] if payout_minor > term.values["over_minor"] else ()


def shares_of_maximum(pack: Pack, stakes: tuple[int, ...], most: int, at_ms: int | None = None) -> list[int] | None:
    """What stands of the stakes on one box that together pass its maximum; the box's own player is the first of them,
    the others follow in the order in which they staked, and the last gets back first."""
    if pack.term("box_maximum", at_ms) is None:
        return None
    kept, left = [], most
    for stake in stakes:
        kept.append(min(stake, left))
        left -= kept[-1]
    return kept


def _whole(term: FloorTerm | None, name: str) -> int | None:
    value: int | None = None if term is None else term.values[name]
    return value
