"""The rows of an evening: begun, appended, followed by verdicts and the journal, ended with a document.

Called inside the transaction of what happens at the table, with the table locked.
"""

from collections.abc import Sequence
from typing import Final

from django.utils import timezone

from casino import audit
from casino.models import Staff
from tables.document import canonical
from tables.models import Evening, EveningEnd, EveningEvent, EveningVerdict, Round, Sign, Table, Verdict
from tables.queries import evenings as known
from tables.queries.evenings import Standing
from tables.queries.tables import state_of, terms_of
from tables.rules import carried
from tables.rules import evening as rules
from tables.rules.facts import ID, KIND
from tables.rules.happenings import CORRECTIONS, Event, Row, as_json, event_of, last_of, standing
from tables.rules.round import Round as Fold
from tables.rules.shapes import Finding
from tables.services import evening_documents
from tables.services.drafts import Writer

State = Verdict.State
OF_ROUNDS: Final = ("dealt", "settled", "called_off")
"""What a round that has ended tells."""


def begin(table: Table, sign: Sign, found: Standing) -> Standing:
    """The table's evening; a new one where none runs. The one that ran before is of another game, or over."""
    if found.evening is not None and not hasattr(found.evening, "end"):
        return found
    end_running(table, EveningEnd.Why.OTHER_GAME)
    number = Evening.objects.filter(table=table).count() + 1
    evening = Evening.objects.create(table=table, number=number, sign=sign)
    told = {"number": number, "terms_sha256": sign.terms_hash}
    audit.record(table.chain, None, "evening.began", about=f"evening:{evening.pk}", facts=told)
    terms = terms_of(sign)
    return Standing(evening, terms, [], rules.begin(terms))


def follow_sign(found: Standing, sign: Sign) -> Standing:
    """A sign of the same game that was posted meanwhile is one event more."""
    if found.fold.terms.hash == sign.terms_hash or found.evening is None:
        return found
    terms = terms_of(sign)
    return append(found, [("posted", terms.as_json())], by=None, key=f"#sign:{sign.pk}", source="table")


def append(
    found: Standing,
    events: Sequence[Event],
    *,
    by: Writer,
    key: str,
    source: str = "entered",
    saw: str = "",
    round: Round | None = None,
    at_ms: int | None = None,
) -> Standing:
    """Store events, fold anew, tell verdicts and journal. Not dated before what is known, but where `at_ms` says so."""
    evening = found.begun
    at = at_ms if at_ms is not None else max(_now_ms(), found.last_at_ms)
    saw = saw or ("table" if source == "table" else "tablet" if source == "entered" else _signature(by))
    first = found.seen + 1
    rows: list[Row] = [(number, at, event[0], source, saw, *event[1:]) for number, event in enumerate(events, first)]
    EveningEvent.objects.bulk_create(
        EveningEvent(
            evening=evening,
            table_id=evening.table_id,
            round=round,
            number=row[ID],
            kind=row[KIND],
            source=source,
            at_ms=at,
            key=f"{key}#{nth}",
            body=canonical(as_json(row)).decode(),
            by=by if isinstance(by, Staff) else None,
        )
        for nth, row in enumerate(rows)
    )
    everything = [*found.rows, *rows]
    fold = rules.fold_rows(found.terms, everything)
    changed = _keep(evening, fold.found, because=_cause_of(rows))
    told = {"events": [as_json(row) for row in rows], "verdicts": changed}
    audit.record(evening.table.chain, by, "evening.told", about=f"evening:{evening.pk}", facts=told)
    return Standing(evening, found.terms, everything, fold)


def follow(round: Round, state: Fold) -> None:
    """A round has ended, or what it came to has changed: tell the evening that it belongs to.

    What was told before is corrected by a row that names it, never changed.
    """
    evening = evening_of(round)
    if evening is None:
        return
    found = known.standing_of(evening)
    events = carried.after(state)
    numbers = _told_of(round)
    if not numbers:
        found = append(found, events, by=None, key=f"#round:{round.pk}", source="table", saw=_name(round), round=round)
    else:
        stood = {row[ID]: event_of(row) for row in standing(found.rows)}
        news = [
            ("corrected", number, event, "")
            for number, event in zip(numbers, events, strict=True)
            if stood.get(number) != event
        ]
        key = f"#round:{round.pk}:{found.seen}"
        if news:
            found = append(found, news, by=None, key=key, source="table", saw=_name(round), round=round)
    _end_or_revise(found)


