"""What may be known about shoes. Cards, ranks and counts of a shoe: only once it has ended (DESIGN 5)."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.db.models import QuerySet

from shoes.cards import CARDS, Card
from shoes.census import Result, result
from shoes.models import Pack, Shoe, ShoeCard, ShoeEvent, ShoeKind, Step
from shoes.packs import composition

OVER: Final = (Step.ENDED, Step.COUNTED)
DEALT: Final = (Step.IN_PLAY, Step.STOP_OUT)

_COMMON: Final = {
    Step.VERIFIED: (Step.LOADED,),
    Step.ENDED: (Step.IN_PLAY, Step.STOP_OUT),
    Step.COUNTED: (Step.ENDED,),
}
_SHUFFLED_BY_HAND: Final = {
    **_COMMON,
    Step.SHUFFLED: (
        Step.VERIFIED,
        Step.SHUFFLED,
        Step.CUT,
        Step.STOP_CARD,
        Step.BURNED,
    ),  # R-BJF-4: at any moment
    Step.CUT: (Step.SHUFFLED,),
    Step.STOP_CARD: (Step.CUT,),
    Step.BURNED: (Step.STOP_CARD,),
    Step.IN_PLAY: (Step.BURNED,),
    Step.STOP_OUT: (Step.IN_PLAY,),
}
AFTER: Final[dict[str, dict[Step, tuple[Step, ...]]]] = {
    ShoeKind.SHOE: _SHUFFLED_BY_HAND,
    ShoeKind.HAND: _SHUFFLED_BY_HAND,
    ShoeKind.CSM: {**_COMMON, Step.IN_PLAY: (Step.VERIFIED,)},
}
"""After which state a step may be done, by kind of shoe."""


@dataclass(frozen=True, slots=True)
class ShoeState:
    """A shoe and the last step done to it."""

    key: str
    kind: str
    pack_kind: str
    decks: int
    state: Step
    since: datetime

    @property
    def is_in_play(self) -> bool:
        return self.state in DEALT

    @property
    def has_ended(self) -> bool:
        return self.state in OVER

    @property
    def is_last_round(self) -> bool:
        """The stop card is out: the round under way is the last (R-BJF-34)."""
        return self.state == Step.STOP_OUT

    @property
    def next_steps(self) -> tuple[Step, ...]:
        return tuple(step for step in Step if self.state in AFTER[self.kind].get(step, ()))


@dataclass(frozen=True, slots=True)
class EventLine:
    """One thing done to a shoe; `args` never holds cards while the shoe is in play."""

    kind: Step
    at: datetime
    by: str
    args: dict[str, Any]


@dataclass(frozen=True, slots=True)
class AlarmLine:
    """One thing the census said."""

    kind: str
    card: str
    seen: int
    held: int
    at: datetime


@dataclass(frozen=True, slots=True)
class ShoeView:
    """A shoe's page: its life, packs and alarms; its cards and what the census made of them once it has ended."""

    shoe: ShoeState
    packs: tuple[Pack, ...]
    events: tuple[EventLine, ...]
    alarms: tuple[AlarmLine, ...]
    cards: tuple[str, ...]
    census: Result | None = None  # None too where cards went round: only the closing count tells
    held: int = 0  # packs under investigation


def state(key: str) -> ShoeState | None:
    """The shoe `key` as it stands, or None if there is none."""
    steps = ShoeEvent.objects.steps().filter(shoe__key=key).select_related("shoe")
    last = steps.order_by("-pk").first()
    return None if last is None else _state(last)


def shoes_list(limit: int = 200) -> list[ShoeState]:
    """Shoes, the one opened last first."""
    last = ShoeEvent.objects.steps().order_by("shoe", "-pk").distinct("shoe")
    rows = ShoeEvent.objects.filter(pk__in=last.values("pk")).select_related("shoe").order_by("-shoe")
    return [_state(row) for row in rows[:limit]]


def states_of(shoes: Iterable[Shoe]) -> list[ShoeState]:
    """How each of these shoes stands, in their order; one query."""
    asked = list(shoes)
    last = ShoeEvent.objects.steps().filter(shoe__in=asked).order_by("shoe", "-pk").distinct("shoe")
    found = {row.shoe_id: _state(row) for row in last.select_related("shoe")}
    return [found[shoe.pk] for shoe in asked]


def in_state(state: str) -> QuerySet[ShoeEvent, Any]:
    """The shoes whose last step this is, for `pk__in`."""
    last = ShoeEvent.objects.steps().order_by("shoe", "-pk").distinct("shoe")
    return ShoeEvent.objects.filter(pk__in=last.values("pk"), kind=state).values("shoe")


def has_ended(key: str) -> bool:
    return key in are_ended([key])


def are_ended(keys: Iterable[str]) -> set[str]:
    """Which of these shoes have ended, so that their cards may be shown."""
    ended = ShoeEvent.objects.filter(shoe__key__in=set(keys), kind=Step.ENDED)
    return set(ended.values_list("shoe__key", flat=True))


