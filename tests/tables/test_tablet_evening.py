"""What happens around rounds is told on the tablet: every kind of event by a touch, or by the record itself."""

from dataclasses import replace
from typing import Any

import pytest
from django.http import QueryDict
from django.template.loader import render_to_string

from tables import refusals
from tables.queries.shapes import EveningView
from tables.queries.tablet_camera import Watch
from tables.rules.evening import fold
from tables.rules.happenings import EVENTS, TABLES_OWN
from tables.rules.holding import Result
from tables.rules.terms import Terms, compile_terms
from tables.views import taps
from tables.views.tablet_screen import Screen
from tests.tables.paper_tablet import DEALER, Form, Page, PaperTablet
from tests.tables.random_dealer import Dealer
from tests.tables.test_tablet_of_every_game import LIMITS, a_round

Told = tuple[Any, ...]
SEATED: Told = ("seated", ("1", "2", "3", "4"))
HELD: tuple[Told, ...] = (SEATED, ("banker", "1"))
SHUFFLED: tuple[Told, ...] = (*HELD, ("shuffled", "1"))


def terms_of(profile: str, **options: Any) -> Terms:
    return compile_terms(profile, options, limits=LIMITS)


def evening_of(terms: Terms, *events: Told) -> EveningView:
    """The evening that these events make, as the tablet has it."""
    now = fold(terms, events)
    return EveningView(
        number=1,
        seen=now.number,
        game=terms.game.name,
        due=now.due(),
        bank=now.bank,
        places=now.seats(),
        seated=now.places,
        pot_minor=now.pot_minor,
        bank_minor=now.bank_minor,
        offer=now.offer,
        refused=now.refused,
        bids=now.bids,
        entitled=now.entitled,
        is_auction=now.is_auction,
        is_over=now.is_over,
        wishes=now.wishes,
        asked=now.asked,
        cutters=now.cutters,
        findings=now.found,
        verdicts=(),
        told=(),
    )


def screen_of(terms: Terms, *events: Told) -> tuple[Screen, str]:
    """The tablet between rounds, and its page."""
    paper = PaperTablet(terms, [], language="en")
    evening = evening_of(terms, *events)
    view = replace(paper.view, round_id=None, evening=evening, bank=evening.bank)
    shown = Screen(view, Watch())
    context = {"view": view, "screen": shown, "picture": None, "refused": "", "user": DEALER}
    return shown, render_to_string("tables/tablet_screen.html", context, request=paper.request)


def told_by(page: str) -> list[str]:
    """The values of every button and field that tells of the evening, panels too."""
    parts = page.split('name="tell" value="')[1:]
    return [part.partition('"')[0] for part in parts]


def offered(terms: Terms, *events: Told) -> list[str]:
    return told_by(screen_of(terms, *events)[1])


CUT: tuple[Told, ...] = (*SHUFFLED, ("cut", "3"))
OPENED: Told = ("opened", 1, "1", ("2", "3", "4"), 0, None)
NATURAL: Told = ("settled", Result(naturals=(2,)), 0)
SITUATIONS: dict[str, tuple[Terms, tuple[Told, ...]]] = {
    "nobody plays": (terms_of("variable-000"), ()),
    "no banker, cards are dealt for it": (terms_of("variable-000-strict"), (SEATED,)),
    "no banker, the players agree": (terms_of("ochko2d-c"), (SEATED,)),
    "cards are not shuffled": (terms_of("farmer-000"), HELD),
    "cards are shuffled": (terms_of("farmer-000"), SHUFFLED),
    "a card is burned": (terms_of("pontoon-004"), CUT),
    "a bookmark lies in the pack": (terms_of("ochko36-online"), CUT),
    "nobody knows what lies in the pot": (terms_of("farmer-000"), (*CUT, OPENED, ("settled", None, None))),
    "the banker may give up the bank": (terms_of("variable-000-auction"), CUT),
    "the bank is up for auction": (terms_of("variable-000-auction"), (*CUT, ("left",))),
    "the bank is offered": (terms_of("variable-000"), (*CUT, OPENED, ("settled", Result(naturals=(2,)), 0))),
    "the right to the bank may be sold": (
        terms_of("pontoon-004"),
        (*CUT, OPENED, ("settled", Result(naturals=(2,)), 0)),
    ),
    "no card was burned": (terms_of("pontoon-004"), (*CUT, OPENED, ("called_off",))),
}
"""Situations between rounds, in which everything that may happen there can be told."""


def kinds(values: list[str]) -> set[str]:
    return {one.split(":")[0] for value in values for one in value.split(";")}


def test_every_kind_of_event_is_told_by_a_touch_or_by_the_record_itself() -> None:
    touched = set().union(*(kinds(offered(terms, *events)) for terms, events in SITUATIONS.values()))
    touched -= {"voided"}  # takes an event back
    assert touched | set(TABLES_OWN) == set(EVENTS)
    assert touched.isdisjoint(TABLES_OWN)


