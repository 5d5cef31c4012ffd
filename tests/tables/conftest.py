"""A floor for the tests of tables: people, a shoe in play, an open table, and a way to say what happened there."""

import itertools
from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest

from casino import tokens
from casino.gaming_day import house_day
from casino.models import Staff
from casino.shifts import shift_of, shifts_of
from shoes import services as shoe_life
from shoes.camera.spread import Laid
from shoes.models import Camera, Pack
from shoes.queries import counted_now
from shoes.scenes.spread import pack_in_order
from shoes.services import clips
from shoes.services.spreads import keep_spread
from tables.models import EveningVerdict, PayoutSample, Pit, Report, Round, SampledPayout, SchoolRecord, Table, Verdict
from tables.rules.shapes import Limits, Request
from tables.school.acts import Act
from tables.services import (
    assignments,
    calls,
    disputes,
    holds,
    raises,
    reports,
    roster,
    rounds,
    school,
    tables,
    tablets,
)
from tables.services.drafts import Draft
from tables.services.roster import Place
from tables.services.rounds import Taken
from tests.bringing import bring_shoe
from tests.tables.paper import Team, a_counted_day

if TYPE_CHECKING:
    from tests.tables.banked import Banked, MakeBanked

LIMITS = Limits(10_00, 500_00, 2_50)
PROFILE = "casino-s17"
DECKS = 6


@pytest.fixture
def second_boss(person: Callable[..., Staff]) -> Staff:
    """A pit boss who verifies what the first one loaded."""
    return person("supervisor", "second-boss")


@pytest.fixture
def make_shoe(boss: Staff, second_boss: Staff) -> Callable[[str], str]:
    """Brings a shoe of six packs into play: `make_shoe("S-000001")`."""

    def make(key: str) -> str:
        return bring_shoe(key, "fr52", DECKS, boss=boss, second=second_boss, from_bottom=75, burned=1)

    return make


@pytest.fixture
def shoe(make_shoe: Callable[[str], str]) -> str:
    return make_shoe("S-000001")


@pytest.fixture
def closed_table(boss: Staff) -> Table:
    """BJ-12 with a sign, not open."""
    table = tables.add("BJ-12", name="Blackjack 12", pit="Pit 3", by=boss)
    tables.post_sign(table, PROFILE, limits=LIMITS, by=boss)
    return table


@pytest.fixture
def table(closed_table: Table, dealer: Staff, shoe: str, boss: Staff) -> Table:
    """BJ-12, open: `dealer` deals from `shoe`."""
    tables.open(closed_table, dealer=dealer, shoe_key=shoe, by=boss)
    return closed_table


@pytest.fixture
def team(person: Callable[..., Staff], boss: Staff, dealer: Staff) -> Team:
    """Everybody whose signature a gaming day needs."""
    return Team(person, boss, dealer)


@pytest.fixture
def keys() -> Iterator[str]:
    return (f"key-{number}" for number in itertools.count(1))


class Tapper:
    """A dealer at the tablet: says what happens in few words."""

    def __init__(self, table: Table, dealer: Staff, keys: Iterator[str]) -> None:
        self.table, self.dealer, self.keys = table, dealer, keys
        self.taken: Taken | None = None

    @property
    def round(self) -> Round:
        assert self.taken is not None
        return self.taken.round

    def stakes(self, **stakes: int) -> Taken:
        """`stakes(b1=25_00)`: 25.00 on box 1, nothing elsewhere."""
        asked = {place.removeprefix("b"): minor for place, minor in stakes.items()}
        self.taken = rounds.close_stakes(self.table, asked, by=self.dealer, key=next(self.keys))
        return self.taken

    def say(self, *drafts: Draft) -> Taken:
        self.taken = rounds.take(self.round, drafts, by=self.dealer, key=next(self.keys))
        return self.taken

    def deal(self, cards: str) -> Taken:
        """`deal("1:8S 2:TD 0:KH 1:QC 2:9S 0:??")`; the bank's `??` lies face down."""
        return self.say(*(card(one) for one in cards.split()))

    def ask(self, slot: str, word: str, amount_minor: int | None = None) -> Taken:
        wanted = Request(slot, word, amount_minor)
        self.taken = rounds.request(self.round, wanted, by=self.dealer, key=next(self.keys))
        return self.taken

    def turn(self, number: int, text: str) -> Taken:
        return self.say(Draft("turned", (number, text)))

    def paid_as_shown(self) -> Taken:
        return self.say(Draft("paid", ("*", "as_shown", None)))

    def hole(self) -> int:
        """The number of the bank's face-down card."""
        assert self.taken is not None
        return next(card.fact_id for card in self.taken.picture.dealer.cards if card.face == "down")


