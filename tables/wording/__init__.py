"""The engine's codes as sentences, for every screen; gettext while rendering, so that each reader has their language.

step        what happens next            Words(head, why, sum)
verdict     a stored finding             VerdictWords(what, due, done, hangs)
finding     an engine's finding          the same
refusal     why a request is refused     a sentence
"""

from tables.wording.alerts import AlertWords, alert
from tables.wording.claims import answer as claim_answer
from tables.wording.claims import claim
from tables.wording.findings import FindingWords, choice, evening_finding, finding, verdict
from tables.wording.happenings import evening_end, evening_why, happened, happening
from tables.wording.held import BankWords, bank, holder
from tables.wording.places import boxes, slot
from tables.wording.refusals import refusal
from tables.wording.signs import felt_lines, options, profile_name, rule_texts, rule_title, sign_long, sign_short
from tables.wording.steps import FactWords, Words, fact, how_ended, step
from tables.wording.terms import decision, level, outcome, pay_kind, source, status, total, word
from tables.wording.timeline import Station, timeline

VerdictWords = FindingWords

__all__ = [
    "AlertWords",
    "BankWords",
    "FactWords",
    "FindingWords",
    "Station",
    "VerdictWords",
    "Words",
    "alert",
    "bank",
    "boxes",
    "choice",
    "claim",
    "claim_answer",
    "decision",
    "evening_end",
    "evening_finding",
    "evening_why",
    "fact",
    "felt_lines",
    "finding",
    "happened",
    "happening",
    "holder",
    "how_ended",
    "level",
    "options",
    "outcome",
    "pay_kind",
    "profile_name",
    "refusal",
    "rule_texts",
    "rule_title",
    "sign_long",
    "sign_short",
    "slot",
    "source",
    "status",
    "step",
    "timeline",
    "total",
    "verdict",
    "word",
]
