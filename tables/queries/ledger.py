"""What the ledger says: balances, what a table's day moved, and whether anything is missing from it."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime

from django.db.models import Count, F, Max, Q, Sum

from tables.models import LedgerEntry, Posting, Slip, Table


@dataclass(frozen=True, slots=True)
class Movement:
    """An entry of the ledger: what it moved, as (account, minor)."""

    kind: str
    about: str
    at: datetime
    by: str
    postings: tuple[tuple[str, int], ...]


def balance_minor(account: str) -> int:
    """What lies on an account."""
    return Posting.objects.filter(account=account).aggregate(sum=Sum("amount_minor"))["sum"] or 0


def has_postings(account: str) -> bool:
    return Posting.objects.filter(account=account).exists()


def moved_minor(account: str, *, table: Table, gaming_day: date, kinds: Iterable[str]) -> int:
    """What entries of these kinds brought to an account in a table's gaming day."""
    rows = Posting.objects.filter(account=account, entry__table=table, entry__gaming_day=gaming_day)
    return rows.filter(entry__kind__in=kinds).aggregate(sum=Sum("amount_minor"))["sum"] or 0


def moved_to_trays(tables: Iterable[int], gaming_day: date) -> dict[tuple[int, str], int]:
    """What fills and credits brought to the trays of tables in a gaming day, by table id and kind."""
    rows = Posting.objects.filter(account__startswith="tray:", entry__table__in=tables, entry__gaming_day=gaming_day)
    sums = rows.filter(entry__kind__in=["fill", "credit"]).values_list("entry__table_id", "entry__kind")
    return {(table, kind): minor for table, kind, minor in sums.annotate(sum=Sum("amount_minor"))}


def about_minor(account: str, about: str) -> int:
    """What everything about one thing has brought to an account."""
    rows = Posting.objects.filter(account=account, entry__about=about)
    return rows.aggregate(sum=Sum("amount_minor"))["sum"] or 0


def refunds_minor(table: Table, since: datetime, until: datetime | None) -> int:
    """What rulings took from a table's tray between two moments (until now), less what appeals brought back."""
    rows = Posting.objects.filter(account=f"tray:{table.code}", entry__kind="refund", entry__at__gte=since)
    rows = rows.filter(entry__at__lt=until) if until else rows
    return -(rows.aggregate(sum=Sum("amount_minor"))["sum"] or 0)


def movements(table: Table, gaming_day: date) -> list[Movement]:
    """The ledger of a table's gaming day, in the order in which it was written."""
    entries = LedgerEntry.objects.filter(table=table, gaming_day=gaming_day).select_related("by").order_by("pk")
    return [
        Movement(
            entry.kind,
            entry.about,
            entry.at,
            str(entry.by),
            tuple((posting.account, posting.amount_minor) for posting in entry.postings.all()),
        )
        for entry in entries.prefetch_related("postings")
    ]


@dataclass(frozen=True, slots=True)
class Numbers:
    """The slips of a kind and year: how many, the last number, which are void, which are missing."""

    kind: str
    year: int
    slips: int
    last: int
    void: tuple[int, ...]
    missing: tuple[int, ...]


def numbers(year: int) -> list[Numbers]:
    """Whether the numbers of a year run without a gap, by kind. None is ever missing unless rows were taken away."""
    rows = Slip.objects.filter(year=year).values("kind").annotate(slips=Count("pk"), last=Max("number"))
    found = []
    for row in rows.order_by("-kind"):
        there = set(Slip.objects.filter(year=year, kind=row["kind"]).values_list("number", flat=True))
        void = Slip.objects.filter(year=year, kind=row["kind"], void__signed__isnull=False).values_list(
            "number", flat=True
        )
        missing = tuple(number for number in range(1, row["last"] + 1) if number not in there)
        found.append(Numbers(row["kind"], year, row["slips"], row["last"], tuple(sorted(void)), missing))
    return found


def unbalanced() -> list[int]:
    """Entries whose postings do not add up to zero; the database lets none be written."""
    rows = LedgerEntry.objects.annotate(moved=Sum("postings__amount_minor"))
    return list(rows.filter(Q(moved__isnull=True) | ~Q(moved=0)).values_list("pk", flat=True).order_by(F("pk")))
