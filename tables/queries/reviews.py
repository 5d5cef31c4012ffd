"""Payout review: the samples, what surveillance answered, and the rate of wrong payouts with its interval."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.db.models import OuterRef, QuerySet, Subquery

from tables import sampling
from tables.models import PayoutAnswer, PayoutSample, SampledPayout
from tables.queries import felt
from tables.queries import tables as known
from tables.queries.crops import cards_seen
from tables.queries.shapes import CardSeen, SignView
from tables.rules.shapes import PictureHand

RIGHT, WRONG, CANT_SEE = PayoutAnswer.Outcome.RIGHT, PayoutAnswer.Outcome.WRONG, PayoutAnswer.Outcome.CANT_SEE
BANK = "0"


@dataclass(frozen=True, slots=True)
class Tally:
    """Answers counted. `share` is of the payouts that could be seen; low and high its 95 % interval (Wilson)."""

    drawn: int
    right: int
    wrong: int
    cant_see: int
    over_minor: int = 0  # paid too much, of wrong ones whose sums are known
    short_minor: int = 0  # paid too little

    @property
    def seen(self) -> int:
        return self.right + self.wrong

    @property
    def open(self) -> int:
        return self.drawn - self.seen - self.cant_see

    @property
    def share(self) -> float | None:
        return self.wrong / self.seen if self.seen else None

    @property
    def interval(self) -> tuple[float, float] | None:
        return sampling.wilson(self.wrong, self.seen)


@dataclass(frozen=True, slots=True)
class SampleRow:
    """A sample in the list of them."""

    id: int
    gaming_day: date
    shift: str
    starts_at: datetime
    ends_at: datetime
    at: datetime
    by: str  # empty: drawn by the clock
    seed: str
    asked: int
    population: int
    population_sha256: str
    tally: Tally


@dataclass(frozen=True, slots=True)
class PayoutRow:
    """A payout in its sample."""

    id: int
    position: int
    table_code: str
    round_id: int
    round_number: int
    slot: str
    at: datetime
    due_minor: int | None
    answer: PayoutAnswer | None  # the one that stands

    @property
    def name(self) -> str:
        """What is hashed with the seed."""
        return f"{self.table_code}/{self.round_number}:{self.slot}"


@dataclass(frozen=True, slots=True)
class SampleView:
    """A sample and what was drawn, in the order of drawing."""

    row: SampleRow
    payouts: tuple[PayoutRow, ...]

    @property
    def next_id(self) -> int | None:
        """The first payout that nobody has answered."""
        return next((payout.id for payout in self.payouts if payout.answer is None), None)


@dataclass(frozen=True, slots=True)
class PayoutView:
    """One payout as it is looked at: the cards, the sum due, and what evidence there is."""

    row: PayoutRow
    sample: SampleRow
    sign: SignView
    pays: tuple[dict[str, Any], ...]
    hand: PictureHand | None  # None where a correction has since taken the hand away
    dealer: PictureHand
    stake_minor: int | None
    crops: tuple[CardSeen, ...]
    opened_at: datetime
    closed_at: datetime
    document_sha256: str
    revision: int
    answers: tuple[PayoutAnswer, ...]  # oldest first
    dispute_id: int | None
    next_id: int | None  # the next one of the sample that nobody has answered


@dataclass(frozen=True, slots=True)
class RateRow:
    """The rate at one table; an empty code is the whole house."""

    table_code: str
    tally: Tally


def samples(limit: int = 60) -> list[SampleRow]:
    """The last samples, newest first."""
    return _rows(PayoutSample.objects.select_related("by").order_by("-starts_at", "-pk")[:limit])


def sample_view(sample: PayoutSample) -> SampleView:
    rows = tuple(_payout_row(payout, answer) for payout, answer in _answered(sample.payouts.all()))
    return SampleView(_rows([sample])[0], rows)


def payout_view(payout: SampledPayout) -> PayoutView:
    """Its cards lie open: a sample holds payouts of ended shoes only."""
    round = payout.round
    picture = felt.fold_of(round, felt.facts_of(round)).picture()
    hands = {hand.slot: hand for box in picture.boxes for hand in box.hands}
    boxes = {box.place: box for box in picture.boxes}
    hand = hands.get(payout.slot)
    box = boxes.get(payout.slot.partition(".")[0])
    answers = payout.answers.select_related("by").order_by("pk")
    standing = next((answer for answer in answers if not hasattr(answer, "replaced_by")), None)
    others = _answered(payout.sample.payouts.all())
    open_ids = [other.pk for other, answer in others if answer is None and other.pk != payout.pk]
    return PayoutView(
        row=_payout_row(payout, standing),
        sample=_rows([payout.sample])[0],
        sign=known.sign_view(round.sign),
        pays=tuple(payout.pays),
        hand=hand,
        dealer=picture.dealer,
        stake_minor=hand.stake_minor if hand else box.stake_minor if box else None,
        crops=tuple(one for one in cards_seen(round, picture) if one.slot in (payout.slot, BANK)),
        opened_at=round.opened_at,
        closed_at=round.close.at,
        document_sha256=payout.document.sha256,
        revision=payout.document.revision,
        answers=tuple(answers),
        dispute_id=standing.disputed.dispute_id if standing and hasattr(standing, "disputed") else None,
        next_id=next((pk for pk in open_ids if pk > payout.pk), next(iter(open_ids), None)),
    )


def rates(since: date, until: date) -> list[RateRow]:
    """The whole house first, then table by table: payouts of samples of these gaming days, both included."""
    payouts = SampledPayout.objects.filter(sample__gaming_day__gte=since, sample__gaming_day__lte=until)
    by_table: dict[str, list[tuple[SampledPayout, PayoutAnswer | None]]] = defaultdict(list)
    for payout, answer in _answered(payouts):
        by_table[payout.round.table.code].append((payout, answer))
    whole = [pair for pairs in by_table.values() for pair in pairs]
    return [RateRow("", _tally(whole)), *(RateRow(code, _tally(by_table[code])) for code in sorted(by_table))]


def open_payouts() -> int:
    """How many drawn payouts nobody has answered."""
    return SampledPayout.objects.filter(answers=None).count()


def _rows(found: Iterable[PayoutSample]) -> list[SampleRow]:
    """Three queries, however many samples."""
    listed = list(found)
    by_sample: dict[int, list[tuple[SampledPayout, PayoutAnswer | None]]] = defaultdict(list)
    for payout, answer in _answered(SampledPayout.objects.filter(sample__in=listed)):
        by_sample[payout.sample_id].append((payout, answer))
    return [
        SampleRow(
            id=sample.pk,
            gaming_day=sample.gaming_day,
            shift=sample.shift,
            starts_at=sample.starts_at,
            ends_at=sample.ends_at,
            at=sample.at,
            by=str(sample.by) if sample.by else "",
            seed=sample.seed,
            asked=sample.asked,
            population=sample.population,
            population_sha256=sample.population_sha256,
            tally=_tally(by_sample[sample.pk]),
        )
        for sample in listed
    ]


def _answered(payouts: QuerySet[SampledPayout]) -> list[tuple[SampledPayout, PayoutAnswer | None]]:
    """Payouts in their order, each with the answer that stands."""
    last = PayoutAnswer.objects.filter(payout=OuterRef("pk"), replaced_by=None).values("pk")[:1]
    rows = list(
        payouts.select_related("round__table", "round__close")
        .annotate(answer_id=Subquery(last))
        .order_by("sample", "position")
    )
    given = PayoutAnswer.objects.select_related("by").in_bulk([row.answer_id for row in rows if row.answer_id])
    return [(row, given.get(row.answer_id)) for row in rows]


def _payout_row(payout: SampledPayout, answer: PayoutAnswer | None) -> PayoutRow:
    return PayoutRow(
        id=payout.pk,
        position=payout.position,
        table_code=payout.round.table.code,
        round_id=payout.round_id,
        round_number=payout.round.number,
        slot=payout.slot,
        at=payout.round.close.at,
        due_minor=payout.due_minor,
        answer=answer,
    )


def _tally(pairs: Sequence[tuple[SampledPayout, PayoutAnswer | None]]) -> Tally:
    outcomes = [answer.outcome for _payout, answer in pairs if answer]
    money = [
        answer.paid_minor - payout.due_minor
        for payout, answer in pairs
        if answer and answer.paid_minor is not None and payout.due_minor is not None
    ]
    return Tally(
        drawn=len(pairs),
        right=outcomes.count(RIGHT),
        wrong=outcomes.count(WRONG),
        cant_see=outcomes.count(CANT_SEE),
        over_minor=sum(minor for minor in money if minor > 0),
        short_minor=-sum(minor for minor in money if minor < 0),
    )
