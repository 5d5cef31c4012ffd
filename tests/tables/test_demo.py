"""`manage.py demo`: the running floor, and the score of the engine on planted mistakes."""

import os
import random
import signal
import subprocess
import sys
import threading
import urllib.request
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.test import override_settings
from django.utils import timezone

from casino.environment import CHECKOUT, DatabaseAddress
from casino.servers.processes import wait_until
from casino.shifts import shift_of
from shoes import queries as shoes
from shoes import services as shoe_life
from shoes.models import Shoe
from tables.models import Assignment, Dispute, Duty, Entry, Round, RoundClose, Verdict
from tables.queries import tables as known
from tables.queries.disputes import state_of
from tables.queries.roster import why_not
from tables.queries.roster_alerts import roster_alerts
from tables.services import rounds
from tables.services import tables as services
from tables.simulated import house as furnishing
from tables.simulated import opening
from tables.simulated import score as scoring
from tables.simulated.contesting import Guests
from tables.simulated.floor import Floor, SimulatedTable, keep_shoe
from tables.simulated.mistakes import KINDS, SWAPPED, Mistakes, Planted
from tables.simulated.staffing import keep_roster

DEMO = [sys.executable, str(CHECKOUT / "manage.py"), "demo"]


class Often(Mistakes):
    """Makes a mistake of every kind as often as it can, the rarest first."""

    def __init__(self, chance: random.Random) -> None:
        super().__init__(chance, often=6)


@pytest.mark.django_db
def test_the_score_finds_what_was_planted_and_nothing_else() -> None:
    chance = random.Random(21)
    house = furnishing.simulated_house(chance)
    tables = [house.furnish(plan, furnishing.dealer_of(plan.code)) for plan in scoring.PLANS]
    result = scoring.Scorer(house, tables, Often(chance)).play(60)
    assert (result.rounds, +result.false) == (60, {})
    assert result.caught == result.planted
    assert len(result.planted) > 8
    assert {shoes.has_ended(shoe.key) for shoe in Shoe.objects.all()} == {True}
    assert {row[0] for row in result.lines()} == {*KINDS, SWAPPED}


@pytest.mark.django_db
def test_the_score_notices_what_is_missed_and_what_is_false() -> None:
    """A score that cannot fail would prove nothing."""
    chance = random.Random(2)
    house = furnishing.simulated_house(chance)
    table = house.furnish(scoring.PLANS[0], furnishing.dealer_of("SIM-1"))
    scorer = scoring.Scorer(house, [table], Often(chance))
    scorer._hold(Planted("push paid", "3", "17"), {"I-6|2|9": "I-6"})
    scorer.house.piles[scorer.shoes[table.pk]].swapped = ("5H", "KS")
    scorer.play(1)
    assert not scorer.score.is_perfect
    assert scorer.score.planted["push paid"] == scorer.score.caught["push paid"] + 1
    assert scorer.score.planted[SWAPPED] == scorer.score.caught[SWAPPED] + 1
    assert scorer.score.false["card after a stand"] == 1


@pytest.mark.parametrize("rounds", [0, -5])
def test_a_score_of_no_rounds_is_refused(rounds: int) -> None:
    with pytest.raises(CommandError, match=f"--score is {rounds}; it is a number of rounds from 1") as refused:
        call_command("demo", score=rounds)
    assert refused.value.returncode == 2


def test_the_demo_makes_no_log_ins_in_a_houses_database() -> None:
    house = replace(settings.ENVIRONMENT, database=DatabaseAddress("house", "house", "", "localhost", "", {}))
    with override_settings(ENVIRONMENT=house), pytest.raises(CommandError, match="unset DATABASE_URL") as refused:
        call_command("demo")
    assert refused.value.returncode == 2


def test_the_score_command_prints_a_table_and_leaves_nothing_behind(tmp_path: Path) -> None:
    done = subprocess.run(
        [*DEMO, "--score", "5", "--seed", "4"], capture_output=True, text=True, check=False, timeout=900
    )
    lines = done.stdout.splitlines()
    assert (done.returncode, done.stderr) == (0, "")
    header = next(number for number, line in enumerate(lines) if line.startswith("mistake"))
    assert lines[header].split() == ["mistake", "planted", "caught", "false"]
    assert next(line for line in lines if line.startswith("total")).endswith(" 0")
    assert "5 rounds from 5 shoes" in lines[-3]
    *_, planted, caught, false = lines[-2].split()
    assert lines[-2].startswith("on film")
    assert (int(planted) > 2, caught, false) == (True, planted, "0")
    assert lines[-1].endswith("0 dropped")


@pytest.fixture
def demo(transactional_db: None) -> Iterator[tuple[opening.Demo, list[str], threading.Event]]:
    """The floor of the demo, dealing a hundred times as fast as people do."""
    floor, stop = opening.furnish(random.Random(5)), threading.Event()
    said: list[str] = []
    threads = floor.play(said.append, stop, pace=0.01)
    yield floor, said, stop
    stop.set()
    for thread in threads:
        thread.join(30)


