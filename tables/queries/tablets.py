"""Devices that stand at tables."""

import hashlib

from tables.models import Table, Tablet


def sha256(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


def by_secret(secret: str) -> Tablet | None:
    """The enrolled tablet that has this secret; none once it was taken out."""
    return Tablet.objects.filter(sha256=sha256(secret), end=None).select_related("table").first()


def enrolled(table: Table | None = None) -> list[Tablet]:
    rows = Tablet.objects.filter(end=None).select_related("table", "by").order_by("table__code", "pk")
    return [row for row in rows if table is None or row.table_id == table.pk]