@pytest.mark.parametrize(
    ("how", "told"),
    [
        ("all_who_wish", ["cut:3", "wished:3"]),  # R-BJV-13
        ("offered_player", ["cut:3", "wished:3", "asked:3"]),  # R-BJF-5
        ("right_of_banker", ["asked:4;cut:3", "wished:3", "asked:3"]),  # R-FAR-9
        ("any_player", ["cut:3"]),
    ],
)
def test_at_the_cut_a_touch_tells_what_matters_under_the_sign(how: str, told: list[str]) -> None:
    shown, page = screen_of(terms_of("variable-000", cut_by=how), *SHUFFLED)
    assert shown.between is not None
    box = shown.between.seats[2]
    assert [choice.value for choice in box.answers] == told
    assert set(told) <= set(told_by(page))


def test_all_who_wish_cut_before_the_round_begins() -> None:
    """R-BJV-13."""
    terms = terms_of("variable-000", cut_by="all_who_wish")
    wished = (*SHUFFLED, ("wished", "2"), ("wished", "3"))
    waits = screen_of(terms, *wished, ("cut", "3"))[0].between
    assert waits is not None
    assert waits.step.code == "cut"
    assert [seat.word for seat in waits.seats[1:4]] == ["wants to cut", "has cut", ""]
    assert [choice.value for choice in waits.seats[1].answers] == ["cut:2"]
    done = fold(terms, [*wished, ("cut", "3"), ("cut", "2"), OPENED])
    assert done.found == ()


def test_whoever_was_asked_first_is_told_as_it_was() -> None:
    """R-FAR-9, I-28: another than the neighbour on the right was asked first."""
    terms = terms_of("farmer-000")
    told = (*SHUFFLED, ("asked", "2"))
    shown = screen_of(terms, *told)[0].between
    assert shown is not None
    assert shown.seats[1].word == "was asked"
    assert [choice.value for choice in shown.seats[1].answers] == ["cut:2", "wished:2"]
    found = fold(terms, [*told, ("cut", "2"), OPENED]).found
    assert ("I-28", "cut_irregular") in [(one.rule, one.done) for one in found]


def said(**fields: str) -> taps.Tap:
    post = QueryDict(mutable=True)
    post.update({"key": "one", **fields})
    return taps.tap_of(post)


def test_a_bookmark_is_told_by_the_cards_before_it() -> None:
    """R-O36-6."""
    assert taps.events_of(said(tell="bookmarked:count", count="20")) == [("bookmarked", 20)]


@pytest.mark.parametrize("typed", ["", "0", "many"])
def test_a_bookmark_before_no_cards_is_refused(typed: str) -> None:
    with pytest.raises(refusals.BadEntry):
        taps.events_of(said(tell="bookmarked:count", count=typed))


def test_the_bankers_card_from_the_bottom_and_its_cover_are_told_as_they_lie() -> None:
    """R-O36-22, R-O36-23: one touch for the open card from the bottom, two for the card over the pack."""
    tablet = a_round("ochko36-home", "en", 1)
    dealer = Dealer(tablet, 1)
    while not tablet.screen().wants_cover:
        dealer.pages.append(tablet.page())
        assert dealer.touch(dealer.pages[-1])
    assert "Banker, from the bottom" in dealer.pages[-1].target
    page = tablet.page()
    assert 'data-opens="cover"' in page.html
    cover = [form for form in cover_forms(page) if form.fields.count(("slot", "burn"))]
    assert len(cover) == 1
    button = replace(page.buttons[0], form=cover[0], name="card", value="9S")
    assert tablet.tap(button)
    assert tablet.facts[-1][5:] == ("burn", "9S", "up", "along")
    assert not tablet.screen().wants_cover
    assert "cover" not in tablet.page().html.split('class="ways"')[1].split("</p>")[0]
    assert tablet.screen().entries[0].label == "Burned cards: 9♠"
    dealer.deal()
    assert tablet.round.settlement().complete
    assert not [one for one in tablet.round.findings() if one.slot == "burn"]


def cover_forms(page: Page) -> list[Form]:
    """The forms of the panel for the card over the pack."""
    panel = page.html.split('id="cover"')[1].split("</section>")[0]
    inside = Page(f'<main data-target="" data-script="" data-ground-is=""><div {panel}</div></main>')
    return list({id(button.form): button.form for button in inside.buttons}.values())


def test_no_cover_card_is_asked_for_where_the_sign_knows_none() -> None:
    """R-O36-23."""
    tablet = a_round("ochko36-online", "en", 1)
    dealer = Dealer(tablet, 1)
    dealer.deal()
    assert all('data-opens="cover"' not in page.html for page in dealer.pages)
