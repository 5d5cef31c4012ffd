"""Packs: what each kind holds."""

import pytest

from shoes.cards import CARDS
from shoes.packs import NoSuchPack, composition


@pytest.mark.parametrize(
    ("pack", "decks", "cards"),
    [
        pytest.param("fr52", 1, 52, id="R-BJF-3 one pack"),
        pytest.param("fr52", 2, 104, id="R-BJF-3 blackjack-004"),
        pytest.param("fr52", 6, 312, id="R-BJF-3 blackjack-003b"),
        pytest.param("fr40", 1, 40, id="R-S75-2"),
        pytest.param("it40", 1, 40, id="R-SEM-2"),
        pytest.param("fr45", 1, 45, id="R-FAR-4"),
        pytest.param("fr36", 1, 36, id="fr36"),
    ],
)
def test_a_shoe_holds_so_many_cards(pack: str, decks: int, cards: int) -> None:
    assert sum(composition(pack, decks).values()) == cards


def test_six_packs_hold_six_of_each_card() -> None:
    assert composition("fr52", 6)[CARDS["QH"]] == 6


def test_the_farmers_pack_keeps_one_six_and_no_eight() -> None:
    ranks = [text for text, card in CARDS.items() if card in composition("fr45") and text[0] in "68"]
    assert ranks == ["6H"]


def test_an_indicator_is_no_card_of_a_pack() -> None:
    """R-GEN-4, R-BJF-2, R-BJF-10: a joker or blank is only an indicator."""
    assert max(composition("fr52")) == 51


def test_an_unknown_kind_is_refused_with_the_kinds_there_are() -> None:
    with pytest.raises(
        NoSuchPack,
        match=r"'fr32' is no kind of pack; a kind is one of fr52, fr40, it40, fr45, fr36\.",
    ):
        composition("fr32")


@pytest.mark.parametrize("decks", [0, 9])
def test_a_number_of_packs_no_shoe_takes_is_refused(decks: int) -> None:
    with pytest.raises(NoSuchPack, match=f"1 to 8 packs, not {decks}"):
        composition("fr52", decks)
