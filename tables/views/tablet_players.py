"""What the tablet offers about several boxes of one player: joined, and parted again (R-BJF-14)."""

from dataclasses import dataclass

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from tables import refusals, wording
from tables.queries.shapes import TabletView
from tables.rules import several
from tables.rules.pack import load_pack
from tables.views.tablet_parts import Choice
from tables.views.tablet_words import slot_name
from tables.views.taps import Tap


@dataclass(frozen=True)
class Players:
    """The panel; None of a view whose game knows one box a player, or whose table is stopped."""

    view: TabletView

    @classmethod
    def of(cls, view: TabletView) -> "Players | None":
        is_offered = view.terms is not None and several.is_offered(view.terms) and not view.stopped
        return cls(view) if is_offered else None

    @property
    def boxes(self) -> list[Choice]:
        """Every box, and whose it is where one player has several."""
        places = [str(place) for place in range(1, self.view.boxes + 1)]
        return [Choice(place, slot_name(place), self.name_at(place)) for place in places]

    def name_at(self, place: str) -> str:
        return several.name_at(self.view.players, place)

    @property
    def joined(self) -> list[Choice]:
        """The players who have several boxes, to be told that they have one each."""
        return [
            Choice(".".join(group), _("Player %(name)s: %(boxes)s") % self._named(group)) for group in self.view.players
        ]

    def _named(self, group: tuple[str, ...]) -> dict[str, str]:
        return {"name": self.name_at(group[0]), "boxes": wording.boxes(group)}

    @property
    def rule(self) -> str:
        """What the pack asks of several boxes; nothing where it does not say."""
        term = load_pack(self.view.terms.pack).term("several_boxes") if self.view.terms else None
        if term is None:
            return ""
        lang = (get_language() or "en").partition("-")[0]
        return f"{term.says.get(lang, term.says['en'])} ({term.clause})"


def told_of(tap: Tap) -> list[list[str]]:
    """What to tell, one after the other: the ticked boxes are one player's, or each box of a group is its own."""
    parted = tap.said.get("part", "")
    if parted:
        return [[place] for place in parted.split(".")]
    places = tap.said.getlist("place")
    if len(places) < 2:
        raise refusals.BadEntry(_("Tick the boxes that one player has, two or more."))
    return [places]
