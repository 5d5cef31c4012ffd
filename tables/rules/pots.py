"""Settlement where money goes through a pot, a farm, or a bank that can run dry. Pure; whole minor units.

What such a place holds afterwards is what it held before less the sum of all nets (`left`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from shoes.cards import CARDS
from tables.rules import settle
from tables.rules.hands import BUST, CLAIMED, DOUBLED, OPEN, STOOD, VOID, Hand
from tables.rules.shapes import Pay, Settlement

if TYPE_CHECKING:
    from tables.rules.round import Round

Nets = dict[str, int]
SIX_OF_HEARTS: Final = CARDS["6H"]


def left(r: Round, settled: Settlement) -> int | None:
    """What lies in the pot or farm after the round."""
    known = [net for net in settled.nets.values() if net is not None]
    if settled.house_minor is None or len(known) != len(settled.nets) or r.pot_minor is None:
        return None
    return r.pot_minor - sum(known) - settled.house_minor


def _hands(r: Round) -> list[Hand]:
    """The hands that play, in order; without the bank's."""
    return [hand for hand in r.order if hand.state != VOID]


def _is_shown(r: Round, hands: list[Hand]) -> bool:
    """Whether all is over and every card is seen."""
    every = [*hands, r.dealer]
    if not settle.is_finished(r) or not r.dealer.cards or any(hand.state == OPEN for hand in hands):
        return False
    return not any(hand.hidden or hand.unknown for hand in every)


def _told(r: Round, nets: Nets | None, why: Mapping[str, str]) -> Settlement:
    """The settlement of these nets by slot; None where they are not known yet."""
    if nets is None:
        pays = tuple(Pay(hand.slot, "main", None, None, why["0"]) for hand in _hands(r))
        return Settlement(pays, {box.place: None if box.hands else 0 for box in r.boxes}, None, complete=False)
    places: dict[str, int | None] = {box.place: nets.get(box.place, 0) for box in r.boxes}
    pays = tuple(Pay(slot, "main", net, None, why.get(slot, why["0"])) for slot, net in nets.items())
    return Settlement(pays, places, nets["0"], r.followed)


# fifteen


def _fifteen_winner(r: Round, hand: Hand) -> str | None:
    """R-FIF-8, R-FIF-9: the slot that wins the pot; None where it stays."""
    target = r.terms.target
    mine, banks = hand.best, r.dealer.best
    if mine > target and banks > target:
        return None
    if mine > target or mine < banks <= target:
        return "0"
    return None if mine == banks else hand.slot


def fifteen(r: Round) -> Settlement:
    """R-FIF-3, R-FIF-8, R-FIF-9: both put up the same, the higher total takes the pot, or it stays."""
    hands = _hands(r)
    if r.is_void or not hands or not _is_shown(r, hands) or hands[0].base is None or r.pot_minor is None:
        return _told(r, None if hands and not r.is_void else {"0": 0}, {"0": "R-FIF-8"})
    hand = hands[0]
    ante = 0 if r.pot_minor and not r.terms.options["carry_ante"] else hand.base or 0
    winner = _fifteen_winner(r, hand)
    nets = {hand.slot: -ante, "0": -ante}
    if winner is not None:
        nets[winner] += r.pot_minor + 2 * ante
    return _told(r, nets, {"0": "R-FIF-8" if winner is not None else "R-FIF-9"})


def fifteen_loser(r: Round) -> int | None:
    """R-FIF-10: the loser deals next; after an undecided round the same dealer."""
    hands = _hands(r)
    if not hands or not _is_shown(r, hands):
        return None
    return hands[0].box.seat if _fifteen_winner(r, hands[0]) == "0" else None


# farmer


def farmer(r: Round) -> Settlement:
    """R-FAR-7, R-FAR-15..19: antes, the fines of those above sixteen, and the farm or the chips of the lower hands."""
    hands = _hands(r)
    farm = r.pot_minor
    if r.is_void or not hands or not _is_shown(r, hands) or farm is None or any(hand.base is None for hand in hands):
        return _told(r, None if hands and not r.is_void else {"0": 0}, {"0": "R-FAR-16"})
    chip = hands[0].base or 0
    every = {**{hand.slot: hand for hand in hands}, "0": r.dealer}
    nets = dict.fromkeys(every, -chip)
    target = r.terms.target
    for hand in hands:
        if hand.best > target:  # R-FAR-15
            nets[hand.slot] -= chip
            nets["0"] += chip
    maker = sixteen(r, hands)
    if maker is not None:
        nets[maker] += farm + chip * len(every)
        return _told(r, nets, {"0": "R-FAR-16"})
    _highest(r, every, nets, chip)
    return _told(r, nets, {"0": "R-FAR-18"})


