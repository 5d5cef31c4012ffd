"""Parts of the tablet's screen: boxes as the dealer sees them, hands, payments, buttons."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from casino.templatetags.screen import amount, gain, stake
from tables import wording
from tables.queries.tablet_camera import Watch
from tables.rules.facts import BANK
from tables.rules.shapes import Due, Pay, PictureBox, PictureCard, PictureHand, Step
from tables.templatetags.felt import stack
from tables.views import tablet_words
from tables.views.tablet_camera import Touched, touched
from tables.views.tablet_words import slot_name

MOST_CHIPS = 9


@dataclass(frozen=True, slots=True)
class Choice:
    """A button or a radio: what it sends and says; `shown` is the sum beside it."""

    value: str
    label: str
    shown: str = ""


@dataclass(frozen=True, slots=True)
class Warned:
    level: str
    rule: str
    text: str


@dataclass(frozen=True, slots=True)
class Stop:
    """A verdict that waits for somebody's choice."""

    rule: str
    fact_id: int
    text: str
    choices: tuple[Choice, ...]
    clauses: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Paid:
    word: str
    sum: str


@dataclass(frozen=True, slots=True)
class Hand:
    slot: str
    name: str
    cards: tuple[PictureCard, ...]
    total: str
    note: str
    is_due: bool
    touched: tuple[Touched, ...] = ()
    is_unknown: bool = False

    @property
    def is_long(self) -> bool:
        """Whether the total stands under the cards: beside them is no room."""
        return len(self.cards) > 3 or any(card.lie == "across" for card in self.cards)


@dataclass(frozen=True, slots=True)
class Box:
    place: str
    name: str
    stake: str
    word: str
    hands: tuple[Hand, ...]
    is_free: bool
    is_due: bool
    is_past: bool
    is_bank: bool = False
    player: str = ""  # A, B … for who has several boxes
    offers: tuple[Choice, ...] = ()
    pays: tuple[Paid, ...] = ()
    chips: tuple[tuple[int, ...], ...] = ()


def box_of(box: PictureBox, due: Due, offers: Sequence[Choice], watch: Watch, *, is_staked: bool = True) -> Box:
    """A box with what lies in it, what is due to it and what its guest is offered; stakes once they may be made."""
    hands = tuple(_hand(hand, watch) for hand in box.hands if hand.cards)
    pays = [pay for pay in due.pays if place_of(pay.slot) == box.place]
    paid = [hand.paid_minor for hand in box.hands if hand.paid_minor is not None]
    is_free = not hands and not box.stake_minor and (box.is_closed_empty or box.stake_minor == 0)
    return Box(
        place=box.place,
        name=slot_name(box.place),
        stake=_stake_of(box) if is_staked else "",
        word=_word_of(box, is_free=is_free, has_cards=bool(hands)) if is_staked else "",
        hands=hands,
        is_free=is_free,
        is_due=place_of(due.step.slot or "") == box.place,
        is_past=bool(paid) and not pays,
        player=box.player,
        offers=tuple(offers),
        pays=tuple(_pay(pay, box) for pay in pays) + (_backed(box) if pays else ())
        or tuple(Paid(pgettext("pay", "done"), _signed(minor)) for minor in paid),
        chips=_stacks(sum(max(pay.amount_minor or 0, 0) for pay in pays)),
    )


def absent_box(place: str, due: Due, *, bank: str | None, bank_minor: int | None) -> Box:
    """A place that is none of the round's boxes: where the banker sits, with what moves in the bank, or nobody."""
    is_bank = place == bank
    pays = [pay for pay in due.pays if pay.slot == BANK] if is_bank else []
    return Box(
        place=place,
        name=slot_name(BANK, is_free=True) if is_bank else slot_name(place),
        stake=stake(bank_minor) if is_bank and bank_minor else "",
        word=pgettext("tablet", "Bank") if is_bank else _("nobody plays"),
        hands=(),
        is_free=not is_bank,
        is_due=is_bank and due.step.slot == BANK,
        is_past=False,
        is_bank=is_bank,
        pays=tuple(Paid(pgettext("tablet", "Bank"), _short_gain(pay)) for pay in pays),
    )


