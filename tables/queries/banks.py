"""Who holds the bank at tables where players do, and the money that lies there. Tells no cards."""

from collections.abc import Collection, Mapping, Sequence

import orjson

from tables.models import Entry, Evening, EveningEnd, Round, Sign, Table, TableEvent
from tables.queries.evenings import bodies_of, read_bodies, terms_of
from tables.queries.shapes import BankView, EveningView
from tables.queries.tables import terms_of as terms_of_sign
from tables.rules import evening as rules
from tables.rules.bridge import NOBODY
from tables.rules.facts import KIND, Fact
from tables.rules.round import Round as Fold
from tables.rules.shapes import Step
from tables.rules.terms import Terms

HOUSE = rules.HOUSE
PLACE = 7  # of the bank in the fact that opens a round
POTS = ("fifteen", "farmer")  # games in which the players' money lies in the middle


def between_rounds(tables: Mapping[Table, Sign]) -> dict[int, BankView]:
    """The banks of open tables with these signs, by table id; a fixed number of queries. The house's are not told."""
    free = {table: terms_of_sign(sign) for table, sign in tables.items()}
    free = {table: terms for table, terms in free.items() if terms.is_free}
    last = Evening.objects.filter(table__in=free).order_by("table_id", "-number").distinct("table_id")
    evenings = {one.table_id: one for one in last.select_related("table", "sign", "end")} if free else {}
    bodies = bodies_of(evenings.values())
    opened = _opened_at(free) if any(hasattr(one, "end") for one in evenings.values()) else {}
    found = {}
    for table, terms in free.items():
        evening = evenings.get(table.pk)
        if evening is not None and not _is_on(evening, terms, opened):
            evening = None
        fold = rules.fold_rows(terms_of(evening), read_bodies(bodies[evening.pk])) if evening else rules.begin(terms)
        found[table.pk] = _bank(terms, fold.bank, fold.bank_minor, fold.pot_minor, fold.due(), fold.offer)
    return found


def bank_of_evening(evening: EveningView | None, terms: Terms) -> BankView | None:
    """The bank between rounds, as the table's evening has it."""
    if evening is None:
        return None
    return _bank(terms, evening.bank, evening.bank_minor, evening.pot_minor, evening.due, evening.offer)


def bank_of_round(fold: Fold, facts: Sequence[Fact]) -> BankView | None:
    """The bank of a round, as it was opened; None where the house holds it."""
    opened = max((fact for fact in facts if fact[KIND] == "opened"), default=None)  # the last one seated the round
    place = opened[PLACE] if opened else HOUSE
    return None if place in (HOUSE, NOBODY) else _bank(fold.terms, str(place), fold.bank_minor, fold.pot_minor)


def holders(rounds: Collection[Round]) -> dict[int, str | None]:
    """The box that banked each round, by the round's id; None where the house did. One query."""
    opening = Entry.objects.filter(round__in=rounds, kind="opened").order_by("number").values_list("round_id", "body")
    found: dict[int, str | None] = dict.fromkeys((round.pk for round in rounds), None)
    for round_id, body in opening:
        place = orjson.loads(body)[PLACE]
        found[round_id] = None if place in (HOUSE, NOBODY) else place
    return found


def bank_at(terms: Terms, fold: rules.Evening) -> BankView:
    """The bank as an evening stands, without what is due."""
    return _bank(terms, fold.bank, fold.bank_minor, fold.pot_minor)


def _bank(
    terms: Terms,
    place: str | None,
    bank_minor: int | None,
    pot_minor: int | None,
    due: Step | None = None,
    offer: tuple[str, ...] = (),
) -> BankView:
    options = terms.options
    has_bank = options.get("stake_cap", "none") != "none" or options.get("bank_play") is True
    return BankView(
        place=place,
        has_bank=has_bank,
        bank_minor=bank_minor,
        pot="farm" if terms.game.name == "farmer" else "pot" if terms.game.name in POTS else "",
        pot_minor=pot_minor,
        due=due,
        offer=offer,
    )


def _opened_at(tables: Mapping[Table, Terms]) -> dict[int, TableEvent]:
    rows = TableEvent.objects.filter(table__in=tables, kind=TableEvent.Kind.OPENED)
    return {row.table_id: row for row in rows.order_by("table_id", "-pk").distinct("table_id")}


def _is_on(evening: Evening, terms: Terms, opened: Mapping[int, TableEvent]) -> bool:
    """Whether it runs under the sign's game, or was played to its end since the table was opened."""
    if terms_of(evening).game.name != terms.game.name:
        return False
    end = getattr(evening, "end", None)
    if end is None:
        return True
    since = opened.get(evening.table_id)
    return end.why == EveningEnd.Why.GAME_OVER and since is not None and end.at >= since.at
