"""The deal: one card to every box, one to the bank, twice (R-BJF-15), and what may go wrong in it. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import TYPE_CHECKING

from shoes.cards import CARDS, UNKNOWN
from tables.rules import boxes, choices, procedure, stakes_late
from tables.rules.facts import Fact
from tables.rules.hands import IN, NATURAL, NONE, OPEN, OUT, UNREAD, UNSAID, VOID, Hand
from tables.rules.phases import DEAL, PLAY, STAKES
from tables.rules.stakes import box_of

if TYPE_CHECKING:
    from tables.rules.round import Round

ASIDE = ("burn", "discard")  # slots of cards that are out of play
LOST_AFTER_SKIPS = 2
NO_MORE: Iterator[Fact] = iter(())


def first_card(r: Round, f: Fact) -> None:
    """The first card ends the stakes."""
    if f[5] not in ASIDE:
        _begin(r, f)
        r.on_card(r, f)


def _begin(r: Round, f: Fact) -> None:
    start(r)
    if r.shufflers and not procedure.is_shuffle_right(r.terms, r.shufflers):
        r.note("I-28", "0", "shuffle_irregular", f[0]).choices = choices.codes(r, "I-28", "shuffle_irregular")
    if r.is_stop_card_out:
        r.note("I-27", "0", "round_after_stop_card", f[0]).due = ("reshuffle", None)
        r.is_void = choices.default_effect(r, "I-27") == "void_round"


def told_missed(r: Round, f: Fact) -> None:
    """I-1 told in words, where cards lie face down and nobody sees that one is not there."""
    if r.phase == STAKES and (r.stakes_closed or r.terms.bets_late) and not r.script:
        _begin(r, f)
    hand = r.hands.get(f[5])
    if r.phase == DEAL and hand is not None and not hand.cards and hand in r.script[r.si : r.second_pass - 1]:
        _passed_over(r, f, hand, is_first=True)
        while r.script[r.si].state == VOID:
            r.si += 1


def start(r: Round) -> None:
    """Lay out the script of the deal: every box that has or may have a stake, and the bank."""
    box_of(r, "")
    first: list[Hand] = []
    new_hand = r.terms.new_hand
    for box in r.boxes:
        if box.state == IN or (box.state == UNSAID and not r.stakes_closed):
            hand = new_hand(box.place, box, box.stake)
            box.hands.append(hand)
            first.append(hand)
            r.hands[box.place] = hand
    r.second_pass = len(first) + 1
    r.phase = DEAL
    if r.terms.bets_late:
        r.script = [*first, r.dealer]
        r.on_card = stakes_late.first_pass_card
        return
    r.script = []
    for part in r.terms.deal:
        r.script += first if part == "boxes" else [r.dealer]
    r.on_card = deal_card


def deal_card(r: Round, f: Fact) -> None:
    """A card of the deal: nearly always the one that the script has next."""
    if deal_through(r, f, NO_MORE) is f:
        _off_script(r, f)


def deal_through(r: Round, f: Fact, rest: Iterator[Fact]) -> Fact | None:
    """Take `f` and what follows it, for as long as each is the card that the script has next.

    The first fact that is not, None if all were. The cards of the deal are a third of all facts: a fold takes them in
    one go.
    """
    script, cards, si = r.script, r.cards, r.si
    end = len(script)
    left = None
    for fact in chain((f,), rest):
        hand = script[si]
        if hand.slot != fact[5] or fact[2] != "card":
            left = fact
            break
        cards[fact[0]] = fact
        hand.add(CARDS[fact[6]], fact[0], fact[7] == "up")
        r.last = hand
        si += 1
        if si == end or script[si].state:
            si = _next_dealt(script, si)
            if si == end:
                left = next(rest, None)
                break
    if left is not f:
        _have_been_dealt(r, si, fact)
    return left


def _next_dealt(script: list[Hand], si: int) -> int:
    """The next place of the script whose hand is in the round."""
    while si < len(script) and script[si].state == VOID:
        si += 1
    return si


def _have_been_dealt(r: Round, si: int, last: Fact) -> None:
    """Cards of the script were dealt, up to its place `si`."""
    r.last_fact, r.si = last, si
    if r.ask is not None:
        choices.lapse(r)
    if si == len(r.script):
        begin_play(r)


def _exposed(r: Round, fact_id: int) -> None:
    if not all(r.terms.dealer_up):
        r.note("R-BJF-16", "0", "hole_card_up", fact_id).option = "deal_mode"


def begin_play(r: Round) -> None:
    """All cards of the deal are out; the boxes play in order (R-BJF-20, R-BJF-23)."""
    if r.terms.bets_late and not r.is_dealt_on:
        stakes_late.open_stakes(r)
        return
    r.phase = PLAY
    r.on_card = boxes.card
    order = r.order
    for box in r.boxes:
        for hand in box.hands:
            if hand.state == VOID or not hand.cards:
                continue
            order.append(hand)
            if hand.hard == 11 and hand.aces == 1 and len(hand.cards) == 2 and not (hand.hidden or hand.unknown):
                hand.state = NATURAL
    dealer = r.dealer
    if len(dealer.cards) == 2 and not dealer.hidden and not r.terms.is_dealt_last:
        _exposed(r, dealer.ids[1])
    boxes.advance(r)


def finish_unread(r: Round) -> bool:
    """Whether only cards that lie face down are left to deal, so that play may have begun with them unread."""
    rest = r.script[r.si :]
    terms = r.terms
    last = terms.deal.count("boxes") - 1
    if not rest or (last and r.si < r.second_pass):
        return False
    if any(hand is not r.dealer and (terms.players_up[last] or _was_read(r, last)) for hand in rest):
        return False
    if terms.dealer_up[terms.deal.count("bank") - 1] and r.dealer in rest:
        return False
    for hand in rest:
        hand.add(UNKNOWN, UNREAD, False)
    r.si = len(r.script)
    begin_play(r)
    return True


def _was_read(r: Round, deal_pass: int) -> bool:
    """Whether any box's card of this pass was read."""
    span = range(r.second_pass - 1) if deal_pass == 0 else range(r.second_pass, len(r.script))
    return any(len(r.script[i].ids) > deal_pass and r.script[i].ids[deal_pass] != UNREAD for i in span)