def _end_or_revise(found: Standing) -> None:
    """A game that is over ends its evening; one that had ended gets the next revision of its document."""
    evening = found.begun
    if hasattr(evening, "end"):
        evening_documents.write(found, evening.end)
    elif found.fold.is_over and not found.fold.is_dealing:
        end(found, EveningEnd.Why.GAME_OVER)


def bring_cards(table: Table, shoe_key: str) -> None:
    """Other cards were brought to the table."""
    evening = known.running_evening(table)
    if evening is not None:
        found = known.standing_of(evening)
        append(found, [("brought",)], by=None, key=f"#brought:{evening.pk}:{found.seen}", source="table", saw=shoe_key)


def end_running(table: Table, why: str) -> None:
    """The table is closed, or plays another game: what ran there ends."""
    evening = known.running_evening(table)
    if evening is not None:
        end(known.standing_of(evening), why)


def end(found: Standing, why: str) -> None:
    evening = found.begun
    ended = EveningEnd.objects.create(evening=evening, why=why)
    written = evening_documents.write(found, ended)
    told = {"why": why, "revision": written.revision, "sha256": written.sha256}
    audit.record(evening.table.chain, None, "evening.ended", about=f"evening:{evening.pk}", facts=told)


def evening_of(round: Round) -> Evening | None:
    """The evening in which the round was opened; none for the house's bank."""
    event = (
        EveningEvent.objects.filter(round=round, kind="opened")
        .select_related("evening__table", "evening__sign", "evening__end")
        .order_by("number")
        .first()
    )
    return event.evening if event else None


def _told_of(round: Round) -> list[int]:
    """Numbers of the rows in which the round told what it came to."""
    rows = EveningEvent.objects.filter(round=round, kind__in=OF_ROUNDS).order_by("number")
    return list(rows.values_list("number", flat=True))


def _name(round: Round) -> str:
    return f"round:{round.number}"


def _signature(by: Writer) -> str:
    return "table" if by is None else by.signature


def _now_ms() -> int:
    return int(timezone.now().timestamp() * 1000)


def _cause_of(rows: Sequence[Row]) -> int:
    """The event that a change of verdicts is put down to: the last correction among them, else the last event."""
    corrections = [row[ID] for row in rows if row[KIND] in CORRECTIONS]
    return corrections[-1] if corrections else last_of(rows)


# verdicts


def _keep(evening: Evening, findings: Sequence[Finding], *, because: int) -> list[list[str]]:
    """Write what changed against the verdicts that stand: (state, key) of each row written."""
    rows_now = EveningVerdict.objects.latest().filter(evening=evening)
    standing_now = {row.key: row for row in rows_now}
    if not standing_now and not findings:
        return []
    by_key = {"|".join(finding.key): finding for finding in findings}
    rows = [row for key, finding in by_key.items() if (row := _changed(evening, key, finding, standing_now.get(key)))]
    gone = [row for key, row in standing_now.items() if key not in by_key and row.state != State.WITHDRAWN]
    rows += [_row(evening, row.key, Finding.from_json(row.finding), row, State.WITHDRAWN) for row in gone]
    dealer = state_of(evening.table).dealer if rows else None
    for row in rows:
        row.because, row.dealer = because, dealer
    EveningVerdict.objects.bulk_create(rows)
    return [[row.state, row.key] for row in rows]


def _changed(evening: Evening, key: str, finding: Finding, old: EveningVerdict | None) -> EveningVerdict | None:
    stands = old is not None and old.state != State.WITHDRAWN
    if old is not None and stands and old.finding == finding.as_json():
        return None
    return _row(evening, key, finding, old, State.REPLACED if stands else State.NEW)


def _row(evening: Evening, key: str, finding: Finding, old: EveningVerdict | None, state: str) -> EveningVerdict:
    return EveningVerdict(
        evening=evening,
        key=key,
        revision=old.revision + 1 if old else 1,
        state=state,
        rule=finding.rule,
        level=finding.level,
        slot=finding.slot,
        finding=finding.as_json(),
    )
