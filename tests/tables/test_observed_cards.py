"""One card by several eyes: confirmed, contradicted, put right, turned, moved, read again."""

import pytest

from casino.models import Staff
from shoes.models import ShoeCard
from tables.models import RoundDocument, Table, Verdict
from tables.queries import felt, sight
from tables.queries.evidence import seen_of
from tables.queries.tablet import tablet_view
from tables.queries.truths import truths_of
from tables.queries.verdicts import open_verdicts
from tables.rules import joins
from tables.rules.shapes import Finding
from tables.services import disputes
from tables.services.drafts import Draft
from tables.wording import findings
from tests.tables.seeing import SeenBy
from tests.tables.watching import WatchedTable

pytestmark = pytest.mark.django_db
BACK = "??"


@pytest.fixture
def watched(table: Table, dealer: Staff) -> WatchedTable:
    return WatchedTable(table, dealer)


class Story:
    """Says what happens at a table, a second apart."""

    def __init__(self, watched: WatchedTable) -> None:
        self.watched, self.at_ms = watched, watched.start_ms
        self.reads: dict[str, list[str]] = {}

    def stakes(self, *places: str) -> None:
        for place in places:
            self.tap("stake", place, 25_00, "main")
        self.tap("said", "0", "stakes_closed", None)

    def tap(self, kind: str, *fields: object) -> None:
        self.watched.tap(kind, *fields, at_ms=self.next_ms())

    def see(self, cards: str, **more: object) -> None:
        """`1:8S 0:KH 0:??`: one card after another; what cannot be read of the bank lies face down."""
        for one in cards.split():
            place, card = one.split(":")
            face = "down" if (place, card) == ("0", BACK) else "up"
            read = self.watched.eye.read(self.next_ms(), place, card, face=face, **more)  # type: ignore[arg-type]
            self.reads.setdefault(place, []).append(read)
            self.watched.post(self.watched.eye.said[-1])

    def turn(self, card: str, nth: int = 1) -> None:
        self.watched.post(self.watched.eye.turned(self.next_ms(), self.reads["0"][nth], "0", card))

    def next_ms(self) -> int:
        self.at_ms += 1000
        return self.at_ms

    @property
    def facts(self) -> list[tuple[object, ...]]:
        return joins.facts(felt.facts_of(self.watched.rounds[-1]))

    def cards(self, place: str) -> list[tuple[object, ...]]:
        """Card, source and who saw it, of each card of a hand."""
        return [(fact[6], fact[3], fact[4]) for fact in self.facts if fact[2] == "card" and fact[5] == place]


@pytest.fixture
def story(watched: WatchedTable) -> Story:
    return Story(watched)


def test_a_tap_and_a_read_confirm_each_other_and_the_census_counts_one(story: Story) -> None:
    story.stakes("1")
    story.see("1:8S")
    story.tap("card", "1", "8S", "up", "along")
    assert story.cards("1") == [("8S", "entered", "camera:BJ-12+tablet")]
    assert ShoeCard.objects.filter(card="8S").count() == 1


def test_a_tap_that_differs_stands_and_both_are_kept(story: Story) -> None:
    story.stakes("1")
    story.see("1:KH")
    story.tap("card", "1", "QH", "up", "along")
    assert story.cards("1") == [("QH", "entered", "tablet")]
    (row,) = (row for row in truths_of(felt.facts_of(story.watched.rounds[0])) if row.what == "card")
    assert (row.observed, row.entered, row.stands, row.differs) == ("KH", "QH", "entered", True)


def test_two_cameras_confirm_each_other(story: Story) -> None:
    watched, other = story.watched, SeenBy("ghijkl")
    second = watched.add_camera("BJ-12a")
    story.stakes("1")
    story.see("1:8S 0:KH")
    other.read(story.at_ms - 900, "1", "8S")
    other.read(story.at_ms + 100, "0", "K?")
    watched.post(*other.said, camera=second)
    assert story.cards("1") == [("8S", "observed", "camera:BJ-12+camera:BJ-12a")]
    assert story.cards("0") == [("KH", "observed", "camera:BJ-12+camera:BJ-12a")]


def test_a_better_reading_of_a_card_puts_it_right_unless_a_person_has(story: Story) -> None:
    watched = story.watched
    story.stakes("1", "2")
    story.see("1:?? 2:6H")
    first, second = story.reads["1"][0], story.reads["2"][0]
    watched.post(watched.eye.again(first, story.next_ms(), "1", "8S"))
    assert story.cards("1") == [("8S", "observed", "camera:BJ-12")]
    story.tap("corrected", _number(story, "2"), ["card", "2", "8H", "up", "along"], "misread")
    watched.post(watched.eye.again(second, story.next_ms(), "2", "6D"))
    assert story.cards("2") == [("8H", "entered", "camera:BJ-12+tablet")]


