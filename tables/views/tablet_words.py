"""The tablet's own sentences: steps short enough for 120 px, what is at stake under them."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from casino.templatetags.screen import amount, odds
from shoes.wording import card_name, card_sign
from tables import wording
from tables.queries.shapes import TabletView
from tables.rules.facts import KIND, SLOT, Fact
from tables.rules.shapes import Due, Pay, Picture, PictureHand

CUTS = ((19, ""), (23, "long"))
CUTS_BESIDE_BANK = ((13, ""), (16, "long"))


def words(view: TabletView, due: Due) -> wording.Words:
    """The step in largest type, a sum beside it, and why under it."""
    step = due.step
    if view.is_paused and view.picture is None:
        return wording.Words(pgettext("step", "Paused"), _("A supervisor resumes the table."))
    said = wording.step(step)
    head = _short_heads().get(step.code, said.head)
    if "%(place)s" in head:
        head = head % {"place": _place(step.slot)}
    return wording.Words(head, _why(view, due) or said.why, said.sum)


def size(head: str, sum_text: str, *, is_beside_bank: bool) -> str:
    """The class that keeps the step on its one line."""
    length = len(head) + (len(sum_text) + 2 if sum_text else 0)
    for most, name in CUTS_BESIDE_BANK if is_beside_bank else CUTS:
        if length <= most:
            return name
    return "longer"


def _short_heads() -> dict[str, str]:
    return {
        "deal_dealer_up": pgettext("tablet step", "Dealer’s card"),
        "deal_dealer_down": pgettext("tablet step", "Face down"),
        "deal_hole": pgettext("tablet step", "Hole card"),
        "offer_even_money": pgettext("tablet step", "Even money?"),
        "offer_insurance": pgettext("tablet step", "Insurance?"),
        "offer_surrender": pgettext("tablet step", "Surrender?"),
        "peek": pgettext("tablet step", "Look under"),
        "collect": pgettext("tablet step", "Take box %(place)s"),
        "return_stake": pgettext("tablet step", "Box %(place)s: push"),
        "turn_hole": pgettext("tablet step", "Turn it over"),
        "reshuffle": pgettext("tablet step", "Shuffle next"),
        "clear_cards": pgettext("tablet step", "Gather the cards"),
        "round_over": pgettext("tablet step", "Next round"),
        "no_card": pgettext("tablet step", "No card to anyone"),
    }


def _place(slot: str | None) -> str:
    return _spoken(slot or "?")


def _spoken(slot: str) -> str:
    """`3`, and `3.2` for the second hand of a box: as short as the felt allows."""
    box, _dot, hand = slot.partition(".")
    return f"{box}.{int(hand) + 1}" if hand.isdigit() and hand != "0" else box


def _why(view: TabletView, due: Due) -> str:
    step, picture = due.step, view.picture
    if picture is None or step.code == "take_stakes":
        return _why_stakes(view)
    if not picture.followed:
        return ""
    if step.code in ("pay", "collect", "return_stake"):
        return _why_paid(due, picture)
    if step.code in ("box_acts", "deal_to", "offer_even_money") and step.slot:
        return " ".join(part for part in (_at_stake(picture, step.slot), _shows(picture)) if part)
    return _all_at_stake(picture)


def _why_stakes(view: TabletView) -> str:
    if view.sign is None:
        return _("A supervisor posts the rules first.")
    limits = {"least": _minor(view.sign.min_minor), "most": _minor(view.sign.max_minor)}
    return _("Touch a box, then chips: %(least)s to %(most)s.") % limits


def _why_paid(due: Due, picture: Picture) -> str:
    """`Dealer has 20. Box 2: natural, 3 to 2 on 25.00.`"""
    pay = next((pay for pay in due.pays if pay.slot == due.step.slot), None)
    if pay is None:
        return ""
    parts = []
    if picture.dealer.total:
        parts.append(_("Dealer has %(total)s.") % {"total": wording.total(picture.dealer.total)})
    hand = _hand(picture, pay.slot)
    parts.append(f"{slot_name(pay.slot)}: {', '.join(bit for bit in (_held(hand), pay_words(pay, hand)) if bit)}.")
    return " ".join(parts)


def _held(hand: PictureHand | None) -> str:
    if hand is None:
        return ""
    return wording.status(hand.status) if hand.status in ("natural", "bust") else wording.total(hand.total)


def pay_words(pay: Pay, hand: PictureHand | None) -> str:
    """What a payment is, in a word or two: `3 to 2 on 25.00`, `push`, `lost`."""
    kind = "" if pay.kind == "main" else wording.pay_kind(pay.kind)
    if pay.kind == "main" and hand and hand.status == "surrendered":
        return wording.status("surrendered")
    if pay.amount_minor is not None and pay.amount_minor < 0:
        return kind or pgettext("pay", "lost")
    if pay.amount_minor == 0:
        return kind or pgettext("pay", "push")
    rate = odds(pay.odds) if pay.odds else ""
    if kind or not (hand and hand.stake_minor and rate):
        return ", ".join(bit for bit in (kind, rate) if bit)
    return _("%(rate)s on %(stake)s") % {"rate": rate, "stake": amount(hand.stake_minor)}


def pay_short(pay: Pay, hand: PictureHand | None) -> str:
    """The word over the sum in a box: `natural`, `20, 1 to 1`, `push`, `bust, taken`."""
    if pay.kind != "main":
        return wording.pay_kind(pay.kind)
    if pay.amount_minor is not None and pay.amount_minor <= 0:
        return pgettext("pay", "push") if pay.amount_minor == 0 else _lost(hand)
    if hand and hand.status == "natural":
        return wording.status("natural")
    bits = (wording.total(hand.total) if hand else "", odds(pay.odds) if pay.odds else "")
    return ", ".join(bit for bit in bits if bit)


def _lost(hand: PictureHand | None) -> str:
    return wording.status(hand.status) if hand and hand.status in ("bust", "surrendered") else pgettext("pay", "lost")


def _at_stake(picture: Picture, slot: str) -> str:
    hand = _hand(picture, slot)
    if hand is None:
        return ""
    if hand.stake_minor is None:
        return _("Stake unknown.")
    return _("%(sum)s at stake.") % {"sum": amount(hand.stake_minor)}


def _shows(picture: Picture) -> str:
    shown = [card for card in picture.dealer.cards if card.face == "up"]
    return _("Dealer shows %(card)s.") % {"card": card_name(shown[0].card)} if shown else ""


def _all_at_stake(picture: Picture) -> str:
    hands = [hand for box in picture.boxes for hand in box.hands if hand.stake_minor]
    boxes = sum(1 for box in picture.boxes if box.stake_minor)
    if not boxes:
        return ""
    total = sum(hand.stake_minor or 0 for hand in hands) or sum(box.stake_minor or 0 for box in picture.boxes)
    text = ngettext("%(sum)s at stake in %(count)d box.", "%(sum)s at stake in %(count)d boxes.", boxes)
    return text % {"sum": amount(total), "count": boxes}


def slot_name(slot: str) -> str:
    """As the pad and the buttons say it: `Box 3`, `Box 3.2`, `Dealer`."""
    if slot == "0":
        return pgettext("tablet", "Dealer")
    return pgettext("tablet", "Box %(place)s") % {"place": _spoken(slot)}


def entry_words(fact: Fact) -> str:
    """A fact in one short line, to find it again: `Box 3: 9♠`."""
    kind, fields = fact[KIND], fact[SLOT:]
    if kind == "card":
        return f"{slot_name(fields[0])}: {_('face down') if fields[2] == 'down' else card_sign(fields[1])}"
    said = wording.fact(fact, is_short=True)
    return f"{said.head}: {said.what}" if said.what else said.head


def _hand(picture: Picture, slot: str) -> PictureHand | None:
    return next((hand for box in picture.boxes for hand in box.hands if hand.slot == slot), None)


def _minor(minor: int) -> str:
    return amount(minor) if minor % 100 else amount(minor)[:-3]