def test_three_tables_play_and_one_waits(demo: tuple[opening.Demo, list[str], threading.Event]) -> None:
    floor, said, _ = demo
    codes = [table.code for table, _ in floor.tables]

    def all_have_played() -> bool:
        ended = RoundClose.objects.filter(how="settled").values_list("round__table__code", flat=True)
        return set(codes) <= set(ended)

    wait_until(all_have_played, seconds=120, otherwise=f"not every table played: {said}")
    assert codes == ["BJ-11", "BJ-12", "BJ-13"]
    assert not Round.objects.filter(table=floor.person).exists()
    assert known.state_of(floor.person).is_open
    assert Entry.objects.filter(source="entered").exclude(by=None).exists()
    assert not Verdict.objects.filter(closings__isnull=False).exists()  # verdicts are for people


@pytest.mark.django_db
def test_the_floor_has_a_roster_and_a_supervisor_who_watches_it() -> None:
    demo = opening.furnish(random.Random(5))
    now = shift_of()
    for shift in (now, shift_of(now.ends_at)):
        assert Duty.objects.filter(gaming_day=shift.day, shift=shift.name).count() == 5
    assert list(Assignment.objects.values_list("supervisor__username", "pit__name")) == [("boss", "Blackjack")]
    assert roster_alerts() == []
    assert [why_not(dealer, demo.person, timezone.now()) for _table, dealer in demo.tables] == ["", "", ""]


@pytest.mark.django_db
def test_two_guests_contest_their_hands_and_one_is_ruled_on() -> None:
    demo = opening.furnish(random.Random(5))
    table, dealer = demo.tables[0]
    floor = Floor(demo.house, lambda line: None, threading.Event(), pace=0)
    guests = Guests(floor, table, dealer, demo.boss)
    guests.contest()
    assert not Dispute.objects.exists()  # nothing was played yet
    simulated = SimulatedTable(floor, table, dealer, random.Random(1))
    for _round in range(3):
        simulated.play()
        guests.contest()
        guests.contest()
    assert [state_of(dispute) for dispute in Dispute.objects.order_by("pk")] == ["open", "ruled"]


@pytest.mark.django_db
def test_the_floor_opens_a_second_time_with_what_stands() -> None:
    first = opening.furnish(random.Random(5))
    again = opening.furnish(random.Random(6))
    assert Duty.objects.count() == 10
    assert [table.pk for table, _ in first.tables] == [table.pk for table, _ in again.tables]
    assert Shoe.objects.count() == 5


@pytest.mark.django_db
def test_the_shoe_of_a_persons_table_is_replaced_when_its_stop_card_is_out() -> None:
    demo = opening.furnish(random.Random(5))
    old = known.state_of(demo.person).shoe_key
    assert old is not None
    floor = Floor(demo.house, lambda line: None, threading.Event(), pace=0)
    keep_shoe(floor, demo.person)
    assert known.state_of(demo.person).shoe_key == old
    shoe_life.stop_card_out(old, by=None)
    keep_shoe(floor, demo.person)
    assert known.state_of(demo.person).shoe_key != old
    assert shoes.has_ended(old)


@pytest.mark.django_db
def test_a_simulated_dealer_waits_while_people_have_the_table() -> None:
    """Paused, closed, or dealt by somebody else."""
    demo = opening.furnish(random.Random(5))
    table, dealer = demo.tables[0]
    simulated = SimulatedTable(Floor(demo.house, print, threading.Event(), pace=0), table, dealer, random.Random(1))
    services.pause(table, by=demo.house.boss)
    simulated.play()
    services.resume(table, by=demo.house.boss)
    relief = furnishing.dealer_of("SIM-9")
    keep_roster([relief], boss=demo.house.boss)
    services.relieve(table, relief, by=demo.house.boss)
    simulated.play()
    services.close(table, by=demo.house.boss)
    simulated.play()
    assert not Round.objects.exists()


@pytest.mark.django_db
def test_a_round_left_on_the_felt_is_void_when_the_floor_opens_again() -> None:
    demo = opening.furnish(random.Random(5))
    left = rounds.open(demo.tables[0][0], by=demo.tables[0][1])
    opening.furnish(random.Random(6))
    assert RoundClose.objects.get(round=left).how == "void"


def test_the_demo_starts_is_seen_and_stops_on_ctrl_c(tmp_path: Path) -> None:
    """On its own data folder; Ctrl-C ends everything that it started."""
    environment = {name: value for name, value in os.environ.items() if name != "SEVENTEEN_TEST_NAME"}
    environment |= {"SEVENTEEN_DATA": str(tmp_path), "SEVENTEEN_PORT": "18417"}
    with subprocess.Popen(
        DEMO, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as running:
        assert running.stdout is not None
        heard = []
        for line in running.stdout:
            heard.append(line)
            if "waits for a person" in line:
                break
        address = next(word for line in heard for word in line.split() if word.startswith("http://"))
        with urllib.request.urlopen(f"{address}login", timeout=30) as page:  # noqa: S310  (the address is ours)
            assert "password" in page.read().decode().lower()
        running.send_signal(signal.SIGINT)
        running.communicate(timeout=60)
    assert running.returncode == 0
    assert running_with(str(tmp_path)) == []


def running_with(text: str) -> list[str]:
    """Living processes that were started with `text` in their words or their environment."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            told = (process / "cmdline").read_bytes() + (process / "environ").read_bytes()
            found += [process.name] if text.encode() in told else []
    return found
