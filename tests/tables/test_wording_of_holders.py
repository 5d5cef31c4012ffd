"""Whoever holds the bank is named as the game's posted rules name them, in either language; so is the game's target."""

import re

import pytest
from django.template import Context, Template
from django.test import Client
from django.utils import translation

from casino.models import Staff
from tables import wording
from tables.rules.codes import DEPARTURES, REFUSALS, STEPS
from tables.rules.facts import FIELDS
from tables.rules.profiles import GAMES, PROFILES
from tables.rules.shapes import Refusal, Step
from tables.rules.text.holder import HOLDERS
from tables.views import tablet_words
from tables.wording.speaking import of_game, of_profile, target
from tests.tables.banked import READY, MakeBanked
from tests.tables.paper_tablet import NAMED, TAGS
from tests.tables.random_dealer import Dealer
from tests.tables.test_tablet_of_every_game import SEEDS, a_round
from tests.tables.test_wording import ROWS, VALUES, finding

HOUSE = "blackjack-fixed-bank"
OTHERS = {
    "en": re.compile(r"\b(dealer|banker|farmer)(?!s? sees)", re.IGNORECASE),
    "ru": re.compile(r"\b(дилер|банкомёт|сдающ|банкующ|фермер(?!ск))\w*", re.IGNORECASE),
}
HOUSES_OWN = re.compile(
    r'Боксы, как их видит дилер|as the dealer sees them|<details class="person.*?</details>', re.DOTALL
)
"""Who touches the tablet, and is logged in there, is the house's dealer in every game."""


def sayings() -> list[str]:
    """Every sentence that the engine's codes make, about the bank where they may be about it."""
    said: list[str] = []
    for code in STEPS:
        words = wording.step(Step(code, "0", 37_50, "3:2", {}))
        said += [words.head, words.why, tablet_words.short_head(Step(code, "0"), words.head)]
    for done, names in DEPARTURES.items():
        found = wording.finding(finding(done, names, slot="0", due=Step("dealer_draws", "0")))
        said += [found.what, found.due, found.until]
    for code, names in REFUSALS.items():
        args = {name: VALUES[name] for name in names} | ({"turn": None} if "turn" in names else {})
        said.append(wording.refusal(Refusal("R-BJF-26", code, args)))
    for kind in FIELDS:
        row = ["0" if field == "3" else field for field in ROWS[kind]]
        words_of = wording.fact((1, 0, kind, "entered", "tablet", *row))
        said += [words_of.head, words_of.what]
    return [*said, wording.slot("0"), tablet_words.slot_name("0", is_free=True)]


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("game", sorted(GAMES))
def test_every_sentence_calls_the_holder_of_the_bank_as_the_sign_does(game: str, language: str) -> None:
    english, russian = HOLDERS[game]
    right = {english} if language == "en" else set(russian)
    with translation.override(language), of_game(game):
        named = [found[0].lower() for text in sayings() for found in OTHERS[language].finditer(text)]
    assert named
    assert set(named) <= right


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("profile", ["variable-000", "ochko36-home", "farmer-000"])
def test_a_banked_round_on_the_tablet_knows_no_dealer(profile: str, language: str) -> None:
    english, russian = HOLDERS[PROFILES[profile].name]
    right = {english} if language == "en" else set(russian)
    tablet = a_round(profile, language, SEEDS[language])
    dealer = Dealer(tablet, SEEDS[language])
    dealer.deal()
    shown = " ".join(HOUSES_OWN.sub("", page.html) for page in dealer.pages)
    told = " ".join([TAGS.sub(" ", shown), *NAMED.findall(shown)])
    named = {found[0].lower() for found in OTHERS[language].finditer(told)}
    assert named
    assert named <= right


@pytest.mark.parametrize(
    ("game", "total"),
    [
        (HOUSE, "21"),
        ("macao", "9"),
        ("fifteen", "15"),
        ("seven-and-a-half", "7½"),
        ("ten-and-a-half", "10½"),
        ("ochko-36", "21"),
    ],
)
def test_a_finding_says_the_target_of_its_game(game: str, total: str) -> None:
    with of_game(game):
        assert target() == total
        words = wording.finding(finding("stood_above_21", ("total",))).what
        over = wording.refusal(Refusal("R-BJF-26", "over_21"))
    assert words == f"Box 3 stood above {total}"
    assert over == f"The hand is above {total} (R-BJF-26)."


def test_of_no_game_in_particular_the_target_has_no_number() -> None:
    assert wording.finding(finding("stood_above_21", ("total",))).what == "Box 3 stood above the target"


def test_one_game_is_spoken_of_within_another_only_to_its_end() -> None:
    with of_profile("farmer-000"):
        with of_profile("variable-000"):
            assert wording.slot("0") == "banker"
        assert wording.slot("0") == "farmer"
    assert wording.slot("0") == "dealer"


@pytest.mark.parametrize(("profile", "said"), [("farmer-000", "farmer"), ("", "dealer"), (None, "dealer")])
def test_a_template_speaks_of_the_game_of_its_sign(profile: str | None, said: str) -> None:
    template = Template("{% load words speaking %}{% speaking profile %}{{ '0'|slot_name }}{% endspeaking %}")
    assert template.render(Context({"profile": profile})) == said


@pytest.mark.django_db
def test_table_page_and_pit_name_the_banker(client: Client, make_banked: MakeBanked, boss: Staff) -> None:
    banked = make_banked("variable-000")
    banked.tell(("seated", ["1", "2", "3", "4"]), ("banker", "1"), *READY)
    # the banker's second card should lie closed
    banked.found("2:9S", "3:8D", "4:7H", "0:TD", "2:7C", "3:9D", "4:8C", "0:9H", "0:2D")
    client.force_login(boss)
    table, pit = (client.get(path).content.decode() for path in (f"/tables/{banked.table.code}", "/pit"))
    assert "The banker’s second card lies face up" in table
    assert "The banker’s second card lies face up" in pit
    assert "Card to the banker" in table
    assert "Card to the dealer" not in table
