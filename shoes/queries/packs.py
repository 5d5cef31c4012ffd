"""Packs: where each is, how it came there, what holds it, since when its cards are in play."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Min, Q

from shoes.models import Pack, PackEvent, PackHold, PackMove, PackState, Shoe, ShoeEvent, Step


@dataclass(frozen=True, slots=True)
class PackLine:
    """A pack and where it is. `since`: since when its cards are in play, None for one that never was."""

    id: int
    serial: str
    kind: str
    back: str
    state: PackState
    at: datetime
    where: str
    is_held: bool
    is_under_way: bool
    since: datetime | None


@dataclass(frozen=True, slots=True)
class PackView:
    """The life of one pack."""

    line: PackLine
    events: tuple[PackEvent, ...]
    holds: tuple[PackHold, ...]
    shoes: tuple[Shoe, ...]


def packs_list(states: Sequence[str] = (), *, find: str = "", limit: int | None = None) -> list[PackLine]:
    """Packs of the house by number, and where each is. Four queries."""
    packs = Pack.objects.order_by("serial")
    if states:
        packs = packs.filter(pk__in=PackEvent.objects.latest_of_each().filter(state__in=states).values("pack"))
    if find:
        packs = packs.filter(serial__icontains=find)
    return _lines(list(packs[:limit]))


def packs_count() -> dict[PackState, int]:
    """How many packs are where."""
    rows = PackEvent.objects.latest_of_each().values_list("state").annotate(packs=Count("pk")).order_by()
    found = dict(rows)
    return {state: found.get(state, 0) for state in PackState}


def open_holds() -> list[tuple[PackHold, list[Pack]]]:
    """Investigations, the oldest first: one hold of each, and the packs that were held with it."""
    together: dict[tuple[int, datetime, str], list[PackHold]] = {}
    for hold in PackHold.objects.open().select_related("pack", "by").order_by("pk"):
        together.setdefault((hold.by_id, hold.at, hold.reason), []).append(hold)
    return [(holds[0], [hold.pack for hold in holds]) for holds in together.values()]


def pack_view(pack: Pack) -> PackView:
    return PackView(
        line=_lines([pack])[0],
        events=tuple(pack.events.select_related("by", "move__by", "move__answer").order_by("pk")),
        holds=tuple(pack.holds.select_related("by", "lifted__by").order_by("pk")),
        shoes=tuple(Shoe.objects.filter(packs=pack).order_by("pk")),
    )


def in_use_since(keys: Iterable[str]) -> dict[str, datetime]:
    """Since when the oldest pack of each shoe has been in play, here or in a shoe before; those never in play: none."""
    began = Min("packs__shoes__events__at", filter=Q(packs__shoes__events__kind=Step.IN_PLAY))
    rows = Shoe.objects.filter(key__in=list(keys)).annotate(began=began).values_list("key", "began")
    return {key: since for key, since in rows if since}


def packs_in_play_since(packs: Iterable[Pack]) -> dict[str, datetime]:
    """Since when each pack has been in play, by number; those never in play: none."""
    began = Min("shoes__events__at", filter=Q(shoes__events__kind=Step.IN_PLAY))
    rows = Pack.objects.filter(pk__in=[pack.pk for pack in packs]).annotate(began=began).order_by("serial")
    return {serial: since for serial, since in rows.values_list("serial", "began") if since}


def _lines(packs: list[Pack]) -> list[PackLine]:
    """Three queries, however many packs."""
    last = {event.pack_id: event for event in PackEvent.objects.latest_of_each().filter(pack__in=packs)}
    held = set(PackHold.objects.open().filter(pack__in=packs).values_list("pack", flat=True))
    moved = set(PackMove.objects.waiting().filter(packs__in=packs).values_list("packs", flat=True))
    rows = ShoeEvent.objects.filter(kind=Step.IN_PLAY, shoe__packs__in=packs).values_list("shoe__packs")
    began = dict(rows.annotate(began=Min("at")).order_by())
    return [
        PackLine(
            id=pack.pk,
            serial=pack.serial,
            kind=pack.kind,
            back=pack.back,
            state=PackState(last[pack.pk].state),
            at=last[pack.pk].at,
            where=last[pack.pk].reason,
            is_held=pack.pk in held,
            is_under_way=pack.pk in moved,
            since=began.get(pack.pk),
        )
        for pack in packs
    ]
