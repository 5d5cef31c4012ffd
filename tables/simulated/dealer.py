"""A simulated dealer takes the step that the engine expects, one after another, and now and then makes a mistake.

What is done comes out as moves: the score records them in bulk, the demo enters them through the tablet's services.
"""

from collections.abc import Callable, Iterator
from typing import Final

from tables.rules.facts import Fact
from tables.rules.shapes import Due, Pay
from tables.simulated import players
from tables.simulated.dealing import Dealing, Move

MOST_MOVES: Final = 400


class Stuck(RuntimeError):
    """The engine expects a step that no simulated dealer knows, or the round does not end."""


def deal(table: Dealing) -> Iterator[Move]:
    """Deal the round to its end."""
    for _ in range(MOST_MOVES):
        due = table.state.due()
        if is_over(due):
            return
        if due.step.code not in STEPS:
            break
        yield from STEPS[due.step.code](table, due)
    raise Stuck(f"The round does not end; the engine expects {table.state.due().step.code}.")


def is_over(due: Due) -> bool:
    """Whether the round has ended, reshuffle due or not."""
    code = due.step.code
    return code == "round_over" or (code == "reshuffle" and due.step.detail.get("rule") != "I-27")


def _take_stakes(table: Dealing, due: Due) -> Iterator[Move]:
    limits = table.terms.limits
    places = [place for place in table.places if table.chance.random() < table.crowd] or [
        table.chance.choice(table.places)
    ]
    for place in places:
        stake = players.stake_minor(limits.min_minor, limits.max_minor, limits.step_minor, table.chance)
        yield table.ask(place, "stake", stake, pause_ms=500)
    yield table.put("said", "0", "stakes_closed", None, pause_ms=800)


def _deal_late(table: Dealing, due: Due) -> Iterator[Move]:
    """The stop card is out, and the dealer begins another round all the same."""
    place = table.chance.choice(table.places)
    yield table.put("stake", place, table.terms.limits.min_minor, "main")
    yield table.put("said", "0", "stakes_closed", None)
    yield from table.card(place, face=_face(table.terms.players_up[0]))
    table.plant("round after the stop card", "0")


def _deal_card(table: Dealing, due: Due) -> Iterator[Move]:
    slot = str(due.step.slot)
    is_first = len(_box_cards(table, slot)) == 0
    face = _face(table.terms.players_up[0 if is_first else 1])
    has_begun = bool(table.truth)
    if is_first and has_begun:
        yield from _deal_mistakes(table, slot, face)
    if table.state.due().step.slot == slot:
        yield from table.card(slot, face=face)


def _box_cards(table: Dealing, slot: str) -> list[Fact]:
    return [fact for fact in table.facts if fact[2] == "card" and fact[5] == slot]


def _deal_mistakes(table: Dealing, slot: str, face: str) -> Iterator[Move]:
    """What may go wrong before the first card of a box that is not the first."""
    staked = [fact[5] for fact in table.facts if fact[2] == "stake"]
    empty = [place for place in table.places if place not in staked]
    after = [place for place in staked if int(place) > int(slot)]
    if empty and table.mistakes.strikes("cards in an empty box"):
        place = table.chance.choice(empty)
        yield from table.card(place, face=face)
        table.plant("cards in an empty box", place)
    elif table.mistakes.strikes("stake over the limit"):
        place, limits = table.chance.choice(staked), table.terms.limits
        yield table.put("stake", place, limits.max_minor + limits.step_minor * table.chance.randint(1, 9), "main")
        table.plant("stake over the limit", place, fact_id=table.last_id)
    elif after and table.mistakes.strikes("box passed over"):
        yield from table.card(after[0], face=face)
        table.plant("box passed over", slot)
        if table.chance.random() < 0.4 and (slot, "claim_top") in table.state.due().permitted:
            yield table.ask(slot, "claim_top")


def _deal_dealer(table: Dealing, due: Due) -> Iterator[Move]:
    is_up = due.step.code == "deal_dealer_up" or due.step.detail.get("face") == "up"
    yield from table.card("0", face=_face(is_up))


