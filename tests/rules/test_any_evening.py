"""Whatever is told of an evening, in whatever order it arrives: nothing raises, and a correction is as good as new."""

import random
from typing import Any

import orjson
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shoes.cards import CARDS, is_known
from tables.document import canonical
from tables.rules import carried, joins
from tables.rules.bridge import bridge
from tables.rules.codes import DEPARTURES, STEPS
from tables.rules.evening import Evening, fold, fold_rows, openings
from tables.rules.happenings import CORRECTED, EVENTS, BadEvent, Row, as_json, check, parse
from tables.rules.holding import Result
from tables.rules.play import Player, stake
from tables.rules.profiles import PROFILES
from tables.rules.round import fold as fold_round
from tables.rules.shapes import Limits, Request
from tables.rules.terms import Terms, compile_terms
from tests.rules.random_games import any_round, shuffled, step

PRIVATE = sorted(name for name, game in PROFILES.items() if game.name != "blackjack-fixed-bank")
FACES = [card for card, number in CARDS.items() if is_known(number)]
PLACE = st.sampled_from("1234567")
AMOUNT = st.integers(0, 10_000)
RESULT = st.builds(
    Result,
    st.lists(st.integers(1, 8), max_size=3, unique=True).map(tuple),
    st.booleans(),
    st.none() | st.integers(1, 8),
    st.booleans(),
    st.booleans(),
)
FIELDS: dict[str, Any] = {
    "place": PLACE,
    "places": st.lists(PLACE, max_size=7, unique=True).map(tuple),
    "who": PLACE | st.just("0"),
    "cards": st.integers(0, 120),
    "card": st.sampled_from(FACES),
    "amount_minor": st.integers(1, 10_000),
    "price_minor": AMOUNT,
    "left_minor": st.none() | AMOUNT,
    "pot_minor": st.none() | AMOUNT,
    "bank_minor": st.none() | AMOUNT,
    "round": st.integers(1, 5),
    "bank": st.none() | PLACE,
    "result": st.none() | RESULT,
    "seller": PLACE,
    "buyer": PLACE,
    "terms": st.sampled_from(PRIVATE).map(lambda name: compile_terms(name).as_json()),
}
BIG = {"dealt_up": st.lists(st.sampled_from(FACES), max_size=12).map(" ".join)}


@st.composite
def events(draw: st.DrawFn) -> tuple[Any, ...]:
    kind = draw(st.sampled_from(sorted(EVENTS)))
    if kind in BIG:
        return (kind, draw(BIG[kind]))
    return (kind, *(draw(FIELDS[name]) for name, _, _ in EVENTS[kind]))


@st.composite
def rows(draw: st.DrawFn) -> list[Row]:
    """Rows as they arrive, corrections of any of them among them."""
    made: list[Row] = []
    for number in range(1, draw(st.integers(1, 25)) + 1):
        body: tuple[Any, ...] = draw(events())
        if number > 1 and draw(st.booleans()):
            about = draw(st.integers(1, number - 1))
            body = draw(st.sampled_from([("corrected", about, body, ""), ("voided", about, "")]))
        made.append((number, draw(st.integers(0, 40)), body[0], "entered", "tablet", *body[1:]))
    return made


TERMS = st.sampled_from(PRIVATE).map(compile_terms)


@settings(max_examples=150, deadline=None)
@given(TERMS, rows())
def test_no_evening_raises_and_everything_found_has_a_rule_and_a_word(terms: Terms, told: list[Row]) -> None:
    found = fold_rows(terms, told)
    assert found.due().code in STEPS
    assert {finding.done for finding in found.found} <= set(DEPARTURES)
    assert all(finding.rule.startswith(("R-", "I-")) for finding in found.found)
    keys = [finding.key for finding in found.found]
    assert len(set(keys)) == len(keys)
    assert found.opening().bank is None or found.bank in found.places
    assert set(openings(terms, told)) <= {row[5] for row in told if row[2] == "opened"} | {
        row[6][1] for row in told if row[2] == "corrected" and row[6][0] == "opened"
    }


