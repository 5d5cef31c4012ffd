"""What the floor's record consists of. All rows are insert-only (trigger `append_only`) but Table."""

from tables.models.assignments import (
    Assignment,
    AssignmentEnd,
    Duty,
    DutyEnd,
    HandOver,
    HandOverAnswer,
    Rotation,
    Tablet,
    TabletEnd,
)
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
from tables.models.disputes import Dispute, DisputeStep, Hold, HoldLifted, Ruling
from tables.models.evenings import (
    Evening,
    EveningDocument,
    EveningEnd,
    EveningEvent,
    EveningVerdict,
    EveningVerdictClosing,
)
from tables.models.evidence import RoundClip
from tables.models.floor import Layout, Pit, RaisedMaximum, RaisedMaximumEnd, SignAnnounced, SignInForce
from tables.models.ledger import LedgerEntry, Posting
from tables.models.players import BoxesTold
from tables.models.reports import Report, ReportResult, ReportRun
from tables.models.reviews import PayoutAnswer, PayoutDispute, PayoutSample, SampledPayout
from tables.models.rounds import Entry, Reaudit, Round, RoundClose, RoundDocument
from tables.models.rule_packs import HousePack
from tables.models.school import SchoolRecord, SchoolSession
from tables.models.tables import Sign, Table, TableEvent
from tables.models.verdicts import Verdict, VerdictClosing, VerdictTaken

__all__ = [
    "Assignment",
    "AssignmentEnd",
    "BoxesTold",
    "Call",
    "CallAnswered",
    "ChipCount",
    "ChipCountSigned",
    "ChipDifference",
    "ChipDifferenceSeen",
    "ChipSet",
    "Dispute",
    "DisputeStep",
    "DropConfirmed",
    "DropCount",
    "Duty",
    "DutyEnd",
    "Entry",
    "Evening",
    "EveningDocument",
    "EveningEnd",
    "EveningEvent",
    "EveningVerdict",
    "EveningVerdictClosing",
    "HandOver",
    "HandOverAnswer",
    "Hold",
    "HoldLifted",
    "HousePack",
    "Layout",
    "LedgerEntry",
    "Note",
    "PayoutAnswer",
    "PayoutDispute",
    "PayoutSample",
    "Pit",
    "Posting",
    "RaisedMaximum",
    "RaisedMaximumEnd",
    "Reaudit",
    "Report",
    "ReportResult",
    "ReportRun",
    "Rotation",
    "Round",
    "RoundClip",
    "RoundClose",
    "RoundDocument",
    "Ruling",
    "SampledPayout",
    "SchoolRecord",
    "SchoolSession",
    "Sign",
    "SignAnnounced",
    "SignInForce",
    "Slip",
    "SlipNumber",
    "SlipSignature",
    "SlipVoid",
    "SlipVoidSigned",
    "Table",
    "TableCamera",
    "TableEvent",
    "Tablet",
    "TabletEnd",
    "Verdict",
    "VerdictClosing",
    "VerdictTaken",
]