def test_what_a_person_puts_right_holds_for_every_telling_of_it(story: Story) -> None:
    watched, other = story.watched, SeenBy("ghijkl")
    second = watched.add_camera("BJ-12a")
    story.stakes("1")
    story.see("1:9S")
    other.read(story.at_ms + 100, "1", "9S")
    watched.post(*other.said, camera=second)
    story.tap("corrected", _number(story, "1"), ["card", "1", "8S", "up", "along"], "misread")
    assert [card for card, _, _ in story.cards("1")] == ["8S"]
    story.tap("voided", _number(story, "1"), "no card lies there")
    assert story.cards("1") == []
    assert [row.card for row in ShoeCard.objects.order_by("pk")] == ["??", "9S", "8S", ""]  # the burnt card first


def test_a_misread_of_a_round_that_has_ended_is_put_right_by_a_ruling(story: Story, boss: Staff) -> None:
    story.stakes("1")
    story.see("1:8S 0:KH 1:QC 0:??")
    story.turn("6D")  # it is the 7D
    story.tap("paid", "*", "as_shown", None)
    (wrong,) = Verdict.objects.standing()
    assert (wrong.rule, wrong.is_provisional) == ("I-16", False)
    (round,) = story.watched.rounds
    turned = next(fact[0] for fact in story.facts if fact[2] == "turned")
    dispute = disputes.raise_on(round, "0", words="It was a seven.", by=boss)
    right = Draft("corrected", (turned, ["turned", _number(story, "0", 1), "7D"], "misread"))
    disputes.rule_on(dispute, "for_house", reason="The picture shows it.", by=boss, drafts=[right])
    assert [row.state for row in Verdict.objects.latest()] == ["withdrawn"]  # who ruled has looked
    assert list(RoundDocument.objects.order_by("revision").values_list("bank_total", flat=True)) == ["16", "17"]


def test_a_misread_put_right_in_the_running_round_withdraws_its_verdict(story: Story) -> None:
    story.stakes("1", "2")
    story.see("1:8S 2:TD 0:KH 1:QC 2:9S 0:??")
    story.turn("7D")
    story.see("0:9C")  # drawn on 17, as it seems
    story.tap("said", "0", "looked", None)
    (verdict,) = Verdict.objects.standing()
    assert (verdict.rule, verdict.is_provisional) == ("I-16", False)
    turned = next(fact[0] for fact in story.facts if fact[2] == "turned")
    story.tap("corrected", turned, ["turned", _number(story, "0", 1), "5D"], "misread")
    last = Verdict.objects.latest().get(rule="I-16")
    correction = felt.facts_of(story.watched.rounds[0])[-1]
    assert (last.state, last.because, correction[2]) == ("withdrawn", correction[0], "corrected")
    assert [row.rule for row in open_verdicts()] == ["SOURCES"]  # somebody looks at the picture


def test_one_unconfirmed_read_is_provisional_on_the_table_page_alone(story: Story) -> None:
    story.stakes("1", "2")
    story.see("1:8S 2:TD 0:KH 1:QC 2:9S 0:??")
    story.turn("7D")
    story.see("0:9C")
    (verdict,) = Verdict.objects.standing()
    assert (verdict.rule, verdict.is_provisional) == ("I-16", True)
    assert open_verdicts().count() == 0
    assert tablet_view(story.watched.table, story.watched.dealer).findings == ()
    story.tap("card", "0", "9C", "up", "along")
    assert [row.rule for row in open_verdicts()] == ["I-16"]


def test_a_card_moved_to_another_box_lay_there_all_along(story: Story) -> None:
    watched = story.watched
    story.stakes("1", "2")
    story.see("1:8S 1:TD")
    watched.post(watched.eye.moved(story.next_ms(), story.reads["1"][1], "2", "1"))
    assert [card for card, _, _ in story.cards("1")] == ["8S"]
    assert [card for card, _, _ in story.cards("2")] == ["TD"]
    assert watched.fold(watched.rounds[0]).findings() == []


def test_a_card_in_no_place_accuses_nobody_until_it_is_told_whose_it_is(story: Story) -> None:
    story.stakes("1")
    story.see("1:8S ?:KH")
    assert story.watched.verdicts() == []
    story.tap("corrected", _number(story, "?"), ["card", "0", "KH", "up", "along"], "misread")
    assert [card for card, _, _ in story.cards("0")] == ["KH"]