@settings(max_examples=60, deadline=None)
@given(TERMS, rows(), st.randoms())
def test_the_order_in_which_rows_are_handed_over_does_not_matter(
    terms: Terms, told: list[Row], chance: random.Random
) -> None:
    mixed = list(told)
    chance.shuffle(mixed)
    assert _told(fold_rows(terms, mixed)) == _told(fold_rows(terms, told))


@settings(max_examples=150, deadline=None)
@given(TERMS, st.lists(events(), min_size=1, max_size=20), st.data())
def test_a_corrected_event_gives_the_evening_that_would_have_been(
    terms: Terms, told: list[tuple[Any, ...]], data: st.DataObject
) -> None:
    told = [event for event in told if event[0] != "opened"]
    if not told:
        return
    place = data.draw(st.integers(0, len(told) - 1))
    right = data.draw(events().filter(lambda event: event[0] != "opened"))
    made: list[Row] = [(nth, nth, event[0], "entered", "tablet", *event[1:]) for nth, event in enumerate(told, 1)]
    late = len(told) + 1
    corrected = fold_rows(terms, [*made, (late, late, "corrected", "ruled", "staff:9", place + 1, right, "misheard")])
    assert _told(corrected) == _told(fold(terms, [*told[:place], right, *told[place + 1 :]]))
    voided = fold_rows(terms, [*made, (late, late, "voided", "ruled", "staff:9", place + 1, "never")])
    left_out = [row for row in made if row[0] != place + 1]
    assert _told(voided) == _told(fold_rows(terms, left_out))


@settings(max_examples=150, deadline=None)
@given(rows())
def test_a_row_survives_its_json(told: list[Row]) -> None:
    for row in told:
        assert parse(orjson.loads(canonical(as_json(row)))) == row


def _told(found: Evening) -> tuple[Any, ...]:
    """All that an evening says, but the number of its last event: a correction is one more."""
    return (
        found.opening(),
        found.due(),
        found.entitled,
        found.found,
        found.held,
        found.live,
        (found.must_shuffle, found.shufflers, found.cutters, found.burned, found.is_over),
        (found.offer, found.refused, found.bids),
    )


@pytest.mark.parametrize("kind", [*EVENTS, *CORRECTED])
def test_every_kind_wants_its_fields(kind: str) -> None:
    wanted = len(EVENTS.get(kind, CORRECTED.get(kind, ())))
    with pytest.raises(BadEvent, match=f"has {wanted} fields"):
        check([kind, *[None] * (wanted + 1)])
    if wanted:
        with pytest.raises(BadEvent, match="it must be"):
            check([kind, *[object()] * wanted])


@pytest.mark.parametrize("terms", [{}, {"game": "farmer"}, compile_terms("casino-s17").as_json()])
def test_a_sign_that_is_none_of_a_players_bank_is_no_event(terms: dict[str, Any]) -> None:
    with pytest.raises(BadEvent, match="it must be the terms of a sign whose bank players hold"):
        check(["posted", terms])


@pytest.mark.parametrize("profile", PRIVATE)
@pytest.mark.parametrize("seed", range(4))
def test_money_that_is_carried_on_is_what_the_rounds_left(profile: str, seed: int) -> None:
    """R-FIF-9, R-FAR-18, R-O36-27, R-O2D-5: an evening of rounds played by the rules, found without fault.

    A pot holds what all have put in less what all have won; a bank holds what was put up and what it won.
    """
    chance = random.Random(f"{profile} {seed}")
    options = {"reshuffle": "talia"} if profile.startswith("ten") else {}
    terms = compile_terms(profile, options, limits=Limits(100, 1_000_000), boxes=4)
    table = Played(terms, chance)
    for _ in range(6):
        if table.evening.is_over:
            break
        table.make_ready()
        before = table.evening.opening()
        after, nets = table.play()
        if carried.keeps_pot(terms):
            assert after.pot_minor == (before.pot_minor or 0) - sum(nets.values())
        elif carried.keeps_bank(terms) and terms.options.get("bank_play") is not True:
            put_up = before.bank_minor
            assert put_up is not None
            assert after.bank_minor == put_up - sum(net for slot, net in nets.items() if slot != "0")
        else:
            assert (after.pot_minor, after.bank_minor) == (0, None)
    assert [(finding.rule, finding.done) for finding in table.evening.found] == []


