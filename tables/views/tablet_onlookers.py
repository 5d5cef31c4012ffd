"""What the tablet offers about onlookers: a stake on another's box, before the first card (R-GEN-10)."""

from dataclasses import dataclass

from django.utils.translation import get_language

from casino.templatetags.screen import stake
from tables.queries.shapes import TabletView
from tables.rules.pack import load_pack
from tables.rules.shapes import PictureBox
from tables.views.tablet_parts import Choice
from tables.views.tablet_words import slot_name


@dataclass(frozen=True)
class Onlookers:
    """The panel; None of a view where nobody may back a box now."""

    view: TabletView
    staked: tuple[PictureBox, ...]

    @classmethod
    def of(cls, view: TabletView) -> "Onlookers | None":
        if view.picture is None or view.round_id is None or view.terms is None or view.stopped:
            return None
        if view.terms.options["onlooker_bets"] is not True or view.picture.phase != "stakes":
            return None
        staked = tuple(box for box in view.picture.boxes if box.stake_minor)
        return cls(view, staked) if staked else None

    @property
    def boxes(self) -> list[Choice]:
        """The boxes with a stake, and what lies there by now."""
        return [Choice(f"{box.place}:onlooker", slot_name(box.place), self._shown(box)) for box in self.staked]

    @staticmethod
    def _shown(box: PictureBox) -> str:
        sums = [box.stake_minor, *(each.stake_minor for each in box.onlookers)]
        return " + ".join(stake(minor) for minor in sums if minor)

    @property
    def rule(self) -> str:
        """What the pack says of a box's maximum when several stake on it; nothing where it does not say."""
        terms = self.view.terms
        term = load_pack(terms.pack).term("box_maximum") if terms else None
        if term is None:
            return ""
        lang = (get_language() or "en").partition("-")[0]
        return f"{term.says.get(lang, term.says['en'])} ({term.clause})"
