"""A dealer who touches at random what a tablet offers: every touch that leads on is one that the screen has."""

import json
import random
import re
from collections.abc import Iterator
from typing import Protocol

from shoes.cards import format_card
from shoes.packs import PACKS
from tables.rules.facts import Fact
from tables.rules.terms import Terms
from tests.tables.paper_tablet import Button, Page, fields

MOST_TAPS = 160
CARDS_OFTEN = 0.35
SHOWS_OFTEN = 0.25
TYPED: dict[str, str | list[str]] = {"amount": "50", "bidder": "2", "places": ["1", "2", "3"]}


class Tablet(Protocol):
    """A tablet on paper, or a real one over HTTP."""

    terms: Terms

    @property
    def facts(self) -> list[Fact]: ...
    @property
    def code(self) -> str: ...  # of the step
    @property
    def is_over(self) -> bool: ...
    @property
    def mark(self) -> object: ...  # changes with every tap that is taken
    def page(self) -> Page: ...
    def tap(self, button: Button, **typed: str | list[str]) -> bool: ...


def pack_of(terms: Terms, chance: random.Random) -> Iterator[str]:
    cards = [format_card(card) for card in PACKS[str(terms.options["pack"])]]
    while True:
        chance.shuffle(cards)
        yield from cards


class Dealer:
    """Deals from a pack and touches what the screen offers; what lies closed is remembered until it is shown."""

    def __init__(self, tablet: Tablet, seed: int) -> None:
        self.chance = random.Random(seed)
        self.tablet = tablet
        self.cards = pack_of(tablet.terms, self.chance)
        self.closed: dict[int, str] = {}  # what a card shows that lies face down, by its number
        self.taps = 0
        self.pages: list[Page] = []

    def deal(self) -> None:
        """One round, and what is due before it."""
        while not self.tablet.is_over:
            self.taps += 1
            assert self.taps < MOST_TAPS, self.where()
            page = self.tablet.page()
            self.pages.append(page)
            assert self.touch(page), f"nothing leads on: {self.where()}"

    def where(self) -> str:
        return f"{self.tablet.terms.profile}: {self.pages[-1].step}, {self.pages[-1].ground}"

    def touch(self, page: Page) -> bool:
        """One touch that is taken, of what the screen itself has: its panels are left alone."""
        ways = [button for button in page.buttons if self.leads_on(button)]
        self.chance.shuffle(ways)
        if page.ground == "stakes":
            return self.stake(page, ways)
        if page.ground == "evening":
            return self.between(page, ways)
        if page.goes and self.chance.random() < SHOWS_OFTEN:
            any_pad = next(button for button in page.buttons if button.form.is_pad and button.name == "card")
            return self.lay(any_pad, json.loads(self.chance.choice(page.goes))[0])
        pad = self.card(page)
        return self.lay(pad, json.loads(page.target)) if pad else any(map(self.tap, ways))

    def tap(self, button: Button) -> bool:
        """Whether it was taken: a request may be refused."""
        known, before = len(self.tablet.facts), self.tablet.mark
        if not self.tablet.tap(button) or self.tablet.mark == before:
            return False
        self.remember(known)
        return True

    @staticmethod
    def leads_on(button: Button) -> bool:
        action = button.form.action
        if button.is_for_later or button.name == "card" or not action.startswith("/tablet/"):
            return False
        return not action.endswith(("/call", "/correct", "/dispute"))

    def between(self, page: Page, ways: list[Button]) -> bool:
        """What is due around the rounds: who plays, the bank, the pack."""
        before = self.tablet.mark
        burn = [button for button in page.buttons if ("tell", "burned:card") in button.form.fields]
        if burn:
            card = next(card for card in self.cards if card[0] != "A")
            return self.tablet.tap(next(button for button in burn if button.value == card))
        for button in ways:
            typed = {name: said for name, said in TYPED.items() if name in button.value.split(":")}
            sent = {"place" if name == "places" else name: said for name, said in typed.items()}
            if self.tablet.tap(button, **sent) and self.tablet.mark != before:
                return True
        return False

    def card(self, page: Page) -> Button | None:
        """The pad where a card is due; among decisions it is one way of several."""
        if not page.target:
            return None
        face = json.loads(page.target)["face"]
        pads = [button for button in page.buttons if button.form.is_pad and button.name == "card"]
        wanted = [button for button in pads if (button.value == "back") == (face == "down")]
        acts = self.tablet.code in ("box_acts", "banker_acts", "peek")
        return wanted[0] if wanted and (not acts or self.chance.random() < CARDS_OFTEN) else None

    def lay(self, pad: Button, target: dict[str, str]) -> bool:
        known = len(self.tablet.facts)
        if target["what"] == "turned":
            shown = self.closed.get(int(target["fact"])) or next(self.cards)
        else:
            shown = next(self.cards)
        text = "back" if target["face"] == "down" else shown
        said = fields(target, text) | {"lie": target.get("lie", "along")}
        taken = self.tablet.tap(pad, **said)
        if target["what"] == "card" and target["face"] == "down":
            self.closed[self.tablet.facts[known][0]] = shown
        return taken

    def remember(self, known: int) -> None:
        """Cards that were told to lie closed, all in one tap, are dealt."""
        for fact in self.tablet.facts[known:]:
            if fact[2] == "card" and fact[7] == "down":
                self.closed[fact[0]] = next(self.cards)

    def stake(self, page: Page, ways: list[Button]) -> bool:
        close = [button for button in ways if button.form.action.endswith("/stakes")]
        boxes = re.findall(r'data-box="(\d+)"', page.html)
        assert boxes, self.where()
        antes = [button for button in close if any(name == "stake" for name, _value in button.form.fields)]
        if antes:
            return self.tap(antes[0])
        close[0].form.fields += [("stake", f"{box}:{100 * self.chance.randint(1, 5)}") for box in boxes]
        return self.tap(close[0])
