"""The journal: what happened, appended and chained by the database (DESIGN 6).

from casino import audit

audit.record("table:BJ-12", staff, "table.opened", about="table:BJ-12", facts={"dealer": 7})
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from casino.audit.journal import HOUSE, record

__all__ = ["HOUSE", "record"]


def __getattr__(name: str) -> Any:
    # Django loads this package for its models before the app registry is ready.
    if name in __all__:
        from casino.audit import journal

        return getattr(journal, name)
    raise AttributeError(name)
