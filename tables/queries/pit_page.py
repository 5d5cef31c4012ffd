"""The pit dashboard: a tile a table, and the list of what needs a person, worst first."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Count
from django.utils import timezone

from casino.gaming_day import house_day
from shoes.queries import CameraHealth
from shoes.queries.room import room
from tables.models import Dispute, Entry, RaisedMaximum, Round, Sign, Table
from tables.queries import banks, felt, sight
from tables.queries import tables as known
from tables.queries import verdicts as judged
from tables.queries.cameras import health_by_table
from tables.queries.card_alerts import card_alerts
from tables.queries.chip_differences import difference_view, open_differences
from tables.queries.evenings import open_evening_views
from tables.queries.misread_shapes import Misreads
from tables.queries.misreads import misreads_by_table
from tables.queries.roster_alerts import roster_alerts
from tables.queries.shapes import Alert, ArcBox, BankView, EveningVerdictView, SignView, State, Tile, VerdictView
from tables.queries.tables import TableState
from tables.rules.shapes import Picture, PictureBox, Step

PACE_OVER = timedelta(hours=1)
PACE_AFTER = timedelta(minutes=10)


@dataclass(frozen=True, slots=True)
class Running:
    """A round on the felt, folded."""

    round: Round
    step: Step
    picture: Picture


def floor(reader: sight.Reader) -> list[Tile]:
    """Every table in use, in the order of its code. A fixed number of queries."""
    tables = list(Table.objects.filter(is_in_use=True))
    states = known.states_of(tables)
    signs = {sign.table_id: sign for sign in Sign.objects.in_effect()}
    running = running_rounds()
    last = {round.table_id: round for round in Round.objects.newest()}
    views: dict[str, list[VerdictView]] = defaultdict(list)
    for view in _open_views(reader):
        views[view.table_code].append(view)
    around: dict[str, list[EveningVerdictView]] = defaultdict(list)
    for found in open_evening_views():
        around[found.table_code].append(found)
    paces = _paces()
    cameras = health_by_table()
    last_rounds = known.in_last_round(state.shoe_key for state in states.values() if state.shoe_key)
    posted = {table: signs[table.pk] for table in tables if table.pk in signs and states[table.pk].is_open}
    held = banks.between_rounds(posted)
    ahead = known.next_signs()
    raised = Counter(RaisedMaximum.objects.in_force().order_by().values_list("table_id", flat=True))
    misread = misreads_by_table()
    return [
        _tile(
            table,
            states[table.pk],
            signs.get(table.pk),
            running.get(table.pk),
            last.get(table.pk),
            judged.worst_first(views[table.code]),
            paces.get(table.pk, 0),
            cameras=cameras.get(table.pk, ()),
            is_last_round=states[table.pk].shoe_key in last_rounds,
            bank=held.get(table.pk),
            around=around[table.code],
            ahead=ahead.get(table.pk),
            raised=raised[table.pk],
            misread=misread.get(table.pk),
        )
        for table in tables
    ]


def needs_a_person(reader: sight.Reader) -> list[Alert]:
    """What is open, lost or blind: worst first, then oldest, what somebody has taken last of its level."""
    watch_only = set(Table.objects.filter(is_watch_only=True).values_list("code", flat=True))
    alerts = [_of_verdict(view, watch_only) for view in _open_views(reader)]
    disputes = list(Dispute.objects.with_names().pressing(house_day()))
    alerts += [
        Alert("dispute", "act", view.table_code, view.round_id, view.round_number, view.at, dispute=view)
        for view in judged.dispute_views(disputes, reader)
    ]
    calls = list(judged.open_calls())
    alerts += [
        Alert("call", "act", view.table_code, row.round_id, None, view.at, call=view)
        for row, view in zip(calls, judged.call_views(calls), strict=True)
    ]
    alerts += [
        Alert("lost", "lost", one.round.table.code, one.round.pk, one.round.number, one.round.opened_at)
        for one in running_rounds().values()
        if not one.picture.followed
    ]
    alerts += _blind_cameras()
    alerts += [
        Alert("stopped", "act", event.table.code, None, None, event.at, stopped=event.note) for event in known.stopped()
    ]
    alerts += [
        Alert(
            "evening",
            "watch" if view.table_code in watch_only else view.level,
            view.table_code,
            None,
            None,
            view.at,
            evening=view,
        )
        for view in open_evening_views()
    ]
    for row in open_differences():
        alerts.append(Alert("chips", "act", row.table.code, None, None, row.at, chips=difference_view(row)))
    for level, since, found in roster_alerts():
        alerts.append(Alert("roster", level, found.table_code, None, None, since, roster=found))
    for level, code, since, cards in card_alerts():
        alerts.append(Alert("cards", level, code, None, None, since, cards=cards))
    kept = room()
    if kept.is_near:
        level = "stop" if kept.is_full else "act"
        alerts.append(Alert("room", level, "", None, None, kept.measured_at or timezone.now(), room=kept))
    return sorted(alerts, key=lambda alert: (judged.WORST_FIRST[alert.level], alert.taken_by is not None, alert.since))


def _blind_cameras() -> list[Alert]:
    """Cameras of open tables that bring nothing now."""
    codes = dict(known.open_tables().values_list("table_id", "table__code"))
    return [
        Alert("camera", "act", codes[table_id], None, None, camera.since or timezone.now(), camera=camera)
        for table_id, cameras in health_by_table().items()
        for camera in cameras
        if table_id in codes and sees_nothing(camera)
    ]


def running_rounds() -> dict[int, Running]:
    """The round on the felt of each table, folded; two queries, however many tables."""
    rounds = {round.pk: round for round in Round.objects.running().select_related("table", "sign", "dealer")}
    bodies: dict[int, list[str]] = defaultdict(list)
    entries = Entry.objects.filter(round__in=rounds).order_by("round_id", "number")
    for round_id, body in entries.values_list("round_id", "body"):
        bodies[round_id].append(body)
    found = {}
    for pk, round in rounds.items():
        state = felt.fold_of(round, felt.read_bodies(bodies[pk]))
        found[round.table_id] = Running(round, state.due().step, state.picture())
    return found


def tile_state(
    table: Table,
    state: TableState,
    *,
    is_followed: bool,
    views: Sequence[VerdictView | EveningVerdictView],
    cameras: Sequence[CameraHealth] = (),
) -> State:
    """The one word of a tile. Watch only and not following come before levels that the dealer is not told of."""
    if not state.is_open:
        return "closed"
    if state.is_stopped:
        return "stop"
    if table.is_watch_only:
        return "watch"
    worst = min((view.level for view in views if view.is_open), key=judged.WORST_FIRST.__getitem__, default=None)
    if worst in ("stop", "act"):
        return worst  # type: ignore[return-value]
    if not is_followed:
        return "lost"
    return "look" if worst or any(sees_nothing(camera) for camera in cameras) else "calm"


def sees_nothing(camera: CameraHealth) -> bool:
    """Whether a camera that did watch brings no cards now, so that all must be tapped."""
    return camera.state != "new" and not camera.is_well


def arc_of(
    picture: Picture | None, step: Step | None, levels: dict[str, str], places: Sequence[str], bank: str | None = None
) -> tuple[ArcBox, ...]:
    """The dots of a tile: who is in, whose turn it is, where something is wrong, who of the players banks."""
    due = (step.slot or "").partition(".")[0] if step else ""
    boxes = {box.place: box for box in picture.boxes} if picture else {}
    return tuple(
        ArcBox(
            place=place,
            is_in=place in boxes and _is_in(boxes[place]),
            is_due=place == due and place != bank,
            level=levels.get(place),
            is_bank=place == bank,
        )
        for place in places
    )


def _is_in(box: PictureBox) -> bool:
    return not box.is_closed_empty and any(hand.cards or hand.stake_minor for hand in box.hands)


def _tile(
    table: Table,
    state: TableState,
    sign: Sign | None,
    running: Running | None,
    last: Round | None,
    views: Sequence[VerdictView],
    pace: int,
    *,
    cameras: tuple[CameraHealth, ...],
    is_last_round: bool,
    bank: BankView | None,
    around: Sequence[EveningVerdictView],
    ahead: SignView | None,
    raised: int,
    misread: Misreads | None,
) -> Tile:
    shown = running.round if running else last
    step = running.step if running else bank.due if bank else None
    levels = {
        view.slot.partition(".")[0]: view.level for view in reversed(views) if shown and view.round_id == shown.pk
    }
    return Tile(
        code=table.code,
        name=table.name,
        pit=table.pit,
        state=tile_state(table, state, is_followed=_is_followed(running), views=[*views, *around], cameras=cameras),
        sign=known.sign_view(sign) if sign else None,
        step=step,
        because=views[0] if views else None,
        dealer=str(state.dealer) if state.dealer else None,
        dealer_since=state.dealer_since,
        round_id=shown.pk if shown else None,
        round_number=shown.number if shown else None,
        rounds_an_hour=_an_hour(pace, state.since) if state.is_open else None,
        open_verdicts=len(views) + len(around),
        arc=_arc(table, running, step, levels, bank),
        bank_is_due=step is not None and step.slot == "0",
        is_last_round=is_last_round,
        is_paused=state.is_paused,
        cameras=cameras,
        bank=bank,
        next_sign=ahead,
        stopped=state.note if state.is_stopped else "",
        raised=raised,
        misreads=misread,
    )


def _arc(
    table: Table, running: Running | None, step: Step | None, levels: dict[str, str], bank: BankView | None
) -> tuple[ArcBox, ...]:
    """While a round runs; between rounds only where it tells who holds the bank."""
    if running is None and bank is None:
        return ()
    held = bank.place if bank else None
    return arc_of(running.picture if running else None, step, levels, table.places, held)


def _is_followed(running: Running | None) -> bool:
    return running is None or running.picture.followed


def _open_views(reader: sight.Reader) -> list[VerdictView]:
    rows = list(judged.open_verdicts())
    hidden = sight.withheld({row.round for row in rows}, reader)
    return judged.verdict_views(rows, hidden=hidden)


def _of_verdict(view: VerdictView, watch_only: set[str]) -> Alert:
    return Alert(
        "verdict",
        "watch" if view.table_code in watch_only else view.level,
        view.table_code,
        view.round_id,
        view.round_number,
        view.at,
        verdict=view,
        taken_by=view.taken_by,
        taken_at=view.taken_at,
    )


def _paces() -> dict[int, int]:
    """Rounds begun in the last hour, by table."""
    since = timezone.now() - PACE_OVER
    rows = Round.objects.filter(opened_at__gte=since).values_list("table_id").annotate(rounds=Count("pk"))
    return dict(rows.order_by())


def _an_hour(rounds: int, open_since: datetime | None) -> int | None:
    """The pace; unknown in the first ten minutes."""
    if open_since is None:
        return None
    open_for = min(timezone.now() - open_since, PACE_OVER)
    return round(rounds * PACE_OVER / open_for) if open_for >= PACE_AFTER else None