def card(text: str) -> Draft:
    slot, name = text.split(":")
    return Draft("card", (slot, name, "down" if name == "??" else "up", "along"))


@pytest.fixture
def tap(table: Table, dealer: Staff, keys: Iterator[str]) -> Tapper:
    return Tapper(table, dealer, keys)


@pytest.fixture
def samples(
    tap: Tapper, boss: Staff, team: Team, person: Callable[..., Staff], second_boss: Staff
) -> dict[str, object]:
    """One of each thing that an address may name, by the name of its URL argument: for the matrix of role × URL."""
    from tests.browser.seen import SeenTable
    from tests.tables.play import a_mistaken_round

    a_mistaken_round(tap)
    call = calls.call(tap.table, by=tap.dealer)
    dispute = disputes.raise_on(tap.round, "1", words="The dealer had 17.", by=tap.dealer)
    seen = SeenTable(tap.table, tap.dealer)
    day = a_counted_day(tap.table, team)
    seen.see("1", "8S")
    return {
        "sha256": seen.eye.said[-1]["crop_sha256"],
        "code": tap.table.code,
        "round_id": tap.round.pk,
        "verdict_id": Verdict.objects.open().get().pk,
        "dispute_id": dispute.pk,
        "hold_id": holds.hold(tap.round, why="a question of the police", by=boss).pk,
        "call_id": call.pk,
        "key": tap.round.shoe_key,
        "slip_id": day.slip.pk,
        "count_id": day.opener.pk,
        "difference_id": day.difference.pk,
        "pack": "originals",
        "version": 1,
        **_floor(tap.table, boss),
        "record_id": _a_school_record(boss).pk,
        "report_id": _a_report(boss).pk,
        **_packs(boss, team.security),
        **_a_sample(tap.round),
        "staff_id": tap.dealer.pk,
        "spread_id": _a_spread(boss),
        "clip_id": clips.ask(Camera.objects.order_by("pk")[0], 0, from_ms=0, until_ms=1).pk,
        "at_ms": 0,
        "token_id": tokens.issue("sample", "record.read", by=boss)[0].pk,
        **_people(tap.table, boss, second_boss, person),
        **_an_evening(person("dealer", "private"), boss, second_boss),
    }


def _a_spread(boss: Staff) -> int:
    """One pack, all of whose cards were read."""
    shoe_life.receive(["X-9"], "fr52", "red", by=boss)
    laid = [Laid(each, 0.99, (0, 0, 9, 9)) for each in pack_in_order()]
    camera = Camera.objects.order_by("pk")[0]
    return keep_spread(camera, ["X-9"], laid, picture=b"\xff\xd8\xff\xd9", pictures=1, by=boss).pk


def _an_evening(dealer: Staff, boss: Staff, second: Staff) -> dict[str, object]:
    """One at another table, with a finding: a banker who cut the cards himself."""
    from tests.tables.banked import NO_NATURAL, SEATED, open_banked

    keys = (f"private-{number}" for number in itertools.count(1))
    banked = open_banked("variable-000", dealer=dealer, boss=boss, second=second, keys=keys)
    banked.tell(SEATED, ("banker", "1"), ("shuffled", "1"), ("cut", "1"))
    banked.play(NO_NATURAL)
    found = EveningVerdict.objects.get()
    return {"evening_id": found.evening_id, "evening_verdict_id": found.pk}


