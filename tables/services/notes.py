"""An auditor's remark on a round; it changes nothing."""

from django.db import transaction

from casino import audit
from casino.errors import NotAllowed
from casino.models import Staff
from tables import refusals
from tables.models import Note, Round
from tables.services import notices


@transaction.atomic
def add(round: Round, text: str, *, by: Staff) -> Note:
    """Attach a remark. Raises NotAllowed, or ReasonMissing for an empty one."""
    if not by.may("rounds.note"):
        raise NotAllowed
    if not text.strip():
        raise refusals.ReasonMissing
    note = Note.objects.create(round=round, text=text.strip(), by=by)
    audit.record(round.table.chain, by, "note.added", about=f"round:{round.pk}", facts={"text": note.text})
    notices.tell(round.table, round)
    return note