def _off_script(r: Round, f: Fact) -> None:
    """A card that is not where the script has it."""
    slot = f[5]
    if slot in ASIDE:
        return
    if slot == "mouth":
        choices.expose(r, f)
        return
    found = _ahead(r, slot)
    hand = r.hands.get(slot) if slot != "0" else r.dealer
    box = r.places.get(slot)
    if hand is not None and hand is r.last and hand is not r.dealer and not _may_skip_to(r, found):
        _two_cards(r, f, hand)
    elif box is not None and box.state == OUT and r.si >= r.second_pass - 1:
        _given_after_all(r, f, box.hands[0])
    elif found is not None and (not _crosses(r, found) or _may_skip_to(r, found)):
        _skip_to(r, f, found)
    elif box is not None and box.state == NONE:
        boxes.card_without_stake(r, f, box)
    elif r.si >= r.second_pass and finish_unread(r):
        r.on_card(r, f)
    elif hand is not None and hand.cards and hand is not r.dealer:
        _two_cards(r, f, hand)
    elif box is not None and box.state == UNSAID and not box.hands:
        _join_late(r, f, box.place)
    else:
        boxes.stray(r, f)


def _ahead(r: Round, slot: str) -> int | None:
    for index in range(r.si, len(r.script)):
        if r.script[index].slot == slot and r.script[index].state != VOID:
            return index
    return None


def _crosses(r: Round, index: int) -> bool:
    """Whether going on at `index` would leave the first round of dealing."""
    return r.si < r.second_pass <= index


def _may_skip_to(r: Round, index: int | None) -> bool:
    """Whether everything before `index` may have been dealt unread or has no stake."""
    if index is None:
        return False
    return all(_is_unread(r, i, index) for i in range(r.si, index))


def _is_unread(r: Round, index: int, target: int) -> bool:
    """Whether the card of script place `index` may lie there unread though the one of `target` was read."""
    hand = r.script[index]
    deal_pass = int(index >= r.second_pass)
    if hand is r.dealer:
        return not r.terms.dealer_up[deal_pass]
    if hand.box.state == UNSAID and not hand.cards:
        return True
    reads_boxes = r.script[target] is not r.dealer and deal_pass == int(target >= r.second_pass)
    return not (r.terms.players_up[deal_pass] or reads_boxes or _was_read(r, deal_pass))


def _skip_to(r: Round, f: Fact, index: int) -> None:
    known = [i for i in range(r.si, index) if not _is_unread(r, i, index) and r.script[i].state != VOID]
    if len(known) > LOST_AFTER_SKIPS:
        boxes.stray(r, f)
        r.followed = False
        return
    for i in range(r.si, index):
        hand = r.script[i]
        if hand.state == VOID:
            continue
        if i not in known:
            _assume(r, hand)
        elif hand is r.dealer:
            note = r.note(
                "R-BJF-15", "0", "bank_passed_over", 0, "deal_dealer_up" if i < r.second_pass else "deal_hole"
            )
            note.due, note.evidence = ("deal_dealer_up" if i < r.second_pass else "deal_hole", "0"), [f[0]]
        else:
            _passed_over(r, f, hand, is_first=i < r.second_pass)
    r.si = index
    deal_card(r, f)


def _assume(r: Round, hand: Hand) -> None:
    """No stake was entered: the box is not in play. Else the card lies there face down, unread."""
    if hand is not r.dealer and hand.box.state == UNSAID and not hand.cards:
        hand.box.hands.remove(hand)
        del r.hands[hand.slot]
        hand.state = VOID
    else:
        hand.add(UNKNOWN, UNREAD, False)


