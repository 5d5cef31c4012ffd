"""A table's day: posted, opened, paused, relieved, closed. Each function is one change and one journal entry."""

import re
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any, Final

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from casino import audit
from casino.errors import Refused, refused_if
from casino.models import Staff
from tables import refusals
from tables.models import EveningEnd, Layout, Pit, Round, Sign, Table, TableEvent
from tables.queries import tables as known
from tables.queries.tables import TableState
from tables.rules.options import IllegalOption
from tables.rules.profiles import game_of
from tables.rules.shapes import Limits
from tables.rules.terms import compile_terms
from tables.rules.text import LANGUAGES, posting
from tables.services import evening_record, floor, notices, raises, rule_packs, shoes, signs
from tables.services.roster import check_may_deal
from tables.wording.illegal import illegal
from tables.wording.packs import packs

Kind = TableEvent.Kind
CODE: Final = re.compile(r"[A-Za-z0-9-]{1,16}", re.ASCII)
MOST_BOXES: Final = 9
CLOCKS_APART: Final = timedelta(seconds=5)  # "from now" may be a moment old when it is written


class CodeTaken(Refused):
    code = "table-code-taken"
    status = 409


@transaction.atomic
def add(
    code: str,
    *,
    name: str,
    pit: str,
    by: Staff | None,
    boxes: int = 7,
    is_watch_only: bool = False,
    layout: Layout | None = None,
) -> Table:
    """Put a new table on the floor; closed, without a sign. A felt has its own number of boxes, which counts."""
    boxes = boxes if layout is None else layout.boxes
    if not CODE.fullmatch(code):
        raise refusals.BadTable(_("“{code}” is no code; use up to 16 letters, digits and hyphens.").format(code=code))
    if not 1 <= boxes <= MOST_BOXES:
        raise refusals.BadTable(_("A table has 1 to {most} boxes, not {boxes}.").format(most=MOST_BOXES, boxes=boxes))
    Pit.objects.get_or_create(name=pit)
    with refused_if("tables_table_code_key", CodeTaken(_("There is a table {code} already.").format(code=code))):
        table = Table.objects.create(
            code=code, name=name, pit=pit, boxes=boxes, is_watch_only=is_watch_only, layout=layout
        )
    facts = {"name": name, "pit": pit, "boxes": boxes, "is_watch_only": is_watch_only}
    facts |= {"layout": layout.name} if layout else {}
    audit.record(table.chain, by, "table.added", about=table.chain, facts=facts)
    return table


@transaction.atomic
def post_sign(
    table: Table,
    profile: str,
    *,
    limits: Limits,
    by: Staff,
    options: Mapping[str, Any] | None = None,
    effective_from: datetime | None = None,
    seen: int | None = None,
    pack: str = "originals",
) -> Sign:
    """Post rules and limits, in force for rounds that open at or after `effective_from` (now).

    `seen` is the newest version that the form showed. Raises IllegalSign for an unknown profile, an illegal option or
    combination and a time that is past; BadLayout for what the felt does not say; NoticeAsked where the rule pack in
    force asks for more notice of other limits; SignOvertaken if another sign was posted since.
    """
    lock(table)
    _check_limits(limits)
    now = timezone.now()
    try:
        named = rule_packs.chosen(pack, game_of(profile).name, at=effective_from or now)
        terms = compile_terms(profile, options, limits=limits, pack=named.key, boxes=table.boxes)
    except IllegalOption as wrong:
        raise refusals.IllegalSign(illegal(wrong)) from None
    rule_packs.check_sign(named, terms, at=effective_from or now)
    floor.check_layout(table, terms)
    if effective_from is not None and effective_from < now - CLOCKS_APART:
        raise refusals.IllegalSign(_("A sign cannot hold from a time that is past; choose a later time, or “now”."))
    version = Sign.objects.filter(table=table).count() + 1
    if seen is not None and seen != version - 1:
        newest = Sign.objects.select_related("by").get(table=table, version=version - 1)
        time = f"{timezone.localtime(newest.posted_at):%H:%M}"
        raise refusals.SignOvertaken(newest.version, str(newest.by), time)
    signs.check_notice(table, limits, effective_from=effective_from or now)
    sign = Sign.objects.create(
        table=table,
        version=version,
        profile=profile,
        options=dict(options or {}),
        min_minor=limits.min_minor,
        max_minor=limits.max_minor,
        step_minor=limits.step_minor,
        kinds=limits.as_json().get("kinds", {}),
        boxes=table.boxes,
        pack=named.key,
        effective_from=effective_from or now,
        posted_at=now,
        terms_hash=terms.hash,
        by=by,
    )
    facts = {"version": version, "profile": profile, "options": sign.options, "limits": limits.as_json()}
    facts |= {"pack": named.key, "terms_sha256": terms.hash, "effective_from": sign.effective_from.isoformat()}
    facts["wording_sha256"] = {lang: posting.wording_hash(terms, lang) for lang in LANGUAGES}
    audit.record(table.chain, by, "sign.posted", about=f"sign:{sign.pk}", facts=facts)
    notices.tell(table)
    return sign


