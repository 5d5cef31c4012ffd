"""Cameras that see badly, go away or are wrong: the round goes on, is lost, or is put right; nobody is accused."""

import random

import pytest

from casino.models import Staff
from shoes.cards import TEXTS
from shoes.models import Observation
from shoes.signals import observed
from tables.models import Table
from tables.queries.tablet import tablet_view
from tables.rules import joins
from tables.rules.facts import parse
from tables.rules.round import fold
from tables.rules.shapes import Limits
from tables.rules.terms import compile_terms
from tables.services.observations import hear, listen
from tables.sighted import facts_of_sights
from tests.tables.seeing import SeenBy, Statement, dealings, is_tapped
from tests.tables.test_observed_cards import Story
from tests.tables.watching import WatchedTable

S17 = compile_terms("casino-s17", limits=Limits(10_00, 500_00, 2_50), boxes=7)
SAW = "camera:BJ-12"


@pytest.fixture
def story(table: Table, dealer: Staff) -> Story:
    return Story(WatchedTable(table, dealer))


def dimmed(statement: Statement, chance: random.Random, share: float) -> Statement:
    """A read of which the suit, or all, is unsure."""
    card = statement.get("card", "")
    if card in ("", "??") or chance.random() > share:
        return statement
    return {**statement, "card": chance.choice(("??", f"{card[0]}?"))}


@pytest.mark.parametrize("seed", range(40))
def test_cards_that_were_not_read_accuse_nobody(seed: int) -> None:
    chance = random.Random(seed)
    (dealing,) = dealings(S17, seed, at_ms=1_000)
    seen = [dimmed(one, chance, 0.4) for one in SeenBy().watch(dealing.facts, dealing.truth)]
    (facts,) = facts_of_sights(seen, camera=SAW)
    for decisions in (True, False):
        taps = [(one[0] + 1000, *one[1:]) for one in dealing.facts if is_tapped(one, decisions=decisions)]
        assert fold(S17, joins.facts([*facts, *taps])).findings() == []


@pytest.mark.parametrize("seed", range(60))
def test_of_a_mistake_less_is_found_where_less_was_read_and_never_more(seed: int) -> None:
    chance = random.Random(seed)
    (dealing,) = dealings(S17, seed, at_ms=1_000, often=2.0)
    seen = [dimmed(one, chance, 0.3) for one in SeenBy().watch(dealing.facts, dealing.truth)]
    (facts,) = facts_of_sights(seen, camera=SAW)
    taps = [(one[0] + 1000, *one[1:]) for one in dealing.facts if is_tapped(one) and one[2] != "choice"]
    found = {(f.rule, f.slot) for f in fold(S17, joins.facts([*facts, *taps])).findings()}
    assert found <= {(f.rule, f.slot) for f in dealing.state.findings()}


@pytest.mark.parametrize("seed", range(25))
def test_a_card_read_wrong_and_put_right_leaves_nothing_behind(seed: int) -> None:
    chance = random.Random(seed)
    (dealing,) = dealings(S17, seed, at_ms=1_000)
    (facts,) = facts_of_sights(SeenBy().watch(dealing.facts, dealing.truth), camera=SAW)
    taps = [(one[0] + 1000, *one[1:]) for one in dealing.facts if is_tapped(one)]
    right = fold(S17, joins.facts([*facts, *taps]))
    wrong = chance.choice([fact for fact in facts if fact[2] in ("card", "turned") and fact[6] != "??"])
    misread = (*wrong[:6], chance.choice([card for card in TEXTS[:52] if card != wrong[6]]), *wrong[7:])
    rows = [misread if fact is wrong else fact for fact in facts]
    correction = (9000, wrong[1] + 700, "corrected", "entered", "tablet", wrong[0], (wrong[2], *wrong[5:]), "misread")
    again = fold(S17, joins.facts([*rows, *taps, correction]))
    assert again.settlement() == right.settlement()
    assert again.findings() == right.findings() == []


@pytest.mark.django_db
def test_a_gap_over_a_decision_loses_the_round_and_the_next_stakes_begin_another(story: Story) -> None:
    watched = story.watched
    story.stakes("1", "2")
    story.see("1:8S 2:TD 0:6H 1:3C 2:9S 0:??")
    watched.post(watched.eye.state(story.next_ms(), "lost"))
    assert tablet_view(watched.table, watched.dealer).due.step.code == "box_acts"  # type: ignore[union-attr]
    watched.post(watched.eye.state(story.next_ms(), "back"))
    lost = tablet_view(watched.table, watched.dealer)
    assert (lost.due.step.code, lost.picture.followed) == ("deal_on", False)  # type: ignore[union-attr]
    story.see("2:8S 1:8D 0:3D")  # cards go on, and accuse nobody of an order
    assert watched.verdicts() == []
    story.stakes("1")
    assert watched.ended() == ["lost"]
    assert len(watched.rounds) == 2


