"""What screens and the API ask. Every answer is plain values (shapes.py), stripped of what its reader may not see."""

from tables.queries.pit_page import floor, needs_a_person
from tables.queries.records import rounds_list
from tables.queries.round_page import document_text, round_view
from tables.queries.table_page import table_view
from tables.queries.tables import free_shoes, newest_version, state_of, table_dealt_by, terms_of
from tables.queries.tablet import tablet_view
from tables.queries.verdicts import dealer_record

__all__ = [
    "dealer_record",
    "document_text",
    "floor",
    "free_shoes",
    "needs_a_person",
    "newest_version",
    "round_view",
    "rounds_list",
    "state_of",
    "table_dealt_by",
    "table_view",
    "tablet_view",
    "terms_of",
]
