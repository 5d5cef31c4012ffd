"""Screens of private games stay on the 1280x800 tablet and are accessible: seven boxes, all grounds, two languages."""

import itertools
from collections.abc import Callable, Iterable

import pytest

from casino.models import Staff
from tables.queries.tapped import facts_of_running
from tables.rules.shapes import Request
from tables.services import rounds
from tables.services.drafts import Draft
from tests.browser.conftest import OpenPage
from tests.browser.test_access import complaints
from tests.browser.test_tablet_fits import STICKS_OUT
from tests.tables.banked import Banked, open_banked

pytestmark = pytest.mark.django_db(transaction=True)

PLACES = [str(place) for place in range(1, 8)]
SEATED = ("seated", PLACES)
READY = (SEATED, ("banker", "1"), ("shuffled", "1"), ("cut", "3"))


class Script:
    """What a dealer tells between two looks at the screen."""

    def __init__(self, banked: Banked) -> None:
        self.banked, self.keys = banked, (f"fits-{number}" for number in itertools.count(1))

    def down(self, slots: str) -> None:
        drafts = [Draft("card", (slot, "??", "down", "along")) for slot in slots]
        rounds.take_at(self.banked.table, drafts, by=self.banked.dealer, key=next(self.keys))

    def up(self, cards: str) -> None:
        told = [one.split(":") for one in cards.split()]
        drafts = [Draft("card", (slot, card, "up", "along")) for slot, card in told]
        rounds.take_at(self.banked.table, drafts, by=self.banked.dealer, key=next(self.keys))

    def stakes(self, minor: int) -> None:
        stakes = dict.fromkeys(PLACES[1:], minor)
        self.banked.taken = rounds.close_stakes(self.banked.table, stakes, by=self.banked.dealer, key=next(self.keys))

    def ask(self, said: str) -> None:
        slot, word, *sums = said.split(":")
        wanted = Request(slot, word, int(sums[0]) if sums else None)
        rounds.request(self.banked.round, wanted, by=self.banked.dealer, key=next(self.keys))

    def each(self, slots: Iterable[str], word: str) -> None:
        for slot in slots:
            self.ask(f"{slot}:{word}")


def steps_of_pontoon(script: Script) -> list[Callable[[], object]]:
    tell = script.banked.tell
    return [
        lambda: None,
        lambda: tell(SEATED),
        lambda: tell(("banker", "1")),
        lambda: tell(("shuffled", "1")),
        lambda: tell(("cut", "3")),
        lambda: script.down("234567"),
        lambda: script.down("0"),
        lambda: script.stakes(10_00),
        lambda: script.ask("0:demand_double"),
        lambda: script.each(PLACES[1:], "accept"),
        lambda: script.up("2:9S 3:4H 4:QD 5:KC 6:TD 7:2S 0:8D"),
        lambda: script.ask("2:buy:1000"),
    ]


def steps_of_italians(script: Script) -> list[Callable[[], object]]:
    return [
        lambda: script.banked.tell(*READY),
        lambda: script.stakes(5_00),
        lambda: script.down("7654320"),
        lambda: script.up("7:KD 7:QH"),
        lambda: script.each("765432", "stand"),
    ]


def steps_of_an_auction(script: Script) -> list[Callable[[], object]]:
    tell = script.banked.tell
    return [
        lambda: tell(SEATED, ("banker", "1"), ("shuffled", "1"), ("cut", "2")),
        lambda: tell(("burned", "9S")),
        lambda: tell(("left",), ("bid", "2", 15_00), ("bid", "7", 95_00)),
        lambda: tell(("hammered",)),
    ]


def steps_of_a_cut(script: Script) -> list[Callable[[], object]]:
    tell = script.banked.tell
    return [
        lambda: tell(SEATED, ("banker", "1"), ("shuffled", "1")),
        lambda: tell(("asked", "2"), ("wished", "3")),
    ]


def steps_of_a_cover_card(script: Script) -> list[Callable[[], object]]:
    tell = script.banked.tell
    return [
        lambda: tell(("seated", PLACES[:4]), ("banker", "1"), ("shuffled", "1")),
        lambda: tell(("cut", "2"), ("bookmarked", 30), ("put_up", 100_00)),
        lambda: script.down("234"),
        lambda: script.up("0:9S"),
    ]


GAMES = {
    "farmer-000": ("fr45", steps_of_a_cut),
    "ochko36-home": ("fr36", steps_of_a_cover_card),
    "pontoon-000": ("fr52", steps_of_pontoon),
    "sem-wild": ("it40", steps_of_italians),
    "pontoon-004": ("fr52", steps_of_an_auction),
}


@pytest.mark.parametrize(("language", "theme"), [("en", "light"), ("ru", "dark")])
@pytest.mark.parametrize("profile", GAMES)
def test_each_screen_stays_on_the_tablet_and_is_accessible(
    open_page: OpenPage,
    dealer: Staff,
    boss: Staff,
    person: Callable[..., Staff],
    profile: str,
    language: str,
    theme: str,
) -> None:
    kind, steps = GAMES[profile]
    keys = (f"key-{number}" for number in itertools.count(1))
    second = person("supervisor", "verifier")
    banked = open_banked(profile, dealer=dealer, boss=boss, second=second, keys=keys, kind=kind, boxes=7)
    page = None
    for nth, step in enumerate(steps(Script(banked))):
        step()
        page = page or open_page(dealer, "/tablet", language=language, theme=theme)
        page.goto("/tablet")
        assert page.evaluate(STICKS_OUT) == [], nth
        assert complaints(page) == [], nth
    assert page is not None
    for panel in ("claim", "around", "otherwise", "cover"):
        opener = page.locator(f"[data-opens={panel}]:visible").first
        if opener.count():
            opener.click()
            assert page.evaluate(STICKS_OUT) == [], panel
            assert complaints(page) == [], panel
            opener.click()


def test_the_card_over_the_pack_is_told_in_two_touches(
    open_page: OpenPage, dealer: Staff, boss: Staff, person: Callable[..., Staff]
) -> None:
    """R-O36-23."""
    keys = (f"key-{number}" for number in itertools.count(1))
    second = person("supervisor", "verifier")
    banked = open_banked("ochko36-home", dealer=dealer, boss=boss, second=second, keys=keys, kind="fr36")
    for step in steps_of_a_cover_card(Script(banked)):
        step()
    page = open_page(dealer, "/tablet")
    page.goto("/tablet")
    page.locator("[data-opens=cover]:visible").click()
    page.locator("#cover button[value=TD]").click()
    page.locator("#cover").wait_for(state="detached")
    assert [fact[5:7] for fact in facts_of_running(banked.table) if fact[2] == "card"][-1] == ("burn", "TD")