def _offer_insurance(table: Dealing, due: Due) -> Iterator[Move]:
    slot, most = str(due.step.slot), due.step.amount_minor
    step = table.terms.limits.step_minor
    if most and players.takes_insurance(table.chance):
        yield table.ask(
            slot, "insure", max(min(most, step), most // step * step) if table.chance.random() < 0.3 else most
        )
    else:
        yield table.ask(slot, "decline_insurance", pause_ms=300)


def _offer_even_money(table: Dealing, due: Due) -> Iterator[Move]:
    slot = str(due.step.slot)
    if table.chance.random() < 0.4:
        yield table.ask(slot, "even_money")
    else:
        yield table.ask(slot.partition(".")[0], "decline_insurance")


def _peek(table: Dealing, due: Due) -> Iterator[Move]:
    yield table.put("peeked", "0", pause_ms=1200)
    dealer = table.hand("0")
    cards = table.cards_of(dealer)
    if len(cards) == 2 and players.total_of(cards)[0] == 21:
        yield from table.turn(dealer)


def _box_acts(table: Dealing, due: Due) -> Iterator[Move]:
    slot = str(due.step.slot)
    hand = table.hand(slot)
    cards = table.cards_of(hand)
    total = players.total_of(cards)[0]
    is_hidden = any(card.face == "down" for card in hand.cards)
    if is_hidden and (total > 21 or (total == 21 and len(cards) == 2)):
        yield from table.turn(hand)
        return
    later = _later_hand(table, slot)
    if later and not is_hidden and table.mistakes.strikes("card after a later box"):
        yield from table.card(later)
        yield from table.card(slot)
        table.plant("card after a later box", slot)
        return
    permitted = {word for where, word in due.permitted if where == slot}
    word = "stand" if total >= 21 else players.decide(cards, _upcard(table), permitted - {"bust"}, table.chance)
    if word == "split" and is_hidden:
        yield from table.turn(hand)
    yield table.ask(slot, word)
    if word == "stand" and table.mistakes.strikes("card after a stand"):
        yield from table.card(slot)
        table.plant("card after a stand", slot)


def _later_hand(table: Dealing, slot: str) -> str | None:
    """A box after this one whose turn is still to come, the next one first."""
    boxes = table.picture.boxes
    seat = next(box.seat for box in boxes if box.place == slot.partition(".")[0])
    waiting = [hand.slot for box in boxes if box.seat > seat for hand in box.hands if hand.status == "waits"]
    return waiting[0] if waiting else None


def _deal_to(table: Dealing, due: Due) -> Iterator[Move]:
    slot, why = str(due.step.slot), due.step.detail.get("why")
    is_double = why == "double"
    face = "down" if is_double and table.terms.options["double_card_face"] == "down" else "up"
    yield from table.card(slot, face=face, lie="across" if is_double else "along")
    hand = table.hand(slot)
    if is_double and hand.status == "doubled" and table.mistakes.strikes("card on a doubled hand"):
        yield from table.card(slot)
        table.plant("card on a doubled hand", slot)
    elif hand.status == "stood" and hand.total.endswith("21") and table.mistakes.strikes("card on 21"):
        yield from table.card(slot)
        table.plant("card on 21", slot)


def _choose(table: Dealing, due: Due) -> Iterator[Move]:
    """An irregularity asks somebody to choose."""
    detail = due.step.detail
    options = list(detail["choices"])
    if detail["rule"] == "I-6":
        lying = [*table.cards_of(table.hand(str(due.step.slot))), table.truth[detail["fact_id"]]]
        options = ["keep" if players.total_of(lying)[0] <= 21 and table.chance.random() < 0.5 else "refuse"]
    yield table.put("choice", detail["rule"], detail["fact_id"], table.chance.choice(options))


def _turn_hole(table: Dealing, due: Due) -> Iterator[Move]:
    yield from table.turn(table.hand("0"))


def _show_hand(table: Dealing, due: Due) -> Iterator[Move]:
    yield from table.turn(table.hand(str(due.step.slot)))


def _dealer_draws(table: Dealing, due: Due) -> Iterator[Move]:
    name = {"16": "stands on 16", "7/17": "stands on soft 17"}.get(str(due.step.detail.get("total")))
    if name and table.mistakes.strikes(name):
        yield from _stand_too_early(table, name)
    if table.state.due().step.code == "dealer_draws":
        yield from table.card("0")


def _stand_too_early(table: Dealing, name: str) -> Iterator[Move]:
    """The bank stands: hands that lie face down are shown, then all is paid, or the dealer taps stand.

    A tap is seen in time, and the card is drawn after all.
    """
    for box in table.picture.boxes:
        for hand in box.hands:
            yield from table.turn(hand)
    if table.state.due().step.code != "dealer_draws":  # nobody is left to draw against
        return
    if table.chance.random() < 0.5:
        yield table.put("paid", "*", "as_shown", None)
    else:
        yield table.put("said", "0", "stand", None)
    table.plant(name, "0")


def _pay(table: Dealing, due: Due) -> Iterator[Move]:
    last = table.last_id
    yield from _draw_too_many(table)
    if table.last_id > last:
        return
    for pay in due.pays:
        wrong = _wrong_amount(table, pay)
        if wrong is not None:
            yield table.put("paid", pay.slot, pay.kind, wrong[1])
            table.plant(wrong[0], pay.slot, fact_id=table.last_id)
            return
    if ("*", "as_shown") in due.permitted and table.chance.random() < 0.6:
        yield table.put("paid", "*", "as_shown", None)
        return
    pay = next(pay for pay in due.pays if pay.slot == due.step.slot and pay.kind == due.step.detail.get("pay_kind"))
    yield table.put("paid", pay.slot, pay.kind, pay.amount_minor)


def _draw_too_many(table: Dealing) -> Iterator[Move]:
    """The bank has 17 and draws."""
    dealer = table.hand("0")
    if dealer.status != "stood" or any(fact[2] == "paid" for fact in table.facts):
        return
    name = {"17": "draws on hard 17", "7/17": "draws on soft 17"}.get(dealer.total)
    if name and table.mistakes.strikes(name):
        yield from table.card("0")
        table.plant(name, "0")


def _wrong_amount(table: Dealing, pay: Pay) -> tuple[str, int] | None:
    """Which payment mistake is made with this payment, and what is paid."""
    stake = table.hand(pay.slot).stake_minor
    if pay.kind == "insurance" and pay.amount_minor and pay.amount_minor > 0:
        insured = next(box.insurance_minor for box in table.picture.boxes if box.place == pay.slot)
        return ("insurance paid 1:1", insured) if insured and table.mistakes.strikes("insurance paid 1:1") else None
    if pay.kind != "main" or stake is None:
        return None
    if pay.why == "R-BJF-25" and pay.amount_minor and table.mistakes.strikes("natural paid 1:1"):
        return "natural paid 1:1", stake
    if pay.why == "R-BJF-31" and pay.amount_minor == 0 and table.mistakes.strikes("push paid"):
        return "push paid", stake
    return None


def _upcard(table: Dealing) -> str:
    index = 0 if table.terms.dealer_up[0] else 1
    cards = table.cards_of(table.hand("0"))
    return cards[min(index, len(cards) - 1)]


def _face(is_up: bool) -> str:
    return "up" if is_up else "down"


STEPS: Final[dict[str, Callable[[Dealing, Due], Iterator[Move]]]] = {
    "take_stakes": _take_stakes,
    "reshuffle": _deal_late,
    "deal_card": _deal_card,
    "deal_dealer_up": _deal_dealer,
    "deal_hole": _deal_dealer,
    "offer_insurance": _offer_insurance,
    "offer_even_money": _offer_even_money,
    "offer_surrender": _peek,
    "peek": _peek,
    "box_acts": _box_acts,
    "deal_to": _deal_to,
    "no_card": _choose,
    "turn_hole": _turn_hole,
    "show_hand": _show_hand,
    "dealer_draws": _dealer_draws,
    "pay": _pay,
    "collect": _pay,
    "return_stake": _pay,
}
