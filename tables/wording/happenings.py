"""What lies around rounds, in words: why a step is due, and what was told of an evening."""

from collections.abc import Callable, Sequence
from typing import Any

from django.utils.translation import ngettext

from casino.templatetags.screen import amount
from shoes.wording import card_name
from tables.queries.shapes import ToldEvent
from tables.rules.happenings import Event
from tables.rules.holding import Result
from tables.rules.shapes import Step
from tables.rules.terms import Terms
from tables.wording.held import holder
from tables.wording.places import place as place_name
from tables.wording.places import slot
from tables.wording.speaking import gettext as _
from tables.wording.speaking import pgettext


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
    return happened((told.kind, *told.fields))


def happened(event: Event, playing: Sequence[str] = ()) -> str:
    """The same of any event of an evening; `playing` are the boxes of the round, from the bank. A card reads `None`."""
    kind, *fields = event
    if kind == "settled":
        return _settled(fields[0], playing)
    return _kinds()[kind](*fields)


def evening_end(why: str | None) -> str:
    """How an evening ended; without an end it goes on."""
    return {
        "closed": pgettext("evening", "table closed"),
        "game_over": pgettext("evening", "game over"),
        "other_game": pgettext("evening", "another game posted"),
    }.get(why or "", pgettext("evening", "running"))


def _settled(result: Result | None, playing: Sequence[str]) -> str:
    """What the round meant for the bank; seats are told as the boxes that sat there."""
    said = [pgettext("evening", "The round is settled")]
    if result is not None:
        boxes = [_seat(seat, playing) for seat in result.naturals]
        said += [pgettext("evening", "natural: %(boxes)s") % {"boxes": ", ".join(boxes)}] if boxes else []
        said += [pgettext("evening", "the banker has a natural")] if result.dealer_natural else []
        said += [pgettext("evening", "decides the bank: %(box)s") % {"box": _seat(result.taker, playing)}] * (
            result.taker is not None
        )
        said += [pgettext("evening", "the pack is used up")] * result.is_pack_used
        said += [pgettext("evening", "the wild card was dealt")] * result.is_wild_out
    return "; ".join(said)


def _seat(seat: int | None, playing: Sequence[str]) -> str:
    if seat and seat <= len(playing):
        return slot(playing[seat - 1])
    return pgettext("evening", "seat %(seat)s") % {"seat": seat}


def _who(place: Any) -> str:
    if place == "right":
        return pgettext("evening", "the neighbour on the banker’s right")
    return pgettext("slot", "banker") if place == "0" else slot(str(place))


def _opened(number: int, bank: str | None, places: Sequence[str], *_money: Any) -> str:
    told = {"number": number, "bank": holder(bank), "boxes": ", ".join(map(place_name, places))}
    return pgettext("evening", "Round %(number)s begins; bank: %(bank)s; playing: %(boxes)s") % told


def _dealt_up(cards: str | None) -> str:
    if cards is None:
        return pgettext("evening", "Cards dealt up for the bank")
    names = ", ".join(card_name(card) for card in cards.split())
    return pgettext("evening", "Cards dealt up for the bank: %(cards)s") % {"cards": names}


def _at(place: Any) -> str:
    name = _who(place)
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
        "opened": _opened,
        "called_off": _plain(pgettext("evening", "The round is void")),
        "posted": _plain(pgettext("evening", "Another sign was posted")),
        "corrected": lambda number, *_more: pgettext("evening", "Event %(number)s corrected") % {"number": number},
        "voided": lambda number, *_more: pgettext("evening", "Event %(number)s struck out") % {"number": number},
    }


def _pack_kinds() -> dict[str, Callable[..., str]]:
    return {
        "dealt_up": _dealt_up,
        "brought": _plain(pgettext("evening", "Other cards were brought to the table")),
        "shuffled": _named(pgettext("evening", "%(Slot)s shuffles")),
        "wished": _named(pgettext("evening", "%(Slot)s wants to cut")),
        "asked": lambda who, *_more: pgettext("evening", "The cut was offered to %(slot)s") % {"slot": _who(who)},
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
        "dealt": lambda cards: (
            pgettext("evening", "Cards were dealt")
            if cards is None
            else ngettext("%(count)d card dealt", "%(count)d cards dealt", cards) % {"count": cards}
        ),
    }
