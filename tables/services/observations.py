"""What cameras saw is put to the rounds of their tables: each statement once, at its time of capture, however late."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import QuerySet

from casino.errors import Refused
from shoes.models import Camera, Observation
from shoes.queries import is_at_mouth
from shoes.services.cameras import say_unplaced
from shoes.signals import calibrated, observed, state_changed
from tables.lying import Statement, is_drawn, is_first_card
from tables.models import Entry, Round, RoundClose, Table
from tables.queries import felt, lying
from tables.queries.cameras import cameras_of, table_of
from tables.rules.facts import AT, BANK, ID, KIND, Fact
from tables.rules.mouth import MOUTH
from tables.services import cameras, entries, notices, rounds
from tables.services.tables import lock
from tables.sighted import Felt, closing_of

EARLY: Final = timedelta(seconds=10)
"""A card may lie so long before the tap that opens its round."""
DRAWN_MS: Final = 600_000
"""A card may wait so long at the mouth."""
AFTER_THE_END: Final = ("lifted", "gap")
"""What is no part of a round once it has ended: its cards are taken away."""
NO_TABLE: Final = "no-table"
BETWEEN: Final = "between-rounds"


def listen() -> None:
    """Hear what cameras say; called once, when the app is ready."""
    observed.connect(_heard, dispatch_uid="tables.observed")
    calibrated.connect(cameras.after_calibration, dispatch_uid="tables.calibrated")
    state_changed.connect(cameras.after_change, dispatch_uid="tables.state_changed")


def _heard(*, camera: Camera, observations: Sequence[Observation], **_: object) -> None:
    hear(camera, observations)


@transaction.atomic(savepoint=False)
def hear(camera: Camera, observations: Sequence[Observation]) -> None:
    """Put new statements of one camera, in their order, to the rounds in which they were true.

    Nothing is refused here: what belongs to no round stays an observation, and the camera's health says why.
    """
    table = table_of(camera.name)
    if table is None:
        say_unplaced(camera, NO_TABLE)
        return
    lock(table)
    hearing = Hearing(table, camera, observations)
    hearing.take_all()
    if hearing.unplaced is not None and hearing.unplaced != camera.unplaced:
        say_unplaced(camera, hearing.unplaced)
    if any(observation.kind == Observation.Kind.CAMERA for observation in observations):
        notices.tell(table)


class Hearing:
    """Statements of one camera on their way into rounds; what one round gets is written at once."""

    def __init__(self, table: Table, camera: Camera, observations: Sequence[Observation]) -> None:
        self.table = table
        self.camera = camera
        self.saw = lying.saw_of(camera.name)
        self.unplaced: str | None = None  # why the last card came into no round; "" where it did
        self._left = list(observations)
        self._page: _Page | None = None

    def take_all(self) -> None:
        while self._left:
            statement = self._left[0].fields
            page = None if self._tells_no_gap(statement) else self._page_for(statement)
            if page is not None:
                page.tell(self.camera.name, self._with_what_was_drawn(page, statement))
                if statement["kind"] == "read":
                    self.unplaced = ""
            del self._left[0]
        self._write()

    def _tells_no_gap(self, statement: Statement) -> bool:
        """Whether it is about a camera that sees no hand: none is missed while it is away."""
        return statement["kind"] == "camera" and is_at_mouth(self.camera)

    def _write(self) -> None:
        """Store what the page has that is new."""
        page, self._page = self._page, None
        if page is not None:
            page.write(self.saw)

    def _page_for(self, statement: Statement) -> "_Page | None":
        """The round in which the statement was true; one is opened for a first card."""
        page = self._page
        if page is None or not page.covers(statement["at_ms"]):
            page = self._turn_to(self._find(statement))
        if self._is_of_before(page, statement):
            return self._turn_to(self._round_of_card(statement))
        if page is not None and not page.is_over and page.felt.is_cleared:
            if is_drawn(statement):
                return None  # it waits for the round that it begins
            if page.felt.begins_next(self.saw, statement):
                self._write()
                page.end_cleared(self.saw)
                page = None
        if page is None and is_first_card(statement):
            page = self._page = self._open(statement)
        return page

    def _turn_to(self, round: Round | None) -> "_Page | None":
        """Another round's page; what the one before got is written first."""
        self._write()
        if round is not None:
            stored = lying.told(round)
            self._page = _Page(round, stored, lying.felt_of(round, stored, without=self._untaken))
        return self._page

    def _find(self, statement: Statement) -> Round | None:
        """The round on the felt at that time; the next one, where its opening was tapped after its first cards."""
        at = datetime.fromtimestamp(statement["at_ms"] / 1000, tz=UTC)
        found = Round.objects.filter(table=self.table).select_related("table", "sign", "close").order_by("-number")
        last = found.filter(opened_at__lte=at).first()
        if last is not None and (not hasattr(last, "close") or at <= last.close.at):
            return last
        following = found.filter(opened_at__gt=at).last()
        if following is not None and following.opened_at - at <= EARLY:
            return following
        if last is not None and self._is_for_the_bank_of(last, statement):
            return last
        if following is not None and is_first_card(statement):
            self.unplaced = BETWEEN
        return None

    def _is_for_the_bank_of(self, last: Round, statement: Statement) -> bool:
        """Whether it is one card more for a bank that has ended: no round begins with the bank's card."""
        if not is_first_card(statement) or statement["place"] != BANK:
            return False
        return lying.felt_of(last, lying.told(last), without=self._untaken).lies_at(BANK)

    def _is_of_before(self, page: "_Page | None", statement: Statement) -> bool:
        """Whether it speaks of a card that was read before this page began: that of an earlier round."""
        if statement["kind"] not in ("read", "turned", "moved") or statement.get("was") == MOUTH:
            return False
        if page is not None and page.felt.knows(self.saw, statement["read"]):
            return False
        return self._readings(statement).exists()

    def _round_of_card(self, statement: Statement) -> Round | None:
        """The round that a card belongs to, for what is said better of it; none for that it is moved out of the way."""
        first = self._readings(statement).order_by("pk").first()
        if first is None or statement["kind"] == "moved":
            return None
        key = f"{lying.key_of(self.camera.name, first.key)}#0"
        entry = Entry.objects.filter(table=self.table, key=key).first()
        rounds_read = Round.objects.select_related("table", "sign", "close")
        return rounds_read.get(pk=entry.round_id) if entry else None

    def _readings(self, statement: Statement) -> QuerySet[Observation]:
        """What this camera said of the same card before."""
        known = Observation.objects.filter(camera=self.camera, read=statement["read"], kind=Observation.Kind.READ)
        return known.exclude(pk__in=self._untaken)

    def _with_what_was_drawn(self, page: "_Page", statement: Statement) -> Statement:
        """A card that came from the mouth as it was read there, if that was in another round."""
        if statement.get("was") != MOUTH or page.felt.knows(self.saw, statement["read"]):
            return statement
        drawn = self._readings(statement).order_by("-pk").first()
        return {**drawn.fields, **statement} if drawn else statement

    @property
    def _untaken(self) -> list[int]:
        return [observation.pk for observation in self._left]

    def _open(self, statement: Statement) -> "_Page | None":
        """The next round, with the first card; what was read at the mouth for it belongs to it too."""
        if self._is_before_the_last(statement["at_ms"]):
            self.unplaced = BETWEEN
            return None
        drawn = self._drawn(statement["at_ms"])
        at_ms = min([statement["at_ms"], *(one.at_ms for one in drawn)])
        try:
            with transaction.atomic():
                round = rounds.open(self.table, by=None, at_ms=at_ms, key="")
        except Refused as refused:
            self.unplaced = refused.code
            return None
        stored = lying.told(round)
        page = _Page(round, stored, Felt(stored.facts))
        for one in drawn:
            page.tell(one.camera.name, one.fields)
        return page

    def _is_before_the_last(self, at_ms: int) -> bool:
        """Whether a later round has been opened already."""
        at = datetime.fromtimestamp(at_ms / 1000, tz=UTC)
        return Round.objects.filter(table=self.table, opened_at__gt=at).exists()

    def _drawn(self, at_ms: int) -> list[Observation]:
        """Cards that were read at the mouth since the last round ended, and are not placed yet."""
        last = RoundClose.objects.filter(round__table=self.table).order_by("-round__number").first()
        since = entries.ms(last.at) if last else at_ms - DRAWN_MS
        names = cameras_of(self.table)
        rows = Observation.objects.filter(camera__name__in=names, kind=Observation.Kind.READ, place=MOUTH)
        rows = rows.filter(at_ms__gt=max(since, at_ms - DRAWN_MS), at_ms__lte=at_ms)
        return list(rows.exclude(pk__in=self._untaken).select_related("camera").order_by("pk"))