@transaction.atomic
def open(table: Table, *, dealer: Staff, shoe_key: str, by: Staff) -> TableEvent:  # noqa: A001
    """Open the table with a dealer and a shoe in play."""
    lock(table)
    if known.state_of(table).is_open:
        raise refusals.TableIsOpen(table.code)
    if not table.is_in_use:
        raise refusals.TableWithdrawn(table.code)
    sign = known.sign_of(table)
    if sign is None:
        raise refusals.NoSign(table.code)
    floor.check_sign(table, sign)
    _check_dealer(dealer)
    check_may_deal(dealer, table)
    _check_shoe(shoe_key, table)
    return _happened(table, Kind.OPENED, by=by, dealer=dealer, dealer_since=timezone.now(), shoe_key=shoe_key)


@transaction.atomic
def close(table: Table, *, by: Staff, note: str = "") -> TableEvent:
    """Close the table. Refused while a round is on the felt."""
    _open_state(table)
    _check_no_round(table)
    evening_record.end_running(table, EveningEnd.Why.CLOSED)
    raises.end_all(table, by=by)
    return _happened(table, Kind.CLOSED, by=by, note=note)


@transaction.atomic
def relieve(table: Table, dealer: Staff, *, by: Staff) -> TableEvent:
    """Another dealer takes over; rounds begun from now are theirs."""
    state = _open_state(table)
    _check_dealer(dealer)
    check_may_deal(dealer, table)
    return _held(
        table,
        state,
        by=by,
        event=_happened(table, Kind.DEALER, state, by=by, dealer=dealer, dealer_since=timezone.now()),
    )


@transaction.atomic
def change_shoe(table: Table, shoe_key: str, *, by: Staff) -> TableEvent:
    """Deal from another shoe. Refused while a round is on the felt."""
    state = _open_state(table)
    _check_no_round(table)
    _check_shoe(shoe_key, table)
    evening_record.bring_cards(table, shoe_key)
    return _held(table, state, by=by, event=_happened(table, Kind.SHOE, state, by=by, shoe_key=shoe_key))


@transaction.atomic
def pause(table: Table, *, by: Staff, note: str = "") -> TableEvent:
    """No new round until `resume`; a round on the felt is played to its end."""
    return _happened(table, Kind.PAUSED, _open_state(table), by=by, note=note)


@transaction.atomic
def stop(table: Table, *, by: Staff, note: str) -> TableEvent:
    """No card and no chip until `resume`: nothing is granted, also in the round on the felt. `note` says why."""
    state = _open_state(table)
    if state.is_stopped:
        raise refusals.TableStopped(table.code)
    if not note.strip():
        raise refusals.ReasonMissing
    return _happened(table, Kind.STOPPED, state, by=by, note=note.strip())


