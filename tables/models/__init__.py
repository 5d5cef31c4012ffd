"""What the floor's record consists of. All rows are insert-only (trigger `append_only`) but Table."""

from tables.models.calls import Call, CallAnswered, Note
from tables.models.cameras import TableCamera
from tables.models.disputes import Dispute, Ruling
from tables.models.rounds import Entry, Reaudit, Round, RoundClose, RoundDocument
from tables.models.tables import Sign, Table, TableEvent
from tables.models.verdicts import Verdict, VerdictClosing, VerdictTaken

__all__ = [
    "Call",
    "CallAnswered",
    "Dispute",
    "Entry",
    "Note",
    "Reaudit",
    "Round",
    "RoundClose",
    "RoundDocument",
    "Ruling",
    "Sign",
    "Table",
    "TableCamera",
    "TableEvent",
    "Verdict",
    "VerdictClosing",
    "VerdictTaken",
]
