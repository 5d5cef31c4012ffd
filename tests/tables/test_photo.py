"""The cards of a photograph become hands; the engine says what is due."""

import pytest

from shoes.camera.cards import CardRead
from tables.photo import due_of, judge, total_of
from tables.rules.terms import compile_terms

S17, H17 = compile_terms("casino-s17"), compile_terms("casino-h17")
PICTURE = (1000, 700)


def lying(card: str, x: float, y: float, *, length: float = 100.0) -> CardRead:
    """A card of `length` that lies upright with its middle at x, y."""
    half = (0.36 * length, length / 2)
    return CardRead(
        card, 0.99, (x - half[0], y - half[1], x + half[0], y + half[1]), (x, y), (0.0, -1.0), 25.0, (x, y, x, y)
    )


@pytest.mark.parametrize(
    ("cards", "total"),
    [
        ("KD 7C", "17"),
        ("AS 6D", "7/17"),
        ("AS 6D TC", "17"),
        ("AS KD", "11/21"),
        ("Q? 5?", "15"),
        ("?? 5D", "unknown"),
        ("", ""),
    ],
)
def test_a_total_is_called_as_on_the_floor(cards: str, total: str) -> None:
    assert total_of(cards.split()) == total


@pytest.mark.parametrize(
    ("cards", "s17", "h17"),
    [
        ("KD 6C", "draws", "draws"),  # R-BJF-27
        ("KD 7C", "stands", "stands"),
        ("AS 6D", "stands", "draws"),  # R-BJF-28
        ("AS 2D 4C", "stands", "draws"),
        ("7C", "draws", "draws"),
        ("KD ??", "unknown", "unknown"),
        ("KD 7C ??", "stands", "stands"),  # no completion changes it
        ("", "unknown", "unknown"),
    ],
)
def test_what_is_due_is_what_the_engine_says(cards: str, s17: str, h17: str) -> None:
    assert (due_of(cards.split(), S17), due_of(cards.split(), H17)) == (s17, h17)


def test_the_row_at_the_dealers_side_is_the_dealers_and_the_rest_are_hands() -> None:
    cards = [
        lying("6S", 560, 130),
        lying("TD", 450, 120),
        lying("QH", 200, 520),
        lying("JC", 240, 500),
        lying("9S", 760, 510),
    ]
    read = judge(cards, PICTURE, dealer="top", terms=S17)
    assert (read.dealer, read.dealer_total, read.dealer_due) == (("TD", "6S"), "16", "draws")
    assert read.hands == (("QH", "JC"), ("9S",))
    assert read.hand_totals == ("20", "9")
    assert read.unsure == 0


@pytest.mark.parametrize(
    ("dealer", "where", "picture"),
    [
        ("bottom", ((550, 580), (450, 590), (700, 200)), PICTURE),
        ("left", ((120, 590), (130, 450), (520, 300)), (700, 1000)),
        ("right", ((580, 450), (570, 560), (200, 300)), (700, 1000)),
    ],
)
def test_the_dealer_may_sit_on_any_side(
    dealer: str, where: tuple[tuple[float, float], ...], picture: tuple[int, int]
) -> None:
    cards = [lying(card, *at) for card, at in zip(("TD", "6S", "9S"), where, strict=True)]
    read = judge(cards, picture, dealer=dealer, terms=S17)
    assert read.dealer == ("TD", "6S")
    assert read.hands == (("9S",),)


def test_cards_past_the_middle_are_never_the_dealers() -> None:
    read = judge([lying("QH", 400, 520)], PICTURE, dealer="top", terms=S17)
    assert (read.dealer, read.dealer_total, read.dealer_due) == ((), "", "unknown")
    assert read.hands == (("QH",),)


def test_unsure_cards_are_counted_and_leave_the_total_unknown() -> None:
    read = judge(
        [lying("??", 450, 120), lying("TD", 560, 120), lying("9?", 200, 520)], PICTURE, dealer="top", terms=S17
    )
    assert (read.dealer_total, read.dealer_due, read.unsure) == ("unknown", "unknown", 2)
    assert read.hand_totals == ("9",)
