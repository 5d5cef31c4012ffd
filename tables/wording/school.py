"""What dealer school says: the acts of a dealer, what guests say, what they did that had to be noticed."""

from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from casino.templatetags.screen import amount, stake
from tables.rules.shapes import Finding, Step
from tables.rules.terms import Terms
from tables.wording import findings, terms
from tables.wording.places import slot
from tables.wording.steps import step as step_words

DONE_BY: Final = {"take_stakes": "close_stakes", "round_over": "gather", "deal_on": "gather"}
"""Steps that here are one act, by the name of its button."""


def tool(word: str, *, has_faces: bool = True) -> str:
    """An act on its button."""
    if word == "card_up" and not has_faces:
        return pgettext("school", "Card")
    return {
        "card_up": pgettext("school", "Card, face up"),
        "card_down": pgettext("school", "Card, face down"),
        "turn": pgettext("school", "Turn over"),
        "take": pgettext("school", "Take the stake"),
        "pay": pgettext("school", "Pay"),
        "collect": pgettext("school", "Collect"),
        "push": pgettext("school", "Leave the stake"),
        "pay_insurance": pgettext("school", "Pay insurance"),
        "take_insurance": pgettext("school", "Take insurance"),
        "notice": pgettext("school", "Stop the guest"),
        "close_stakes": pgettext("school", "No more stakes"),
        "offer": pgettext("school", "Offer insurance"),
        "peek": pgettext("school", "Look at the hole card"),
        "demand_double": pgettext("school", "Demand to double"),
        "stand": pgettext("school", "The bank stands"),
        "gather": pgettext("school", "Gather the cards"),
    }[word]


def act(row: dict[str, Any]) -> str:
    """An act of the trainee in a line: `Card, face up (box 3)`."""
    word = row["word"]
    if word == "choose":
        return findings.choice(row["option"])
    name = tool(word)
    if row["amount_minor"] is not None:
        name = f"{name} {amount(row['amount_minor'])}"
    return f"{name} ({slot(row['slot'])})" if row["slot"] else name


def speech(word: str, minor: int | None = None) -> str:
    """What a guest says."""
    said = {
        "hit": pgettext("guest", "Card, please"),
        "stand": pgettext("guest", "Enough"),
        "double": pgettext("guest", "Double"),
        "triple": pgettext("guest", "Triple"),
        "split": pgettext("guest", "Split"),
        "surrender": pgettext("guest", "I give up half"),
        "insure": pgettext("guest", "Insurance for %(sum)s") % {"sum": stake(minor)},
        "decline_insurance": pgettext("guest", "No insurance"),
        "even_money": pgettext("guest", "Even money"),
        "buy": pgettext("guest", "I buy one for %(sum)s") % {"sum": stake(minor)},
        "claim": pgettext("guest", "I have a bonus hand"),
        "burn": pgettext("guest", "Another first card"),
        "accept": pgettext("guest", "I double"),
        "redouble": pgettext("guest", "I double again"),
        "refuse": pgettext("guest", "I leave"),
        "claim_discard": pgettext("guest", "I take that discarded card"),
        "shows": pgettext("guest", "I show my cards"),
        "stake": pgettext("guest", "I stake %(sum)s") % {"sum": stake(minor)},
    }
    return said.get(word) or terms.word(word)


def lapse(kind: str, at: str) -> str:
    """What a guest did that the dealer had to notice."""
    said = {
        "over_limit": pgettext("school", "%(Slot)s staked above the limit"),
        "late_stake": pgettext("school", "%(Slot)s added to the stake after the deal"),
        "discard_claimed": pgettext("school", "%(Slot)s claimed a discarded card"),
        "insured_too_high": pgettext("school", "%(Slot)s insured for more than is allowed"),
    }
    return said[kind] % {"Slot": _capital(slot(at))}


def noticed(kind: str, at: str) -> str:
    said = {
        "over_limit": pgettext("school", "Right: the stake of %(slot)s is above the limit. It is set to the limit."),
        "late_stake": pgettext("school", "Right: %(slot)s added to the stake after the deal. The chips go back."),
        "discard_claimed": pgettext("school", "Right: %(slot)s has no claim to a discarded card."),
        "insured_too_high": pgettext("school", "Right: the insurance of %(slot)s is too high. It is asked again."),
    }
    return said[kind] % {"slot": slot(at)}


def mistake(row: dict[str, Any]) -> str:
    """A mark's headline: what the engine found, what a guest got through, or what was done out of order."""
    if row["lapse"]:
        return lapse(row["lapse"], row["slot"])
    if row["finding"]:
        return findings.what(Finding.from_json(row["finding"]))
    done = act(row["act"])
    if row["face"]:
        should = pgettext("school", "face up") if row["face"] == "up" else pgettext("school", "face down")
        return _("%(done)s: it belongs %(should)s") % {"done": done, "should": should}
    return _("Not due: %(done)s") % {"done": done[:1].lower() + done[1:]}


def due_of(mark: dict[str, Any], terms_of: Terms) -> str:
    """What should have been done instead."""
    if mark["lapse"]:
        return f"{tool('notice')} ({slot(mark['slot'])})"
    return due(mark["due"], terms_of)


def due(row: dict[str, Any], terms_of: Terms) -> str:
    """A step in a line; at a players' bank in the words of such a game."""
    step = Step.from_json(row)
    if step.code in DONE_BY:
        return tool(DONE_BY[step.code])
    banks = _at_a_players_bank(step) if terms_of.is_free else ""
    if banks:
        return banks
    words = step_words(step)
    return ": ".join(part for part in (words.head, words.sum) if part)


def _at_a_players_bank(step: Step) -> str:
    """There the bank may have one card, and its closed card need not be the second."""
    face = step.detail.get("face", {"deal_hole": "down", "deal_dealer_up": "up"}.get(step.code))
    if step.code in ("deal_hole", "deal_dealer_up"):
        if face == "down":
            return pgettext("school", "Card to the bank, face down")
        return pgettext("school", "Card to the bank, face up")
    return pgettext("school", "Turn the bank’s card") if step.code == "turn_hole" else ""


def level(code: str) -> str:
    return {"guided": pgettext("school", "with prompts"), "alone": pgettext("school", "without prompts")}.get(
        code, code
    )


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
