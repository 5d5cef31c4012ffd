"""Stakes after the first card (R-PON-5..10, R-O36-7..13), and what the banker may demand then. Pure.

The first round of dealing goes by the same script as in every game; then the stakes are open until the next card.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tables.rules import boxes, choices, deal, procedure
from tables.rules.facts import Fact
from tables.rules.hands import FORFEIT, IN, NONE, UNSAID, VOID, Hand
from tables.rules.phases import DEAL, STAKES

if TYPE_CHECKING:
    from tables.rules.round import Round

Why = tuple[str, str, dict[str, Any]]
ANSWERS = ("accept", "redouble", "refuse")
TIMES = {"accept": 2, "redouble": 4}


def first_pass_card(r: Round, f: Fact) -> None:
    """A card of the first round of dealing; one that lies open where it should not gives its player a choice (I-3)."""
    hand = r.script[r.si] if r.si < len(r.script) else None
    deal.deal_card(r, f)
    is_players = hand is not None and hand is not r.dealer and f[0] in hand.ids
    if is_players and hand is not None and f[7] == "up" and not r.terms.players_up[0]:
        is_regulated = "first_card_exposed" in r.terms.options
        note = r.note("I-3" if is_regulated else "R-BJF-16", hand.slot, "first_card_open", f[0])
        note.evidence = [f[0]]
        if not is_regulated:
            return
        note.option, note.choices = "first_card_exposed", _offered(r)
        r.ask = choices.Ask("I-3", hand.slot, f[0], note.choices)


def _offered(r: Round) -> tuple[str, ...]:
    """S000 lets the player choose at once, S004 only if the next card comes open too."""
    last = "skip" if r.terms.options["first_card_exposed"] == "player_choice" else "next_open_withdraw"
    return tuple(code for code in choices.codes(r, "I-3") if code in ("stay", last))


def leave(r: Round, fact_id: int, option: str) -> None:
    """I-3: the player whose card lay open leaves the round with his stake, or stays."""
    for hand in r.hands.values():
        if fact_id in hand.ids and option in ("skip", "next_open_withdraw"):
            hand.state = VOID
            r.ask = None
            while r.si < len(r.script) and r.script[r.si].state == VOID:
                r.si += 1
            if r.si == len(r.script) and r.phase == DEAL and r.si > r.second_pass:
                deal.begin_play(r)


def open_stakes(r: Round) -> None:
    """Every player has a card: now they stake."""
    r.phase = STAKES
    r.on_card = _next_card


def is_open(r: Round) -> bool:
    """Whether the stakes are open with first cards on the table."""
    return r.phase == STAKES and bool(r.script)


def _next_card(r: Round, f: Fact) -> None:
    if f[5] not in deal.ASIDE:
        deal_on(r)
        r.on_card(r, f)


def deal_on(r: Round) -> None:
    """The stakes are closed: the second round of dealing, or the players' turns where none is dealt."""
    r.phase, r.on_card = DEAL, deal.deal_card
    dealt = dict.fromkeys(r.script)  # one that claimed its card stands there twice
    first = [hand for hand in dealt if hand is not r.dealer and hand.state != VOID]
    for hand in first:
        _take_stake(r, hand)
    second = [hand for hand in first if hand.state not in (VOID, FORFEIT)]
    script = r.script
    for part in r.terms.deal[2:]:
        script = script + second if part == "boxes" else [*script, r.dealer]
    r.is_dealt_on = True
    r.script = script
    if r.si == len(script):
        deal.begin_play(r)


def _take_stake(r: Round, hand: Hand) -> None:
    """What stands on a hand when its second card is dealt (R-PON-16)."""
    box = hand.box
    if box.state == UNSAID and not r.stakes_closed:
        box.state = IN  # somebody stakes there; how much was not entered
    elif box.state in (UNSAID, NONE):
        if not r.terms.compels_stake:
            hand.state = VOID
            return
        box.state, box.stake = IN, r.terms.limits.min_minor  # R-O36-11, I-21: the least is posted for him
    answer = r.answers.get(hand.slot, "accept") if r.is_demanded else None
    hand.base = box.stake
    if answer == "refuse":
        hand.state = FORFEIT
    elif answer is not None and box.stake is not None:
        hand.base = box.stake * TIMES[answer]


def demand(r: Round, f: Fact) -> None:
    """R-PON-7: all stakes are to be doubled."""
    if is_open(r) and r.terms.options["banker_double_demand"]:
        r.is_demanded = True
    else:
        boxes.illegal(r, f, None, "demand_double", ("R-PON-7", "not_now", {}))


def answered(r: Round, f: Fact) -> None:
    """R-PON-8, R-PON-9: a player doubles, doubles again, or leaves the round."""
    why = answer_refusal(r, f[5], f[6])
    if why is None:
        r.answers[f[5]] = f[6]
    else:
        boxes.illegal(r, f, None, f[6], why)


def answer_refusal(r: Round, slot: str, word: str) -> Why | None:
    rule = "R-PON-8" if word == "refuse" else "R-PON-9"
    if not (is_open(r) and r.is_demanded):
        return rule, "nothing_demanded", {}
    if slot not in r.hands or r.hands[slot].state == VOID:
        return "R-BJF-13", "no_hand", {}
    return (rule, "answered_already", {}) if slot in r.answers else None


def stake_cap(r: Round, place: str) -> int | None:
    """R-O36-9, R-O36-10: the most that a box may stake against the bank now; None without such a cap."""
    playing = [box for box in r.boxes if any(hand.state != VOID for hand in box.hands)] or r.boxes
    others = [box.stake for box in playing if box.place != place]
    staked = [stake for stake in others if stake is not None]
    return cap_of(r, staked, len(others) - len(staked))


def cap_of(r: Round, staked: list[int], waiting: int) -> int | None:
    """The most that the next player may stake when some have staked and others still wait to."""
    how = "bank_each" if r.terms.options.get("bank_play") else r.terms.options.get("stake_cap", "none")
    if how == "none" or r.bank_minor is None:
        return None
    if how == "bank_each":  # R-SEM-24
        return r.bank_minor
    left = r.bank_minor - sum(staked)
    if not r.terms.compels_stake:
        return left
    return procedure.stake_caps(left, waiting + 1, [0], unit=r.terms.limits.min_minor)[0][0]
