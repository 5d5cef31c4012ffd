"""Shuffle, cut, burn, the pack from round to round, and stakes against a bank. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING, Final, TypeVar

from shoes.cards import CARDS

if TYPE_CHECKING:
    from tables.rules.round import Round
    from tables.rules.terms import Terms

DEALER_NAMES: Final = ("dealer", "banker", "house", "0")
RIGHT: Final = "right"


def is_dealer(who: str) -> bool:
    return who in DEALER_NAMES


def is_shuffle_right(terms: Terms, by: Sequence[str]) -> bool:
    """R-BJF-4, R-BJV-12, R-SEM-14, R-FAR-8: who may shuffle, and who last."""
    how = terms.options["shuffle_by"]
    if not by:
        return False
    if how == "dealer_only" or how == "new_dealer":
        return all(is_dealer(who) for who in by)
    if how == "dealer_and_player":
        return any(is_dealer(who) for who in by) and any(not is_dealer(who) for who in by)
    return is_dealer(by[-1])


def is_cut_right(terms: Terms, wish: Sequence[str], cut: Sequence[str], asked: Sequence[str] | None = None) -> bool:
    """R-BJF-5, R-BJV-13, R-FAR-9: a player cuts, never the dealer; where all who wish may cut, all of them did.

    `asked`: who was offered the cut, in order, where that was told.
    """
    if terms.options["cut_by"] == "right_of_banker" and asked is not None:
        return _is_farmers_cut_right(wish, cut, asked)
    if not cut or any(is_dealer(who) for who in cut):
        return False
    if terms.options["cut_by"] == "all_who_wish":
        return set(wish) <= set(cut)
    return not wish or any(who in wish for who in cut)


def _is_farmers_cut_right(wish: Sequence[str], cut: Sequence[str], asked: Sequence[str]) -> bool:
    """The neighbour on the right is asked first; if nobody wants to, the dealer must cut."""
    if len(cut) != 1 or not asked or asked[0] != RIGHT:
        return False
    return not (is_dealer(cut[0]) and wish)


def cut(cards: Sequence[str], place: int) -> list[str]:
    """R-BJF-6: the pack after a cut below `place` cards."""
    return [*cards[place:], *cards[:place]]


@dataclass(frozen=True, slots=True)
class Burn:
    """What was burned (R-BJV-15), how often the pack had to be shuffled anew, and what marks its end."""

    burned: tuple[str, ...]
    reshuffles: int
    indicator: str


def burn(turned: Sequence[str], *, has_joker: bool) -> Burn:
    """R-BJV-14, R-BJV-15, I-10: the top card goes face up under the pack, but an ace may not be burned."""
    if has_joker:
        return Burn((), 0, "joker")
    for reshuffles, card in enumerate(turned):
        if not card.startswith("A"):
            return Burn((card,), reshuffles, card)
    return Burn((), len(turned), "none")


# the pack from round to round


def shuffles(
    terms: Terms, live: int, used: Sequence[int], *, bookmark: int | None = None
) -> tuple[list[bool], list[int | None]]:
    """Whether a shuffle comes before each round, and after how many of its cards one comes within it.

    R-BJF-34: the round in which the stop card shows is finished with the cards behind it, then all are shuffled. Only
    where nothing lies behind it (or not enough) the used cards are shuffled in mid-round (R-BJV-46, R-T10-8, R-O36-21:
    the exposed cards that are in nobody's hand).
    """
    behind = terms.options["second_indicator"]
    spare = behind if isinstance(behind, int) and not isinstance(behind, bool) else 0
    before: list[bool] = []
    within: list[int | None] = []
    each_round = terms.options.get("reshuffle") == "each_round"
    first = live if bookmark is None else bookmark
    left = first
    for number, cards in enumerate(used):
        is_due = left <= 0 or (each_round and number > 0)
        before.append(is_due)
        if is_due:
            left = live
        reach = left + spare
        within.append(reach if cards > reach else None)
        left = live - cards if cards > reach else left - cards
    return before, within


def is_wild_out(r: Round) -> bool:
    """R-SEM-17: a round in which the wild card was dealt is followed by a shuffle."""
    count = r.terms.count
    return count is not None and any(CARDS[fact[6]] == count.wild for fact in r.cards.values())


Sum = TypeVar("Sum", int, Decimal)


def stake_caps(bank: Sum, players: int, stakes: Sequence[Sum], *, unit: Sum) -> tuple[list[Sum], list[bool]]:
    """R-O36-9..12, I-21: the most that each player may stake in turn, and whether the stake was right.

    One unit is kept for each player still to stake, and one unit may always be staked. A refused stake does not count;
    the next one is the next player's.
    """
    caps: list[Sum] = []
    accepted: list[bool] = []
    left = bank
    for index, stake in enumerate(stakes):
        cap = max(unit, left - unit * (players - index - 1))
        caps.append(cap)
        is_right = unit <= stake <= cap
        accepted.append(is_right)
        if is_right:
            left -= stake
    return caps, accepted
