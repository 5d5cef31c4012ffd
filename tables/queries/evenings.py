"""What lies around the rounds of a table: the evening as it stands, folded anew from its events."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import orjson
from django.db.models import QuerySet

from shoes.queries import are_ended
from tables import refusals
from tables.models import (
    Evening,
    EveningDocument,
    EveningEnd,
    EveningEvent,
    EveningVerdict,
    EveningVerdictClosing,
    Round,
    RoundDocument,
    Sign,
    Table,
    TableEvent,
)
from tables.queries import tables as known
from tables.queries.shapes import ClosingView, EveningVerdictView, EveningView, ToldEvent
from tables.rules import evening as rules
from tables.rules.evening import Evening as Fold
from tables.rules.facts import AT, ID, KIND, SLOT, SOURCE
from tables.rules.happenings import CORRECTIONS, Row, last_of, parse, standing
from tables.rules.holding import Result
from tables.rules.shapes import Finding
from tables.rules.terms import Terms

CARDS = ("burned", "dealt_up")
"""Kinds that name cards: their fields are told to nobody here, since the shoe may be in play."""
SHOWN = 60


@dataclass(frozen=True, slots=True)
class Standing:
    """A table's evening: its row, unless nothing has happened yet, what was told, and what comes of it."""

    evening: Evening | None
    terms: Terms
    rows: list[Row]
    fold: Fold

    @property
    def begun(self) -> Evening:
        """Its row. Raises LookupError while nothing has happened."""
        if self.evening is None:
            raise LookupError("nothing has happened yet")
        return self.evening

    @property
    def seen(self) -> int:
        return last_of(self.rows)

    @property
    def last_at_ms(self) -> int:
        return max((row[AT] for row in self.rows), default=0)


def running_evening(table: Table) -> Evening | None:
    return Evening.objects.running().filter(table=table).select_related("table", "sign").first()


def rows_of(evening: Evening) -> list[Row]:
    """What was told of the evening, as it arrived."""
    return read_bodies(EveningEvent.objects.filter(evening=evening).order_by("number").values_list("body", flat=True))


def read_bodies(bodies: Iterable[str]) -> list[Row]:
    """Rows of their stored texts, in one go; they were checked when they were written."""
    return [_row(row) for row in orjson.loads("[" + ",".join(bodies) + "]")]


def _row(row: list[Any]) -> Row:
    if row[KIND] == "settled" and row[SLOT] is not None:
        row[SLOT] = Result.from_json(row[SLOT])
    elif row[KIND] == "corrected":
        return parse(row)
    return tuple(tuple(field) if type(field) is list else field for field in row)


def terms_of(evening: Evening) -> Terms:
    """The terms that the evening began with; a sign posted later is one of its events."""
    return known.terms_of(evening.sign)


def standing_of(evening: Evening) -> Standing:
    rows = rows_of(evening)
    terms = terms_of(evening)
    return Standing(evening, terms, rows, rules.fold_rows(terms, rows))


def standing_at(table: Table, sign: Sign | None = None) -> Standing | None:
    """The evening of the table under the sign in effect; None where the house holds the bank.

    A game that is over stands as that until somebody begins another.
    """
    sign = sign or known.sign_of(table)
    terms = known.terms_of(sign) if sign else None
    if terms is None or not terms.is_free:
        return None
    last = Evening.objects.filter(table=table).select_related("table", "sign", "end").order_by("-number").first()
    if last is not None and terms_of(last).game.name == terms.game.name and _is_on(last):
        return standing_of(last)
    return Standing(None, terms, [], rules.begin(terms))


def _is_on(last: Evening) -> bool:
    """Whether it runs, or was played to its end since the table was opened."""
    end = getattr(last, "end", None)
    if end is None:
        return True
    opened = TableEvent.objects.filter(table=last.table, kind=TableEvent.Kind.OPENED).order_by("-id").first()
    return end.why == EveningEnd.Why.GAME_OVER and opened is not None and end.at >= opened.at


def evening_view(table: Table) -> EveningView | None:
    """The evening of a table as it stands; None where the house holds the bank, or the table is closed."""
    if not known.state_of(table).is_open:
        return None
    found = standing_at(table)
    return view_of(table, found) if found else None


def view_of(table: Table, found: Standing) -> EveningView:
    fold = found.fold
    rows = list(EveningVerdict.objects.standing().filter(evening=found.evening)) if found.evening else []
    verdicts = evening_verdict_views(rows)
    return EveningView(
        number=found.evening.number if found.evening else Evening.objects.filter(table=table).count() + 1,
        seen=found.seen,
        game=fold.terms.game.name,
        due=fold.due(),
        bank=fold.bank,
        places=fold.seats(),
        seated=fold.places,
        pot_minor=fold.pot_minor,
        bank_minor=fold.bank_minor,
        offer=fold.offer,
        refused=fold.refused,
        bids=fold.bids,
        entitled=fold.entitled,
        is_auction=fold.is_auction,
        is_over=fold.is_over,
        wishes=fold.wishes,
        asked=fold.asked,
        cutters=fold.cutters,
        findings=tuple(
            Finding.from_json(row.finding) for row, view in zip(rows, verdicts, strict=True) if view.is_open
        ),
        verdicts=tuple(verdicts),
        told=tuple(_told(row) for row in reversed(standing(found.rows)) if _is_persons(row))[:SHOWN],
    )


