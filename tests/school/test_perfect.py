"""Whoever deals as he should is never marked; whoever does not is marked at once, and nobody else."""

import random
from collections.abc import Iterator

import pytest

from tables.rules import profile_names
from tables.rules.profiles import GAMES
from tables.school import acts, lapses
from tables.school.acts import Act
from tables.school.exercise import Exercise
from tables.school.marks import Mark
from tables.school.plans import Plan
from tables.school.session import Session

SEEDS = range(6)
MOST_ACTS = 300


def exercise(profile: str, seed: int, number: int = 1) -> Exercise:
    begun = Exercise(Plan(profile, 1 + seed % 5, 5, "alone", seed), number)
    begun.begin()
    return begun


def played(begun: Exercise) -> Iterator[Act]:
    """Each act that is due, before it is taken."""
    for moment in range(1, MOST_ACTS):
        right = begun.answer()
        yield right
        assert begun.take(right, moment) is None, (begun.plan, right, begun.marks[-1])
        if begun.is_over:
            return
    raise AssertionError(f"{begun.plan} does not end; due is {begun.due().step}")


@pytest.mark.parametrize("profile", profile_names())
def test_a_perfect_trainee_ends_every_round_without_a_mark(profile: str) -> None:
    """Of every game: what was found in the end is what a guest did, and the trainee noticed it."""
    for seed in SEEDS:
        for number in (1, 2, 3):
            begun = exercise(profile, seed, number)
            for _right in played(begun):
                pass
            assert begun.marks == []
            assert begun.round.settlement().complete
            found = {finding.rule for finding in begun.round.findings()}
            assert found <= ({"I-9", "I-17", "I-19", "R-BJF-21"} if begun.noticed else set())


@pytest.mark.parametrize("profile", profile_names())
def test_every_other_act_is_marked_at_once_and_can_be_undone(profile: str) -> None:
    """At each step something else is tried: it is marked, and taken back leaves the round as it was."""
    for seed in SEEDS:
        begun, chance = exercise(profile, seed), random.Random(seed)
        for right in played(begun):
            wrong = any_act(begun, chance)
            if right.word == "notice" or begun.is_right(wrong):
                continue
            lain = list(begun.facts)
            mark = begun.take(wrong, 1)
            assert mark is not None
            assert begun.marks.pop() is mark
            assert (mark.rule != "", mark.before) == (True, len(lain))
            begun.take_back()
            assert begun.facts == lain
            assert begun.answer() == right


def any_act(begun: Exercise, chance: random.Random) -> Act:
    word = chance.choice([*acts.of_place(begun.terms), *acts.of_table(begun.terms)])
    word = "card_up" if word == "notice" else word
    slot = chance.choice(list(begun.slots)) if word in acts.ON_A_PLACE else ""
    return Act(word, slot, chance.choice((100, 1000, 2500)) if word in acts.WITH_AMOUNT else None)


@pytest.mark.parametrize("game", sorted(GAMES))
def test_a_session_kept_as_json_goes_on_as_it_was(game: str) -> None:
    plan = Plan(sorted(GAMES[game].profiles)[0], 3, 5, "guided", 11)
    session = Session.begin(plan)
    for moment in range(1, 5 * MOST_ACTS):
        session.take(session.now.answer(), moment)
        if session.is_over:
            break
        again = Session.from_json(plan.as_json(), session.as_json())
        assert again.as_json() == session.as_json()
        assert again.now.due() == session.now.due()
        session = again
    assert [row["number"] for row in session.rounds] == [1, 2, 3, 4, 5]
    assert session.marks == 0


def test_guests_do_each_thing_that_must_be_noticed() -> None:
    """R-BJF-21, I-9, I-17: each lapse happens, is put right when noticed, and marked when not."""
    seen: dict[str, Mark] = {}
    for seed in range(500):
        begun = exercise("casino-s17", seed)
        for _right in played(begun):
            lapse = begun.lapse
            if lapse is None or lapse.kind in seen:
                continue
            missed = Exercise.from_json(begun.plan, begun.as_json())
            mark = missed.take(Act("gather"), 1)
            assert mark is not None
            assert (mark.rule, mark.lapse, mark.slot) == (lapses.RULES[lapse.kind], lapse.kind, lapse.slot)
            assert missed.lapse is None
            seen[lapse.kind] = mark
        if seen.keys() == lapses.RULES.keys():
            return
    raise AssertionError(f"only {sorted(seen)} happened")


def test_a_guest_stopped_for_nothing_is_no_mistake_and_is_counted() -> None:
    begun = exercise("casino-s17", 1)
    place = begun.seated[0]
    while begun.lapse is not None:
        begun = exercise("casino-s17", begun.plan.seed + 1)
    assert begun.take(Act("notice", place), 1) is None
    assert (begun.marks, begun.needless, begun.noticed) == ([], 1, 0)
