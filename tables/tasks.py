"""Background jobs of the tables. A task may run twice: each is idempotent."""

from celery import shared_task

from tables.services import reaudits


@shared_task(name="tables.reaudit_shoe")
def reaudit_shoe(shoe_key: str) -> str:
    """Fold every round of an ended shoe again and keep what it gave; asked twice, it is kept once."""
    return str(reaudits.record(shoe_key))


@shared_task(name="tables.reaudit_missed")
def reaudit_missed() -> int:
    """Audit again whatever shoe has ended without it, because the broker was away when it ended."""
    missed = reaudits.missed()
    for shoe_key in missed:
        reaudits.record(shoe_key)
    return len(missed)
