"""Who plays several boxes of a table, as it was told since it opened."""

from tables.models import BoxesTold, Table, TableEvent
from tables.rules.several import Groups


def groups_at(table: Table) -> Groups:
    told = BoxesTold.objects.filter(table=table).order_by("-pk").first()
    if told is None or not told.groups:
        return ()
    has_closed = TableEvent.objects.filter(table=table, kind=TableEvent.Kind.CLOSED, at__gte=told.at).exists()
    return () if has_closed else tuple(tuple(group) for group in told.groups)
