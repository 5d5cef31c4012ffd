"""Why a request is refused, and what would be right."""

from collections.abc import Mapping
from typing import Any

from casino.templatetags.screen import amount, stake
from tables.rules.shapes import Refusal
from tables.wording import banked
from tables.wording.known import once_a_language
from tables.wording.limits import kind
from tables.wording.places import boxes, slot
from tables.wording.speaking import gettext as _
from tables.wording.speaking import target


def refusal(refusal: Refusal) -> str:
    """One sentence with the clause: `The two cards are no pair (R-BJV-35).`"""
    return _("%(why)s (%(rule)s).") % {"why": why_not(refusal.code, refusal.args), "rule": refusal.rule}


def is_known(code: str) -> bool:
    return code in _sentences()


def why_not(code: str, args: Mapping[str, Any]) -> str:
    """The sentence without its full stop; an unknown code says only that it is not permitted."""
    sentence = _sentences().get(code, _("This is not permitted now"))
    return sentence % _said(args) if "%(" in sentence else sentence


def _said(args: Mapping[str, Any]) -> dict[str, str]:
    """Arguments as text; whatever a sentence names is there."""
    sums = {name: stake(args.get(f"{name}_minor")) for name in ("min", "max", "step", "left")}
    sums |= {
        name.removesuffix("_minor"): amount(args.get(name)) for name in ("amount_minor", "right_minor", "most_minor")
    }
    turn = args.get("turn")
    return {
        **sums,
        "turn": slot(turn) if turn else _("the dealer"),
        "hands": str(args.get("most", "")),
        "boxes": boxes(args.get("boxes", ())),
        "bet": kind(str(args.get("kind", ""))),
        "target": target(),
    }


@once_a_language
def _sentences() -> dict[str, str]:
    return {**_turns(), **_doubles(), **_offers(), **_stakes(), **banked.refusals()}


def _turns() -> dict[str, str]:
    return {
        "not_now": _("The round is not at this point"),
        "hand_finished": _("This hand is finished"),
        "not_turn": _("It is not this hand’s turn: next is %(turn)s"),
        "card_owed": _("This hand still waits for the card it asked for"),
        "over_21": _("The hand is above %(target)s"),
        "not_bust": _("The hand is not above %(target)s"),
        "no_such_act": _("There is no such decision in this game"),
        "no_hand": _("No hand lies there"),
        "nothing_to_choose": _("There is nothing to choose now"),
        "discard_claimed": _("A discarded card may not be claimed"),
        "claim_too_late": _("The second round of dealing has begun, or the box was not passed over"),
        "no_natural": _("The dealer has no natural to declare"),
    }


def _doubles() -> dict[str, str]:
    return {
        "split_aces_one_card": _("Split aces get one card each"),
        "double_off": _("Doubling is not offered at this table"),
        "not_two_cards": _("This is possible on the first two cards only"),
        "double_after_split": _("A split hand may not be doubled at this table"),
        "double_on_21": _("A hand on %(target)s or above may not be doubled"),
        "double_cards": _("These two cards may not be doubled at this table"),
        "wrong_amount": _("The added stake is %(amount)s; it must be %(right)s"),
        "triple_off": _("Tripling is not offered at this table"),
        "triple_needs_double": _("Only a doubled hand may be tripled, at once"),
        "split_off": _("Splitting is not offered at this table"),
        "not_a_pair": _("The two cards are no pair"),
        "resplit_off": _("A split hand may not be split again at this table"),
        "resplit_aces_off": _("Split aces may not be split again at this table"),
        "max_hands": _("A box may have at most %(hands)s hands"),
        "bought": _("Closed cards are not sold in this game"),
    }


def _offers() -> dict[str, str]:
    return {
        "surrender_against_ace": _("Against an ace this house’s rule pack allows no surrender"),
        "surrender_off": _("Surrender is not offered at this table"),
        "surrender_not_first": _("Surrender must be the hand’s first decision, on its first two cards"),
        "surrender_too_late": _("It is too late to surrender"),
        "insurance_off": _("Insurance is not offered at this table"),
        "insurance_too_late": _("It is too late to insure"),
        "insurance_up_card": _("The dealer’s card is none that may be insured against"),
        "insured_already": _("This box is insured already, or its hand is finished"),
        "insurance_amount": _("The insurance is %(amount)s; it may be up to %(most)s"),
        "even_money_off": _("Even money is not offered at this table"),
        "even_money_no_natural": _("Even money is for a natural only"),
        "even_money_too_late": _("Even money is offered against an ace, before the dealer looks"),
    }


def _stakes() -> dict[str, str]:
    return {
        "after_first_card": _("The first card is out; stakes come before it"),
        "stakes_closed": _("The stakes are closed"),
        "no_such_box": _("There is no such box at this table"),
        "stake_below_minimum": _("The stake is %(amount)s; the lowest is %(min)s"),
        "stake_over_maximum": _("The stake is %(amount)s; the highest is %(max)s"),
        "stake_not_in_steps": _("The stake is %(amount)s; stakes go in steps of %(step)s"),
        "kind_below_minimum": _("%(bet)s: %(amount)s; the lowest is %(min)s"),
        "kind_over_maximum": _("%(bet)s: %(amount)s; the highest is %(max)s"),
        "kind_not_in_steps": _("%(bet)s: %(amount)s; it goes in steps of %(step)s"),
        "box_over_maximum": _("The box may hold %(max)s in all; %(left)s is left of it"),
        "several_boxes": _("A player has one box at this table, not %(boxes)s"),
        "too_many_boxes": _("A player may have %(hands)s boxes at most, not %(boxes)s"),
        "boxes_apart": _("The boxes of one player lie beside each other; between %(boxes)s there is another"),
        "below_several_minimum": _("The stake is %(amount)s; who plays several boxes stakes at least %(min)s on each"),
        "onlookers_off": _("Onlookers may not stake at this table"),
        "no_stake_to_back": _("There is no stake on this box that an onlooker could back"),
    }