def open_evening_verdicts() -> QuerySet[EveningVerdict]:
    """Findings of evenings that wait for a supervisor."""
    return EveningVerdict.objects.open().order_by("at", "pk")


def open_evening_views(table: Table | None = None) -> list[EveningVerdictView]:
    """The same as screens show them, of one table or of all."""
    rows = open_evening_verdicts()
    return evening_verdict_views(list(rows.filter(evening__table=table) if table else rows))


def evening_verdict_views(rows: Sequence[EveningVerdict]) -> list[EveningVerdictView]:
    """Rows with how they were closed; two more queries, however many rows."""
    evenings = Evening.objects.select_related("table", "sign").in_bulk({row.evening_id for row in rows}) if rows else {}
    closings = EveningVerdictClosing.objects.filter(evening__in=evenings).select_related("by") if rows else ()
    closed = {(closing.evening_id, closing.key): closing for closing in closings}
    return [_view(row, evenings[row.evening_id], closed.get((row.evening_id, row.key))) for row in rows]


def _view(row: EveningVerdict, evening: Evening, closing: EveningVerdictClosing | None) -> EveningVerdictView:
    return EveningVerdictView(
        id=row.pk,
        key=row.key,
        evening_id=evening.pk,
        evening_number=evening.number,
        table_code=evening.table.code,
        rule=row.rule,
        level=row.level,
        slot=row.slot,
        state=row.state,
        finding=Finding.from_json(row.finding),
        at=row.at,
        because=row.because,
        closing=ClosingView(closing.outcome, closing.reason, str(closing.by), closing.at) if closing else None,
        profile=evening.sign.profile,
    )


def _is_persons(row: Row) -> bool:
    return row[SOURCE] != "table" and row[KIND] not in CORRECTIONS


def _told(row: Row) -> ToldEvent:
    fields: tuple[Any, ...] = row[SLOT:]
    if row[KIND] in CARDS:
        fields = (None,) * len(fields)
    return ToldEvent(row[ID], datetime.fromtimestamp(row[AT] / 1000, tz=UTC), row[KIND], fields)


def evening_document(evening: Evening) -> str | None:
    """The last revision of the evening's document; None while it runs. Raises ShoeInPlay while its shoes are dealt."""
    _check_shoes(evening)
    return EveningDocument.objects.filter(evening=evening).order_by("-revision").values_list("text", flat=True).first()


def evening_lines(evening: Evening) -> list[str]:
    """The documents of its rounds, in their order, and its own; none while it runs. Raises ShoeInPlay."""
    own = evening_document(evening)
    documents = RoundDocument.objects.filter(round__in=_rounds_of(evening)).order_by("round__number", "revision")
    return [*documents.values_list("text", flat=True), own] if own else []


def _rounds_of(evening: Evening) -> QuerySet[Round]:
    return Round.objects.filter(evening_events__evening=evening, evening_events__kind="opened").distinct()


def _check_shoes(evening: Evening) -> None:
    if is_shoe_in_play(evening):
        raise refusals.ShoeInPlay


def is_shoe_in_play(evening: Evening) -> bool:
    """Whether a shoe that lay at the table in this evening has not ended: none of its cards may be told.

    Cards are dealt up and burned before the first round too, so that the shoes of the rounds are not all.
    """
    keys = {*_rounds_of(evening).values_list("shoe_key", flat=True), *_shoes_at(evening)}
    return not are_ended(keys) >= keys


def _shoes_at(evening: Evening) -> set[str]:
    """What lay at the table from the evening's beginning to its end."""
    rows = TableEvent.objects.filter(table=evening.table_id).exclude(shoe_key="")
    first = rows.filter(at__lte=evening.began_at).order_by("-pk").values_list("shoe_key", flat=True)[:1]
    later = rows.filter(at__gt=evening.began_at)
    end = getattr(evening, "end", None)
    if end is not None:
        later = later.filter(at__lte=end.at)
    return {*first, *later.values_list("shoe_key", flat=True)}


def bodies_of(evenings: Collection[Evening]) -> dict[int, list[str]]:
    """What was told of each, as stored texts in their order, by the evening's id. One query."""
    bodies: dict[int, list[str]] = defaultdict(list)
    if evenings:
        rows = EveningEvent.objects.filter(evening__in=evenings).order_by("evening_id", "number")
        for evening_id, body in rows.values_list("evening_id", "body"):
            bodies[evening_id].append(body)
    return bodies
