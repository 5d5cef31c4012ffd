"""What a camera saw becomes the round that was dealt, beside the few taps that cards cannot tell."""

import random

import pytest

from casino.models import Staff
from shoes.models import Observation
from shoes.services import cameras as shoe_cameras
from tables import document
from tables.models import Entry, RoundDocument, Table
from tables.queries import felt
from tables.rules.facts import Fact
from tables.rules.shapes import Finding
from tables.services import rounds, tables
from tables.services.drafts import Draft
from tables.services.observations import hear
from tables.simulated.dealing import Dealing
from tests.tables.seeing import SeenBy, Statement, dealings, is_tapped
from tests.tables.watching import WatchedTable, told_together

pytestmark = pytest.mark.django_db


@pytest.fixture
def watched(table: Table, dealer: Staff) -> WatchedTable:
    return WatchedTable(table, dealer)


@pytest.mark.parametrize("seed", range(6))
def test_a_round_that_was_seen_is_the_round_that_was_typed(watched: WatchedTable, seed: int) -> None:
    (dealing,) = dealings(watched.terms, seed, at_ms=watched.start_ms)
    statements = watched.eye.watch(dealing.facts, dealing.truth)
    watched.happen(told_together(statements, dealing.facts))
    (round,) = watched.rounds
    seen, typed = watched.fold(round), dealing.state
    assert seen.settlement() == typed.settlement()
    assert seen.findings() == typed.findings() == []
    assert watched.ended() == ["settled"]
    assert watched.verdicts() == []


def seen_and_typed(watched: WatchedTable, seed: int, *, often: float = 0.0) -> tuple[Dealing, list[Statement]]:
    (dealing,) = dealings(watched.terms, seed, at_ms=watched.start_ms, often=often)
    return dealing, watched.eye.watch(dealing.facts, dealing.truth)


def keys_of(findings: list[Finding]) -> set[tuple[str, str, str]]:
    """Rule, slot, and whether something broke it or is missing: a camera's facts are numbered otherwise."""
    return {(f.rule, f.slot, "missing" if f.key[2].startswith("missing") else "fact") for f in findings}


@pytest.mark.parametrize("seed", [3, 5, 8, 13])
def test_mistakes_that_were_seen_are_the_findings_of_the_typed_round(watched: WatchedTable, seed: int) -> None:
    dealing, statements = seen_and_typed(watched, seed, often=3.0)
    watched.happen(told_together(statements, dealing.facts, decisions=True))
    (round,) = watched.rounds
    assert keys_of(watched.fold(round).findings()) == keys_of(dealing.state.findings())
    assert watched.fold(round).settlement() == dealing.state.settlement()


@pytest.mark.parametrize("seed", [1, 2, 4])
def test_in_whatever_order_taps_and_reads_arrive_it_is_one_round(watched: WatchedTable, seed: int) -> None:
    dealing, statements = seen_and_typed(watched, seed)
    taps = [fact for fact in dealing.facts if is_tapped(fact, decisions=seed != 1)]
    chance = random.Random(seed)
    rest: list[list[Statement | Fact]] = [[*statements], [*taps[1:]]]
    watched.happen(taps[:1])  # a stake opens the round
    while any(rest):
        line = chance.choice([line for line in rest if line])
        watched.happen([line.pop(0) for _ in range(min(len(line), chance.randint(1, 5)))])
    (round,) = watched.rounds
    assert watched.fold(round).settlement() == dealing.state.settlement()
    assert watched.fold(round).findings() == []
    assert watched.verdicts() == []


def test_what_comes_long_after_the_end_is_folded_at_its_time_into_a_next_revision(watched: WatchedTable) -> None:
    dealing, statements = seen_and_typed(watched, 6)
    cut = len(statements) // 2
    watched.happen(told_together(statements[:cut], dealing.facts, decisions=True))
    if not watched.ended():
        rounds.close(watched.rounds[0], by=None, how="lost")
    (next_one,) = dealings(watched.terms, 7, at_ms=dealing.at_ms + 20_000)
    watched.happen(told_together([], next_one.facts[:2]))
    before = RoundDocument.objects.filter(round=watched.rounds[0]).count()
    watched.post(*statements[cut:])
    first, second = watched.rounds
    documents = RoundDocument.objects.filter(round=first).order_by("revision")
    assert len(documents) == before + 1
    assert document.audit(documents[len(documents) - 1].text.encode()).record == "sound"
    assert watched.fold(first).settlement() == dealing.state.settlement()
    assert watched.verdicts(first) == []
    assert not Entry.objects.filter(round=second, source="observed").exists()


