"""The tablet's own sentences: steps short enough for 120 px, what is at stake under them."""

from django.utils.translation import ngettext

from casino.templatetags.screen import amount, odds
from shoes.wording import card_name, card_sign
from tables import wording
from tables.queries.shapes import TabletView
from tables.queries.tablet import PAY_STEPS, POT_TAKEN
from tables.rules import pots
from tables.rules.carried import keeps_pot
from tables.rules.facts import BANK, KIND, SLOT, Fact
from tables.rules.shapes import Due, Pay, Picture, PictureHand, Step
from tables.rules.stakes_late import ANSWERS
from tables.wording.speaking import gettext as _
from tables.wording.speaking import pgettext

BOTTOM = "bottom_open"
CUTS = ((19, ""), (23, "long"))
CUTS_BESIDE_BANK = ((13, ""), (16, "long"))


def words(view: TabletView, due: Due) -> wording.Words:
    """The step in largest type, a sum beside it, and why under it."""
    step = due.step
    if view.stopped:
        return wording.Words(pgettext("step", "Stop"), _("No card and no chip moves until a supervisor lifts it."))
    if view.is_paused and view.picture is None:
        return wording.Words(pgettext("step", "Paused"), _("A supervisor resumes the table."))
    said = wording.step(step)
    if is_answered(due):
        head = pgettext("tablet step", "Who doubles?")
        return wording.Words(head, _("Who refuses to double leaves the round and loses the stake."))
    if view.terms is not None and keeps_pot(view.terms) and step.code in PAY_STEPS:
        return wording.Words(*_pot_words(due, is_farm=view.terms.game.settle is pots.farmer))
    return wording.Words(short_head(step, said.head), _why(view, due) or said.why, said.sum)


def is_answered(due: Due) -> bool:
    """Whether players are to answer the banker’s demand to double (R-PON-7..9)."""
    return due.step.code != "no_card" and any(word in ANSWERS for _slot, word in due.permitted)


def short_head(step: Step, head: str) -> str:
    """As short as 120 px allow."""
    head = _short_heads().get(step.code, head)
    if step.slot == BANK:
        head = _bank_heads().get(step.code, head)
    return head % {"place": _place(step.slot)} if "%(place)s" in head else head


def _pot_words(due: Due, *, is_farm: bool) -> tuple[str, str]:
    """Who takes the pot, or that it stays; each box shows its whole result, the ante with it."""
    why = _("Each box shows its whole result, the ante with it.")
    if due.step.code != "pay" or due.step.detail.get("why") not in POT_TAKEN:
        return (pgettext("tablet step", "The farm stays") if is_farm else pgettext("tablet step", "The pot stays")), why
    if due.step.slot == BANK:
        taken = pgettext("tablet step", "Farmer takes all") if is_farm else pgettext("tablet step", "Banker takes all")
    else:
        taken = pgettext("tablet step", "Box %(place)s takes all") % {"place": _place(due.step.slot)}
    return taken, why


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
        "banker_acts": pgettext("tablet step", "Banker acts"),
        "burn": pgettext("tablet step", "Burn a card"),
        "choose_banker": pgettext("tablet step", "Who is banker?"),
        "cut": pgettext("tablet step", "Cut the pack"),
        "offer_bank": pgettext("tablet step", "Bank to box %(place)s?"),
        "auction": pgettext("tablet step", "Auction"),
        "put_up": pgettext("tablet step", "Put up the bank"),
        "shuffle": pgettext("tablet step", "Shuffle"),
        "show_hand": pgettext("tablet step", "Box %(place)s shows"),
    }


def _bank_heads() -> dict[str, str]:
    """Payments of the banker’s own, where money goes through the bank."""
    return {
        "pay": pgettext("tablet step", "Banker wins"),
        "collect": pgettext("tablet step", "Banker loses"),
        "return_stake": pgettext("tablet step", "Bank unchanged"),
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
    if step.code == "deal_dealer_up" and view.terms is not None and view.terms.options.get("banker_card") == BOTTOM:
        return _("From the bottom of the pack, face up.")
    if step.code in PAY_STEPS:
        return _why_paid(due, picture, is_free=_is_free(view))
    if step.code in ("box_acts", "deal_to", "offer_even_money") and step.slot:
        shows = _shows(picture, is_free=_is_free(view), pack=_pack(view))
        return " ".join(part for part in (_at_stake(picture, step.slot), shows) if part)
    return _all_at_stake(picture)


def _why_stakes(view: TabletView) -> str:
    if view.sign is None:
        return _("A supervisor posts the rules first.")
    limits = {"least": _minor(view.sign.min_minor), "most": _minor(view.sign.max_minor)}
    if view.terms is not None and view.terms.ante_minor:
        return _("Everybody puts in %(ante)s, the banker too.") % {"ante": _minor(view.terms.ante_minor)}
    words = _("Touch a box, then chips: %(least)s to %(most)s.") % limits
    return f"{words} {_of_bank(view)}".strip()


def _of_bank(view: TabletView) -> str:
    """What the stakes are measured by, and what lies in the pot."""
    evening, terms = view.evening, view.terms
    if evening is None or terms is None:
        return ""
    if evening.bank_minor and terms.options.get("bank_play"):
        return _("Each at most the bank, %(bank)s.") % {"bank": _minor(evening.bank_minor)}
    if evening.bank_minor:
        return _("Together at most the bank, %(bank)s.") % {"bank": _minor(evening.bank_minor)}
    if evening.pot_minor:
        return _("In the pot: %(pot)s.") % {"pot": _minor(evening.pot_minor)}
    return ""


def _is_free(view: TabletView) -> bool:
    return view.terms is not None and view.terms.is_free


def _pack(view: TabletView) -> str:
    return str(view.terms.options["pack"]) if view.terms else ""


def _why_paid(due: Due, picture: Picture, *, is_free: bool) -> str:
    """`Dealer has 20. Box 2: natural, 3 to 2 on 25.00.`"""
    pay = next((pay for pay in due.pays if pay.slot == due.step.slot), None)
    if pay is None:
        return ""
    parts = []
    if picture.dealer.total:
        words = _("Banker has %(total)s.") if is_free else _("Dealer has %(total)s.")
        parts.append(words % {"total": wording.total(picture.dealer.total)})
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


def _shows(picture: Picture, *, is_free: bool, pack: str) -> str:
    shown = [card for card in picture.dealer.cards if card.face == "up"]
    words = _("Banker shows %(card)s.") if is_free else _("Dealer shows %(card)s.")
    return words % {"card": card_name(shown[0].card, pack)} if shown else ""


def _all_at_stake(picture: Picture) -> str:
    hands = [hand for box in picture.boxes for hand in box.hands if hand.stake_minor]
    boxes = sum(1 for box in picture.boxes if box.stake_minor)
    if not boxes:
        return ""
    total = sum(hand.stake_minor or 0 for hand in hands) or sum(box.stake_minor or 0 for box in picture.boxes)
    text = ngettext("%(sum)s at stake in %(count)d box.", "%(sum)s at stake in %(count)d boxes.", boxes)
    return text % {"sum": amount(total), "count": boxes}


def slot_name(slot: str, *, is_free: bool = False) -> str:
    """As the pad and the buttons say it: `Box 3`, `Box 3.2`, `Dealer`, or `Banker` where a player holds the bank."""
    if slot == "0":
        return pgettext("tablet", "Banker") if is_free else pgettext("tablet", "Dealer")
    if not slot[:1].isdigit():
        name = wording.slot(slot)
        return name[:1].upper() + name[1:]
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
