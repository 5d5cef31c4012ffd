"""The payouts that a shift's sample is drawn from. Read from stored documents, so that the same is found later."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import orjson
from django.db.models import OuterRef, Subquery

from shoes.queries import ended_between
from tables import sampling
from tables.models import PayoutSample, RoundClose, RoundDocument


@dataclass(frozen=True, slots=True)
class Payout:
    """One hand's settlement. `due_minor` beside its stake: negative where the house takes it, None where unknown."""

    name: str  # BJ-12/17:3.1
    round_id: int
    document_id: int
    slot: str
    due_minor: int | None
    pays: tuple[dict[str, Any], ...]


def payouts_of(starts: datetime, ends: datetime, known_at: datetime) -> dict[str, Payout]:
    """By name, the payouts of settled rounds from shoes that ended between two moments, as known at a third.

    A shoe ends in one shift only, so every payout belongs to one shift, and none of a shoe in play is among them.
    """
    shoes = ended_between(starts, min(ends, known_at))
    newest = RoundDocument.objects.filter(round=OuterRef("round"), at__lte=known_at).order_by("-revision")
    rows = RoundDocument.objects.filter(
        pk=Subquery(newest.values("pk")[:1]),
        round__shoe_key__in=shoes,
        round__close__how=RoundClose.How.SETTLED,
        round__close__at__lte=known_at,
    ).values_list("pk", "round_id", "round__table__code", "round__number", "text")
    found = {}
    for pk, round_id, code, number, text in rows.iterator():
        for slot, pays in _by_hand(orjson.loads(text)["settlement"]["pays"]).items():
            name = f"{code}/{number}:{slot}"
            found[name] = Payout(name, round_id, pk, slot, _sum(pays), tuple(pays))
    return found


def _by_hand(pays: Sequence[dict[str, Any]]) -> dict[str, list[dict[str, Any]]]:
    found: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for pay in pays:
        found[pay["slot"]].append(pay)
    return found


def _sum(pays: Sequence[dict[str, Any]]) -> int | None:
    amounts = [pay["amount_minor"] for pay in pays]
    return None if None in amounts else sum(amounts)


@dataclass(frozen=True, slots=True)
class DrawnAgain:
    """What drawing a sample again from the stored record gives."""

    is_same_population: bool
    is_same_sample: bool

    @property
    def is_same(self) -> bool:
        return self.is_same_population and self.is_same_sample


def draw_again(sample: PayoutSample) -> DrawnAgain:
    """Draw with the recorded seed from what the record holds of the moment of the first draw."""
    population = payouts_of(sample.starts_at, sample.ends_at, sample.at)
    now = [(population[name].round_id, population[name].slot) for name in names_drawn(sample, population)]
    then = list(sample.payouts.order_by("position").values_list("round_id", "slot"))
    return DrawnAgain(
        is_same_population=sampling.fingerprint(population) == sample.population_sha256, is_same_sample=now == then
    )


def names_drawn(sample: PayoutSample, population: dict[str, Payout]) -> list[str]:
    return sampling.drawn(sample.seed, population, sample.asked)
