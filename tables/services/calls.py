"""A dealer calls for a supervisor; one of them comes."""

from django.db import transaction

from casino import audit
from casino.errors import refused_if
from casino.models import Staff
from tables import refusals
from tables.models import Call, CallAnswered, Round, Table
from tables.queries import tables as known
from tables.services import notices
from tables.services.drafts import check_writer
from tables.services.tables import lock


@transaction.atomic
def call(table: Table, *, by: Staff, reason: str = "") -> Call:
    """Ask for a supervisor at the own table. Calling again while nobody has come is the same call."""
    lock(table)
    check_writer(by, [], known.state_of(table), table_code=table.code)
    waiting = Call.objects.open().filter(table=table, by=by).first()
    if waiting:
        return waiting
    running = Round.objects.running().filter(table=table).first()
    made = Call.objects.create(table=table, round=running, by=by, reason=reason.strip())
    audit.record(table.chain, by, "call.made", about=f"call:{made.pk}", facts={"reason": made.reason})
    notices.tell(table)
    return made


@transaction.atomic
def answer(call: Call, *, by: Staff) -> CallAnswered:
    """Say that you are there. Raises AlreadyAnswered if another was first."""
    with refused_if("tables_callanswered_call_id_key", refusals.AlreadyAnswered()):
        answered = CallAnswered.objects.create(call=call, by=by)
    audit.record(call.table.chain, by, "call.answered", about=f"call:{call.pk}", facts={})
    notices.tell(call.table)
    return answered
