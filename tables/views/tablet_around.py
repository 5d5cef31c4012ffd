"""What the tablet offers about bank and players beside the step: who plays, giving up the bank, a sale, taking back."""

from dataclasses import dataclass

from tables import wording
from tables.queries.shapes import EveningView, TabletView
from tables.views.tablet_parts import Choice
from tables.views.tablet_words import slot_name
from tables.wording.speaking import pgettext

MOST_TOLD = 6


@dataclass(frozen=True)
class Around:
    """The panel of the bank; `None` of a view where the house holds it, or while a round runs."""

    view: TabletView
    evening: EveningView

    @property
    def seats(self) -> list[tuple[Choice, bool]]:
        """Every place, and whether somebody plays there."""
        places = [str(place) for place in range(1, self.view.boxes + 1)]
        return [(Choice(place, slot_name(place)), place in self.evening.seated) for place in places]

    @property
    def ways(self) -> list[Choice]:
        """What the banker and others may do of their own accord."""
        bank, options = self.evening.bank, self.view.terms.options if self.view.terms else {}
        if bank is None:
            return []
        found = []
        if self.evening.offer == (bank,):
            found.append(Choice(f"refused:{bank}", pgettext("tablet", "The banker refuses the bank")))
        elif self.evening.is_auction:
            pass
        elif options.get("auction_on_leave") or options.get("bank_change") == "auction":
            found.append(Choice("left", pgettext("tablet", "The banker gives up the bank: auction")))
        takers = [place for place in self.evening.seated if place != bank]
        label = pgettext("tablet", "%(box)s has taken the bank")
        return found + [Choice(f"took:{place}", label % {"box": slot_name(place)}) for place in takers]

    @property
    def demands(self) -> list[Choice]:
        """I-8: the burn was left out, and somebody demands it."""
        if not any(finding.rule == "I-8" for finding in self.evening.findings):
            return []
        return [Choice(f"demanded:{place}", slot_name(place)) for place in self.evening.places]

    @property
    def has_bookmark(self) -> bool:
        """R-O36-6: the pack is divided by a bookmark, and somebody may know how many cards lie before it."""
        is_shuffled = self.evening.due.code != "shuffle"
        return self.view.terms is not None and self.view.terms.options.get("reshuffle") == "bookmark" and is_shuffled

    @property
    def buyers(self) -> list[Choice]:
        """R-BJV-11: to whom the entitled player may sell the deal."""
        seller = self.evening.entitled
        may_sell = self.view.terms is not None and self.view.terms.options.get("sell_deal_right")
        if not may_sell or seller is None or seller == self.evening.bank:
            return []
        return [Choice(f"sold:{seller}:{place}:amount", slot_name(place)) for place in self._others(seller)]

    @property
    def seller(self) -> str:
        return slot_name(self.evening.entitled or "")

    def _others(self, seller: str) -> list[str]:
        return [place for place in self.evening.seated if place != seller]

    @property
    def told(self) -> list[Choice]:
        """What was told last, to be taken back."""
        return [Choice(str(one.number), wording.happening(one)) for one in self.evening.told[:MOST_TOLD]]


def of(view: TabletView) -> Around | None:
    if view.evening is None or view.round_id is not None:
        return None
    return Around(view, view.evening)
