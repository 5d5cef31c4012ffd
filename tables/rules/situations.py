"""What may go wrong at a table and is no irregularity of its own, by the name that packs use. Pure.

`finds` are the findings of the engine (rule, what was done) that are the situation; a situation without any happens
where no card or entry tells it, and stands in packs for people to look up. Where a pack names both the situation and
the irregularity of the finding, the situation is narrower and holds.
"""

from collections.abc import Mapping
from typing import Final

ANY: Final = "*"

SITUATIONS: Final[Mapping[str, tuple[tuple[str, str], ...]]] = {
    "bank_drew_over": (("I-16", "bank_drew"),),
    "bank_stood_under": (("I-16", "bank_stood"),),
    "bank_card_missed": (("R-BJF-15", "bank_passed_over"),),
    "second_card_missed": (("R-BJF-15", "second_card_missing"),),
    "card_misplaced": (("R-BJF-15", "stray_card"),),
    "no_stake_in_deal": (("R-BJF-13", "card_without_stake_in_deal"),),
    "no_stake_in_play": (("R-BJF-13", "card_without_stake"),),
    "stake_over_maximum": (("I-17", "stake_over_maximum"),),
    "stake_below_minimum": (("I-17", "stake_below_minimum"),),
    "stake_after_first_card": (("I-17", "stake_after_first_card"),),
    "signal_ignored": (("I-6", "card_after_stand"),),
    "surrender_against_ace": (("I-19", "surrender_against_ace"),),
    "hole_card_exposed": (("R-BJF-16", "hole_card_up"),),
    "shuffle_irregular": (("I-28", "shuffle_irregular"),),
    "wrong_payment": ((ANY, "paid"),),
    "wrong_deck": (("CENSUS", ANY),),
    "excess_card_unseen": (),
    "cards_run_out": (),
    "burn_forgotten": (),
    "cutting_card_first": (),
    "player_absent": (),
    "shuffler_fault": (),
    "unlicensed_dealer": (),
}

_FOUND: Final = {found: name for name, finds in SITUATIONS.items() for found in finds}


def situation_of(rule: str, done: str) -> str | None:
    """The situation of a finding, None where its rule alone says what it is."""
    return _FOUND.get((rule, done)) or _FOUND.get((ANY, done)) or _FOUND.get((rule, ANY))