@transaction.atomic
def resume(table: Table, *, by: Staff) -> TableEvent:
    state = _open_state(table)
    if not state.is_paused:
        raise refusals.NotPaused(table.code)
    return _happened(table, Kind.RESUMED, state, by=by)


@transaction.atomic
def set_watch_only(table: Table, is_watch_only: bool, *, by: Staff) -> None:
    """Whether findings go to the supervisors' list alone, or to the tablet too."""
    lock(table)
    Table.objects.filter(pk=table.pk).update(is_watch_only=is_watch_only)
    table.is_watch_only = is_watch_only
    audit.record(table.chain, by, "table.watch_only", about=table.chain, facts={"is_watch_only": is_watch_only})
    notices.tell(table)


def lock(table: Table) -> None:
    """Hold the table until the transaction ends: two people cannot change it at once."""
    Table.objects.select_for_update(no_key=True).get(pk=table.pk)


def _open_state(table: Table) -> TableState:
    lock(table)
    state = known.state_of(table)
    if not state.is_open:
        raise refusals.TableClosed(table.code)
    return state


def _check_no_round(table: Table) -> None:
    running = Round.objects.running().filter(table=table).first()
    if running:
        raise refusals.RoundRunning(table.code, running.number)


def _check_dealer(dealer: Staff) -> None:
    if not dealer.may("tablet.use"):
        raise refusals.NotADealer(str(dealer))
    elsewhere = known.table_dealt_by(dealer)
    if elsewhere:
        raise refusals.DealerElsewhere(str(dealer), elsewhere.code)


def _check_shoe(shoe_key: str, table: Table) -> None:
    if not shoes.may_be_dealt_from(shoe_key):
        raise refusals.ShoeNotReady(shoe_key)
    check_packs(shoe_key, table)
    elsewhere = known.table_of_shoe(shoe_key)
    if elsewhere and elsewhere != table:
        raise refusals.ShoeElsewhere(shoe_key, elsewhere.code)


def check_packs(shoe_key: str, table: Table) -> None:
    """Raises WrongPacks where the shoe holds other cards than the sign plays with."""
    needed, there = known.packs_needed(table), known.packs_in(shoe_key)
    if needed is not None and there is not None and needed != there:
        raise refusals.WrongPacks(shoe_key, packs(*there), packs(*needed))


def _check_limits(limits: Limits) -> None:
    if not 0 < limits.min_minor <= limits.max_minor or limits.step_minor < 1:
        raise refusals.IllegalSign(_("The limits must rise from more than 0, and the step must be at least 1."))
    if limits.min_minor % limits.step_minor or limits.max_minor % limits.step_minor:
        raise refusals.IllegalSign(_("Lowest and highest stake must be reached in whole steps; take another step."))


def _held(table: Table, state: TableState, *, by: Staff, event: TableEvent) -> TableEvent:
    """A table that was paused or stopped stays so through another dealer or shoe: its state is its last row."""
    if state.is_paused:
        kind = Kind.STOPPED if state.is_stopped else Kind.PAUSED
        _happened(table, kind, known.state_of(table), by=by, note=state.note)
    return event


def _happened(
    table: Table, kind: TableEvent.Kind, state: TableState | None = None, *, by: Staff, **new: Any
) -> TableEvent:
    """Append the event; what it does not change is copied from the state before."""
    kept: dict[str, Any] = {}
    if state:
        kept = {"dealer": state.dealer, "dealer_since": state.dealer_since, "shoe_key": state.shoe_key or ""}
    event = TableEvent.objects.create(table=table, kind=kind, by=by, **(kept | new))
    dealer = f"staff:{event.dealer_id}" if event.dealer_id else None
    facts = {"dealer": dealer, "shoe": event.shoe_key, "note": event.note}
    audit.record(table.chain, by, f"table.{kind}", about=table.chain, facts=facts)
    notices.tell(table)
    return event
