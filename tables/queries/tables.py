"""What is known of a table: its state, its sign, who deals there."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from django.db.models import Max, OuterRef, QuerySet, Subquery
from django.utils import timezone

from casino.models import Staff
from shoes.models import ShoeEvent
from shoes.models import Step as ShoeStep
from shoes.queries import shoes_list
from shoes.queries import state as shoe_state
from tables.models import Round, Sign, Table, TableEvent
from tables.queries import rule_packs
from tables.queries.shapes import SignView
from tables.rules.shapes import KindLimits, Limits
from tables.rules.terms import Terms, compile_terms


@dataclass(frozen=True, slots=True)
class TableState:
    """A table's last event, read."""

    is_open: bool
    is_paused: bool
    dealer: Staff | None
    dealer_since: datetime | None
    shoe_key: str | None
    since: datetime | None
    note: str = ""
    is_stopped: bool = False  # a pause in which no card and no chip moves


@dataclass(frozen=True, slots=True)
class FreeShoe:
    """A shoe that could be brought to a table, and whether it holds what the sign there is played with."""

    key: str
    pack_kind: str
    decks: int
    fits: bool


PLAYED_WITHIN = timedelta(minutes=10)
CLOSED = TableState(is_open=False, is_paused=False, dealer=None, dealer_since=None, shoe_key=None, since=None)


def state_of(table: Table) -> TableState:
    """Open or closed, who deals, from which shoe."""
    last = TableEvent.objects.filter(table=table).select_related("dealer").order_by("-id").first()
    return _read(last)


def states_of(tables: list[Table]) -> dict[int, TableState]:
    """The states of many tables in one query, by table id."""
    last = _last_events().select_related("dealer").filter(table__in=tables)
    found = {event.table_id: _read(event) for event in last}
    return {table.pk: found.get(table.pk, CLOSED) for table in tables}


def open_tables() -> QuerySet[TableEvent]:
    """The last event of every table that is open."""
    return _last_events().exclude(kind=TableEvent.Kind.CLOSED)


def table_dealt_by(staff: Staff) -> Table | None:
    """The open table at which `staff` deals now."""
    event = open_tables().filter(dealer=staff).select_related("table").first()
    return event.table if event else None


def table_of_shoe(shoe_key: str) -> Table | None:
    """The open table at which the shoe stands."""
    event = open_tables().filter(shoe_key=shoe_key).select_related("table").first()
    return event.table if event else None


def free_shoes(table: Table | None = None) -> list[FreeShoe]:
    """Shoes in play that stand at no other open table; first those with the packs that the table's sign needs."""
    taken = set(open_tables().exclude(table=table).values_list("shoe_key", flat=True))
    free = [shoe for shoe in shoes_list() if shoe.state == ShoeStep.IN_PLAY and shoe.key not in taken]
    needed = packs_needed(table) if table else None
    found = [FreeShoe(s.key, s.pack_kind, s.decks, needed in (None, (s.pack_kind, s.decks))) for s in free]
    return sorted(found, key=lambda shoe: not shoe.fits)


def sign_of(table: Table, at: datetime | None = None) -> Sign | None:
    """The sign in effect."""
    return (
        Sign.objects.filter(table=table, effective_from__lte=at or timezone.now())
        .order_by("-effective_from", "-version")
        .first()
    )


def in_last_round(shoe_keys: Iterable[str]) -> set[str]:
    """Which of these shoes have their stop card out: the round under way is their last."""
    events = ShoeEvent.objects.filter(shoe__key__in=set(shoe_keys), kind=ShoeStep.STOP_OUT)
    return set(events.values_list("shoe__key", flat=True))


def is_played(table: Table) -> bool:
    """Whether somebody plays there: a round is on the felt, or one ended within the last ten minutes."""
    if not state_of(table).is_open:
        return False
    last = Round.objects.filter(table=table).select_related("close").order_by("-number").first()
    if last is None:
        return False
    return not hasattr(last, "close") or last.close.at > timezone.now() - PLAYED_WITHIN


