"""What happens next, and what happened, in a line."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import ngettext

from casino.templatetags.screen import amount, odds
from shoes.wording import card_name, card_sign
from tables.rules.shapes import Step
from tables.wording import banked, terms
from tables.wording.known import once_a_language
from tables.wording.places import boxes, place, slot
from tables.wording.speaking import gettext as _
from tables.wording.speaking import pgettext


@dataclass(frozen=True, slots=True)
class Words:
    """`head` in largest type, `sum` beside it, `why` under it."""

    head: str
    why: str = ""
    sum: str = ""


def step(step: Step) -> Words:
    """The next step. A payment whose stake is unknown says its odds instead of a sum."""
    head = _heads().get(step.code, step.code).replace(" %(place)s", "\u00a0%(place)s")
    if "%(place)s" in head:
        head = head % {"place": place(step.slot or "?")}
    return Words(head, _why(step), _sum(step))


@once_a_language
def _heads() -> dict[str, str]:
    return {
        "take_stakes": pgettext("step", "Take the stakes"),
        "deal_card": pgettext("step", "Card to box %(place)s"),
        "deal_to": pgettext("step", "Card to box %(place)s"),
        "deal_dealer_up": pgettext("step", "Dealer’s card, face up"),
        "deal_dealer_down": pgettext("step", "Dealer’s card, face down"),
        "deal_hole": pgettext("step", "Dealer’s second card"),
        "offer_insurance": pgettext("step", "Offer insurance"),
        "offer_surrender": pgettext("step", "Offer surrender"),
        "offer_even_money": pgettext("step", "Offer even money to box %(place)s"),
        "peek": pgettext("step", "Look at the hole card"),
        "box_acts": pgettext("step", "Box %(place)s acts"),
        "pay": pgettext("step", "Pay box %(place)s"),
        "collect": pgettext("step", "Collect box %(place)s"),
        "return_stake": pgettext("step", "Leave the stake of box %(place)s"),
        "turn_hole": pgettext("step", "Turn the hole card"),
        "dealer_draws": pgettext("step", "Dealer draws"),
        "dealer_stands": pgettext("step", "Dealer stands"),
        "clear_cards": pgettext("step", "Gather the cards"),
        "reshuffle": pgettext("step", "Last round, then shuffle"),
        "show_hand": pgettext("step", "Box %(place)s shows its hand"),
        "no_card": pgettext("step", "No card to anyone"),
        "round_over": pgettext("step", "Round over"),
        "deal_on": pgettext("step", "Deal on"),
        **banked.steps(),
    }


def _why(step: Step) -> str:
    detail: Mapping[str, Any] = step.detail or {}
    whys: dict[str, Callable[[], str]] = {
        "deal_on": lambda: _("Not following: some cards fit no hand. The next stakes open a new round."),
        "return_stake": lambda: _("Push: the totals are equal."),
        "pay": lambda: (
            terms.pay_kind(detail["pay_kind"]).capitalize() if detail.get("pay_kind", "main") != "main" else ""
        ),
        "collect": lambda: (
            terms.pay_kind(detail["pay_kind"]).capitalize() if detail.get("pay_kind", "main") != "main" else ""
        ),
    }
    return whys[step.code]() if step.code in whys else ""


def _sum(step: Step) -> str:
    if step.code not in ("pay", "collect"):
        return ""
    if step.amount_minor is not None:
        return amount(abs(step.amount_minor))
    return odds(step.odds) if step.odds else ""


@dataclass(frozen=True, slots=True)
class FactWords:
    """A fact on the timeline: its name and what it says."""

    head: str
    what: str = ""


def fact(row: tuple[Any, ...] | list[Any], *, is_short: bool = False) -> FactWords:
    """One fact by its row `(id, at, kind, source, saw, *fields)`; a withheld card reads None."""
    kind, fields = row[2], row[5:]
    if is_short and kind == "card" and fields[1] is not None:
        return FactWords(_dealt(*fields).head, card_sign(fields[1]))
    return _facts()[kind](*fields) if kind in _facts() else FactWords(kind)


def _card(text: str | None) -> str:
    return pgettext("card", "withheld") if text is None else card_name(text)


def _dealt(at: str, card: str | None, face: str = "up", lie: str = "along", *_more: Any) -> FactWords:
    head = (
        pgettext("step", "Card to the dealer")
        if at == "0"
        else pgettext("step", "Card to %(slot)s") % {"slot": slot(at)}
    )
    return FactWords(head, _("face down") if face == "down" else _card(card))


def _staked(at: str, minor: int | None, kind: str = "main", *_more: Any) -> FactWords:
    heads = {
        "main": pgettext("step", "Stake, %(slot)s"),
        "double": pgettext("step", "Double, %(slot)s"),
        "split": pgettext("step", "Split, %(slot)s"),
        "triple": pgettext("step", "Triple, %(slot)s"),
        "insurance": pgettext("step", "Insurance, %(slot)s"),
    }
    return FactWords(heads.get(kind, heads["main"]) % {"slot": slot(at)}, amount(minor) if minor != 0 else _("none"))


def _said(at: str, word: str | None, minor: int | None = None, *_more: Any) -> FactWords:
    if word is None:
        return FactWords(pgettext("step", "Decision, %(slot)s") % {"slot": slot(at)}, pgettext("card", "withheld"))
    if at == "0":
        return FactWords(terms.word(word))
    return FactWords(f"{slot(at).capitalize()}: {terms.word(word).lower()}", amount(minor) if minor is not None else "")


def _paid(at: str, kind: str, minor: int | None = None, *_more: Any) -> FactWords:
    if at == "*":
        return FactWords(pgettext("step", "All paid as shown"))
    head = pgettext("step", "Paid, %(slot)s") if (minor or 0) >= 0 else pgettext("step", "Collected, %(slot)s")
    words = amount(abs(minor)) if minor is not None else amount(None)
    return FactWords(head % {"slot": slot(at)}, words if kind == "main" else f"{terms.pay_kind(kind)}, {words}")


def _of_player(at: str, others: Sequence[str] = (), *_more: Any) -> FactWords:
    if not others:
        return FactWords(pgettext("step", "%(Slot)s is a player’s own") % {"Slot": slot(at).capitalize()})
    return FactWords(pgettext("step", "One player has %(boxes)s") % {"boxes": boxes([at, *others])})


def _facts() -> dict[str, Callable[..., FactWords]]:
    return {
        "stake": _staked,
        "card": _dealt,
        "turned": lambda _id, card, *_more: FactWords(pgettext("step", "Card turned"), _card(card)),
        "parted": lambda at, *_more: FactWords(pgettext("step", "Pair parted, %(slot)s") % {"slot": slot(at)}),
        "lifted": lambda at, *_more: FactWords(pgettext("step", "Hand lifted, %(slot)s") % {"slot": slot(at)}),
        "said": _said,
        "peeked": lambda *_more: FactWords(pgettext("step", "Hole card looked at")),
        "indicator": lambda *_more: FactWords(pgettext("step", "Stop card came out")),
        "shuffled": lambda *_more: FactWords(pgettext("step", "Shuffled")),
        "cut": lambda *_more: FactWords(pgettext("step", "Cut")),
        "burned": lambda _who=None, how_many=None, *_more: FactWords(
            pgettext("step", "Burned"),
            ngettext("%(count)d card", "%(count)d cards", how_many or 0) % {"count": how_many or 0},
        ),
        "paid": _paid,
        "choice": lambda _about, _fact, option, *_more: FactWords(pgettext("step", "Chosen"), str(option)),
        "corrected": lambda number, _new, reason="", *_more: FactWords(
            pgettext("step", "Fact %(number)s corrected") % {"number": number}, reason
        ),
        "voided": lambda number, reason="", *_more: FactWords(
            pgettext("step", "Fact %(number)s struck out") % {"number": number}, reason
        ),
        "inserted": lambda number, _at, _new, reason="", *_more: FactWords(
            pgettext("step", "Put in after fact %(number)s") % {"number": number}, reason
        ),
        "gap": lambda *_more: FactWords(pgettext("step", "Camera saw nothing")),
        "player": _of_player,
        "opened": lambda *_more: FactWords(pgettext("step", "Round opened")),
        "closed": lambda how, *_more: FactWords(pgettext("step", "Round closed"), how_ended(how)),
    }


def how_ended(code: str) -> str:
    return {
        "settled": pgettext("round", "settled"),
        "void": pgettext("round", "void"),
        "lost": pgettext("round", "lost"),
    }.get(code, code)
