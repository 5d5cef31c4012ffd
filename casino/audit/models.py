"""The journal's two tables. The chain itself is made by a trigger (casino/audit/sql.py)."""

from typing import ClassVar

from django.db import models


class JournalEntry(models.Model):
    """One thing that happened. `body` is exactly the text that was hashed. Insert-only (trigger `append_only`)."""

    id = models.BigAutoField(primary_key=True)
    chain = models.CharField(max_length=60)
    sequence = models.BigIntegerField(editable=False)
    body = models.TextField()
    previous_sha256 = models.CharField(max_length=64, editable=False)
    sha256 = models.CharField(max_length=64, editable=False)

    class Meta:
        db_table = "casino_journal"
        constraints: ClassVar = [models.UniqueConstraint(fields=["chain", "sequence"], name="journal_one_a_place")]

    def __str__(self) -> str:
        return f"{self.chain} {self.sequence}"


class JournalHead(models.Model):
    """The last entry of each chain. Written by the trigger only; the run-time role may read it."""

    chain = models.CharField(max_length=60, primary_key=True)
    sequence = models.BigIntegerField()
    sha256 = models.CharField(max_length=64)

    class Meta:
        db_table = "casino_journal_head"

    def __str__(self) -> str:
        return f"{self.chain} {self.sequence}"