def test_a_watch_that_began_again_tells_no_card_twice(story: Story) -> None:
    watched = story.watched
    story.stakes("1")
    story.see("1:8S 0:KH 1:QC 0:??")
    entries = watched.entries()
    watched.eye = SeenBy("mnopqr")
    reads, story.reads = story.reads, {}
    story.see("0:KH 1:QC 1:8S 0:??", was_lying=True)
    assert watched.entries() == entries
    assert len(reads["0"]) == 2
    story.turn("7D")  # by its new number
    turned = next(fact for fact in story.facts if fact[2] == "turned")
    assert turned[5:] == (_number(story, "0", 1), "7D")
    story.see("0:2C", was_lying=True)  # came while nobody watched
    assert watched.entries() == entries + 2


def test_cards_of_the_last_round_that_lie_when_a_watch_begins_belong_to_no_round(story: Story) -> None:
    watched = story.watched
    story.stakes("1")
    story.see("1:8S 0:KH 1:QC 0:??")
    story.turn("7D")
    story.tap("paid", "*", "as_shown", None)
    assert watched.ended() == ["settled"]
    watched.eye = SeenBy("mnopqr")
    story.see("1:8S 1:QC 0:KH 0:7D", was_lying=True)
    assert len(watched.rounds) == 1


def test_a_hole_card_that_the_camera_missed_and_the_dealer_entered_is_turned_when_it_is_read(story: Story) -> None:
    story.stakes("1")
    story.see("1:8S 0:KH 1:QC")
    story.tap("card", "0", BACK, "down", "along")
    story.tap("said", "1", "stand", None)
    story.see("0:7D")
    assert story.cards("0") == [("KH", "observed", "camera:BJ-12"), (BACK, "entered", "tablet")]
    assert [fact[4:] for fact in story.facts if fact[2] == "turned"] == [("camera:BJ-12", 7, "7D")]
    story.watched.post(story.watched.eye.again(story.reads["0"][-1], story.next_ms(), "0", "7H"))
    assert [fact[6] for fact in story.facts if fact[2] == "turned"] == ["7H"]
    story.see("0:2C")  # one that the bank draws is a card of its own
    assert [card for card, _, _ in story.cards("0")] == ["KH", BACK, "2C"]
    assert story.watched.verdicts() == [("I-16", "0")]


def test_a_read_at_the_mouth_names_a_card_and_is_shown_to_nobody(story: Story) -> None:
    story.stakes("1")
    story.see("mouth:8S 1:8? mouth:KH 0:KH mouth:QC 1:?? mouth:7D 0:??")
    assert [card for card, _, _ in story.cards("1")] == ["8S", "QC"]
    facts = felt.facts_of(story.watched.rounds[0])
    shown = sight.face_down_hidden(facts)
    assert {fact[6] for fact in shown if fact[2] == "card" and fact[5] == "mouth"} == {"??"}
    picture = story.watched.fold(story.watched.rounds[0]).picture()
    assert [card.card for card in picture.dealer.cards] == ["KH", "??"]
    assert sorted(ShoeCard.objects.values_list("card", flat=True)) == ["8S", "??", "??", "KH", "QC"]
    assert {row.what for row in truths_of(facts) if row.slot == "mouth"} == set()


def test_a_first_card_brings_with_it_what_the_mouth_read_before(story: Story) -> None:
    story.see("mouth:8S 1:8?")
    (round,) = story.watched.rounds
    assert [(fact[2], fact[5]) for fact in felt.facts_of(round)][1:] == [("card", "mouth"), ("card", "1")]
    assert [card for card, _, _ in story.cards("1")] == ["8S"]


def test_what_was_seen_of_each_card_is_told_with_its_picture(story: Story) -> None:
    watched = story.watched
    story.stakes("1")
    story.see("1:8?", crop_sha256="a" * 64, candidates=[["8S", 0.6], ["8C", 0.3]], confidence=0.6)
    story.see("0:KH 1:QC 0:??", crop_sha256="b" * 64)
    statement = watched.eye.turned(story.next_ms(), story.reads["0"][1], "0", "7D")
    statement["crop_sha256"] = "c" * 64
    watched.post(statement)
    seen = seen_of(watched.rounds[0])
    first, hole = _number(story, "1"), _number(story, "0", 1)
    assert seen[first].candidates == (("8S", 0.6), ("8C", 0.3))
    assert (seen[first].camera, seen[first].crop_sha256, seen[first].confidence) == ("BJ-12", "a" * 64, 0.6)
    assert seen[hole].crop_sha256 == "c" * 64
    turned = next(int(str(fact[0])) for fact in story.facts if fact[2] == "turned")
    assert seen[turned] == seen[hole]


def _number(story: Story, place: str, nth: int = 0) -> int:
    return [int(str(fact[0])) for fact in story.facts if fact[2] == "card" and fact[5] == place][nth]


