"""What proves a round or an evening, computed when asked: its chain, a checkpoint, the document judged anew."""

from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from pathlib import Path
from typing import Final

import orjson
from django.conf import settings
from django.db import connection
from django.db.models import Value
from django.db.models.functions import Left

from casino.audit import checkpoints
from casino.audit.checkpoints import BadCheckpoint, Checkpoint
from casino.audit.models import JournalEntry
from tables import document, evening_document
from tables.document import BadDocument
from tables.models import Evening, EveningDocument, Round, RoundDocument
from tables.queries import rule_packs
from tables.queries.shapes import ProofEntry

ABOUT_LENGTH: Final = 40

STRETCH = """
WITH stretch AS (
    SELECT sequence, previous_sha256, sha256,
           lag(sha256) OVER (ORDER BY sequence) AS due_before,
           lag(sequence) OVER (ORDER BY sequence) + 1 AS due_sequence,
           encode(sha256(convert_to(
               concat_ws(E'\\n', chain, sequence::text, previous_sha256, body), 'UTF8')), 'hex') AS due_sha256
      FROM casino_journal
     WHERE chain = %(chain)s AND sequence BETWEEN %(first)s AND %(last)s
)
SELECT count(*),
       min(sequence) FILTER (WHERE sha256 <> due_sha256 OR previous_sha256 <> due_before OR sequence <> due_sequence)
  FROM stretch
"""


@dataclass(frozen=True, slots=True)
class ChainProof:
    """Whether every entry from `first` to `last` holds the one before it by its hash."""

    first: int
    last: int
    broken_at: int | None

    @property
    def is_whole(self) -> bool:
        return self.broken_at is None


@dataclass(frozen=True, slots=True)
class CheckpointProof:
    """The first signed checkpoint over the round's last entry. `is_same`: the chain holds what was signed."""

    number: int
    at: str
    is_same: bool


@dataclass(frozen=True, slots=True)
class DocumentProof:
    """The latest revision folded again by this engine."""

    revision: int
    engine: int
    record: str  # sound, judged otherwise, damaged
    why: tuple[str, ...]


def entries_about(chain: str, about: str) -> list[ProofEntry]:
    """What the journal holds about `round:12` or `evening:3`: number, what, by whom, hash; never the facts."""
    head = f'{{"about":"{about}",'
    bodies = JournalEntry.objects.alias(head=Left("body", Value(ABOUT_LENGTH)))  # has an index
    entries = []
    for row in bodies.filter(chain=chain, head__startswith=head).order_by("sequence"):
        body = orjson.loads(row.body)
        entries.append(
            ProofEntry(row.sequence, datetime.fromisoformat(body["at"]), body["what"], body["by"], row.sha256)
        )
    return entries


def chain_proof(chain: str, numbers: list[int], *, until: int | None = None) -> ChainProof | None:
    """Check the chain from the first entry of a round to its last, or on to a checkpoint's."""
    if not numbers:
        return None
    first, last = min(numbers), max([*numbers, until or 0])
    with connection.cursor() as cursor:
        cursor.execute(STRETCH, {"chain": chain, "first": first, "last": last})
        count, broken = cursor.fetchone()
    missing = first + count if count != last - first + 1 else None
    return ChainProof(first, last, broken if broken is not None else missing)


def checkpoint_proof(chain: str, numbers: list[int]) -> CheckpointProof | None:
    """The checkpoint that signed the chain at or after the round's last entry; None while there is none."""
    if not numbers:
        return None
    for point in _checkpoints():
        head = next((head for head in point.heads if head[0] == chain and head[1] >= max(numbers)), None)
        if head:
            return CheckpointProof(point.number, point.at, _hash_at(chain, head[1]) == head[2])
    return None


def document_proof(round: Round) -> DocumentProof | None:
    """Judge the latest revision anew, against the hash that was kept beside it."""
    kept = RoundDocument.objects.filter(round=round).order_by("-revision").first()
    if kept is None:
        return None
    rule_packs.load(round.sign.pack)
    try:
        judged = document.audit(kept.text.encode(), stored_sha256=kept.sha256)
    except BadDocument as wrong:
        return DocumentProof(kept.revision, kept.engine, document.DAMAGED, (str(wrong),))
    return DocumentProof(kept.revision, judged.engine, judged.record, judged.why)


def evening_proof(evening: Evening) -> DocumentProof | None:
    """The same for an evening, held against the documents of its rounds."""
    kept = EveningDocument.objects.filter(evening=evening).order_by("-revision").first()
    if kept is None:
        return None
    rule_packs.load(evening.sign.pack)
    try:
        line = evening_document.read(kept.text.encode())
        judged = evening_document.audit(line, _judged_rounds(evening, line), stored_sha256=kept.sha256)
    except BadDocument as wrong:
        return DocumentProof(kept.revision, kept.engine, document.DAMAGED, (str(wrong),))
    return DocumentProof(kept.revision, judged.engine, judged.record, judged.why)


def _judged_rounds(evening: Evening, line: evening_document.Line) -> dict[tuple[int, int], document.Judgement]:
    """The documents that the evening names, judged anew. Raises BadDocument."""
    named = {(one.round, one.revision) for one in line.rounds}
    rows = RoundDocument.objects.filter(round__table=evening.table_id, round__number__in={one[0] for one in named})
    kept = rows.values_list("round__number", "revision", "text", "sha256")
    return {
        (number, revision): document.audit(text.encode(), stored_sha256=sha256)
        for number, revision, text, sha256 in kept
        if (number, revision) in named
    }


def _hash_at(chain: str, sequence: int) -> str | None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT sha256 FROM casino_journal WHERE chain = %s AND sequence = %s", [chain, sequence])
        row = cursor.fetchone()
    return row[0] if row else None


def _checkpoints() -> tuple[Checkpoint, ...]:
    folder = Path(settings.CHECKPOINTS)
    newest = max((path.name for path in folder.glob("checkpoint-*.json")), default="") if folder.is_dir() else ""
    return _read(folder, newest) if newest else ()


@lru_cache(maxsize=2)
def _read(folder: Path, newest: str) -> tuple[Checkpoint, ...]:
    """All checkpoints, checked; read again when `newest` is another. One that proves nothing is none."""
    try:
        return tuple(checkpoints.read(folder))
    except BadCheckpoint:
        return ()
