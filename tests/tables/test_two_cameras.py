"""A camera over the layout and one at the shoe's mouth: they confirm each other, contradict each other, stand in."""

from dataclasses import replace

import numpy as np
import pytest
from django.utils import timezone

from casino.models import Staff
from shoes.camera.layout import blackjack
from shoes.models import Camera, ShoeCard
from shoes.queries import camera_health
from shoes.services import cameras
from tables.models import Table
from tables.queries import felt
from tables.queries.tablet_camera import watch_of
from tables.queries.verdicts import open_verdicts
from tables.rules import joins
from tables.rules.shapes import Finding
from tables.wording import findings
from tests.shoes.feeds.conftest import calibration
from tests.tables.seeing import SeenBy
from tests.tables.watching import WatchedTable

pytestmark = pytest.mark.django_db
BOTH = "camera:BJ-12+camera:BJ-12m"


class Pair:
    """A watched table with a second camera at the mouth, which sees each card 600 ms before it lies."""

    def __init__(self, watched: WatchedTable) -> None:
        self.watched, self.at_ms = watched, watched.start_ms
        self.mouth, self.at_mouth = SeenBy("ghijkl"), watched.add_camera("BJ-12m")
        whole = calibration((640, 480))
        corners = np.array([[20, 20], [90, 20], [90, 120], [20, 120]], np.float32)
        areas = tuple(replace(area, polygon=corners) for area in blackjack(5).areas if area.kind == "mouth")
        cameras.calibrate(self.at_mouth, replace(whole, areas=areas).as_json())
        watched.tap("stake", "1", 25_00, "main", at_ms=self.next_ms())
        watched.tap("said", "0", "stakes_closed", None, at_ms=self.next_ms())

    def next_ms(self) -> int:
        self.at_ms += 2500
        return self.at_ms

    def deal(self, place: str, drawn: str, lies: str) -> None:
        """One card: what the mouth reads of it, and then the table (an empty word: nothing)."""
        at = self.next_ms()
        if drawn:
            self.mouth.read(at - 600, "mouth", drawn)
            self.watched.post(self.mouth.said[-1], camera=self.at_mouth)
        if lies:
            face = "down" if (place, lies) == ("0", "??") else "up"
            self.watched.eye.read(at, place, lies, face=face)
            self.watched.post(self.watched.eye.said[-1])

    def cards(self, place: str) -> list[tuple[object, object]]:
        facts = joins.facts(felt.facts_of(self.watched.rounds[-1]))
        return [(fact[6], fact[4]) for fact in facts if fact[2] == "card" and fact[5] == place]


@pytest.fixture
def pair(table: Table, dealer: Staff) -> Pair:
    return Pair(WatchedTable(table, dealer))


def test_a_card_that_both_read_alike_is_confirmed_and_one_that_the_table_could_not_read_is_named(pair: Pair) -> None:
    for place, drawn, lies in (("1", "8S", "8S"), ("0", "KH", "K?"), ("1", "QC", "??"), ("0", "7D", "??")):
        pair.deal(place, drawn, lies)
    assert pair.cards("1") == [("8S", BOTH), ("QC", BOTH)]
    assert pair.cards("0") == [("KH", BOTH), ("??", "camera:BJ-12")]  # what lies face down is told to nobody
    assert pair.watched.verdicts() == []


def test_a_card_that_they_read_otherwise_is_unsure_and_the_pit_is_told(pair: Pair) -> None:
    for place, drawn, lies in (("1", "8S", "8S"), ("0", "KH", "KH"), ("1", "9C", "9S"), ("0", "7D", "??")):
        pair.deal(place, drawn, lies)
    assert pair.cards("1") == [("8S", BOTH), ("9S", "camera:BJ-12")]  # the next card may still be on its way
    pair.deal("1", "2D", "2D")
    assert pair.cards("1") == [("8S", BOTH), ("9?", BOTH), ("2D", BOTH)]
    (row,) = open_verdicts()
    assert (row.rule, row.level, row.slot, row.is_provisional) == ("SOURCES", "look", "1", False)
    said = findings.what(Finding.from_json(row.finding))
    assert said == "Box 1: one camera read 9 of spades, another 9 of clubs"
    assert sorted(ShoeCard.objects.values_list("card", flat=True)) == ["2D", "8S", "9?", "9S", "??", "??", "KH"]
    number = next(fact[0] for fact in joins.facts(felt.facts_of(pair.watched.rounds[-1])) if fact[6] == "9?")
    pair.watched.tap("corrected", number, ["card", "1", "9S", "up", "along"], "looked", at_ms=pair.next_ms())
    assert [card for card, _saw in pair.cards("1")] == ["8S", "9S", "2D"]
    assert pair.watched.verdicts() == []  # a person has looked


