"""Who may ask the API about the game."""

from django.shortcuts import get_object_or_404

from casino.api_access import ReadsRecord, people, person, reader
from tables.models import Table

__all__ = ["Enters", "Exports", "ReadsRecord", "SeesFloor", "SeesTable", "people", "person", "reader", "table_of"]

SeesFloor = people("pit.see", "record.read")
SeesTable = people("table.see")
Exports = people("rounds.export", "record.read")
Enters = people("tablet.use", "observations.post")


def table_of(code: str) -> Table:
    return get_object_or_404(Table, code=code)
