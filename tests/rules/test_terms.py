"""Terms: profiles, options and limits of a sign."""

import pytest

from tables.rules import profile_names
from tables.rules.options import IllegalOption, UnknownProfile
from tables.rules.shapes import Limits
from tables.rules.terms import compile_terms, terms_from_json


@pytest.mark.parametrize("profile", profile_names())
def test_terms_come_back_from_their_document(profile: str) -> None:
    terms = compile_terms(profile, limits=Limits(500, 20000, 500, {"3": 40000}))
    again = terms_from_json(terms.as_json())
    assert (again, again.hash, again.options) == (terms, terms.hash, terms.options)
    assert again.limits.max_of("3") == 40000


def test_equal_signs_have_one_hash_and_other_signs_another() -> None:
    plain = compile_terms("casino-s17")
    assert compile_terms("casino-s17", {"decks": 6}).hash == plain.hash
    assert compile_terms("casino-s17", {"insurance_max_ratio": "0.50"}).hash == plain.hash
    others = [
        compile_terms("casino-h17"),
        compile_terms("casino-s17", {"decks": 8}),
        compile_terms("casino-s17", boxes=6),
    ]
    assert plain.hash not in {other.hash for other in others}


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"decks": 9}, "decks cannot be '9'; it must be a whole number from 1 to 8."),
        ({"decks": True}, "decks cannot be"),
        ({"deal_mode": "z"}, "it must be one of a, b, c, d, e."),
        ({"natural_pays": "5:1"}, "it must be one of 3:2, 2:1, 6:5, 1:1."),
        ({"resplit": "yes"}, "it must be true or false."),
        ({"buy": True}, "buy cannot be 'true'; it must be false in this game."),
        ({"dealer_policy": "free"}, "dealer_policy cannot be 'free'"),
        ({"stake_min": "0"}, "it must be a decimal above 0."),
        ({"stake_min": "600"}, "Limits 60000 to 50000"),
        ({"stake_min": "0.001"}, "it must be whole in minor units"),
        ({"wild_card": "KD"}, "wild_card is no option of blackjack-fixed-bank"),
        ({"surrender": "late", "hole_card": "no_peek"}, "late surrender comes after the peek"),
        ({"max_hands": 3, "resplit": False}, "without resplitting a box has two hands"),
        ({"triple": True, "double": "off"}, "a triple follows a double"),
    ],
)
def test_an_illegal_option_is_refused_with_one_sentence(options: dict[str, object], words: str) -> None:
    with pytest.raises(IllegalOption) as refused:
        compile_terms("casino-s17", options)
    assert words in str(refused.value)
    assert str(refused.value).endswith(".")


def test_max_hands_two_may_be_posted_without_resplitting() -> None:
    assert compile_terms("casino-s17", {"max_hands": 2, "resplit": False}).options["max_hands"] == 2


def test_a_profile_that_nobody_knows_is_refused() -> None:
    with pytest.raises(UnknownProfile, match="'casino-x' is no profile; the profiles are blackjack-000,"):
        compile_terms("casino-x")


def test_limits_must_be_whole_steps() -> None:
    with pytest.raises(IllegalOption, match="both whole steps"):
        compile_terms("casino-s17", limits=Limits(1000, 10000, 700))


@pytest.mark.parametrize(
    ("profile", "options"),
    [
        ("blackjack-000", {"decks": 1, "deal_mode": "b", "burn_count": 3, "double_card_face": "down"}),
        ("blackjack-000-nopeek", {"hole_card": "no_peek"}),
        ("blackjack-004", {"decks": 2, "insurance": "off", "double": "off", "players_max": "unlimited"}),
        ("blackjack-003b", {"decks": 6, "deal_mode": "c", "triple": True, "surrender": "late", "resplit": False}),
        ("casino-s17", {"max_hands": 4, "even_money": True, "dealer_policy": "draw_to_17_ace11"}),
        ("casino-h17", {"dealer_policy": "draw_soft_17"}),
        ("casino-enhc", {"hole_card": "dealt_last", "no_peek_loss": "all_bets", "surrender": "off"}),
        ("variable-000", {"double": "any_two", "natural_pays": "2:1", "tie": "push", "bank_change": "natural"}),
        ("variable-000-rounds", {"bank_change": "rounds", "bank_rounds": 5}),
        ("variable-000-strict", {"natural_tie": "player_pays", "tie": "banker_wins", "double": "total_10_11"}),
        ("variable-000-auction", {"bank_change": "auction"}),
        ("pontoon-000", {"buy": True, "bonus": True, "banker_double_demand": True, "tie": "banker_wins"}),
        ("pontoon-004", {"buy": False, "stake_max": "3", "indicator": "burn_card", "sell_deal_right": True}),
        ("seven-half-000", {"pack": "fr40", "wild_card": "KD", "wild_alone": "any", "reshuffle": "each_round"}),
        ("sem-base", {"pack": "it40", "tie": "banker_wins", "royal": False, "bank_change": "each_deal"}),
        ("sem-royal", {"royal": True, "dealer_natural_double": True}),
        ("sem-wild", {"wild_card": "KD", "wild_alone": "half"}),
        ("sem-wild-french", {"wild_card": "QH"}),
        ("sem-triple-sevens", {"royal": True, "triple_hand": "two_sevens"}),
        ("sem-triple-wild", {"wild_card": "KD", "triple_hand": "wild_natural"}),
        ("sem-burn", {"burn_first": "4", "burn_face": "down"}),
        ("sem-bank", {"bank_play": True}),
        ("sem-spanish", {"split": "faces"}),
        ("macao-000", {"bank_change": "rounds", "dealer_natural_ends_round": False}),
        ("fifteen-000", {"players_max": 2, "carry_ante": True, "bank_change": "loser"}),
        ("farmer-000", {"pack": "fr45", "ante": "1", "cut_by": "right_of_banker", "first_banker": "first_6H"}),
        ("ten-half-000", {"pack": "fr52", "bank_change": "talia"}),
        ("ochko36-online", {"max_cards": 5, "golden": True, "second_card": "on_request"}),
        ("ochko36-home", {"golden": False, "banker_card": "bottom_open", "immediate_21_max_cards": 3}),
        ("ochko2d-c", {"buy_order": "deal_order", "stake_cap": "none", "max_cards": 5}),
        ("ochko2d-e", {"buy_order": "banker_first", "stake_cap": "bank_total"}),
    ],
)
def test_what_each_profile_posts(profile: str, options: dict[str, object]) -> None:
    assert options.items() <= compile_terms(profile).options.items()
