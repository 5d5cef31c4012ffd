"""Rounds in which the banker plays one hand against each player in turn (R-SEM-24, R-SEM-25). Pure.

Each such hand is a round of its own; what it leaves in the bank is the next player's limit.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from tables.rules import holding, play, pots
from tables.rules import judge as judging
from tables.rules.replay import rounds
from tables.rules.replay.given import given
from tables.rules.replay.rounds import Seats, money, money_text
from tables.rules.round import Round
from tables.rules.shapes import Request
from tables.rules.terms import Terms


def judge(terms: Terms, case: Mapping[str, Any]) -> dict[str, Any]:
    """What the engine makes of a series of duels. Raises BadField, DealTooShort."""
    seats = Seats(case, terms)
    found = given(case)
    duels = _Duels(terms, iter(rounds.cards_of(case)), rounds.actions_of(case))
    start = bank = money(terms, found.get("bank", terms.options["bank_ante"]), "input.bank")
    got: dict[str, Any] = {"hands": {}, "banker": [], "payouts": {}, "violations": []}
    limits: dict[str, str] = {}
    for seat in sorted(seats.boxes):
        if not seats.boxes[seat] or bank == 0:  # AMB-62: against an empty bank nobody plays
            got["hands"][str(seat)], got["payouts"][str(seat)] = rounds.hands_of(None, seats, seat), "0"
            continue
        stake = _stake(terms, seats, seat, bank, found)
        limits[str(seat)] = money_text(terms, bank)
        r = duels.play(seat, stake, bank)
        bank = pots.bank_left_of(bank, r)
        got["hands"][str(seat)] = rounds.hands_of(r, seats, seat)
        got["banker"].append(rounds.dealer_of(r))
        got["payouts"][str(seat)] = money_text(terms, r.settlement().nets[str(seat)] or 0)
        got["violations"] += judging.violations(r)
    got["payouts"]["0"] = money_text(terms, bank - start)
    got |= {"next_banker": _next(terms, seats), "bank_left": money_text(terms, bank), "limits": limits}
    return got | ({"rejected": duels.rejected} if duels.rejected else {})


def _next(terms: Terms, seats: Seats) -> int | str:
    return holding.next_banker(terms, sorted(seats.boxes), holding.Result())


def _stake(terms: Terms, seats: Seats, seat: int, bank: int, found: Mapping[str, Any]) -> int:
    """The stake, or what is staked instead of one that is above the bank."""
    stake = next(request.amount_minor for request in seats.stakes if request.slot == str(seat)) or 0
    again = found.get("restake", {})
    if stake > bank and isinstance(again, dict) and str(seat) in again:
        return money(terms, again[str(seat)], f"input.restake of seat {seat}")
    return stake


class _Duels:
    """One deal and one row of actions for all the hands."""

    def __init__(self, terms: Terms, cards: Iterator[str], actions: list[str]) -> None:
        self.terms = terms
        self.cards = cards
        self.read = [rounds.read_action(action, index, terms) for index, action in enumerate(actions)]
        self.at = 0
        self.rejected: list[int] = []

    def play(self, seat: int, stake: int, bank: int) -> Round:
        player = play.Player(self.terms, self.cards, places=[str(seat)])
        player.put("stake", "0", bank, "main")
        if player.round.allows(Request(str(seat), "stake", stake)) is None:
            player.put("stake", str(seat), stake, "main")
        player.deal()
        while self.at < len(self.read) and player.round.order and not rounds.is_done(player.round):
            who, hand, word, amount = self.read[self.at]
            if who not in (0, seat):
                break
            hands = player.round.places[str(seat)].hands
            slot = "0" if who == 0 else hands[hand].slot if hand < len(hands) else f"{seat}.{hand}?"
            if not player.request(Request(slot, word, amount)):
                self.rejected.append(self.at)
            self.at += 1
        player.finish()
        return player.round
