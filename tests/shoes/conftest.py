"""People and packs for the tests of shoes."""

import random

import pytest

from casino.models import Staff
from shoes import services
from shoes.cards import format_card
from shoes.models import Pack
from shoes.packs import composition


@pytest.fixture
def loader(db: None) -> Staff:
    return Staff.objects.create(username="shoe-loader", name="Ida Loader", role="supervisor")


@pytest.fixture
def verifier(db: None) -> Staff:
    return Staff.objects.create(username="shoe-verifier", name="Ole Verifier", role="supervisor")


@pytest.fixture
def packs(loader: Staff) -> list[Pack]:
    return [services.receive_pack(f"P-{number:03}", "fr52", "blue", by=loader) for number in range(1, 3)]


@pytest.fixture
def loaded(packs: list[Pack], loader: Staff) -> str:
    """A shoe of two packs, just loaded."""
    return services.load("S-1", packs, by=loader).key


@pytest.fixture
def in_play(loaded: str, verifier: Staff) -> str:
    """The same shoe with three cards burned, in play."""
    prepare(loaded, verifier, burned=3)
    return loaded


def prepare(key: str, by: Staff, *, burned: int = 0) -> None:
    """Take a loaded shoe into play."""
    services.verify(key, by=by)
    services.shuffle(key, by=by)
    services.cut(key, by=by, cut_by="3")
    services.place_stop_card(key, 20, by=by)
    services.burn(key, burned, by=by)
    services.start(key, by=by)


def a_deal(decks: int, seed: int) -> list[str]:
    """A shuffled shoe, as text."""
    cards = [format_card(card) for card, count in composition("fr52", decks).items() for _ in range(count)]
    random.Random(seed).shuffle(cards)
    return cards


def about(cards: list[str], first: int = 1) -> list[tuple[str, str]]:
    return [(f"round:1:{number}", card) for number, card in enumerate(cards, start=first)]
