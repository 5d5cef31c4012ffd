"""The deal as the driver makes it: one card after another, what goes wrong in it, and naturals that are shown. Pure."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from tables.rules import deal as deals
from tables.rules import stakes_late
from tables.rules.phases import DEAL
from tables.rules.shapes import Request

if TYPE_CHECKING:
    from tables.rules.play import Player


def deal(player: Player) -> None:
    """The cards of the deal; where stakes come after the first card, those cards and the stakes."""
    if player.terms.bets_late:
        if not player.round.boxes:
            return
        deals.start(player.round)
        _deal_all(player)
        for request in player.stakes:
            if player.round.allows(request) is None:
                player.put("stake", request.slot, request.amount_minor, "main")
        return
    player.put("said", "0", "stakes_closed", None)
    if not any(box.stake != 0 and box.state == 1 for box in player.round.boxes):
        return
    deals.start(player.round)
    _deal_all(player)
    _declare(player)


def deal_on(player: Player) -> None:
    """The second round of dealing, once stakes are made (R-PON-10)."""
    if not stakes_late.is_open(player.round):
        return
    player.put("said", "0", "stakes_closed", None)
    if stakes_late.is_open(player.round):
        stakes_late.deal_on(player.round)
    _deal_all(player)
    _declare(player)


def _deal_all(player: Player) -> None:
    while player.round.phase == DEAL:
        _deal_one(player)


def _declare(player: Player) -> None:
    """Naturals in closed hands are shown."""
    for hand in list(player.round.order):
        is_done = hand.is_natural or (player.terms.wins_with and (hand.is_21 or hand.is_surely_over))
        if hand.hidden and is_done:
            player.show(hand)
    if player.terms.game.takes_second:
        player.serve()


def _deal_one(player: Player) -> None:
    r = player.round
    missed = player.events.get("!missed", {})
    while r.si < r.second_pass and r.script[r.si].slot in missed:
        player.put("said", r.script[r.si].slot, "missed", None)
    is_second = r.si >= r.second_pass
    hand = r.script[r.si]
    opened = player.events.get("!first_open", {}).get(hand.slot) if hand is not r.dealer else None
    faces = player.terms.dealer_up if hand is r.dealer else player.terms.players_up
    which = min(len(hand.cards), 1) if hand is not r.dealer else int(is_second)
    face = "up" if faces[which] else "down"
    if is_second and hand is not r.dealer and not hand.cards:
        face = "up" if faces[0] else "down"
    if opened is not None:
        face = "up" if not is_second or opened == "next_open_withdraw" else "down"
    number = _from_bottom(player) if hand is r.dealer and player.bottom else player.card(hand.slot, face=face)
    if opened is not None and is_second == (opened == "next_open_withdraw"):
        player.put("choice", "I-3", number, opened)
    event = player.events.get("!two_second" if is_second else "!two_first", {})
    if hand is not r.dealer and hand.slot in event and (is_second or r.phase == DEAL):
        rule = "I-4" if is_second else "I-2"
        player.put("choice", rule, player.card(hand.slot, face=face), event.pop(hand.slot))
    if hand is r.dealer and not is_second:
        _claim(player)


def _from_bottom(player: Player) -> int:
    """R-O36-22, R-O36-23: the banker's open card from the bottom, and the one that covers the pack."""
    number = player.put("card", "0", player.bottom[0], "up", "along", source="observed")
    how, cover = player.terms.options["cover_card"], player.bottom[1:2]
    if how == "out_of_play" and cover:
        player.put("card", "burn", cover[0], "up", "along", source="observed")
    elif how == "dealt_next":
        player.cards = chain(cover, player.cards)
    return number


def _claim(player: Player) -> None:
    """Seats that were passed over and claim the top card get it before the second round of dealing."""
    for place, claims in player.events.get("!missed", {}).items():
        if claims and player.round.allows(Request(place, "claim_top")) is None:
            player.put("said", place, "claim_top", None)
    while player.round.phase == DEAL and any(not hand.cards for hand in player.round.claims):
        hand = next(hand for hand in player.round.claims if not hand.cards)
        player.card(hand.slot, face="up" if player.terms.players_up[0] else "down")
