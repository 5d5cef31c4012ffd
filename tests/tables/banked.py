"""A table whose bank players hold: its dealer says what happens around rounds and in them."""

from collections.abc import Callable, Iterator
from typing import Any

from django.utils import timezone

from casino.models import Staff
from tables.models import Round, Table
from tables.queries import tables as known
from tables.queries.evenings import evening_view
from tables.queries.shapes import EveningView
from tables.rules.play import Player, stake
from tables.rules.shapes import Limits, Request
from tables.services import evenings, rounds, tables
from tables.services.drafts import Draft
from tests.bringing import bring_shoe
from tests.tables.conftest import Tapper

LIMITS = Limits(1_00, 100_00, 1_00)
READY = (("shuffled", "1"), ("cut", "3"))
SEATED = ("seated", ["1", "2", "3", "4"])
NO_NATURAL = "9S 8D 7H 7C 9D 8C KS TD"
THIRD_NATURAL = "9S 8D AH 7C 9D 8C KS TD"
TWO_NATURALS = "AS AD 9H 7C KD QC 8S TD"
SECOND_NATURAL = "9S AD 9H 7C 8D KC 8S TD"


class Banked(Tapper):
    """A dealer who tells of the evening too: `tell(("took", "2"))`."""

    def tell(self, *events: tuple[Any, ...], by: Staff | None = None, **more: Any) -> EveningView:
        return evenings.tell(self.table, events, by=by or self.dealer, key=next(self.keys), **more)

    def found(self, *cards: str) -> Round:
        """Cards that lie already: `found("2:??", "0:TD")`."""
        taken = rounds.take_at(self.table, [_card(one) for one in cards], by=self.dealer, key=next(self.keys))
        self.taken = taken
        return taken.round

    def play(self, cards: str, asks: str = "", *, stake_minor: int = 5_00) -> Round:
        """A round as the evening opens it, played by the rules: `play("9S 8D AH 7C …", "2:hit")`."""
        view = evening_view(self.table)
        sign = known.sign_of(self.table)
        assert view is not None
        assert sign is not None
        terms = known.terms_of(sign)
        player = Player(terms, cards.split(), places=view.places, bank=str(view.bank))
        for slot, minor in (("0", view.bank_minor), ("pot", view.pot_minor)):
            player.put("stake", slot, minor, "main", source="table")
        asked = [Request(slot, word) for slot, _, word in (ask.partition(":") for ask in asks.split())]
        stakes = [Request(place, "stake", stake_minor) for place in view.places]
        stake(player, stakes)
        player.deal()
        for request in asked:
            assert player.request(request), request
        player.finish()
        now = int(timezone.now().timestamp() * 1000)
        facts = [(fact[0], now + nth, *fact[2:]) for nth, fact in enumerate(player.facts) if fact[3] != "table"]
        return rounds.record(self.table, facts)


def _card(text: str) -> Draft:
    slot, name = text.split(":")
    return Draft("card", (slot, name, "down" if name == "??" else "up", "along"))


MakeBanked = Callable[..., Banked]


def open_banked(
    profile: str,
    *,
    dealer: Staff,
    boss: Staff,
    second: Staff,
    keys: Iterator[str],
    boxes: int = 4,
    options: dict[str, Any] | None = None,
    kind: str = "fr52",
    packs: int = 1,
    code: str = "VB-1",
) -> Banked:
    """An open table with this sign."""
    table: Table = tables.add(code, name="Private", pit="Pit 1", by=boss, boxes=boxes)
    tables.post_sign(table, profile, limits=LIMITS, by=boss, options=options)
    shoe = bring_shoe(f"S-{code}", kind, packs, boss=boss, second=second)
    tables.open(table, dealer=dealer, shoe_key=shoe, by=boss)
    return Banked(table, dealer, keys)


def four_rounds(banked: Banked) -> None:
    """Bank won by a natural, refused, auctioned, sold."""
    banked.tell(SEATED, ("banker", "1"), *READY)
    banked.play(THIRD_NATURAL)
    banked.tell(("took", "4"))
    banked.play(TWO_NATURALS)
    banked.tell(("refused", "1"), ("refused", "2"))
    banked.play(NO_NATURAL)
    banked.tell(("left",), ("bid", "2", 15_00), ("bid", "3", 20_00), ("hammered",), ("took", "3"))
    banked.play(SECOND_NATURAL)
    banked.tell(("sold", "1", "2", 5_00), ("took", "2"))