def _floor(table: Table, boss: Staff) -> dict[str, object]:
    """The table's pit, and a maximum that is raised there."""
    tables.post_sign(table, PROFILE, limits=LIMITS, options={"raise_max_on_request": True}, by=boss)
    raised = raises.raise_maximum(table, "1", 1_000_00, reason="asked", by=boss)
    return {"pit_id": Pit.objects.get(name=table.pit).pk, "raise_id": raised.pk}


def _packs(boss: Staff, guard: Staff) -> dict[str, object]:
    """A pack that is to be issued, one that is held, and a count of the day."""
    shoe_life.receive(["X-1", "X-2"], "fr52", "red", by=boss)
    return {
        "pack_id": Pack.objects.get(serial="X-1").pk,
        "move_id": shoe_life.ask("issue", ["X-1"], by=boss, words="Pit 3").pk,
        "pack_hold_id": shoe_life.hold(["X-2"], "marked?", by=boss)[0].pk,
        "tally_id": shoe_life.tally(house_day(), counted_now(), by=guard).pk,
    }


def _a_sample(round: Round) -> dict[str, object]:
    """A drawn payout, as the record holds it; its shoe is in play, so that its page is not out yet."""
    shift = shift_of()
    sample = PayoutSample.objects.create(
        gaming_day=shift.day,
        shift=shift.name,
        starts_at=shift.starts_at,
        ends_at=shift.ends_at,
        seed="0" * 32,
        asked=1,
        population=1,
        population_sha256="0" * 64,
    )
    document = round.documents.get()
    payout = SampledPayout.objects.create(
        sample=sample, position=1, round=round, document=document, slot="1", due_minor=0, pays=[]
    )
    return {"sample_id": sample.pk, "payout_id": payout.pk}


def _people(table: Table, boss: Staff, second: Staff, person: Callable[..., Staff]) -> dict[str, object]:
    """A rostered dealer, an assignment, a table that is handed over, a tablet. The roster is of another day."""
    anna, day = person("dealer", "rostered"), house_day() + timedelta(days=2)
    anna.licence = "L-1"
    anna.save()
    return {
        "duty_id": roster.add([anna], day, shifts_of(day)[0].name, place=Place(), by=boss)[0].pk,
        "assignment_id": assignments.assign(boss, Place(table=table), by=boss).pk,
        "hand_over_id": assignments.hand_over(table, second, by=boss, note="quiet").pk,
        "tablet_id": tablets.enrol(table, "tablet 1", by=boss)[0].pk,
    }


def _a_report(reader: Staff) -> Report:
    """One that is done: the numbers of this year's slips."""
    report = reports.ask("slips", {"year": house_day().year}, by=reader)
    reports.make(report.pk)
    return report


def _a_school_record(trainee: Staff) -> SchoolRecord:
    """A session of one round that began with a mistake, and ended there."""
    begun = school.begin(by=trainee, profile="casino-s17", players=2, rounds=5, level="alone", seed=1)
    school.take(Act("gather"), by=trainee, version=begun.version)
    record = school.leave(by=trainee)
    assert record is not None
    return record


@pytest.fixture
def make_banked(dealer: Staff, boss: Staff, second_boss: Staff, keys: Iterator[str]) -> "MakeBanked":
    """Opens a table whose bank players hold: `make_banked("fifteen-000", boxes=2)`."""
    from tests.tables.banked import Banked, open_banked

    def opened(profile: str = "variable-000", **more: Any) -> Banked:
        return open_banked(profile, **{"dealer": dealer, "boss": boss, "second": second_boss, "keys": keys, **more})

    return opened


@pytest.fixture
def banked(make_banked: "MakeBanked") -> "Banked":
    return make_banked()
