"""Fills and credits: asked for, signed by one person after another, or void by two. One function, one change."""

from typing import Any

from django.db import transaction
from django.utils import timezone

from casino import audit
from casino.errors import NotAllowed
from casino.gaming_day import house_zone
from casino.models import Staff
from tables import chip_refusals, refusals
from tables.models import Slip, SlipSignature, SlipVoid, SlipVoidSigned, Table
from tables.queries import chips as known
from tables.queries import ledger as books
from tables.queries import slips as paper
from tables.rules import chips as pure
from tables.rules.chips import Lines, Step
from tables.services import ledger
from tables.services.chips import check_seen, checked, tell
from tables.services.tables import lock
from tables.wording.chips import step_next


@transaction.atomic
def ask(table: Table, kind: str, lines: Lines, *, by: Staff, seen: str | None = None, note: str = "") -> Slip:
    """Ask that chips be brought to a table (fill) or taken from it (credit). The database gives the number.

    Raises NoOpener while the table's gaming day is not opened, NotAllowed for whoever may not ask.
    """
    lock(table)
    check_seen(table, seen)
    day = known.running_day(table)
    if day is None:
        raise chip_refusals.NoOpener(table.code)
    pack = known.pack_of(table)
    steps = known.procedure(table).signing(kind)
    if not paper.signer(by).may(steps[0], table.pk):
        raise NotAllowed
    pieces = checked(lines, known.house_values().chips)
    now = timezone.now()
    slip = Slip.objects.create(
        kind=kind,
        year=now.astimezone(house_zone()).year,
        table=table,
        gaming_day=day,
        pack=pack,
        signing=[step.code for step in steps],
        lines={str(value): count for value, count in pieces.items()},
        total_minor=pure.total_minor(pieces),
        note=note.strip(),
        by=by,
        at=now,
    )
    slip.refresh_from_db(fields=["number"])
    _sign(slip, steps[0], 1, by=by)
    facts = {"slip": slip.ref, "total_minor": slip.total_minor, "lines": slip.lines, "signing": slip.signing}
    _record(slip, by, "slip.asked", facts | {"gaming_day": day.isoformat(), "note": slip.note})
    tell(table)
    return slip


@transaction.atomic
def sign(slip: Slip, *, by: Staff, seen: int | None = None) -> SlipSignature:
    """The next signature in the slip's order. Chips move with the signatures that move them.

    Raises SignedAlready for whoever signed before, NotYourSignature where another's comes first.
    """
    slip = _locked(slip)
    step = _next(slip, seen)
    if paper.has_signed(slip, by):
        raise chip_refusals.SignedAlready
    if not paper.signer(by).may(step, slip.table_id):
        raise chip_refusals.NotYourSignature(step_next(step.code))
    signature = _sign(slip, step, len(slip.signatures.all()) + 1, by=by)
    _record(slip, by, "slip.signed", {"slip": slip.ref, "step": step.code})
    tell(slip.table)
    return signature


@transaction.atomic
def ask_void(slip: Slip, reason: str, *, by: Staff) -> SlipVoid:
    """Ask that a slip be void. From now on nobody signs it; a person of another department agrees."""
    slip = _locked(slip)
    _check_open(slip)
    if not reason.strip():
        raise refusals.ReasonMissing
    if not paper.may_ask_void(slip, paper.signer(by)):
        raise NotAllowed
    void = SlipVoid.objects.create(slip=slip, reason=reason.strip(), by=by)
    _record(slip, by, "slip.void_asked", {"slip": slip.ref, "reason": void.reason})
    tell(slip.table)
    return void


@transaction.atomic
def agree_void(slip: Slip, *, by: Staff) -> SlipVoidSigned:
    """The second signature on a void: its number stays used, and chips that were under way go back."""
    slip = _locked(slip)
    if paper.state(slip) != "void_asked":
        raise chip_refusals.NotToBeVoid(slip.ref)
    if slip.void.by_id == by.pk:
        raise chip_refusals.SignedAlready
    if slip.void.by.role == by.role:
        raise chip_refusals.OneDepartment
    if not paper.may_agree_void(slip, paper.signer(by)):
        raise NotAllowed
    signed = SlipVoidSigned.objects.create(void=slip.void, by=by)
    _move_back(slip, by=by)
    _record(slip, by, "slip.void", {"slip": slip.ref, "reason": slip.void.reason})
    tell(slip.table)
    return signed


def _locked(slip: Slip) -> Slip:
    """The slip as it is now, while nobody else changes chips of its table."""
    lock(slip.table)
    return paper.with_signatures().get(pk=slip.pk)


def _next(slip: Slip, seen: int | None) -> Step:
    _check_open(slip)
    if seen is not None and seen != len(slip.signatures.all()):
        raise refusals.StaleForm
    step = paper.next_step(slip)
    if step is None:
        raise chip_refusals.SlipOver(slip.ref)
    return step


def _check_open(slip: Slip) -> None:
    state = paper.state(slip)
    if state == "void_asked":
        raise chip_refusals.SlipToBeVoid(slip.ref)
    if state != "open":
        raise chip_refusals.SlipOver(slip.ref)


def _sign(slip: Slip, step: Step, position: int, *, by: Staff) -> SlipSignature:
    signature = SlipSignature.objects.create(slip=slip, position=position, step=step.code, by=by)
    if step.moves:
        source, target = (ledger.account(place, slip.table) for place in step.moves)
        _move(slip, source, target, slip.total_minor, by=by)
    return signature


def _move(slip: Slip, source: str, target: str, minor: int, *, by: Staff) -> None:
    day = known.running_day(slip.table) or slip.gaming_day
    ledger.move(slip.kind, source, target, minor, about=f"slip:{slip.pk}", table=slip.table, gaming_day=day, by=by)


def _move_back(slip: Slip, *, by: Staff) -> None:
    """Whatever the slip has moved so far lies under way: from there it returns to where it came from."""
    under_way = books.about_minor("transit", f"slip:{slip.pk}")
    home = "cage" if slip.kind == Slip.Kind.FILL else ledger.account("tray", slip.table)
    if under_way:
        _move(slip, "transit", home, under_way, by=by)


def _record(slip: Slip, by: Staff, what: str, facts: dict[str, Any]) -> None:
    audit.record(slip.table.chain, by, what, about=f"slip:{slip.pk}", facts=facts)
