"""What lies around rounds: shuffle, cut, the shoe from round to round. Pure."""

from collections.abc import Sequence

from tables.rules.terms import Terms

DEALER_NAMES = ("dealer", "banker", "house", "0")


def is_dealer(who: str) -> bool:
    return who in DEALER_NAMES


def is_shuffle_right(terms: Terms, by: Sequence[str]) -> bool:
    """R-BJF-4: who may shuffle, and who last."""
    how = terms.options["shuffle_by"]
    if not by:
        return False
    if how == "dealer_only" or how == "new_dealer":
        return all(is_dealer(who) for who in by)
    if how == "dealer_and_player":
        return any(is_dealer(who) for who in by) and any(not is_dealer(who) for who in by)
    return is_dealer(by[-1])


def is_cut_right(terms: Terms, wish: Sequence[str], cut: Sequence[str]) -> bool:
    """R-BJF-5: a player cuts, never the dealer; where all who wish may cut, all of them did."""
    if not cut or any(is_dealer(who) for who in cut):
        return False
    if terms.options["cut_by"] == "all_who_wish":
        return set(wish) <= set(cut)
    return not wish or any(who in wish for who in cut)


def cut(cards: Sequence[str], place: int) -> list[str]:
    """R-BJF-6: the pack after a cut below `place` cards."""
    return [*cards[place:], *cards[:place]]


def shuffles(terms: Terms, live: int, used: Sequence[int]) -> tuple[list[bool], list[int | None]]:
    """Whether a shuffle comes before each round, and after how many of its cards one comes within it.

    R-BJF-34: the round in which the stop card shows is finished with the cards behind it, then all are shuffled. Only
    where nothing lies behind it (or not enough) the used cards are shuffled in mid-round.
    """
    behind = terms.options["second_indicator"]
    spare = behind if isinstance(behind, int) and not isinstance(behind, bool) else 0
    before: list[bool] = []
    within: list[int | None] = []
    left = live
    for cards in used:
        before.append(left <= 0)
        if left <= 0:
            left = live
        reach = left + spare
        within.append(reach if cards > reach else None)
        left = live - cards if cards > reach else left - cards
    return before, within