class _Page:
    """One round, its felt, and the facts that are new to it."""

    def __init__(self, round: Round, stored: lying.Told, seen: Felt) -> None:
        self.round = round
        self.before, self.known = stored
        self.felt = seen
        self.is_over = hasattr(round, "close")
        self.began_ms = min(fact[AT] for fact in stored.facts)
        self.ended_ms = entries.ms(round.close.at) if self.is_over else None
        self.news: list[Fact] = []
        self.keys: list[str] = []

    def covers(self, at_ms: int) -> bool:
        return self.began_ms <= at_ms and (self.ended_ms is None or at_ms <= self.ended_ms)

    def tell(self, camera: str, statement: Statement) -> bool:
        """Take a statement; whether it made a fact."""
        saw, key = lying.saw_of(camera), lying.key_of(camera, statement["key"])
        if key in self.known:
            self.felt.recall(saw, statement, self.known[key])
            return False
        if statement.get("was_lying") and not any(fact[KIND] == "card" for fact in self.felt.facts):
            return False  # cards of an earlier round that were not taken away yet
        body = self.felt.tell(saw, statement)
        if body is None or (self.is_over and body[0] in AFTER_THE_END):
            return False
        number = max(fact[ID] for fact in self.felt.facts) + 1
        fact = (number, max(statement["at_ms"], self.began_ms), body[0], "observed", saw, *body[1:])
        self.felt.entered(saw, statement, fact)
        self.news.append(fact)
        self.keys.append(key)
        return True

    def write(self, signed: str) -> None:
        if not self.news:
            return
        if self.is_over:
            entries.append_late(self.round, self.before, self.news, key=self.keys[0], keys=self.keys, signed=signed)
        else:
            entries.append(self.round, self.before, self.news, by=None, key=self.keys[0], keys=self.keys, signed=signed)
        self.before, self.news, self.keys = [*self.before, *self.news], [], []

    def end_cleared(self, signed: str) -> None:
        """All cards were lifted and the next is dealt: nobody said how this round ended."""
        if RoundClose.objects.filter(round=self.round).exists():
            return
        how = closing_of(felt.fold_of(self.round, self.before).due().step.code)
        closing = entries.closed_fact(self.before, how, None, at_ms=0)
        entries.append(self.round, self.before, [closing], by=None, key=f"#close:{self.round.pk}", signed=signed)