def ended_at(key: str) -> datetime | None:
    return ShoeEvent.objects.filter(shoe__key=key, kind=Step.ENDED).values_list("at", flat=True).first()


def ended_between(starts: datetime, ends: datetime) -> list[str]:
    """Shoes that ended at `starts` or after, and before `ends`."""
    ended = ShoeEvent.objects.filter(kind=Step.ENDED, at__gte=starts, at__lt=ends)
    return list(ended.values_list("shoe__key", flat=True))


def is_in_play(key: str) -> bool:
    shoe = state(key)
    return shoe is not None and shoe.is_in_play


def is_last_round(key: str) -> bool:
    shoe = state(key)
    return shoe is not None and shoe.is_last_round


def may_open_round(key: str) -> bool:
    """Whether a round may begin from this shoe: it is in play and its stop card is not out."""
    shoe = state(key)
    return shoe is not None and shoe.state == Step.IN_PLAY


def shoe_view(key: str) -> ShoeView | None:
    """Everything a shoe's page may show, or None if there is no such shoe."""
    shoe = state(key)
    if shoe is None:
        return None
    rows = list(ShoeEvent.objects.filter(shoe__key=key).select_related("by").order_by("pk"))
    cards = dealt_cards(key)
    goes_round = shoe.kind == ShoeKind.CSM or any(row.kind == Step.RESHUFFLED for row in rows)
    return ShoeView(
        shoe=shoe,
        packs=tuple(Pack.objects.filter(shoes__key=key).order_by("serial")),
        events=tuple(_line(row, shoe) for row in rows if row.kind not in (Step.DISCARDED, Step.ALARM)),
        alarms=tuple(AlarmLine(**row.facts, at=row.at) for row in rows if row.kind == Step.ALARM),
        cards=tuple(cards),
        census=result(composition(shoe.pack_kind, shoe.decks), [CARDS[card] for card in cards])
        if shoe.has_ended and not goes_round
        else None,
        held=Pack.objects.held().filter(shoes__key=key).count(),
    )


def dealt_cards(key: str) -> list[str]:
    """The cards of a shoe in the order they were dealt; none before it has ended."""
    if not has_ended(key):
        return []
    shoe = Shoe.objects.get(key=key)
    return [card for card in effective_cards(shoe).values_list("card", flat=True) if card]


def effective_cards(shoe: Shoe) -> QuerySet[ShoeCard]:
    """The cards as now known, in order. For the census: nothing of it may be shown while the shoe is in play."""
    return ShoeCard.objects.filter(shoe=shoe, replaced_by=None).order_by("number")


@dataclass(frozen=True, slots=True)
class Passage:
    """What came of a shoe since its cards were last shuffled at the table: from which card on, and which lay still."""

    after: int = 0
    kept: frozenset[str] = frozenset()
    event: int = 0  # alarms after this event are of this passage


def passage_of(shoe: Shoe) -> Passage:
    last = ShoeEvent.objects.filter(shoe=shoe, kind=Step.RESHUFFLED).order_by("-pk").first()
    return Passage(last.facts["after"], frozenset(last.facts["kept"]), last.pk) if last else Passage()


def old_orders(shoe: Shoe) -> list[list[Card]]:
    """How the packs of `shoe` lay when they last left play: as dealt, and as gathered into the discard tray."""
    earlier = ShoeEvent.objects.filter(kind=Step.ENDED, shoe__packs__in=shoe.packs.all(), shoe__pk__lt=shoe.pk)
    last = earlier.order_by("-pk").first()
    if last is None:
        return []
    return [[CARDS[text] for text in last.facts[order].split()] for order in ("dealt", "discarded")]


def is_of_film(shoe: Shoe) -> bool:
    """Whether the shoe stands for the cards of a film, which nobody shuffled."""
    return ShoeEvent.objects.filter(shoe=shoe, kind=Step.LOADED, facts__has_key="film").exists()


def next_key() -> str:
    """The key the next shoe gets if its loader names none."""
    return f"S-{(Shoe.objects.order_by('-pk').values_list('pk', flat=True).first() or 0) + 1:06}"


def _state(last: ShoeEvent) -> ShoeState:
    shoe = last.shoe
    return ShoeState(shoe.key, shoe.kind, shoe.pack_kind, shoe.decks, Step(last.kind), last.at)


def _line(row: ShoeEvent, shoe: ShoeState) -> EventLine:
    args = {name: value for name, value in row.facts.items() if name not in ("dealt", "discarded")}
    return EventLine(
        Step(row.kind),
        row.at,
        str(row.by) if row.by else "",
        args if shoe.has_ended else _blind(args),
    )


def _blind(args: dict[str, Any]) -> dict[str, Any]:
    """Where the stop card stands and how many were burned is procedure, not a count of what is left."""
    return {
        name: value
        for name, value in args.items()
        if name in ("from_bottom", "burned", "cut_by", "reason", "film", "inspected", "clause")
    }
