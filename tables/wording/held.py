"""Who holds the bank among the players, and what lies there, in words."""

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from casino.templatetags.screen import amount, stake
from tables.queries.shapes import BankView
from tables.wording.places import slot


@dataclass(frozen=True, slots=True)
class BankWords:
    """`who` holds it, `money` that lies there, and to whom it is `offered`."""

    who: str
    money: str = ""
    offered: str = ""

    def __str__(self) -> str:
        return ", ".join(words for words in (self.who, self.money, self.offered) if words)


def bank(view: BankView) -> BankWords:
    """The bank of a table whose players hold it."""
    who = holder(view.place)
    sums = [_put_up(view.bank_minor)] if view.has_bank and view.place else []
    if view.pot:
        words = (
            pgettext("bank", "%(sum)s on the farm") if view.pot == "farm" else pgettext("bank", "%(sum)s in the pot")
        )
        sums.append(words % {"sum": _sum(view.pot_minor)})
    offered = _("offered to %(slot)s") % {"slot": slot(view.offer[0])} if view.offer else ""
    return BankWords(who, ", ".join(sums), offered)


def _put_up(minor: int | None) -> str:
    if minor is None:
        return pgettext("bank", "what is put up is unknown")
    return pgettext("bank", "puts up %(sum)s") % {"sum": stake(minor)}


def holder(place: str | None) -> str:
    """Who banks, in few words: `box 3`; what nobody has told is unknown."""
    if place is None:
        return pgettext("bank", "nobody yet")
    return amount(None) if place == "?" else slot(place)


def _sum(minor: int | None) -> str:
    return amount(None) if minor is None else stake(minor)
