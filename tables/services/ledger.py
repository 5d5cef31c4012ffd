"""Write the ledger: one entry for one movement of money; what leaves an account comes to another."""

from collections.abc import Mapping
from datetime import date

from casino.models import Staff
from tables.models import LedgerEntry, Posting, Table


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
