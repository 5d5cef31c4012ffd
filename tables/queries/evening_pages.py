"""Evenings as an auditor reads them: the list, and one event by event. No card of a shoe that is still in play."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

from django.db.models import Count

from tables.models import Evening, EveningDocument, EveningEvent, EveningVerdict, Table
from tables.queries import banks
from tables.queries import evenings as known
from tables.queries import tables as floor
from tables.queries.proof import entries_about
from tables.queries.shapes import (
    BankView,
    DocumentView,
    EveningVerdictView,
    Facet,
    ProofEntry,
    SignView,
)
from tables.rules import evening as rules
from tables.rules.facts import AT, ID, KIND, SLOT, SOURCE
from tables.rules.happenings import CORRECTIONS, Event, Row, event_of, standing

PAGE: Final = 25


@dataclass(frozen=True, slots=True)
class EveningRow:
    """A line of the list of evenings."""

    id: int
    table_code: str
    number: int
    sign: SignView
    began_at: datetime
    ended_at: datetime | None
    why: str | None
    rounds: int
    bankers: tuple[str, ...]  # who held the bank, each once, in order
    bank: BankView  # as it stands, or stood at the end
    open: int
    closed: int


@dataclass(frozen=True, slots=True)
class EveningsPage:
    """One page of evenings, newest first, and how many each table had."""

    rows: tuple[EveningRow, ...]
    facets: tuple[Facet, ...]
    found: int
    total: int
    page: int
    pages: int


@dataclass(frozen=True, slots=True)
class Telling:
    """What somebody told of an event; each later one replaces it. `event` None takes it back."""

    number: int
    at: datetime
    event: Event | None
    by: str  # empty: the table itself, or a machine
    source: str
    saw: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class EveningStep:
    """One event with what was told of it, the last holds, and who held the bank after it."""

    number: int
    at: datetime
    tellings: tuple[Telling, ...]
    bank: BankView | None  # None: it does not stand
    playing: tuple[str, ...]  # who plays in the round under way, in order from the bank
    round_id: int | None
    verdicts: tuple[EveningVerdictView, ...]

    @property
    def stands(self) -> bool:
        return self.tellings[-1].event is not None


@dataclass(frozen=True, slots=True)
class EveningPage:
    """One evening, event by event. While a shoe is in play, `withheld`, no cards, counts or results are told."""

    id: int
    number: int
    table_code: str
    sign: SignView
    began_at: datetime
    ended_at: datetime | None
    why: str | None
    bank: BankView
    withheld: bool
    steps: tuple[EveningStep, ...]
    verdicts: tuple[EveningVerdictView, ...]  # open ones first; also closed and withdrawn ones
    documents: tuple[DocumentView, ...]
    proof: tuple[ProofEntry, ...]
    previous_id: int | None
    next_id: int | None

    @property
    def rounds(self) -> int:
        return sum(step.round_id is not None for step in self.steps if step.stands)


def evenings_list(tables: Sequence[str] = (), page: int = 1) -> EveningsPage:
    """Evenings newest first, of these tables or of all. A fixed number of queries."""
    found = Evening.objects.filter(table__code__in=tables) if tables else Evening.objects.all()
    counted = Table.objects.annotate(held=Count("evenings")).filter(held__gt=0).order_by("code")
    facets = tuple(Facet("table", code, held) for code, held in counted.values_list("code", "held"))
    number = found.count()
    pages = max(1, -(-number // PAGE))
    page = min(max(1, page), pages)
    shown = found.select_related("table", "sign", "end").order_by("-began_at", "-pk")[(page - 1) * PAGE : page * PAGE]
    total = sum(facet.count for facet in facets)
    return EveningsPage(tuple(_rows(list(shown))), facets, number, total, page, pages)


def _rows(evenings: Sequence[Evening]) -> Iterator[EveningRow]:
    bodies = known.bodies_of(evenings)
    verdicts: dict[int, list[EveningVerdictView]] = defaultdict(list)
    for view in known.evening_verdict_views(list(EveningVerdict.objects.standing().filter(evening__in=evenings))):
        verdicts[view.evening_id].append(view)
    for evening in evenings:
        rows = known.read_bodies(bodies[evening.pk])
        terms = known.terms_of(evening)
        opened = [row for row in standing(rows) if row[KIND] == "opened"]
        end = getattr(evening, "end", None)
        waiting = sum(verdict.is_open for verdict in verdicts[evening.pk])
        yield EveningRow(
            id=evening.pk,
            table_code=evening.table.code,
            number=evening.number,
            sign=floor.sign_view(evening.sign),
            began_at=evening.began_at,
            ended_at=end.at if end else None,
            why=end.why if end else None,
            rounds=len(opened),
            bankers=tuple(dict.fromkeys(row[SLOT + 1] for row in opened if row[SLOT + 1])),
            bank=banks.bank_at(terms, rules.fold_rows(terms, rows)),
            open=waiting,
            closed=len(verdicts[evening.pk]) - waiting,
        )


def evening_page(evening: Evening) -> EveningPage:
    """The evening from its first event to its last. A fixed number of queries."""
    told = list(EveningEvent.objects.filter(evening=evening).select_related("by").order_by("number"))
    rows = known.read_bodies(one.body for one in told)
    terms = known.terms_of(evening)
    withheld = getattr(evening, "end", None) is None or known.is_shoe_in_play(evening)
    latest = EveningVerdict.objects.latest().filter(evening=evening).order_by("pk")
    verdicts = known.evening_verdict_views(list(latest))
    end = getattr(evening, "end", None)
    documents = EveningDocument.objects.filter(evening=evening).order_by("revision")
    neighbours = dict(
        Evening.objects.filter(table=evening.table_id, number__in=(evening.number - 1, evening.number + 1)).values_list(
            "number", "pk"
        )
    )
    return EveningPage(
        id=evening.pk,
        number=evening.number,
        table_code=evening.table.code,
        sign=floor.sign_view(evening.sign),
        began_at=evening.began_at,
        ended_at=end.at if end else None,
        why=end.why if end else None,
        bank=banks.bank_at(terms, rules.fold_rows(terms, rows)),
        withheld=withheld,
        steps=tuple(_steps(rules.begin(terms), rows, told, verdicts, withheld=withheld)),
        verdicts=tuple(sorted(verdicts, key=lambda verdict: not verdict.is_open)),
        documents=tuple(
            DocumentView(one.revision, one.sha256, one.previous_sha256, one.engine, one.at) for one in documents
        ),
        proof=tuple(entries_about(evening.table.chain, f"evening:{evening.pk}")),
        previous_id=neighbours.get(evening.number - 1),
        next_id=neighbours.get(evening.number + 1),
    )


def _steps(
    fold: rules.Evening,
    rows: Sequence[Row],
    told: Sequence[EveningEvent],
    verdicts: Sequence[EveningVerdictView],
    *,
    withheld: bool,
) -> Iterator[EveningStep]:
    """Every event in the order in which it happened, also one that was taken back."""
    stored = {one.number: one for one in told}
    after: dict[int, tuple[BankView, tuple[str, ...]]] = {}
    for row in standing(rows):
        playing = fold.playing
        fold = fold.take(event_of(row))
        after[row[ID]] = banks.bank_at(fold.terms, fold), playing if row[KIND] == "settled" else fold.playing
    found: dict[int, list[EveningVerdictView]] = defaultdict(list)
    for verdict in verdicts:
        found[verdict.finding.fact_id or 0].append(verdict)
    tellings = _tellings(rows, stored, withheld=withheld)
    for number in sorted(tellings, key=lambda number: (stored[number].at_ms, number)):
        bank, playing = after.get(number, (None, ()))
        yield EveningStep(
            number=number,
            at=_moment(stored[number].at_ms),
            tellings=tuple(tellings[number]),
            bank=bank,
            playing=playing,
            round_id=stored[number].round_id if stored[number].kind == "opened" else None,
            verdicts=tuple(found[number]),
        )


def _tellings(rows: Iterable[Row], stored: dict[int, EveningEvent], *, withheld: bool) -> dict[int, list[Telling]]:
    """By number of the event: what was told of it first, and what puts it right, as does a round seated anew."""
    found: dict[int, list[Telling]] = {}
    opened: dict[int, int] = {}
    for row in sorted(rows, key=lambda row: row[ID]):
        event: Event | None = event_of(row)
        about, reason = row[ID], ""
        if row[KIND] in CORRECTIONS:
            about, reason = row[SLOT], row[-1]
            event = row[SLOT + 1] if row[KIND] == "corrected" else None
        elif row[KIND] == "opened":
            about = opened.setdefault(row[SLOT], row[ID])
        by = stored[row[ID]].by
        telling = Telling(
            row[ID],
            _moment(row[AT]),
            _without_cards(event) if event and withheld else event,
            str(by) if by else "",
            row[SOURCE],
            row[SOURCE + 1],
            reason,
        )
        found.setdefault(about, []).append(telling)
    return found


def _without_cards(event: Event) -> Event:
    """The event as it may be told while the shoe is in play: who and what, no card, no count, no natural."""
    if event[0] in (*known.CARDS, "dealt"):
        return (event[0], *(None for _field in event[1:]))
    if event[0] == "settled":
        return (event[0], None, *event[2:])
    return event


def _moment(at_ms: int) -> datetime:
    return datetime.fromtimestamp(at_ms / 1000, tz=UTC)
