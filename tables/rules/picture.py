"""The felt as a screen needs it: plain values, nothing that lies face down. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from shoes.cards import format_card
from tables.rules import bank, bonus, posted, settle, several
from tables.rules.counting import Tally
from tables.rules.facts import Fact
from tables.rules.games.blackjack_fixed_bank import VALUES
from tables.rules.hands import (
    BUST,
    CLAIMED,
    DOUBLED,
    NONE,
    OPEN,
    OUT,
    STATUS,
    STOOD,
    TRIPLED,
    UNREAD,
    Box,
    Hand,
    totals,
)
from tables.rules.phases import DEAL, OVER, STAKES
from tables.rules.shapes import Onlooker, Picture, PictureBox, PictureCard, PictureHand

if TYPE_CHECKING:
    from tables.rules.round import Round

LIE = 8


def picture(r: Round) -> Picture:
    paid = _paid(r)
    step = r.due().step
    due_slot = step.slot
    strays = tuple(
        _card(fact, is_stray=True)
        for fact in r.cards.values()
        if fact[5] not in ("burn", "discard", "mouth") and not _belongs(r, fact[0])
    )
    return Picture(
        phase=phase(r, step.code),
        followed=r.followed,
        dealer=_dealer(r, due_slot),
        boxes=tuple(_box(r, box, due_slot, paid, strays) for box in r.boxes),
    )


def phase(r: Round, code: str) -> str:
    """stakes, deal, insurance, peek, boxes, dealer, settle, over or lost."""
    if not r.followed:
        return "lost"
    if r.phase == OVER:
        return "over"
    if r.phase == STAKES:
        return "stakes"
    if r.phase == DEAL:
        return "deal"
    if code in ("offer_insurance", "offer_even_money", "offer_surrender"):
        return "insurance"
    if code == "peek":
        return "peek"
    if code in ("round_over", "reshuffle"):
        return "over"
    if code == "banker_acts":
        return "dealer"
    if r.cur < len(r.order) and not r.banking and not r.dealer_natural:
        return "boxes"
    if code in ("deal_hole", "turn_hole", "dealer_draws", "dealer_stands"):
        return "dealer"
    return "settle"


def _paid(r: Round) -> dict[str, int]:
    paid: dict[str, int] = {}
    for fact in r.paid:
        if fact[6] != "insurance" and fact[7] is not None:
            paid[fact[5]] = paid.get(fact[5], 0) + fact[7]
    return paid


def _belongs(r: Round, fact_id: int) -> bool:
    if fact_id in r.dealer.ids or fact_id in r.draws:
        return True
    return any(fact_id in hand.ids or fact_id in hand.asides for hand in r.hands.values())


def _card(fact: Fact, *, card: int | None = None, face: str | None = None, **flags: bool) -> PictureCard:
    shown = face or fact[7]
    text = fact[6] if card is None else format_card(card)
    return PictureCard(
        fact_id=fact[0],
        card=text if shown == "up" else "??",
        face=shown,
        lie=fact[LIE],
        is_stray=flags.get("is_stray", False),
        is_void=flags.get("is_void", False),
        source=fact[3],
        saw=fact[4],
    )


def _cards(r: Round, hand: Hand, void: list[int]) -> tuple[PictureCard, ...]:
    found: list[PictureCard] = []
    for card, fact_id in zip(hand.cards, hand.ids, strict=True):
        face = "down" if fact_id in hand.hidden else "up"
        fact = r.cards.get(fact_id)
        if fact is None:
            found.append(PictureCard(UNREAD, "??", face, "along", False, False, "inferred", ""))
        else:
            found.append(_card(fact, card=card, face=face))
    found += [_card(r.cards[i], is_void=True) for i in void if i in r.cards]
    return tuple(found)


def total(hand: Hand) -> str:
    """`17`, soft `7/17`, `13 or 14`, `unknown`, or nothing without cards; only of what lies open."""
    if not hand.cards:
        return ""
    known = hand.as_shown() if hand.hidden else hand
    if not known.unknown:
        return bank.total_text(known)
    if isinstance(known, Tally):
        found = [known.count.text(reading) for reading in sorted(known.readings())]
        return " or ".join(found) if 0 < len(found) <= 2 else "unknown"
    readings = sorted({best for best, _ in totals(known.hard, known.aces, known.unknown)})
    return " or ".join(map(str, readings)) if len(readings) <= 2 else "unknown"


def _dealer(r: Round, due_slot: str | None) -> PictureHand:
    dealer = r.dealer
    cards = _cards(r, dealer, r.draws)
    return PictureHand("0", cards, _dealer_total(dealer), dealer_status(r), None, due_slot == "0", None)


def _dealer_total(dealer: Hand) -> str:
    """The total of the cards that lie open; while the hole card is closed, that of the up card."""
    if not dealer.hidden or isinstance(dealer, Tally):
        return total(dealer)
    shown = [VALUES[c] for c, i in zip(dealer.cards, dealer.ids, strict=True) if i not in dealer.hidden]
    if not shown or 0 in shown:
        return "unknown" if dealer.cards else ""
    hard = sum(shown)
    return f"{hard}/{hard + 10}" if 1 in shown and hard <= 11 else str(hard)


def dealer_status(r: Round) -> str:
    """natural, ordinary_21, bust, stood, no_play, or acting and waits before that."""
    dealer = r.dealer
    if not dealer.cards:
        return ""
    if r.dealer_natural:
        return "natural"
    if not (r.banking or settle.is_finished(r)):
        return "waits"
    if r.terms.game.shows_naturals and dealer.is_natural and not dealer.hidden:
        return "natural"
    if not r.order or not bank.has_live_hand(r):
        return "no_play"
    if r.undeclared and len(dealer.cards) == 2:
        return "ordinary_21"
    if not dealer.hidden and dealer.is_surely_over:
        return "bust"
    if bank.must_draw(r) is not False:
        return "acting"
    return "stood" if r.terms.count is None or dealer.hidden else _named(r, dealer)


def _named(r: Round, hand: Hand) -> str:
    """What a hand that is done is called in the games where an ace is not 1 or 11."""
    if hand.is_pair:
        return "golden" if r.terms.wins_with else "two-sevens"
    if hand.is_natural:
        return "natural"
    if hand.best != r.terms.target or (r.terms.wins_with and hand is not r.dealer):
        return "stood"
    return "target"


def status(r: Round, hand: Hand) -> str:
    if hand.state == OPEN:
        if r.phase == DEAL or (r.cur < len(r.order) and r.order[r.cur] is not hand):
            return "waits"
        return "stood" if r.dealer_natural or r.banking else "acting"
    if hand.state == STOOD and hand.is_surely_over and not hand.hidden:
        is_open = hand.is_kept or r.terms.game.hides_busts or BUST in r.terms.live
        return "bust" if is_open else "concealed"
    if hand.state == CLAIMED:
        return bonus.name(hand) if r.terms.count is None else ("golden" if hand.is_pair else "win21")
    if r.terms.count is not None and hand.state == STOOD and not hand.hidden and not hand.unknown:
        return _named(r, hand)
    if hand.state in (DOUBLED, TRIPLED) and hand.is_surely_over and not hand.hidden:
        return "bust"
    if hand.state == STOOD and hand.is_natural and not hand.hidden:
        return "natural"
    return STATUS[hand.state]


def _box(r: Round, box: Box, due_slot: str | None, paid: dict[str, int], strays: tuple[PictureCard, ...]) -> PictureBox:
    hands = [_hand(r, hand, due_slot, paid) for hand in box.hands if hand.cards or box.state == OUT or hand.asides]
    here = tuple(card for card in strays if _slot_of(r, card).partition(".")[0] == box.place)
    if here:
        hands.append(PictureHand(box.place, here, "", "void", None, False, None))
    backed = _onlookers(r, box) if box.onlookers else ()
    player = several.name_at(r.players, box.place)
    return PictureBox(box.place, box.seat, box.stake, _insurance(box), box.state == NONE, tuple(hands), backed, player)


def _onlookers(r: Round, box: Box) -> tuple[Onlooker, ...]:
    told = zip(box.onlookers, posted.backed(r, box), settle.onlookers_of(r, box), strict=True)
    return tuple(
        Onlooker(fact_id, kept, (amount or 0) - (kept or 0), net) for (fact_id, amount), (_same, kept), net in told
    )


def _slot_of(r: Round, card: PictureCard) -> str:
    return str(r.cards[card.fact_id][5])


def _insurance(box: Box) -> int | None:
    return box.insurance


def _hand(r: Round, hand: Hand, due_slot: str | None, paid: dict[str, int]) -> PictureHand:
    return PictureHand(
        slot=hand.slot,
        cards=_cards(r, hand, hand.asides),
        total=total(hand),
        status=status(r, hand),
        stake_minor=hand.stake,
        is_due=due_slot == hand.slot,
        paid_minor=paid.get(hand.slot),
    )
