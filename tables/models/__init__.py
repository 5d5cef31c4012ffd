"""What the floor's record consists of. All rows are insert-only (trigger `append_only`) but Table."""

from tables.models.calls import Call, CallAnswered, Note
from tables.models.cameras import TableCamera
from tables.models.chips import (
    ChipCount,
    ChipCountSigned,
    ChipDifference,
    ChipDifferenceSeen,
    ChipSet,
    DropConfirmed,
    DropCount,
    Slip,
    SlipNumber,
    SlipSignature,
    SlipVoid,
    SlipVoidSigned,
)
from tables.models.disputes import Dispute, Ruling
from tables.models.evenings import (
    Evening,
    EveningDocument,
    EveningEnd,
    EveningEvent,
    EveningVerdict,
    EveningVerdictClosing,
)
from tables.models.ledger import LedgerEntry, Posting
from tables.models.rounds import Entry, Reaudit, Round, RoundClose, RoundDocument
from tables.models.rule_packs import HousePack
from tables.models.school import SchoolRecord, SchoolSession
from tables.models.tables import Sign, Table, TableEvent
from tables.models.verdicts import Verdict, VerdictClosing, VerdictTaken

__all__ = [
    "Call",
    "CallAnswered",
    "ChipCount",
    "ChipCountSigned",
    "ChipDifference",
    "ChipDifferenceSeen",
    "ChipSet",
    "Dispute",
    "DropConfirmed",
    "DropCount",
    "Entry",
    "Evening",
    "EveningDocument",
    "EveningEnd",
    "EveningEvent",
    "EveningVerdict",
    "EveningVerdictClosing",
    "HousePack",
    "LedgerEntry",
    "Note",
    "Posting",
    "Reaudit",
    "Round",
    "RoundClose",
    "RoundDocument",
    "Ruling",
    "SchoolRecord",
    "SchoolSession",
    "Sign",
    "Slip",
    "SlipNumber",
    "SlipSignature",
    "SlipVoid",
    "SlipVoidSigned",
    "Table",
    "TableCamera",
    "TableEvent",
    "Verdict",
    "VerdictClosing",
    "VerdictTaken",
]