def test_each_statement_is_an_entry_once_however_often_it_is_told(watched: WatchedTable) -> None:
    _dealing, statements = seen_and_typed(watched, 9)
    watched.post(*statements[:4])
    entries = watched.entries()
    hear(watched.camera, list(Observation.objects.order_by("pk")))
    assert watched.entries() == entries
    watched.post(*statements[4:6])
    assert watched.entries() == entries + 2


def test_a_round_that_nobody_ended_gives_way_to_the_first_card_after_all_were_lifted(watched: WatchedTable) -> None:
    first, second = dealings(watched.terms, 10, at_ms=watched.start_ms, count=2)
    for dealing in (first, second):
        watched.happen(watched.eye.watch(dealing.facts, dealing.truth))
    one, two = watched.rounds
    assert watched.ended() == ["settled"]
    assert one.close.at <= two.opened_at
    assert [fact[6] for fact in felt.facts_of(two) if fact[2] == "card"] == [
        fact[6] for fact in second.facts if fact[2] == "card"
    ]


def test_a_card_at_a_table_that_is_not_open_is_kept_and_said(watched: WatchedTable, boss: Staff) -> None:
    tables.close(watched.table, by=boss)
    watched.eye.read(watched.start_ms, "1", "QH")
    watched.post(*watched.eye.said)
    watched.camera.refresh_from_db()
    assert (watched.camera.unplaced, watched.rounds) == ("table-closed", [])
    assert Observation.objects.count() == 1
    tables.open(watched.table, dealer=watched.dealer, shoe_key="S-000001", by=boss)
    watched.eye.read(watched.start_ms + 1000, "1", "KD")
    watched.post(watched.eye.said[-1])
    watched.camera.refresh_from_db()
    assert (watched.camera.unplaced, len(watched.rounds)) == ("", 1)


def test_a_camera_at_no_table_is_kept_and_said(watched: WatchedTable) -> None:
    camera = shoe_cameras.add("X-1")
    watched.eye.read(watched.start_ms, "1", "QH")
    watched.post(*watched.eye.said, camera=camera)
    camera.refresh_from_db()
    assert (camera.unplaced, watched.rounds) == ("no-table", [])


def test_a_plain_round_takes_two_taps(watched: WatchedTable) -> None:
    (first,) = dealings(watched.terms, 21, at_ms=watched.start_ms)
    watched.happen(told_together(watched.eye.watch(first.facts, first.truth), first.facts))
    taken = rounds.as_before(watched.table, by=watched.dealer, key="stakes")
    staked_ms = felt.facts_of(taken.round)[-1][1]
    cards = [one for one in SeenBy("ghijkl").watch(first.facts, first.truth) if one["kind"] != "lifted"]
    for nth, statement in enumerate(cards, start=1):  # the same cards again, in no time: none is from the future
        watched.post({**statement, "at_ms": staked_ms + nth})
    taps = Entry.objects.filter(round=taken.round, source="entered").values_list("key", flat=True)
    assert {key.partition("#")[0] for key in taps} == {"stakes"}
    rounds.take(taken.round, [Draft("paid", ("*", "as_shown", None))], by=watched.dealer, key="paid")
    assert watched.ended() == ["settled", "settled"]
    assert watched.fold(taken.round).settlement() == first.state.settlement()
    assert watched.verdicts() == []


def test_stakes_tapped_once_cards_lie_are_taken_as_they_were_put_down(watched: WatchedTable) -> None:
    first, second = dealings(watched.terms, 22, at_ms=watched.start_ms, count=2)
    watched.happen(told_together(watched.eye.watch(first.facts, first.truth), first.facts))
    seen = watched.eye.watch(second.facts, second.truth)
    watched.happen(seen[:-6])
    taken = rounds.as_before(watched.table, by=watched.dealer, key="as-before")
    staked = {box.place for box in taken.picture.boxes if box.hands and box.stake_minor}
    dealt = {box.place for box in taken.picture.boxes if box.hands}
    before = {box.place for box in first.picture.boxes if box.hands}
    assert staked == dealt & before
    assert watched.verdicts() == []


def test_stakes_tapped_on_a_bare_felt_end_the_round_whose_payment_nobody_entered(watched: WatchedTable) -> None:
    (dealing,) = dealings(watched.terms, 23, at_ms=watched.start_ms)
    taps = [fact for fact in dealing.facts if fact[2] != "paid"]
    watched.happen(told_together(watched.eye.watch(dealing.facts, dealing.truth), taps))
    assert watched.ended() == []
    taken = rounds.as_before(watched.table, by=watched.dealer, key="as-before")
    assert (watched.ended(), taken.round.number) == (["settled"], 2)