def _word_of(box: PictureBox, *, is_free: bool, has_cards: bool) -> str:
    if is_free:
        return _("no stake")
    if box.insurance_minor:
        return _("insured %(sum)s") % {"sum": stake(box.insurance_minor)}
    return "" if has_cards else _stake_of(box)


def place_of(slot: str) -> str:
    """The box of a hand: `3` of `3.1`."""
    return slot.partition(".")[0]


def _stacks(minor: int) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(same) for _chip, same in groupby(stack(minor, MOST_CHIPS)))


def _pay(pay: Pay, box: PictureBox) -> Paid:
    hand = next((hand for hand in box.hands if hand.slot == pay.slot), None)
    if pay.amount_minor is None and not pay.odds:
        return Paid("", amount(None))
    return Paid(tablet_words.pay_short(pay, hand), _short_gain(pay))


def card_place(card: dict[str, str], *, is_free: bool = False) -> str:
    """`Box 3`; `Dealer, face down`; `Dealer, the hole card`; `Box 3, the card face down`."""
    name = slot_name(card["slot"], is_free=is_free)
    if card["what"] == "turned":
        is_hole = card["slot"] == BANK and not is_free
        words = _("%(place)s, the hole card") if is_hole else _("%(place)s, the card face down")
        return words % {"place": name}
    return _("%(place)s, face down") % {"place": name} if card["face"] == "down" else name


def note_of(hand: PictureHand) -> str:
    """How a hand stands, where the total alone does not say it."""
    return "" if hand.status in ("acting", "waits", "stood") else wording.status(hand.status)


def _hand(hand: PictureHand, watch: Watch) -> Hand:
    return Hand(
        slot=hand.slot,
        name=slot_name(hand.slot),
        cards=hand.cards,
        total=wording.total(hand.total),
        note=note_of(hand),
        is_due=hand.is_due,
        touched=touched_in(hand, watch),
        is_unknown=hand.total == "unknown",
    )


def touched_in(hand: PictureHand, watch: Watch) -> tuple[Touched, ...]:
    """The hand's cards, each to be put right by a touch; without a camera nothing needs that."""
    name = slot_name(hand.slot)
    return tuple(touched(card, name, watch) for card in hand.cards) if watch.state else ()


def _stake_of(box: PictureBox) -> str:
    """What lies in a box, and behind a plus what onlookers put to it."""
    if box.is_closed_empty:
        return ""
    sums = [hand.stake_minor for hand in box.hands if hand.stake_minor is not None]
    own = stake(sum(sums)) if sums else stake(box.stake_minor) if box.stake_minor is not None else _("stake unknown")
    return " + ".join([own, *(stake(each.stake_minor) for each in box.onlookers if each.stake_minor)])


def _backed(box: PictureBox) -> tuple[Paid, ...]:
    """What is due to each onlooker of a box."""
    known = (each.net_minor for each in box.onlookers if each.stake_minor)
    return tuple(Paid(_("onlooker"), amount(None) if net is None else _signed(net)) for net in known)


def _short_gain(pay: Pay) -> str:
    """+37.50, −200, 0; odds where the stake is unknown."""
    minor = pay.amount_minor
    if minor is None:
        return wording.step(Step("pay", pay.slot, None, pay.odds)).sum or amount(None)
    return _signed(minor)


def _signed(minor: int) -> str:
    return ("+" if minor > 0 else "") + stake(minor)


def pay_name(pay: Pay) -> str:
    name = slot_name(pay.slot)
    return name if pay.kind == "main" else f"{name}, {wording.pay_kind(pay.kind)}"


def shown(minor: int | None, *, signed: bool = False) -> str:
    if minor is None:
        return ""
    return gain(minor) if signed else amount(minor)