@pytest.mark.django_db
def test_a_gap_over_nothing_but_the_deal_and_one_of_two_cameras_lose_nothing(story: Story) -> None:
    watched = story.watched
    story.stakes("1")
    story.see("1:8S")
    watched.post(watched.eye.state(story.next_ms(), "dark"), watched.eye.state(story.next_ms(), "back"))
    story.see("0:KH 1:3C 0:??")
    other, second = SeenBy("ghijkl"), watched.add_camera("BJ-12a")
    other.read(story.at_ms - 300, "1", "3C")
    other.state(story.next_ms(), "frozen")
    other.state(story.next_ms(), "back")
    watched.post(*other.said, camera=second)
    view = tablet_view(watched.table, watched.dealer)
    assert view.picture is not None
    assert (view.picture.followed, [fact[2] for fact in story.facts].count("gap")) == (True, 1)


@pytest.mark.django_db
def test_two_strays_lose_the_round_and_the_first_card_on_a_bare_felt_begins_another(story: Story) -> None:
    watched = story.watched
    story.stakes("1", "2")
    story.see("1:8S 2:TD 0:KH 1:3C 2:9S 0:?? ?:4C ?:5C")
    view = tablet_view(watched.table, watched.dealer)
    assert view.due is not None
    assert (view.due.step.code, watched.verdicts()) == ("deal_on", [])
    for place, reads in story.reads.items():
        watched.post(watched.eye.lifted(story.next_ms(), place, reads))
    story.see("1:9D")
    assert watched.ended() == ["lost"]
    assert [round.number for round in watched.rounds] == [1, 2]
    assert story.cards("1") == [("9D", "observed", SAW)]


PLACES = ("1", "2", "2.1", "2.2", "3.1", "7", "9", "0", "mouth", "discard", "?", "x-1")
CARDS = ("QH", "Q?", "??", "8S", "8D", "AC", "5C")


def anything(chance: random.Random, number: int) -> Statement:
    """A statement that may be sent, in whatever order and about whatever cards."""
    run = chance.choice(("abcdef", "abcdef", "abcdef", "ghijkl"))
    place, card = chance.choice(PLACES), chance.choice(CARDS)
    read = f"{run}-{chance.randint(1, 14)}"
    reads = [f"{run}-{chance.randint(1, 14)}" for _ in range(chance.randint(1, 3))]
    seen = {"read": read, "place": place, "card": card, "confidence": 0.9, "candidates": []}
    face, lie = chance.choice(("up", "up", "down")), chance.choice(("along", "across"))
    of_kind: dict[str, dict[str, object]] = {
        "read": {
            **seen,
            "card": "??" if face == "down" else card,
            "face": face,
            "lie": lie,
            "middle_mm": [0, 0],
            "was_lying": chance.random() < 0.2,
        },
        "turned": seen,
        "moved": {"read": read, "place": place, "was": chance.choice(PLACES)},
        "parted": {"place": place, "hand": chance.choice(PLACES), "reads": reads},
        "lifted": {"place": place, "reads": reads},
        "camera": {"state": chance.choice(("lost", "frozen", "dark", "moved", "back"))},
    }
    kind = chance.choice(("read", "read", "read", *of_kind))
    return {"key": f"{run}:{number}", "kind": kind, "at_ms": 1_000 * number + chance.randint(0, 3000), **of_kind[kind]}


@pytest.mark.parametrize("seed", range(80))
def test_whatever_a_camera_says_is_taken_and_folds(seed: int) -> None:
    chance = random.Random(seed)
    statements = [anything(chance, number) for number in range(1, 60)]
    for facts in facts_of_sights(statements, camera=SAW, terms=S17):
        assert [parse(fact) for fact in facts] == facts
        fold(S17, joins.facts(facts)).picture()


@pytest.mark.django_db
@pytest.mark.parametrize("seed", range(3))
def test_whatever_a_camera_says_is_kept_and_the_tablet_goes_on(story: Story, seed: int) -> None:
    chance = random.Random(seed)
    watched = story.watched
    watched.camera.refresh_from_db()
    story.stakes("1", "2")
    for number in range(1, 40):
        statement = anything(chance, number)
        statement["at_ms"] += watched.start_ms
        hear_aloud(watched, statement)
    assert Observation.objects.count() == 39
    assert tablet_view(watched.table, watched.dealer).due is not None


def hear_aloud(watched: WatchedTable, statement: Statement) -> None:
    """As `shoes` has it heard, which would only log what goes wrong."""
    observed.disconnect(dispatch_uid="tables.observed")
    try:
        watched.post(statement)
        hear(watched.camera, [Observation.objects.latest("pk")])
    finally:
        listen()


@pytest.mark.django_db
def test_one_unconfirmed_read_withdraws_no_verdict(story: Story) -> None:
    watched = story.watched
    story.stakes("1", "2")
    story.see("1:8S 2:TD 0:6H 1:3C 2:9S 0:?? 1.1:4C")
    assert watched.verdicts() == [("R-BJF-15", "1.1")]
    story.see("2.1:5C")  # fits no reading either: the round is lost, if that is so
    assert watched.verdicts() == [("R-BJF-15", "1.1")]
    story.tap("said", "1", "stand", None)
    assert watched.verdicts() == []
