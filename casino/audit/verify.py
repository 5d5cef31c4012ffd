"""Check the journal: every hash, every place, every head, and the checkpoints kept elsewhere."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db import connection

from casino.audit.checkpoints import Checkpoint

BROKEN = """
WITH chained AS (
    SELECT chain, sequence, previous_sha256, sha256,
           lag(sha256, 1, repeat('0', 64)) OVER along AS due_before,
           lag(sequence, 1, 0::bigint) OVER along + 1 AS due_sequence,
           encode(sha256(convert_to(
               concat_ws(E'\\n', chain, sequence::text, previous_sha256, body), 'UTF8')), 'hex') AS due_sha256
      FROM casino_journal
    WINDOW along AS (PARTITION BY chain ORDER BY sequence)
)
SELECT chain, sequence,
       CASE WHEN sequence <> due_sequence THEN 'place ' || due_sequence || ' is missing before it'
            WHEN previous_sha256 <> due_before THEN 'it does not follow the entry before it'
            ELSE 'its text is not what was hashed' END
  FROM chained
 WHERE sha256 <> due_sha256 OR previous_sha256 <> due_before OR sequence <> due_sequence
 ORDER BY chain, sequence LIMIT 1
"""

HEADS = """
SELECT coalesce(h.chain, j.chain), coalesce(h.sequence, j.sequence),
       'the chain''s head does not name its last entry'
  FROM casino_journal_head h
  FULL JOIN (SELECT DISTINCT ON (chain) chain, sequence, sha256 FROM casino_journal ORDER BY chain, sequence DESC) j
    ON j.chain = h.chain
 WHERE (h.sequence, h.sha256) IS DISTINCT FROM (j.sequence, j.sha256)
 ORDER BY 1 LIMIT 1
"""

SIGNED = """
SELECT due.chain, due.sequence,
       CASE WHEN j.sha256 IS NULL THEN 'checkpoint ' || due.number || ' signed it and it is gone'
            ELSE 'checkpoint ' || due.number || ' signed another text' END
  FROM unnest(%s::text[], %s::bigint[], %s::text[], %s::int[]) AS due(chain, sequence, sha256, number)
  LEFT JOIN casino_journal j ON j.chain = due.chain AND j.sequence = due.sequence
 WHERE j.sha256 IS DISTINCT FROM due.sha256
 ORDER BY due.number, due.chain LIMIT 1
"""


@dataclass(frozen=True)
class Broken:
    """The first entry at which the journal stops being what was written."""

    chain: str
    sequence: int
    why: str


@dataclass(frozen=True)
class Report:
    """What a check found."""

    entries: int
    chains: int
    checkpoints: int
    broken: Broken | None


def verify(checkpoints: Sequence[Checkpoint] = ()) -> Report:
    """Check every entry, and that every entry that `checkpoints` signed stands unchanged."""
    broken = _first(BROKEN) or _first(HEADS) or _first(SIGNED, _columns(checkpoints))
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*), count(DISTINCT chain) FROM casino_journal")
        entries, chains = cursor.fetchone()
    return Report(entries, chains, len(checkpoints), broken)


def _first(query: str, parameters: Sequence[Any] = ()) -> Broken | None:
    with connection.cursor() as cursor:
        cursor.execute(query, parameters or None)
        row = cursor.fetchone()
    return Broken(*row) if row else None


def _columns(checkpoints: Sequence[Checkpoint]) -> list[list[Any]]:
    """Chain, sequence, hash and checkpoint of everything that was signed, as columns."""
    rows = [(chain, sequence, sha256, point.number) for point in checkpoints for chain, sequence, sha256 in point.heads]
    return [list(column) for column in zip(*rows, strict=True)] if rows else [[], [], [], []]