def test_a_turned_hole_card_is_held_against_what_was_drawn(pair: Pair) -> None:
    for place, drawn, lies in (("1", "8S", "8S"), ("0", "KH", "KH"), ("1", "QC", "QC"), ("0", "7D", "??")):
        pair.deal(place, drawn, lies)
    down = pair.watched.eye.said[-1]["read"]
    pair.watched.post(pair.watched.eye.turned(pair.next_ms(), down, "0", "4D"))
    pair.deal("0", "2H", "2H")
    pair.deal("0", "3H", "3H")
    (row,) = open_verdicts().filter(rule="SOURCES")
    assert row.finding["args"] == {"one": "4D", "other": "7D"}
    turned = [fact for fact in joins.facts(felt.facts_of(pair.watched.rounds[-1])) if fact[2] == "turned"]
    assert [fact[6] for fact in turned] == ["??"]


def test_two_cameras_over_the_layout_that_differ_are_told_to_the_pit_too(pair: Pair) -> None:
    other, second = SeenBy("mnopqr"), pair.watched.add_camera("BJ-12a")
    pair.deal("1", "", "8S")
    other.read(pair.at_ms + 100, "1", "6S")
    pair.watched.post(*other.said, camera=second)
    assert [card for card, _saw in pair.cards("1")] == ["??"]
    (row,) = open_verdicts()
    assert (row.finding["done"], row.finding["args"]) == ("cameras_differ", {"one": "8S", "other": "6S"})


def test_without_the_camera_at_the_mouth_the_other_goes_on_and_no_gap_is_told(pair: Pair) -> None:
    pair.deal("1", "8S", "8S")
    pair.watched.post(pair.mouth.state(pair.next_ms(), "lost"), camera=pair.at_mouth)
    pair.deal("0", "", "KH")
    pair.watched.post(pair.mouth.state(pair.next_ms(), "back"), camera=pair.at_mouth)
    pair.deal("1", "QC", "QC")
    assert pair.cards("1") == [("8S", BOTH), ("QC", BOTH)]
    assert pair.cards("0") == [("KH", "camera:BJ-12")]
    facts = felt.facts_of(pair.watched.rounds[-1])
    assert [fact for fact in facts if fact[2] == "gap"] == []
    assert pair.watched.fold(pair.watched.rounds[-1]).picture().followed


def test_without_the_camera_over_the_layout_the_mouth_names_what_the_dealer_places(pair: Pair) -> None:
    pair.deal("1", "8S", "8S")
    Camera.objects.update(state="watching", heard_at=timezone.now())
    Camera.objects.filter(name="BJ-12").update(state="lost")
    pair.watched.post(pair.watched.eye.state(pair.next_ms(), "lost"))
    assert camera_health()["BJ-12m"].is_at_mouth
    watch = watch_of(pair.watched.table)
    assert (watch.state, watch.name, watch.follows) == ("lost", "BJ-12", False)  # so the tablet shows its card pad
    pair.deal("0", "KH", "")
    pair.watched.tap("card", "0", "??", "up", "along", at_ms=pair.at_ms)
    assert pair.cards("0") == [("KH", "tablet+camera:BJ-12m")]
    pair.watched.post(pair.watched.eye.state(pair.next_ms(), "back"))
    assert [fact[5] for fact in felt.facts_of(pair.watched.rounds[-1]) if fact[2] == "gap"] == ["camera:BJ-12"]