def sixteen(r: Round, hands: list[Hand]) -> str | None:
    """R-FAR-17: of several sixteens the six of hearts, then fewest cards, then the farmer, then the nearest."""
    made = [hand for hand in [r.dealer, *hands] if hand.best == r.terms.target]
    if not made:
        return None
    with_six = [hand for hand in made if SIX_OF_HEARTS in hand.cards]
    return min(with_six or made, key=lambda hand: len(hand.cards)).slot


def _highest(r: Round, every: Mapping[str, Hand], nets: Nets, chip: int) -> None:
    """R-FAR-18, R-FAR-19, AMB-29: the highest below sixteen share a chip of each lower hand, odd quanta in order."""
    sound = {slot: hand.best for slot, hand in every.items() if hand.best < r.terms.target}
    if not sound:
        return
    best = max(sound.values())
    winners = [slot for slot, total in sound.items() if total == best]
    losers = [slot for slot, total in sound.items() if total < best]
    for slot in losers:
        nets[slot] -= chip
    quanta, odd = divmod(chip * len(losers), r.terms.share_minor)
    each, rest = divmod(quanta, len(winners))
    for index, slot in enumerate(winners):
        nets[slot] += (each + (index < rest)) * r.terms.share_minor
    nets[winners[0]] += odd


def farm_taker(r: Round) -> int | None:
    """R-FAR-16: the maker of sixteen is the next farmer; without one the farmer stays."""
    hands = _hands(r)
    if not hands or not _is_shown(r, hands):
        return None
    slot = sixteen(r, hands)
    return r.hands[slot].box.seat if slot is not None and slot != "0" else None


# ochko with 36 cards


def ochko(r: Round) -> Settlement:
    """R-O36-15..20, R-O36-26, R-O36-27: hands are settled in order against what is in the bank."""
    if r.is_void or not r.order:
        return _told(r, {"0": 0}, {"0": "R-O36-20"})
    holds = r.bank_minor
    hands = _hands(r)
    if holds is None or any(hand.base is None for hand in hands):
        return _told(r, None, {"0": "R-O36-20"})
    nets: Nets = {}
    why: dict[str, str] = {"0": "R-O36-27"}
    for hand in hands:  # R-O36-15..17: at once, in the order of play
        if hand.state in (BUST, CLAIMED):
            times = 1 if hand.state == CLAIMED else -1
            holds = _settle(hand, times, holds, nets)
            why[hand.slot] = "R-O36-17" if times < 0 else ("R-O36-16" if hand.is_pair else "R-O36-15")
    waiting = [hand for hand in hands if hand.state in (STOOD, OPEN, DOUBLED)]
    if waiting and not _is_shown(r, waiting):
        return _partly(r, nets, why)
    for hand in waiting:
        times = _against_bank(r, hand, waiting)
        holds = _settle(hand, times, holds, nets)
        why[hand.slot] = _why(hand, times)
    nets["0"] = holds - (r.bank_minor or 0)
    return _told(r, nets, why)


def _partly(r: Round, nets: Nets, why: Mapping[str, str]) -> Settlement:
    """What is settled already, while others wait for the banker."""
    places: dict[str, int | None] = {box.place: 0 if not box.hands else None for box in r.boxes}
    places |= nets
    pays = tuple(Pay(h.slot, "main", nets.get(h.slot), None, why.get(h.slot, "R-O36-20")) for h in _hands(r))
    return Settlement(pays, places, None, False)


def _settle(hand: Hand, times: int, holds: int, nets: Nets) -> int:
    """Book one hand; what is in the bank afterwards."""
    stake = hand.base or 0
    gain = min(stake, holds) if times > 0 else stake * times
    nets[hand.slot] = gain
    return holds - gain


def _against_bank(r: Round, hand: Hand, waiting: list[Hand]) -> int:
    """1 a win, -1 a loss, -2 a concealed bust whose debt is demanded twofold (I-22)."""
    if hand.is_surely_over:
        doubled = r.terms.options["bust_penalty"] == "double_on_demand" and not r.is_waived
        return -2 if doubled else -1
    banks = 0 if r.dealer.is_surely_over or r.is_bank_out else r.dealer.best
    if r.terms.options["comparison"] == "single_highest":
        highest = max(other.best for other in waiting if not other.is_surely_over)
        if hand.best < highest:
            return -1
    return 1 if hand.best > banks else -1


def _why(hand: Hand, times: int) -> str:
    if hand.is_surely_over:
        return "I-22"
    return "R-O36-20" if times > 0 else "R-O36-19"


def bank_left_of(bank: int, r: Round) -> int:
    """What is in a bank after a hand against one player (R-SEM-25): it pays what it holds, and keeps what it wins."""
    return bank + (r.settlement().house_minor or 0)


def bank_left(r: Round, settled: Settlement) -> int | None:
    """What is in the bank after the round (R-O36-27, R-SEM-25)."""
    if r.bank_minor is None or settled.house_minor is None:
        return None
    return r.bank_minor + settled.house_minor