def _passed_over(r: Round, f: Fact, hand: Hand, *, is_first: bool) -> None:
    box = hand.box
    if is_first:
        note = r.note("I-1", hand.slot, "passed_over", 0, "deal_card")
        note.choices = choices.codes(r, "I-1")
        box.state = OUT
        hand.state = VOID
    else:
        note = r.note("R-BJF-15", hand.slot, "second_card_missing", 0, "deal_card")
        hand.pending = "deal"
    note.due, note.evidence = ("deal_card", hand.slot), [f[0]]


def claim_top(r: Round, hand: Hand) -> None:
    """I-1: the player claims the top card before the second round of dealing begins."""
    hand.box.state = IN
    hand.state = OPEN
    served = sum(1 for claimed in r.claims if claimed.cards)
    before = sum(1 for claimed in r.claims if claimed.box.seat < hand.box.seat)
    index = max(served, before)
    r.claims.insert(index, hand)
    r.script.insert(r.second_pass + index, hand)
    if r.si >= r.second_pass:  # hands that sit out were stepped over already
        r.si = r.second_pass + served
    if r.phase == PLAY:
        r.phase, r.on_card = DEAL, deal_card
        r.order, r.cur = [], 0
    if r.phase == STAKES:  # R-PON-6: all have a card before the stakes are made
        r.phase, r.on_card = DEAL, stakes_late.first_pass_card


def may_claim(r: Round, hand: Hand | None) -> bool:
    """Whether the second round of dealing has not begun for a box that was passed over."""
    if hand is None or hand.box.state != OUT or "claim_top" not in choices.codes(r, "I-1"):
        return False
    if not (r.phase == DEAL or stakes_late.is_open(r) or _is_before_draws(r)):
        return False
    return not any(len(h.cards) > 1 for h in r.script[: r.second_pass - 1])


def _is_before_draws(r: Round) -> bool:
    """Where one card is dealt to each, the players' turns stand for the second round of dealing."""
    return r.phase == PLAY and len(r.terms.deal) == 2 and not (r.acted or r.banking)


def _given_after_all(r: Round, f: Fact, hand: Hand) -> None:
    """A card for a box that was passed over: in time it is the top card that it may claim, later it is void."""
    if may_claim(r, hand) and r.si >= r.second_pass:
        claim_top(r, hand)
        deal_card(r, f)
        return
    hand.asides.append(f[0])
    r.note("I-1", hand.slot, "passed_over", 0, "deal_card").evidence.append(f[0])


def _two_cards(r: Round, f: Fact, hand: Hand) -> None:
    """I-2 in the first round of dealing, I-4 in the second."""
    if _is_next_after_bank(r, hand):
        _bank_passed_over(r, f)
        return
    rule = "I-2" if len(hand.cards) == 1 and r.si < r.second_pass else "I-4"
    for note in r.notes:
        if note.rule == rule and note.slot == hand.slot:
            note.evidence.append(f[0])
            hand.asides.append(f[0])
            return
    note = r.note(rule, hand.slot, "two_cards_in_one_round", f[0])
    note.evidence = [hand.ids[-1], f[0]]
    note.choices = choices.codes(r, rule)
    note.due = ("deal_card", r.script[r.si].slot)
    hand.asides.append(f[0])
    if note.choices:
        r.ask = choices.Ask(rule, hand.slot, f[0], note.choices)


def _is_next_after_bank(r: Round, hand: Hand) -> bool:
    """Whether the first two boxes got a second card each before the bank had its first: the bank was left out.

    The first of these cards alone might be a box's second in the first round of dealing (I-2).
    """
    first = r.second_pass
    if len(r.terms.deal) != 4 or r.si != first - 1 or len(r.script) < first + 3:
        return False
    before = r.script[first]
    is_second = hand is r.script[first + 1] and bool(before.asides) and list(r.cards)[-2] == before.asides[-1]
    return is_second and ("I-2", before.slot, str(before.asides[-1])) in [note.key for note in r.notes]


def _bank_passed_over(r: Round, f: Fact) -> None:
    before, start = r.script[r.second_pass], r.second_pass
    card = r.cards[before.asides.pop()]
    r.notes = [note for note in r.notes if note.fact_id != card[0]]
    r.ask = None
    note = r.note("R-BJF-15", "0", "bank_passed_over", 0, "deal_dealer_up")
    note.due, note.evidence = ("deal_dealer_up", "0"), [card[0]]
    r.si = start
    deal_card(r, card)
    deal_card(r, f)


def _join_late(r: Round, f: Fact, place: str) -> None:
    """A box of which no stake was entered has a card in the second round: its first was not read."""
    box = r.places[place]
    hand = r.terms.new_hand(place, box, box.stake)
    box.hands.append(hand)
    r.hands[place] = hand
    hand.add(UNKNOWN, UNREAD, r.terms.players_up[0])
    hand.add(CARDS[f[6]], f[0], f[7] == "up")
    r.last = hand
