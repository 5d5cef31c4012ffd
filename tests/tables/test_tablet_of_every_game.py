"""A dealer who touches only what the tablet offers gets through a round of every sign, in either language."""

import random
import re

import pytest

from tables.rules.codes import STEPS
from tables.rules.facts import FIELDS, Fact
from tables.rules.profiles import PROFILES
from tables.rules.shapes import Limits
from tables.rules.stakes_late import ANSWERS
from tables.rules.terms import compile_terms
from tests.tables.paper_tablet import Page, PaperTablet
from tests.tables.random_dealer import Dealer

LIMITS = Limits(100, 10_000)
SEEDS = {"en": 1, "ru": 2}
CODE = re.compile(r"\b[a-z]+_[a-z_]+\b|%\(|\bNone\b")
LETTERS = re.compile(r"[A-Za-z]{4,}")


def a_round(profile: str, language: str, seed: int) -> PaperTablet:
    """A round about to be dealt, two to four players beside the bank."""
    terms = compile_terms(profile, limits=LIMITS)
    seats = 1 if terms.game.name == "fifteen" else random.Random(seed).randint(2, 4)
    places = tuple(str(place) for place in range(2, seats + 2))
    facts: list[Fact] = [(1, 0, "opened", "table", "table", terms.hash, places, "1" if terms.is_free else "house")]
    if terms.is_free:
        facts.append((2, 0, "stake", "table", "table", "0", 5_000, "main"))
    return PaperTablet(terms, facts, language=language)


def is_written(page: Page, language: str) -> None:
    """No code of the engine stands on the screen, and the step has its words."""
    left_over = CODE.findall(page.shown)
    assert left_over == [], (page.step, left_over)
    assert page.step
    assert page.step not in (*STEPS, *FIELDS, *ANSWERS)
    if language == "ru":
        assert LETTERS.findall(page.step) == [], page.step


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("profile", sorted(PROFILES))
def test_a_round_is_dealt_by_what_the_screen_offers(profile: str, language: str) -> None:
    tablet = a_round(profile, language, SEEDS[language])
    dealer = Dealer(tablet, SEEDS[language])
    dealer.deal()
    for page in dealer.pages:
        is_written(page, language)
    assert tablet.round.settlement().complete, dealer.where()
