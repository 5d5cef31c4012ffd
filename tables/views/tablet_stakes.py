"""The stakes ground: who stakes, with which chips, against how much; antes in one tap."""

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from casino.templatetags.screen import stake
from tables.queries.shapes import TabletView
from tables.rules.several import name_at
from tables.templatetags.felt import CHIPS_MINOR

MOST_CHIPS = 5


@dataclass(frozen=True, slots=True)
class Place:
    """A place in the row of stakes; only those in play take chips."""

    place: str
    is_in: bool
    word: str
    sum: str = ""
    player: str = ""


@dataclass(frozen=True)
class Stakes:
    view: TabletView

    @property
    def playing(self) -> tuple[str, ...]:
        """The boxes that may stake in this round."""
        if self.view.round_id is not None and self.view.picture is not None:
            return tuple(box.place for box in self.view.picture.boxes)
        if self.view.evening is not None:
            return self.view.evening.places
        return tuple(str(place) for place in range(1, self.view.boxes + 1))

    @property
    def bank_minor(self) -> int | None:
        """What the banker has put up, where the table keeps it."""
        return self.view.evening.bank_minor if self.view.evening else None

    @property
    def places(self) -> list[Place]:
        return [self._place(str(place)) for place in range(1, self.view.boxes + 1)]

    def _place(self, place: str) -> Place:
        if place in self.playing:
            return Place(place, True, _("no stake"), player=name_at(self.view.players, place))
        if place == self.view.bank:
            return Place(place, False, pgettext("tablet", "Bank"), stake(self.bank_minor) if self.bank_minor else "")
        return Place(place, False, _("nobody plays"))

    @property
    def chips(self) -> list[int]:
        """The chips in the rack that the limits can use, lowest first."""
        sign = self.view.sign
        if sign is None:
            return []
        highest = max([sign.max_minor, *(raised.max_minor for raised in self.view.raises)])
        fit = [chip for chip in CHIPS_MINOR if chip <= highest and chip * 5 >= sign.min_minor]
        whole = [chip for chip in fit if chip % sign.step_minor == 0] if sign.step_minor else fit
        return sorted(whole or fit)[-MOST_CHIPS:]

    @property
    def has_before(self) -> bool:
        return any(minor for place, minor in self.view.before.items() if place in self.playing)

    @property
    def ante_minor(self) -> int:
        """What everybody puts in, where that is the same for all (R-FAR-7)."""
        return self.view.terms.ante_minor if self.view.terms else 0

    @property
    def antes(self) -> list[str]:
        """All antes in one tap, as the form sends them."""
        return [f"{place}:{self.ante_minor}" for place in self.playing] if self.ante_minor else []
