"""What lies around rounds, in words: why a step is due, and what was told of an evening."""

from collections.abc import Callable
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from casino.templatetags.screen import amount
from shoes.wording import card_name
from tables.queries.shapes import ToldEvent
from tables.rules.shapes import Step
from tables.rules.terms import Terms
from tables.wording.places import slot


def evening_why(step: Step, terms: Terms) -> str:
    """The sentence under a step around the rounds."""
    if step.code == "choose_banker":
        return _first_banker().get(str(terms.options["first_banker"]), "")
    if step.code == "cut":
        return _cuts().get(str(terms.options["cut_by"]), "")
    return {
        "seat_players": _("Touch every box where somebody plays, the banker’s too."),
        "shuffle": _shuffles().get(str(terms.options["shuffle_by"]), ""),
        "burn": _("The top card goes face up under the pack. An ace may not be burned."),
        "put_up": _("Stakes are measured by what the banker puts up."),
        "count_pot": _("Nobody knows what lies in the pot: count it."),
        "offer_bank": _("The player takes the bank or refuses it; then it is offered to the next."),
        "auction": _("Who bids most takes the bank; of equal bids the nearest to the banker’s left."),
        "game_over": _("Everybody has held the bank. A supervisor closes the table."),
    }.get(step.code, "")


def _first_banker() -> dict[str, str]:
    return {
        "first_ace": _("Cards are dealt round face up: the first ace takes the bank."),
        "first_black_jack": _("Cards are dealt round face up: the first black jack takes the bank."),
        "first_KD": _("Cards are dealt round face up: the king of diamonds takes the bank."),
        "first_6H": _("Cards are dealt round face up: the six of hearts takes the farm."),
        "random": _("The banker is drawn by lot."),
        "agreed": _("The players agree who holds the bank."),
    }


def _cuts() -> dict[str, str]:
    return {
        "offered_player": _("The cut is offered to a player."),
        "any_player": _("Any player may cut, the banker may not."),
        "all_who_wish": _("Any player may cut; all who wish to may do so."),
        "right_of_banker": _("The neighbour on the banker’s right is asked first; then any other; at last the banker."),
    }


def _shuffles() -> dict[str, str]:
    return {
        "dealer_only": _("Only the banker shuffles."),
        "new_dealer": _("The new banker shuffles."),
        "dealer_and_player": _("A player shuffles too."),
        "anyone_dealer_last": _("Anybody may shuffle; the banker shuffles last."),
    }


def happening(told: ToldEvent) -> str:
    """`Box 3 refuses the bank`, in a short line."""
    words = _kinds().get(told.kind)
    return words(*told.fields) if words else told.kind


def _at(place: Any) -> str:
    name = pgettext("slot", "banker") if place == "0" else slot(str(place))
    return name[:1].upper() + name[1:]


def _named(text: str) -> Callable[..., str]:
    return lambda place, *_more: text % {"Slot": _at(place)}


def _sum(text: str) -> Callable[..., str]:
    return lambda minor, *_more: text % {"sum": amount(minor)}


def _plain(text: str) -> Callable[..., str]:
    return lambda *_fields: text


def _kinds() -> dict[str, Callable[..., str]]:
    return {**_bank_kinds(), **_pack_kinds()}


def _bank_kinds() -> dict[str, Callable[..., str]]:
    return {
        "seated": lambda places: pgettext("evening", "At the table: %(boxes)s") % {"boxes": ", ".join(places)},
        "banker": _named(pgettext("evening", "%(Slot)s holds the bank")),
        "took": _named(pgettext("evening", "%(Slot)s takes the bank")),
        "refused": _named(pgettext("evening", "%(Slot)s refuses the bank")),
        "left": _plain(pgettext("evening", "The banker gives up the bank")),
        "bid": lambda place, minor: (
            pgettext("evening", "%(Slot)s bids %(sum)s") % {"Slot": _at(place), "sum": amount(minor)}
        ),
        "hammered": _plain(pgettext("evening", "No more bids")),
        "sold": lambda seller, buyer, minor: (
            pgettext("evening", "%(Slot)s sells the deal to %(buyer)s for %(sum)s")
            % {"Slot": _at(seller), "buyer": slot(str(buyer)), "sum": amount(minor)}
        ),
        "put_up": _sum(pgettext("evening", "Bank of %(sum)s put up")),
        "counted": _sum(pgettext("evening", "%(sum)s counted")),
        "opened": lambda number, *_more: pgettext("evening", "Round %(number)s begins") % {"number": number},
        "settled": _plain(pgettext("evening", "The round is settled")),
        "called_off": _plain(pgettext("evening", "The round is void")),
        "posted": _plain(pgettext("evening", "Another sign was posted")),
        "corrected": lambda number, *_more: pgettext("evening", "Event %(number)s corrected") % {"number": number},
        "voided": lambda number, *_more: pgettext("evening", "Event %(number)s struck out") % {"number": number},
    }


def _pack_kinds() -> dict[str, Callable[..., str]]:
    return {
        "dealt_up": _plain(pgettext("evening", "Cards dealt up for the bank")),
        "shuffled": _named(pgettext("evening", "%(Slot)s shuffles")),
        "wished": _named(pgettext("evening", "%(Slot)s wants to cut")),
        "asked": lambda who, *_more: pgettext("evening", "The cut was offered to %(slot)s") % {"slot": slot(str(who))},
        "cut": _named(pgettext("evening", "%(Slot)s cuts")),
        "bookmarked": lambda cards: (
            ngettext("Bookmark behind %(count)d card", "Bookmark behind %(count)d cards", cards) % {"count": cards}
        ),
        "burned": lambda card: (
            pgettext("evening", "Burned: %(card)s") % {"card": card_name(card)}
            if card
            else pgettext("evening", "A card was burned")
        ),
        "demanded": _named(pgettext("evening", "%(Slot)s demands that a card be burned")),
        "dealt": lambda cards: ngettext("%(count)d card dealt", "%(count)d cards dealt", cards) % {"count": cards},
    }
