"""Write the ledger: one entry for one movement of money; what leaves an account comes to another."""

from collections.abc import Mapping
from datetime import date

from casino.gaming_day import house_day
from casino.models import Staff
from tables.models import LedgerEntry, Posting, Ruling, Table
from tables.queries import chips
from tables.queries import ledger as books


def post(
    kind: str, *, about: str, table: Table, gaming_day: date, by: Staff, moves: Mapping[str, int]
) -> LedgerEntry | None:
    """Append an entry that moves `moves` (account: what comes to it, negative what leaves it); None if nothing moves.

    The database refuses, at commit, sums that do not add up to zero.
    """
    postings = {account: minor for account, minor in moves.items() if minor}
    if not postings:
        return None
    entry = LedgerEntry.objects.create(kind=kind, about=about, table=table, gaming_day=gaming_day, by=by)
    Posting.objects.bulk_create(
        [Posting(entry=entry, account=account, amount_minor=minor) for account, minor in postings.items()]
    )
    return entry


def move(
    kind: str, source: str, target: str, minor: int, *, about: str, table: Table, gaming_day: date, by: Staff
) -> LedgerEntry | None:
    """Move a sum from one account to another."""
    return post(kind, about=about, table=table, gaming_day=gaming_day, by=by, moves={source: -minor, target: minor})


def account(kind: str, table: Table) -> str:
    """`tray` of BJ-12 is `tray:BJ-12`; the cage, what is under way and the house are the house's own."""
    return kind if kind in ("cage", "transit", "house") else f"{kind}:{table.code}"


def refund(ruling: Ruling, *, by: Staff) -> LedgerEntry | None:
    """Move what a ruling gives to the box, less what an earlier ruling on the same dispute moved already.

    An appeal that overturns a refund moves it back. Nothing where a player held the bank: he pays.
    """
    table = ruling.dispute.round.table
    target = account("refund", table)
    due = 0 if ruling.paid_from == Ruling.Source.BANK else ruling.refund_minor
    rulings = Ruling.objects.filter(dispute=ruling.dispute_id).values_list("pk", flat=True)
    moved = sum(books.about_minor(target, f"ruling:{pk}") for pk in rulings)
    day = chips.running_day(table) or house_day()
    source = account("cage" if ruling.paid_from == Ruling.Source.CAGE else "tray", table)
    return move("refund", source, target, due - moved, about=f"ruling:{ruling.pk}", table=table, gaming_day=day, by=by)
