"""Which camera watches which table."""

from collections import defaultdict

from shoes.queries import CameraHealth, camera_health
from tables.models import Table, TableCamera


def cameras_of(table: Table) -> list[str]:
    """The names of the cameras of a table."""
    return list(TableCamera.objects.filter(table=table).values_list("camera", flat=True))


def table_of(camera: str) -> Table | None:
    """The table that a camera watches."""
    row = TableCamera.objects.filter(camera=camera).select_related("table").first()
    return row.table if row else None


def health_by_table(table: Table | None = None) -> dict[int, tuple[CameraHealth, ...]]:
    """How the cameras of each table do, by the table's id; two queries, however many tables."""
    rows = TableCamera.objects.filter(table=table) if table else TableCamera.objects.all()
    names = list(rows.values_list("camera", "table_id"))
    health = camera_health(name for name, _table in names)
    found: dict[int, list[CameraHealth]] = defaultdict(list)
    for name, table_id in names:
        if name in health:
            found[table_id].append(health[name])
    return {table_id: tuple(cameras) for table_id, cameras in found.items()}
