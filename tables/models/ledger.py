"""The house's ledger: double entry, insert-only; each entry's postings add up to zero at commit (migration 0006)."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from tables.models.tables import Table


class LedgerEntry(models.Model):
    """One movement of money; `about` names what brought it about, such as `slip:12`; a void moves back under its name.

    `transaction` is the database's number of the transaction that wrote it, set by a trigger: no posting comes later.
    """

    class Kind(models.TextChoices):
        OPENER = "opener"
        FILL = "fill"
        CREDIT = "credit"
        CLOSER = "closer"
        DROP = "drop"
        REFUND = "refund"

    kind = models.CharField(max_length=6, choices=Kind.choices)
    about = models.CharField(max_length=60)
    table = models.ForeignKey(Table, models.PROTECT, related_name="ledger")
    gaming_day = models.DateField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    at = models.DateTimeField(default=timezone.now)
    transaction = models.BigIntegerField(editable=False, default=0)

    class Meta:
        indexes = [models.Index(fields=["table", "gaming_day"], name="ledger_by_day")]
        constraints = [
            models.CheckConstraint(
                name="ledger_entry_kind_known",
                condition=Q(kind__in=["opener", "fill", "credit", "closer", "drop", "refund"]),
            ),
            models.UniqueConstraint(fields=["about"], condition=Q(kind="refund"), name="ledger_refund_posted_once"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.about}"


class Posting(models.Model):
    """A sum that comes to an account (positive) or leaves it (negative)."""

    entry = models.ForeignKey(LedgerEntry, models.PROTECT, related_name="postings")
    account = models.CharField(max_length=40)
    amount_minor = models.BigIntegerField()

    class Meta:
        indexes = [models.Index(fields=["account"], name="posting_by_account")]
        constraints = [
            models.CheckConstraint(name="posting_moves_something", condition=~Q(amount_minor=0)),
            models.CheckConstraint(
                name="posting_account_known",
                condition=Q(
                    account__regex=r"^(cage|transit|house|(tray|box|result|variance|uncounted|refund):[A-Za-z0-9-]{1,16})$"
                ),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.account} {self.amount_minor}"