class Played:
    """An evening that does what is due, one event at a time, and plays its rounds."""

    def __init__(self, terms: Terms, chance: random.Random) -> None:
        self.terms, self.chance = terms, chance
        self.events: list[tuple[Any, ...]] = []
        self.rounds = 0
        self.cards = shuffled(chance, terms)

    @property
    def evening(self) -> Evening:
        return fold(self.terms, self.events)

    def make_ready(self) -> None:
        """Do what is due until a round may begin."""
        for _ in range(40):
            due = self.evening.due()
            if due.code in ("open_round", "game_over"):
                return
            self.events += self._answers(due.code, due.slot)
        raise AssertionError(f"never ready: {self.evening.due()}")

    def _answers(self, code: str, slot: str | None) -> list[tuple[Any, ...]]:
        seated = ("1", "2") if self.terms.game.name == "fifteen" else ("1", "2", "3", "4")
        bank, seats = self.evening.bank, self.evening.seats()
        if code == "cut":
            return [("asked", seats[-1]), ("cut", seats[-1])]
        if code == "auction":
            return [("bid", self.chance.choice(seats), self.chance.randint(1, 50)), ("hammered",)]
        answers: dict[str, list[tuple[Any, ...]]] = {
            "seat_players": [("seated", seated)],
            "choose_banker": [("banker", self.chance.choice(seated))],
            "offer_bank": [self.chance.choice([("took", slot), ("took", slot), ("refused", slot)])],
            "shuffle": [("shuffled", bank)],
            "burn": [("burned", "3C")],
            "put_up": [("put_up", 50_00)],
            "count_pot": [("counted", 0)],
        }
        return answers[code]

    def play(self) -> tuple[Any, dict[str, int]]:
        """One round; what lies there after it, and what each won."""
        opening = self.evening.opening()
        self.rounds += 1
        opened = ("opened", self.rounds, opening.bank, opening.places, opening.pot_minor, opening.bank_minor)
        player = Player(self.terms, self.cards, places=opening.places, bank=str(opening.bank))
        if self.terms.options.get("banker_card") == "bottom_open":
            player.bottom = [next(self.cards), next(self.cards)]
        if carried.keeps_bank(self.terms):
            player.put("stake", "0", opening.bank_minor, "main", source="table")
        if opening.pot_minor:
            player.put("stake", "pot", opening.pot_minor, "main", source="table")
        stake(player, [Request(place, "stake", 100) for place in opening.places])
        player.deal()
        for _ in range(self.chance.randint(0, 12)):
            step(player, self.chance)
        player.finish()
        met = bridge(player.round, player.facts)
        assert met is not None
        assert met.opening == opening
        self.events += [opened, *met.after]
        nets = {slot: net for slot, net in player.round.settlement().nets.items() if net is not None}
        return self.evening.opening(), nets | {"0": player.round.settlement().house_minor or 0}


@pytest.mark.parametrize("seed", range(60))
def test_whatever_round_was_played_tells_its_evening_something_that_can_be_told(seed: int) -> None:
    terms, facts = any_round(seed, random.Random(seed).choice(sorted({PROFILES[name].name for name in PRIVATE})))
    for event in carried.after(fold_round(terms, joins.facts(facts))):
        assert check(event) == event
