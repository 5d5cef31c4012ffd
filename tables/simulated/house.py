"""A furnished floor for simulated play: people, tables with signs, packs and shoes, all through the real services."""

import random
import threading
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from casino import people
from casino.models import Staff
from shoes import services as shoes
from shoes.cards import format_card
from shoes.models import Pack
from shoes.packs import composition
from shoes.queries import state as shoe_state
from tables.models import Table
from tables.queries import tables as known
from tables.rules import Limits, Terms
from tables.services import tables
from tables.simulated.cards import Pile

PIT: Final = "Blackjack"
SWAPPED_SHOES: Final = 0.25
"""How often somebody swaps a card of a simulated shoe."""


@dataclass(frozen=True, slots=True)
class TablePlan:
    """A table to furnish: its code, its sign, how many boxes it has."""

    code: str
    profile: str
    limits: Limits
    options: Mapping[str, Any] = field(default_factory=dict)
    boxes: int = 7
    film: str = ""  # whose cards are dealt there


@dataclass(slots=True)
class House:
    """The people of a simulated floor; two of them are needed to load a shoe."""

    boss: Staff
    second: Staff
    chance: random.Random
    piles: dict[str, Pile] = field(default_factory=dict)
    store: threading.Lock = field(default_factory=threading.Lock)  # one table at a time takes packs from it

    def furnish(self, plan: TablePlan, dealer: Staff) -> Table:
        """A table with its sign, a shoe in play and a dealer; as it was, if it stands already."""
        table = Table.objects.filter(code=plan.code).first()
        if table is None:
            table = tables.add(plan.code, name=plan.code, pit=PIT, by=self.boss, boxes=plan.boxes)
            tables.post_sign(table, plan.profile, limits=plan.limits, options=plan.options, by=self.boss)
        if not known.state_of(table).is_open:
            tables.open(table, dealer=dealer, shoe_key=self.bring_shoe(table, film=plan.film), by=self.boss)
        return table

    def bring_shoe(self, table: Table, *, may_swap: bool = False, film: str = "") -> str:
        """The key of a new shoe: packs from the store, verified by the second person, shuffled, cut, in play."""
        terms = terms_of(table)
        options = terms.options
        behind_stop = int(options["second_indicator"]) if options["second_indicator"] != "off" else 0
        pile = Pile.shuffled(
            str(options["pack"]),
            int(options["decks"]),
            behind_stop=max(behind_stop, 20 * table.boxes // 7),
            chance=self.chance,
            is_swapped=may_swap and self.chance.random() < SWAPPED_SHOES,
        )
        with self.store:
            key = shoes.load("", self._packs(terms), by=self.boss, chain=table.chain, film=film).key
        shoes.verify(key, by=self.second)
        shoes.shuffle(key, by=self.second)
        shoes.cut(key, by=self.second, cut_by=str(self.chance.randint(1, table.boxes)))
        shoes.place_stop_card(key, len(pile.cards) - pile.stop_at, by=self.second)
        shoes.burn(key, int(options["burn_count"]), by=self.second)
        shoes.start(key, by=self.second)
        for _card in range(int(options["burn_count"])):
            pile.draw()
        self.piles[key] = pile
        return key

    def replace_shoe(self, table: Table, old: str, *, film: str = "") -> str:
        """A new shoe for `table`, or for the film that is shown there; the old one ends and is counted."""
        key = self.bring_shoe(table, may_swap=not film, film=film)
        tables.change_shoe(table, key, by=self.boss)
        self.take_away(old)
        return key

    def take_away(self, key: str) -> None:
        """End a shoe and count its packs; one that nobody here shuffled (a person dealt it) is found complete."""
        shoe = shoe_state(key)
        if shoe is None or shoe.has_ended:
            return
        shoes.end(key, by=self.second, reason="simulated floor")
        pile = self.piles.pop(key, None)
        full = {format_card(card): many for card, many in composition(shoe.pack_kind, shoe.decks).items()}
        shoes.count(key, pile.count() if pile is not None else full, by=self.second)

    def _packs(self, terms: Terms) -> list[Pack]:
        """As many packs as the sign says: free ones first, then new ones."""
        kind, decks = str(terms.options["pack"]), int(terms.options["decks"])
        packs = list(Pack.objects.loadable().filter(kind=kind).order_by("pk")[:decks])
        first = Pack.objects.count() + 1
        new = range(first, first + decks - len(packs))
        return packs + [shoes.receive_pack(f"SIM-{number:05}", kind, "blue", by=self.boss) for number in new]


def terms_of(table: Table) -> Terms:
    """The terms of the sign that is posted at `table`."""
    sign = known.sign_of(table)
    if sign is None:
        raise LookupError(f"No sign is posted at {table.code}.")
    return known.terms_of(sign)


def enrol_all(names: Iterable[tuple[str, str, str]], *, password: str | None = None) -> dict[str, Staff]:
    """People by user name: (user name, name, role); nobody knows the password unless one is given."""
    return {
        username: Staff.objects.filter(username=username).first()
        or people.enrol(username, name, role=role, password=password)
        for username, name, role in names
    }


def simulated_house(chance: random.Random) -> House:
    """The people that load and verify shoes on a simulated floor."""
    staff = enrol_all(
        [("sim-boss", "Simulated supervisor", "supervisor"), ("sim-second", "Simulated second", "supervisor")]
    )
    return House(boss=staff["sim-boss"], second=staff["sim-second"], chance=chance)


def dealer_of(code: str) -> Staff:
    """The simulated dealer of a table."""
    username = f"sim-{code.lower()}"
    return enrol_all([(username, f"Simulated {code}", "dealer")])[username]