def test_a_card_for_the_bank_after_the_end_begins_no_round(story: Story) -> None:
    story.stakes("1")
    story.see("1:8S 0:KH 1:QC 0:??")
    story.turn("7D")
    story.tap("paid", "*", "as_shown", None)
    story.see("0:2C")
    assert len(story.watched.rounds) == 1
    assert story.watched.verdicts() == [("R-GEN-11", "0")]


def test_a_lift_that_was_missed_does_not_keep_the_next_round_from_beginning(story: Story) -> None:
    watched = story.watched
    story.see("1:8S 2:9D 0:KH 1:QC 2:TD 0:??")
    story.turn("7D")
    for place in ("1", "0"):  # nobody saw box 2 being lifted
        watched.post(watched.eye.lifted(story.next_ms(), place, story.reads[place]))
    story.see("1:2C")
    assert [round.number for round in watched.rounds] == [1, 2]
    assert watched.ended() == ["settled"]


def test_where_camera_and_tablet_differ_somebody_looks_at_the_picture(story: Story, boss: Staff) -> None:
    story.stakes("1")
    story.see("1:KH")
    story.tap("card", "1", "QH", "up", "along")
    (row,) = open_verdicts()
    assert (row.rule, row.level, row.slot) == ("SOURCES", "look", "1")
    said = findings.what(Finding.from_json(row.finding))
    assert said == "Box 1: the camera saw king of hearts, the tablet says queen of hearts"
    assert tablet_view(story.watched.table, story.watched.dealer).findings == ()
    story.tap("corrected", _number(story, "1"), ["card", "1", "KH", "up", "along"], "tapped wrong")
    assert story.watched.verdicts() == []


def test_a_card_of_the_bank_that_the_dealer_puts_right_is_looked_at(story: Story) -> None:
    story.stakes("1")
    story.see("1:8S 0:6H 1:QC 0:??")
    story.turn("KD")
    turned = next(int(str(fact[0])) for fact in story.facts if fact[2] == "turned")
    story.tap("corrected", turned, ["turned", _number(story, "0", 1), "JD"], "misread")
    (row,) = open_verdicts()
    assert (row.rule, row.finding["args"]) == ("SOURCES", {"observed": "KD", "entered": "JD"})
    story.tap("voided", _number(story, "1"), "no card")
    rows = open_verdicts().filter(rule="SOURCES")
    assert sorted((row.slot, row.finding["args"]["entered"]) for row in rows) == [("0", "JD"), ("1", "void")]


def test_what_is_said_of_a_card_of_the_last_round_while_stakes_are_put_down_is_of_that_round(story: Story) -> None:
    watched = story.watched
    story.stakes("1")
    story.see("1:8S 0:KH 1:Q? 0:??")
    story.turn("7D")
    story.tap("paid", "*", "as_shown", None)
    story.stakes("1")  # before the cards were lifted
    first, second = watched.rounds
    queen = story.reads["1"][1]
    watched.post(watched.eye.again(queen, story.next_ms(), "1", "QC"))
    watched.post(watched.eye.moved(story.next_ms(), queen, "2", "1"))
    watched.post(watched.eye.lifted(story.next_ms(), "1", story.reads["1"]))
    assert RoundDocument.objects.filter(round=first).count() == 2
    assert [fact[6] for fact in joins.facts(felt.facts_of(first)) if fact[2:6:3] == ("card", "1")] == ["8S", "QC"]
    assert not [fact for fact in felt.facts_of(second) if fact[3] == "observed"]
    story.see("1:9D")
    assert story.cards("1") == [("9D", "observed", "camera:BJ-12")]
    assert watched.verdicts() == []


def test_a_card_that_is_followed_from_the_mouth_to_its_box_is_one_card_of_the_round_that_it_begins(
    story: Story,
) -> None:
    watched = story.watched
    for cards in ("8S", "9D"):
        reads = []
        for place, card in zip("12", (cards, "KH"), strict=True):
            reads.append(watched.eye.read(story.next_ms(), "mouth", card))
            watched.post(watched.eye.said[-1])
            watched.post(watched.eye.moved(story.next_ms(), reads[-1], place, "mouth"))
        assert story.cards("1") == [(cards, "observed", "camera:BJ-12")]
        assert story.cards("2") == [("KH", "observed", "camera:BJ-12")]
        for place, read in zip("12", reads, strict=True):
            watched.post(watched.eye.lifted(story.next_ms(), place, [read]))
    assert [round.number for round in watched.rounds] == [1, 2]
    facts = [fact[5:7] for fact in felt.facts_of(watched.rounds[1]) if fact[2] == "card"]
    assert facts == [("mouth", "9D"), ("1", "9D"), ("mouth", "KH"), ("2", "KH")]
