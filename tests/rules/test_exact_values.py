"""The engine against values that others have worked out, over every deal there is, weighed exactly."""

import json
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from pathlib import Path

import pytest

from shoes.cards import CARDS, TEXTS
from tables.rules import bank
from tables.rules.hands import Box
from tables.rules.hands import Hand as Hand21
from tables.rules.play import Player
from tables.rules.round import Round
from tables.rules.shapes import Limits, Request
from tables.rules.terms import Terms, compile_terms

# R-SEM-2: how many cards of the pack have a value, in half points, and one rank that has it.
PACK = Counter({1: 12, 2: 4, 4: 4, 6: 4, 8: 4, 10: 4, 12: 4, 14: 4})
RANKS = {1: "K", 2: "A", 4: "2", 6: "3", 8: "4", 10: "5", 12: "6", 14: "7"}
OVER = 15
Hand = tuple[int, ...]


def drawn(hand: Hand, left: Counter[int], stands_at: int) -> Iterator[tuple[Hand, Fraction]]:
    """Every way in which a hand is drawn to, with its probability; `left` is what the pack holds then."""
    if sum(hand) >= stands_at:
        yield hand, Fraction(1)
        return
    cards = left.total()
    for value, number in list(left.items()):
        if number:
            left[value] -= 1
            for whole, chance in drawn((*hand, value), left, stands_at):
                yield whole, chance * Fraction(number, cards)
            left[value] += 1


def hands(player_at: int, banker_at: int) -> Counter[tuple[Hand, Hand]]:
    """Player's and banker's hands, whatever the order of their cards, with their probability."""
    found: Counter[tuple[Hand, Hand]] = Counter()
    for first, many in PACK.items():
        for second in PACK:
            left = PACK - Counter({first: 1})
            if not left[second]:
                continue
            chance = Fraction(many, 40) * Fraction(left[second], 39)
            left = left - Counter({second: 1})
            for player, by_draws in drawn((first,), left, player_at):
                banked = drawn((second,), left.copy(), banker_at) if sum(player) <= OVER else [((second,), Fraction(1))]
                for held, by_bank in banked:
                    found[tuple(sorted(player)), tuple(sorted(held))] += chance * by_draws * by_bank  # type: ignore[assignment]
    return found


def net(terms: Terms, player: Hand, bank: Hand) -> int:
    """What the engine makes of these two hands for a stake of one."""
    deal = [player[0], bank[0], *player[1:], *bank[1:]]
    suits = dict.fromkeys(RANKS.values(), 0)
    cards = []
    for value in deal:
        rank = RANKS[value]
        rank = "KQJ"[suits[rank] // 4 % 3] if rank == "K" else rank
        cards.append(rank + "SHDC"[suits[RANKS[value]] % 4])
        suits[RANKS[value]] += 1
    played = Player(terms, cards, places=["1"])
    played.put("stake", "1", 100, "main")
    played.deal()
    for _ in player[1:]:
        played.request(Request("1", "hit"))
    played.request(Request("1", "stand"))
    for _ in bank[1:]:
        played.request(Request("0", "hit"))
    played.finish()
    assert next(played.cards, None) is None
    return played.round.settlement().nets["1"] or 0


def test_sette_e_mezzo_pays_what_it_was_worked_out_to_pay(shared: Path) -> None:
    """R-SEM-3, R-SEM-7, R-SEM-10, R-SEM-11, R-SEM-12: both draw to four, exact over all deals of the pack."""
    games = json.loads((shared / "peers" / "reference_values.json").read_text(encoding="utf-8"))["small_games"]["games"]
    cell = next(
        row
        for row in games["seven_and_a_half_40"]["grid"]
        if (row["player_stands_at"], row["banker_stands_at"]) == (4.0, 4.0)
    )
    terms = compile_terms("sem-base", {"natural_beats_ordinary": False}, limits=Limits(100, 100))
    every = hands(8, 8)
    assert sum(every.values()) == 1
    worth = sum(chance * Fraction(net(terms, player, bank), 100) for (player, bank), chance in every.items())
    assert worth == Fraction(cell["ev_fraction"])


def test_how_often_two_aces_are_a_hand_of_their_own(shared: Path) -> None:
    """R-O36-16: exact, from the whole pack of 36."""
    games = json.loads((shared / "peers" / "reference_values.json").read_text(encoding="utf-8"))["small_games"]["games"]
    pack = [card for text, card in CARDS.items() if text[0] in "6789TJQKA" and text[1] != "?"]
    terms = compile_terms("ochko36-online")
    golden = 0
    for first, second in combinations(pack, 2):
        hand = terms.new_hand("1", Box("1", 1), None)
        hand.add(first, 1, True)
        hand.add(second, 2, True)
        golden += hand.is_pair
    assert Fraction(golden, len(pack) * (len(pack) - 1) // 2) == Fraction(games["ochko_36_p_two_aces"]["fraction"])


ONE_RANK = {1: "A", **{value: str(value) for value in range(2, 10)}, 10: "T"}


@pytest.mark.parametrize("decks", [1, 2, 4, 6, 8])
def test_how_often_two_cards_are_a_natural(shared: Path, decks: int) -> None:
    """R-GEN-7: exact, from the whole shoe."""
    known = json.loads((shared / "peers" / "reference_values.json").read_text(encoding="utf-8"))["p_natural"]["values"]
    pack = Counter(dict.fromkeys(TEXTS[:52], decks))
    box = Box("1", 1)
    worth = Fraction(0)
    for first, many in pack.items():
        for second, rest in (pack - Counter([first])).items():
            hand = Hand21("1", box, None)
            hand.add(CARDS[first], 1, True)
            hand.add(CARDS[second], 2, True)
            if hand.is_natural:
                worth += Fraction(many * rest, 52 * decks * (52 * decks - 1))
    assert worth == Fraction(known[str(decks)]["fraction"])


@pytest.mark.parametrize("profile", ["casino-s17", "casino-h17"])
def test_how_the_dealer_ends(shared: Path, profile: str) -> None:
    """R-BJF-27, R-BJF-28: every way in which one pack makes the dealer draw, for every card up."""
    known = json.loads((shared / "peers" / "reference_values.json").read_text(encoding="utf-8"))
    rows = known["dealer_final_distribution"]["values"]["H17" if profile == "casino-h17" else "S17"]["1"]["by_upcard"]
    r = Round(compile_terms(profile))
    for up, text in ONE_RANK.items():
        left = Counter(dict.fromkeys(range(1, 10), 4)) + Counter({10: 16}) - Counter([up])
        found: Counter[str] = Counter()
        _dealer_draws(r, (up,), left, 1.0, found)
        wanted = {end: chance for end, chance in rows[text]["before_peek"].items() if chance}
        assert found == {end: pytest.approx(chance, abs=1e-12) for end, chance in wanted.items()}


def _dealer_draws(r: Round, values: Hand, left: Counter[int], chance: float, found: Counter[str]) -> None:
    dealer = r.dealer = Hand21("0", Box("0", 0), None)
    for number, value in enumerate(values, 1):
        dealer.add(CARDS[ONE_RANK[value] + "S"], number, True)
    if len(values) > 1 and not bank.must_draw(r):
        end = "bj" if dealer.is_natural else "bust" if dealer.is_surely_over else str(dealer.best)
        found[end] += chance  # type: ignore[assignment]
        return
    cards = left.total()
    for value, number in list(left.items()):
        if number:
            left[value] -= 1
            _dealer_draws(r, (*values, value), left, chance * number / cards, found)
            left[value] += 1
