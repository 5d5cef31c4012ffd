"""What the tablet draws around the rounds of a table whose bank players hold: one step, its boxes, its buttons."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from casino.templatetags.screen import amount, stake
from tables import wording
from tables.queries.shapes import EveningView, TabletView
from tables.queries.tablet import OPEN_ROUND
from tables.rules.procedure import RIGHT
from tables.rules.shapes import Step
from tables.views import tablet_words
from tables.views.tablet_parts import Choice
from tables.views.tablet_words import slot_name
from tables.wording.speaking import gettext as _
from tables.wording.speaking import pgettext

BODIES: Final = {
    "seat_players": "seats",
    "burn": "card",
    "put_up": "sum",
    "count_pot": "sum",
    "offer_bank": "decide",
    "auction": "auction",
}
"""How a step is answered; every other by the boxes."""
DEALT_UP: Final = {
    "first_ace": "AS AH AD AC",
    "first_black_jack": "JS JC",
    "first_KD": "KD",
    "first_6H": "6H",
}
"""The card that makes its receiver the first banker (R-BJV-3)."""
SHUFFLES_TOO: Final = ("anyone_dealer_last", "dealer_and_player")
WISHES_MATTER: Final = ("all_who_wish", "right_of_banker", "offered_player")
OFFER_MATTERS: Final = ("right_of_banker", "offered_player")
"""Values of `cut_by` under which it matters who wants to cut, and who was offered the cut (R-BJV-13, R-FAR-9)."""
FREQUENT: Final = (10, 20, 50, 100)
"""Banks in least stakes, offered in one tap."""


@dataclass(frozen=True, slots=True)
class Seat:
    """A place between rounds, with what its player may say there."""

    place: str
    name: str
    word: str
    is_bank: bool
    is_in: bool
    is_due: bool
    answers: tuple[Choice, ...] = ()


@dataclass(frozen=True)
class Between:
    """The step around the rounds; `tell` values are events as `taps.events_of` reads them."""

    view: TabletView
    evening: EveningView

    @classmethod
    def of(cls, view: TabletView) -> Between | None:
        """None while a round runs, or once everything for the next one is done."""
        if view.evening is None or view.round_id is not None or view.is_paused:
            return None
        return None if view.evening.due.code == OPEN_ROUND else cls(view, view.evening)

    @property
    def step(self) -> Step:
        return self.evening.due

    @property
    def body(self) -> str:
        return BODIES.get(self.step.code, "boxes")

    @property
    def bank(self) -> str:
        return self.evening.bank or ""

    def _option(self, name: str) -> str:
        return str(self.view.terms.options.get(name, "")) if self.view.terms else ""

    @property
    def words(self) -> wording.Words:
        head = wording.step(self.step)
        why = wording.evening_why(self.step, self.view.terms) if self.view.terms else ""
        found = [wording.finding(one).what for one in self.evening.findings[-1:]]
        return wording.Words(tablet_words.short_head(self.step, head.head), " ".join([*found, why]).strip(), self._sum)

    @property
    def _sum(self) -> str:
        minor = self.step.amount_minor
        return amount(minor) if minor is not None else ""

    # ---- boxes

    @property
    def seats(self) -> list[Seat]:
        return [self._seat(str(place)) for place in range(1, self.view.boxes + 1)]

    def _seat(self, place: str) -> Seat:
        is_bank, is_in = place == self.bank, place in self.evening.seated
        bids = dict(self.evening.bids)
        word = pgettext("tablet", "Bank") if is_bank else "" if is_in else _("nobody plays")
        if place in bids:
            word = pgettext("tablet", "bids %(sum)s") % {"sum": stake(bids[place])}
        elif place in self.evening.refused:
            word = pgettext("tablet", "refused")
        word = self._cut_word(place) or word
        return Seat(
            place=place,
            name=slot_name(place),
            word=word,
            is_bank=is_bank,
            is_in=is_in,
            is_due=place == self.step.slot,
            answers=tuple(self._answers(place)) if is_in else (),
        )

    def _answers(self, place: str) -> list[Choice]:
        if self.step.code == "choose_banker":
            return [Choice(f"banker:{place}", pgettext("tablet", "Holds the bank"))]
        if self.step.code == "shuffle" and place != self.bank and self._option("shuffle_by") in SHUFFLES_TOO:
            return [Choice(f"shuffled:{place};shuffled:{self.bank}", pgettext("tablet", "Shuffles, then the banker"))]
        if self.step.code == "cut":
            return [*self._cuts(place), *self._cut_wishes(place)]
        return []

    def _cuts(self, place: str) -> list[Choice]:
        """R-FAR-9: the neighbour on the right is asked first; if nobody wants to, the banker cuts. Else any player.

        That the first was asked goes without saying, unless it was said who was.
        """
        if place in self.evening.cutters:
            return []
        label = pgettext("tablet", "Cuts")
        if self._option("cut_by") != "right_of_banker":
            return [Choice(f"cut:{place}", label)] if place != self.bank else []
        right = self.evening.places[-1] if self.evening.places else ""
        if place == self.bank:
            label = pgettext("tablet", "Nobody wants to: the banker cuts")
        return [Choice(f"cut:{place}" if self.evening.asked else f"asked:{right};cut:{place}", label)]

    def _cut_wishes(self, place: str) -> list[Choice]:
        """Who wants to cut, and who was offered the cut, where the sign makes that matter."""
        how = self._option("cut_by")
        if place == self.bank or place in self.evening.cutters:
            return []
        found = []
        if how in WISHES_MATTER and place not in self.evening.wishes:
            found.append(Choice(f"wished:{place}", pgettext("tablet", "Wants to cut")))
        if how in OFFER_MATTERS and not self._is_asked(place):
            found.append(Choice(f"asked:{place}", pgettext("tablet", "Was asked")))
        return found

    def _is_asked(self, place: str) -> bool:
        """The fold names the banker's neighbour on the right by that."""
        is_right = place == self.evening.places[-1] if self.evening.places else False
        return place in self.evening.asked or (is_right and RIGHT in self.evening.asked)

    def _cut_word(self, place: str) -> str:
        """What was told of a place and the cut."""
        if self.step.code != "cut":
            return ""
        if place in self.evening.cutters:
            return pgettext("tablet", "has cut")
        if place in self.evening.wishes:
            return pgettext("tablet", "wants to cut")
        return pgettext("tablet", "was asked") if self._is_asked(place) else ""

    # ---- the buttons below

    @property
    def foot(self) -> list[Choice]:
        """The plain way on, last."""
        if self.step.code == "shuffle":
            return [Choice(f"shuffled:{self.bank}", pgettext("tablet", "The banker has shuffled"))]
        if self.step.code == "auction":
            return [Choice("hammered", self._hammer)]
        return []

    @property
    def _hammer(self) -> str:
        if not self.evening.bids:
            return pgettext("tablet", "Nobody bids")
        return pgettext("tablet", "No more bids")

    @property
    def decisions(self) -> list[Choice]:
        """Two equal buttons for whom the bank is offered to."""
        slot = self.step.slot or ""
        return [
            Choice(f"took:{slot}", pgettext("tablet", "Takes the bank")),
            Choice(f"refused:{slot}", pgettext("tablet", "Refuses")),
        ]

    @property
    def sum_event(self) -> str:
        return "counted:amount" if self.step.code == "count_pot" else "put_up:amount"

    @property
    def sums(self) -> list[Choice]:
        """Usual sums for the bank in one tap."""
        if self.step.code != "put_up" or self.view.sign is None:
            return []
        units = [self.view.sign.min_minor * times for times in FREQUENT]
        ante = self._option("bank_ante")
        usual = [int(ante) * 100] if ante.isdecimal() else []
        return [Choice(f"put_up:{minor}", stake(minor)) for minor in dict.fromkeys([*usual, *units])]

    @property
    def bidders(self) -> list[Choice]:
        return [Choice(place, slot_name(place)) for place in self.evening.places]

    @property
    def dealt_to(self) -> str:
        """To whom the deal beforehand goes, card by card: everybody, in layout order."""
        return " ".join(self.evening.seated)

    @property
    def decides(self) -> str:
        """Cards that end the deal beforehand; empty where the first banker is agreed or drawn by lot."""
        return DEALT_UP.get(self._option("first_banker"), "") if self.step.code == "choose_banker" else ""
