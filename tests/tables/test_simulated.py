"""Simulated play: legal play leaves no finding, and every kind of mistake is named by exactly one."""

import random
from collections import Counter
from collections.abc import Iterator

import pytest

from tables.rules import Limits, Terms, compile_terms
from tables.rules.profiles import PROFILES
from tables.simulated.cards import Pile
from tables.simulated.dealer import deal as play
from tables.simulated.dealer import is_over
from tables.simulated.dealing import Dealing
from tables.simulated.mistakes import KINDS, Mistakes, Planted

LIMITS = Limits(25_00, 500_00, 5_00)
HOUSE = sorted(name for name, game in PROFILES.items() if game.name == "blackjack-fixed-bank")


class OnlyThis(Mistakes):
    """Makes one kind of mistake wherever it can."""

    def __init__(self, name: str) -> None:
        super().__init__(random.Random(1))
        self._name = name

    def strikes(self, name: str) -> bool:
        return self.planted is None and name == self._name


def deal(terms: Terms, mistakes: Mistakes, *, seed: int, rounds: int) -> Iterator[tuple[Dealing, Planted | None]]:
    chance = random.Random(seed)
    pile = None
    for _ in range(rounds):
        if pile is None or pile.is_stop_out:
            pile = Pile.shuffled("fr52", 4, behind_stop=60, chance=chance)
        mistakes.begin_round()
        dealing = Dealing(terms, pile, chance=chance, mistakes=mistakes, at_ms=0)
        for move in play(dealing):
            assert move.pause_ms > 0
        yield dealing, mistakes.planted


@pytest.mark.parametrize("profile", HOUSE)
def test_legal_play_ends_and_leaves_no_finding(profile: str) -> None:
    """R-GEN-11, R-BJF-20: whatever the players do within the rules."""
    terms = compile_terms(profile, limits=LIMITS)
    for dealing, _ in deal(terms, Mistakes(random.Random(2), often=0), seed=5, rounds=25):
        assert dealing.state.findings() == []
        assert is_over(dealing.state.due())
        assert dealing.state.settlement().complete


@pytest.mark.parametrize("kind", sorted(set(KINDS) - {"round after the stop card"}))
def test_a_mistake_is_named_by_one_finding_and_no_other(kind: str) -> None:
    profile = "casino-h17" if kind == "stands on soft 17" else "casino-s17"
    terms = compile_terms(profile, limits=LIMITS)
    seen = 0
    for dealing, planted in deal(terms, OnlyThis(kind), seed=8, rounds=150):
        expected = [] if planted is None else [planted.key]
        assert ["|".join(finding.key) for finding in dealing.state.findings()] == expected
        seen += planted is not None
        if seen == 3:
            return
    assert seen


def test_a_round_after_the_stop_card_is_named() -> None:
    """R-BJF-34, I-27."""
    terms = compile_terms("casino-s17", limits=LIMITS)
    chance = random.Random(4)
    pile = Pile.shuffled("fr52", 6, behind_stop=75, chance=chance)
    mistakes = Mistakes(chance)
    dealing = Dealing(terms, pile, chance=chance, mistakes=mistakes, at_ms=0, is_late=True)
    for _ in play(dealing):
        pass
    assert mistakes.planted is not None
    assert ["|".join(finding.key) for finding in dealing.state.findings()] == [mistakes.planted.key]
    assert mistakes.planted.key.startswith("I-27|")


def test_the_same_seed_deals_the_same_rounds() -> None:
    terms = compile_terms("casino-s17", limits=LIMITS)
    first, second = (
        [dealing.facts for dealing, _ in deal(terms, Mistakes(random.Random(3)), seed=9, rounds=10)] for _ in range(2)
    )
    assert first == second


def test_players_use_all_their_words() -> None:
    terms = compile_terms("casino-s17", limits=LIMITS)
    words = Counter(
        fact[6]
        for dealing, _ in deal(terms, Mistakes(random.Random(3), often=0), seed=3, rounds=120)
        for fact in dealing.facts
        if fact[2] == "said"
    )
    assert {"hit", "stand", "double", "split", "surrender", "insure", "decline_insurance"} <= set(words)


def test_a_swapped_shoe_holds_one_card_too_many_and_one_too_few() -> None:
    pile = Pile.shuffled("fr52", 6, behind_stop=75, chance=random.Random(1), is_swapped=True)
    assert pile.swapped is not None
    gone, came = pile.swapped
    assert {card: count for card, count in pile.count().items() if count != 6} == {gone: 5, came: 7}


def test_the_stop_card_is_told_once_and_when_it_comes() -> None:
    terms = compile_terms("casino-s17", limits=LIMITS)
    told = [
        sum(fact[2] == "indicator" for fact in dealing.facts)
        for dealing, _ in deal(terms, Mistakes(random.Random(3), often=0), seed=6, rounds=40)
    ]
    assert set(told) == {0, 1}