def next_sign_of(table: Table) -> Sign | None:
    """The sign that comes into force next, where one is posted ahead."""
    return (
        Sign.objects.filter(table=table, effective_from__gt=timezone.now())
        .select_related("announced")
        .order_by("effective_from", "-version")
        .first()
    )


def newest_version(table: Table) -> int:
    """The number of the last sign posted, in force or not; 0 before the first."""
    return Sign.objects.filter(table=table).aggregate(newest=Max("version"))["newest"] or 0


def packs_needed(table: Table) -> tuple[str, int] | None:
    """Which packs, and how many, the sign in force is played with; None without a sign."""
    sign = sign_of(table)
    if sign is None:
        return None
    options = terms_of(sign).options
    return str(options["pack"]), int(options["decks"])


def packs_in(shoe_key: str) -> tuple[str, int] | None:
    """Which packs, and how many, the shoe holds; None if there is no such shoe."""
    shoe = shoe_state(shoe_key)
    return (shoe.pack_kind, shoe.decks) if shoe else None


def terms_of(sign: Sign, raised: Mapping[str, int] | None = None) -> Terms:
    """The engine's terms of a sign, with the maxima raised for single boxes; compiled once."""
    rule_packs.load(sign.pack)  # a house's own is no file of the project
    limits = limits_of(sign, raised)
    return compile_terms(sign.profile, sign.options, limits=limits, pack=sign.pack, boxes=sign.boxes)


def terms_of_round(round: Round) -> Terms:
    """The terms that a round was opened with."""
    return terms_of(round.sign, round.raised)


def limits_of(sign: Sign, raised: Mapping[str, int] | None = None) -> Limits:
    kinds = {kind: KindLimits(**limits) for kind, limits in sign.kinds.items()}
    return Limits(sign.min_minor, sign.max_minor, sign.step_minor, dict(raised or {}), kinds)


def next_signs() -> dict[int, SignView]:
    """The sign that comes into force next at each table where one is posted ahead, by table; one query."""
    rows = Sign.objects.filter(effective_from__gt=timezone.now()).select_related("announced")
    return {
        row.table_id: ahead_view(row)
        for row in rows.order_by("table_id", "effective_from", "-version").distinct("table_id")
    }


def ahead_view(sign: Sign) -> SignView:
    """A sign posted ahead, and whether the dealer has told the players of it."""
    return replace(sign_view(sign), is_announced=hasattr(sign, "announced"))


def sign_view(sign: Sign) -> SignView:
    rule_packs.load(sign.pack)
    return SignView(
        version=sign.version,
        profile=sign.profile,
        options=sign.options,
        min_minor=sign.min_minor,
        max_minor=sign.max_minor,
        step_minor=sign.step_minor,
        effective_from=sign.effective_from,
        terms_hash=sign.terms_hash,
        pack=sign.pack,
        kinds=sign.kinds,
    )


def stopped() -> QuerySet[TableEvent]:
    """How each table came to be stopped that is; the note says why."""
    return _last_events().filter(kind=TableEvent.Kind.STOPPED).select_related("table")


def _last_events() -> QuerySet[TableEvent]:
    newest = TableEvent.objects.filter(table=OuterRef("pk")).order_by("-id").values("id")[:1]
    return TableEvent.objects.filter(id__in=Table.objects.values(newest=Subquery(newest)))


def _read(event: TableEvent | None) -> TableState:
    if event is None or event.kind == TableEvent.Kind.CLOSED:
        return CLOSED if event is None else TableState(False, False, None, None, None, event.at, event.note)
    return TableState(
        is_open=True,
        is_paused=event.kind in (TableEvent.Kind.PAUSED, TableEvent.Kind.STOPPED),
        dealer=event.dealer,
        dealer_since=event.dealer_since,
        shoe_key=event.shoe_key,
        since=event.at,
        note=event.note,
        is_stopped=event.kind == TableEvent.Kind.STOPPED,
    )
