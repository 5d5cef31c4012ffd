"""Simulated guests play sensibly: what they say is permitted, and what they ask for fits their own cards."""

import random
from collections import Counter

import pytest

from tables.rules import fold, profile_names
from tables.rules.facts import Fact
from tables.school.acts import Act
from tables.school.exercise import GUEST, Exercise
from tables.simulated.guests import DOUBLED_ON, Felt
from tests.school.test_perfect import exercise, played

SURELY_ENOUGH = 19 / 21
"""Even on a whim nobody asks for a card on so much of the target."""


def words_of(begun: Exercise) -> list[tuple[Fact, Felt]]:
    """Each word of a guest in a round that was dealt, and the felt as it was then."""
    for _right in played(begun):
        pass
    return [
        (fact, Felt(fold(begun.terms, begun.facts[:index]), begun.truth, random.Random(0)))
        for index, fact in enumerate(begun.facts)
        if fact[2] == "said" and fact[4] == GUEST
    ]


@pytest.mark.parametrize("profile", profile_names())
def test_what_guests_ask_for_fits_what_they_hold(profile: str) -> None:
    for seed in range(12):
        begun = exercise(profile, seed)
        for fact, felt in words_of(begun):
            slot, word, amount = fact[5:8]
            hand = felt.round.hands[slot]
            known = felt.known(hand)
            if word == "hit":
                assert known.best < SURELY_ENOUGH * begun.terms.target
            elif word == "double":
                assert known.best in DOUBLED_ON or not begun.terms.is_free
            elif word == "buy":
                assert begun.terms.limits.min_minor <= amount <= (hand.base or 0)
            elif word == "stand":
                assert not known.is_surely_over or begun.terms.game.hides_busts


def test_every_way_to_play_is_seen() -> None:
    """The guests of all games together use every word that the family has."""
    said: Counter[str] = Counter()
    for profile in ("blackjack-003b", "variable-000", "pontoon-000", "sem-burn", "sem-spanish"):
        for seed in range(40):
            said.update(fact[6] for fact, _felt in words_of(exercise(profile, seed)))
    wanted = {"hit", "stand", "double", "split", "surrender", "insure", "decline_insurance", "buy", "claim", "burn"}
    assert wanted <= said.keys()


def test_guests_answer_the_demand_to_double_at_once() -> None:
    """R-PON-7, R-PON-8, R-PON-9: each of them doubles, doubles again or leaves, and the deal goes on."""
    answers: Counter[str] = Counter()
    for seed in range(30):
        begun = exercise("pontoon-000", seed)
        while begun.lapse is not None or begun.due().step.code != "take_stakes":
            begun.take(begun.answer(), 1)
        assert begun.take(Act("demand_double"), 1) is None
        answers.update(begun.round.answers.values())
        assert len(begun.round.answers) == begun.plan.seats
        while not begun.is_over:
            begun.take(begun.answer(), 1)
        assert begun.marks == []
    assert answers.keys() == {"accept", "redouble", "refuse"}
