"""Tell the screens of a table, and its dealer's tablet, that something changed there."""

from casino import live
from tables.models import Round, Table
from tables.queries.tables import state_of


def tell(table: Table, round: Round | None = None) -> None:
    """Ids only: each screen asks for what it may see."""
    dealer = state_of(table).dealer
    to = dealer.pk if dealer else None
    if round is None:
        live.tell("table", to=to, table=table.code)
    else:
        live.tell("table", to=to, table=table.code, round=round.pk)
