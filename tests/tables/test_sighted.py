"""Statements of cameras become facts, with nothing else known: what `watch_table --dry-run` shows."""

import random

import pytest

from tables.rules import joins
from tables.rules.facts import Fact
from tables.rules.round import fold
from tables.rules.shapes import Limits
from tables.rules.terms import compile_terms
from tables.sighted import facts_of_sights
from tests.tables.seeing import SeenBy, Statement, dealings, is_tapped

S17 = compile_terms("casino-s17", limits=Limits(10_00, 500_00, 2_50), boxes=7)
SAW = "camera:BJ-12"


def cards_of(facts: list[Fact]) -> list[tuple[str, ...]]:
    """Every card in order, with what it turned out to be."""
    turned = {fact[5]: str(fact[6]) for fact in facts if fact[2] == "turned"}
    return [
        (fact[5], turned[fact[0]] if fact[0] in turned else fact[6], *fact[7:]) for fact in facts if fact[2] == "card"
    ]


@pytest.mark.parametrize("seed", range(12))
def test_rounds_that_only_a_camera_saw_are_the_rounds_that_were_dealt(seed: int) -> None:
    eye = SeenBy()
    dealt = list(dealings(S17, seed, at_ms=1_000, count=3))
    for dealing in dealt:
        eye.watch(dealing.facts, dealing.truth)
    found = facts_of_sights(eye.said, camera=SAW, terms=S17)
    assert [cards_of(joins.facts(facts)) for facts in found] == [cards_of(dealing.facts) for dealing in dealt]


@pytest.mark.parametrize("seed", range(25))
def test_cards_alone_tell_what_the_taps_told(seed: int) -> None:
    (dealing,) = dealings(S17, seed, at_ms=1_000)
    (seen,) = facts_of_sights(SeenBy().watch(dealing.facts, dealing.truth), camera=SAW)
    taps = [(fact[0] + 1000, *fact[1:]) for fact in dealing.facts if fact[3] == "table" or is_tapped(fact)]
    both, typed = fold(S17, joins.facts([*seen, *taps])), fold(S17, dealing.facts)
    assert both.settlement() == typed.settlement()
    assert both.findings() == typed.findings() == []
    assert both.due().step.code == typed.due().step.code


def told_by(camera: str, statements: list[Statement], first: int) -> list[Fact]:
    """Facts of one camera of several; their numbers, and those that they name, begin at `first`."""
    (facts,) = facts_of_sights(statements, camera=camera)
    return [
        (row[0] + first, *row[1:5], row[5] + first, *row[6:]) if row[2] == "turned" else (row[0] + first, *row[1:])
        for row in facts
    ]


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("often", [0.0, 2.0])
def test_two_cameras_and_a_tablet_tell_one_round(seed: int, often: float) -> None:
    chance = random.Random(seed)
    (dealing,) = dealings(S17, seed, at_ms=1_000, often=often)
    one = SeenBy().watch(dealing.facts, dealing.truth)
    other = [
        {**said, "at_ms": said["at_ms"] + chance.randint(-250, 250)}
        for said in SeenBy("ghijkl").watch(dealing.facts, dealing.truth)
    ]
    taps = [(fact[0] + 5000, fact[1] + 400, *fact[2:]) for fact in dealing.facts if is_tapped(fact, decisions=True)]
    both = joins.facts([*told_by(SAW, one, 1000), *told_by(f"{SAW}a", other, 2000), *without_choices(taps)])
    alone = joins.facts([*told_by(SAW, one, 1000), *without_choices(taps)])
    assert cards_of(both) == cards_of(alone) == cards_of(dealing.facts)
    assert fold(S17, both).settlement() == fold(S17, alone).settlement()
    assert findings_of(both) == findings_of(alone)


@pytest.mark.parametrize("seed", range(20))
def test_a_camera_at_the_mouth_names_what_the_table_could_not_read(seed: int) -> None:
    chance = random.Random(seed)
    (dealing,) = dealings(S17, seed, at_ms=1_000)
    eye, mouth = SeenBy(), SeenBy("ghijkl")
    table: list[Statement] = []
    for said in eye.watch(dealing.facts, dealing.truth):
        is_dim = said["kind"] in ("read", "turned") and said["card"] != "??" and chance.random() < 0.25
        table.append({**said, "card": chance.choice(("??", f"{said['card'][0]}?"))} if is_dim else said)
    for fact in dealing.facts:
        if fact[2] == "card":
            mouth.read(fact[1] - 400, "mouth", dealing.truth[fact[0]])
    drawn = [
        (3000 + nth, said["at_ms"], "card", "observed", f"{SAW}m", "mouth", said["card"], "up", "along")
        for nth, said in enumerate(mouth.said)
    ]
    rows = sorted([*told_by(SAW, table, 1000), *drawn], key=lambda row: row[1])
    assert cards_of(joins.facts(rows)) == cards_of(dealing.facts)
    for number in range(len(rows)):  # what lies face down or is not placed yet shapes nothing
        told = rows[: number + 1]
        shown = joins.facts(told)
        turned = {row[5] for row in shown if row[2] == "turned"}
        assert {row[6] for row in shown if row[2] == "card" and row[7] == "down" and row[0] not in turned} <= {"??"}
        assert "mouth" not in {row[5] for row in shown}


def without_choices(taps: list[Fact]) -> list[Fact]:
    return [tap for tap in taps if tap[2] != "choice"]


def findings_of(facts: list[Fact]) -> list[tuple[str, str]]:
    return [(finding.rule, finding.slot) for finding in fold(S17, facts).findings()]
