"""Facts put to a round: stored, folded, told to census, verdicts, journal and screens; and how a round ends."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from django.utils import timezone

from casino import audit
from casino.models import Staff
from tables.document import canonical
from tables.models import Entry, Round, RoundClose
from tables.queries import felt
from tables.queries.truths import differences
from tables.rules.facts import AT, ID, KIND, SLOT, SOURCE, Fact
from tables.rules.round import Round as Fold
from tables.rules.shapes import Due, Finding, Picture
from tables.services import clips, documents, notices, shoes, verdicts
from tables.services.drafts import Writer


@dataclass(frozen=True, slots=True)
class Taken:
    """What came of entries: their numbers, and the table as it now stands."""

    round: Round
    numbers: tuple[int, ...]
    is_new: bool  # False: the key was known, nothing was done
    seen: int
    is_over: bool
    due: Due
    picture: Picture
    findings: tuple[Finding, ...]


def append(
    round: Round,
    before: Sequence[Fact],
    facts: list[Fact],
    *,
    by: Writer,
    key: str,
    what: str = "round.entered",
    keys: Sequence[str] = (),
    signed: str = "",
) -> Taken:
    """Store, fold anew, tell census, verdicts, journal and screens; write the document when the round is over.

    `keys` are those of single facts, each from a source of its own; `signed` names a writer that is no account.
    """
    everything = [*before, *facts]
    state = felt.fold_of(round, everything)
    ended = _how_ended(facts)
    if ended is None and ending_of(state) == RoundClose.How.SETTLED:
        closing = closed_fact(everything, RoundClose.How.SETTLED, by=None, at_ms=0)
        facts, everything = [*facts, closing], [*everything, closing]
        state, ended = felt.fold_of(round, everything), RoundClose.How.SETTLED
    store(round, facts, by=by, key=key, keys=keys)
    findings = tuple(state.findings())
    because = verdicts.cause_of(facts)
    is_unsure = state.rests_on_one_read and all(map(_is_read, facts))
    told_otherwise = differences(everything)
    changed = verdicts.keep(
        round, [*findings, *told_otherwise], because=because, is_new=not before, is_unsure=is_unsure
    )
    told: dict[str, Any] = {"entries": facts, "verdicts": changed}
    if ended is not None:
        told["closed"] = end(round, ended, facts=everything, state=state, is_new=not before)
        what = "round.recorded" if what == "round.recorded" else f"round.{ended}"
    audit.record(round.table.chain, signed or by, what, about=f"round:{round.pk}", facts=told)
    shoes.tell_census(round, facts, {fact[ID]: fact for fact in before})
    notices.tell(round.table, round)
    return answer(round, state, tuple(fact[ID] for fact in facts), is_new=True, is_over=ended is not None)


def append_late(
    round: Round,
    before: Sequence[Fact],
    facts: list[Fact],
    *,
    key: str,
    keys: Sequence[str] = (),
    signed: str = "",
    what: str = "round.told_late",
) -> None:
    """Fold what came after the round had ended at its time, and write the next revision of the document."""
    everything = [*before, *facts]
    state = felt.fold_of(round, everything)
    store(round, facts, by=None, key=key, keys=keys)
    found = [*state.findings(), *differences(everything)]
    changed = verdicts.keep(round, found, because=verdicts.cause_of(facts))
    shoes.tell_census(round, facts, {fact[ID]: fact for fact in before})
    written = documents.write(round, closed_at=round.close.at, facts=everything, state=state)
    told = {"entries": facts, "verdicts": changed, "revision": written.revision, "sha256": written.sha256}
    audit.record(round.table.chain, signed or None, what, about=f"round:{round.pk}", facts=told)
    notices.tell(round.table, round)


def end(round: Round, how: str, *, facts: Sequence[Fact], state: Fold, is_new: bool = False) -> dict[str, Any]:
    """The round is over: its close, its first document, its cards into the tray. What the journal is told."""
    at = max(fact[AT] for fact in facts if fact[KIND] == "closed")
    close = RoundClose.objects.create(round=round, how=how, at=datetime.fromtimestamp(at / 1000, tz=UTC))
    written = documents.write(round, closed_at=close.at, facts=facts, state=state, is_new=is_new)
    shoes.gather(round, felt.gathered(state.picture()))
    clips.ask_for_payment(round, facts)
    return {"how": how, "revision": written.revision, "sha256": written.sha256}


def store(round: Round, facts: Sequence[Fact], *, by: Writer, key: str, keys: Sequence[str] = ()) -> None:
    staff = by if isinstance(by, Staff) else None
    now = timezone.now()
    Entry.objects.bulk_create(
        Entry(
            round=round,
            table=round.table,
            number=fact[ID],
            kind=fact[KIND],
            source=fact[SOURCE],
            at_ms=fact[AT],
            arrived_at=now,
            key=f"{keys[nth]}#0" if nth < len(keys) else f"{key}#{nth}",
            body=canonical(fact).decode(),
            by=staff,
        )
        for nth, fact in enumerate(facts)
    )


def answer(round: Round, state: Fold, numbers: tuple[int, ...], *, is_new: bool, is_over: bool) -> Taken:
    seen = max(numbers, default=0) if is_new else felt.last_number(round)
    return Taken(round, numbers, is_new, seen, is_over, state.due(), state.picture(), tuple(state.findings()))


def ending_of(state: Fold) -> str | None:
    """How the round has ended by itself: settled, or void; None while something is still due."""
    step = state.due().step
    if step.detail.get("void"):
        return RoundClose.How.VOID
    is_over = step.code == "round_over" or (step.code == "reshuffle" and "rule" not in step.detail)
    return RoundClose.How.SETTLED if is_over else None


def _is_read(fact: Fact) -> bool:
    """Whether a camera's read of something new, not a better one of what was there."""
    return bool(fact[SOURCE] == "observed" and fact[KIND] not in verdicts.CORRECTIONS)


def _how_ended(facts: Sequence[Fact]) -> str | None:
    return next((str(fact[SLOT]) for fact in facts if fact[KIND] == "closed"), None)


def closed_fact(facts: Sequence[Fact], how: str, by: Writer, *, at_ms: int | None = None) -> Fact:
    """The fact that ends a round, dated not before anything in it; now, or with the last of it where `at_ms` is 0."""
    at = max([now_ms() if at_ms is None else at_ms, *(fact[AT] for fact in facts)])
    source, saw = ("table", "table") if by is None else ("ruled", by.signature)
    return (last_of(facts) + 1, at, "closed", source, saw, how)


def last_of(facts: Sequence[Fact]) -> int:
    return max((fact[ID] for fact in facts), default=0)


def now_ms() -> int:
    return ms(timezone.now())


def ms(moment: datetime) -> int:
    return int(moment.timestamp() * 1000)
