"""A table with a camera, for tests: what is seen is posted, what is tapped is entered, each when it is told."""

import itertools
from collections.abc import Iterable, Sequence
from typing import Any

from django.utils import timezone

from casino.models import Staff
from shoes.models import Camera
from shoes.services import observations as kept
from tables.models import Entry, Round, RoundClose, Table, Verdict
from tables.queries import felt
from tables.queries import tables as known
from tables.rules import joins
from tables.rules.facts import Fact
from tables.rules.round import Round as Fold
from tables.rules.round import fold
from tables.rules.terms import Terms
from tables.services import cameras, rounds
from tables.services.drafts import Draft
from tests.tables.seeing import SeenBy, Statement, is_tapped

AGO_MS = 1_800_000


class WatchedTable:
    """One table, its cameras, its dealer."""

    def __init__(self, table: Table, dealer: Staff, *, is_watch_only: bool = False) -> None:
        self.table, self.dealer = table, dealer
        self.is_watch_only = is_watch_only
        self.keys = (f"tap-{number}" for number in itertools.count(1))
        self.eye = SeenBy()
        self.camera = self.add_camera(table.code)
        self.start_ms = int(timezone.now().timestamp() * 1000) - AGO_MS

    def add_camera(self, name: str) -> Camera:
        cameras.add_camera(self.table, name, by=None, is_watch_only=self.is_watch_only)
        return Camera.objects.get(name=name)

    @property
    def terms(self) -> Terms:
        sign = known.sign_of(self.table)
        assert sign is not None
        return known.terms_of(sign)

    def post(self, *statements: Statement, camera: Camera | None = None) -> None:
        taken = kept.take(camera or self.camera, statements)
        assert taken.refused == []
        assert len(taken.taken) == len(statements)

    def tap(self, kind: str, *fields: Any, at_ms: int | None = None) -> rounds.Taken:
        if kind == "stake" and at_ms is not None and not Round.objects.running().filter(table=self.table).exists():
            rounds.open(self.table, by=None, at_ms=at_ms)  # a tablet's own opening is told a minute late at most
        return rounds.take_at(self.table, [Draft(kind, fields, at_ms)], by=self.dealer, key=next(self.keys))

    def happen(self, events: Iterable[Statement | Fact]) -> None:
        """Statements and taps, each told in this order, dated as they are."""
        for event in events:
            if isinstance(event, dict):
                self.post(event)
            else:
                self.tap(event[2], *event[5:], at_ms=event[1])

    @property
    def rounds(self) -> list[Round]:
        return list(Round.objects.filter(table=self.table).select_related("table", "sign").order_by("number"))

    def fold(self, round: Round) -> Fold:
        return fold(self.terms, joins.facts(felt.facts_of(round)))

    def verdicts(self, round: Round | None = None) -> list[tuple[str, str]]:
        """Rule and slot of what stands, provisional or not."""
        rows = Verdict.objects.standing().filter(round__table=self.table)
        return list((rows if round is None else rows.filter(round=round)).values_list("rule", "slot"))

    def ended(self) -> list[str]:
        return list(RoundClose.objects.filter(round__table=self.table).order_by("round").values_list("how", flat=True))

    def entries(self) -> int:
        return Entry.objects.filter(table=self.table).count()


def told_together(statements: Sequence[Statement], facts: Sequence[Fact], **which: bool) -> list[Statement | Fact]:
    """What the camera sees and what the dealer taps, in order of time."""
    taps = [fact for fact in facts if is_tapped(fact, **which)]
    return sorted([*taps, *statements], key=lambda one: one["at_ms"] if isinstance(one, dict) else one[1])
