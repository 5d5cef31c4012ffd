"""The engine's money against published values: simulated first rounds of a fresh shoe, within four standard errors.

Source: `peers/reference_values.json` and `peers/basic_chart.json` of `SEVENTEEN_SHARED` (rows without splits, and
of the small games the one whose statement is a profile of ours).
"""

import json
import math
import os
import random
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple

from shoes.cards import CARDS, TEXTS
from tables.rules import Terms, compile_terms
from tables.rules.bank import has_live_hand, may_peek, must_draw
from tables.rules.facts import Fact
from tables.rules.hands import OPEN, Hand
from tables.rules.round import Round
from tables.rules.shapes import Limits
from tests.bench import Line

ROUNDS: Final = 2_000_000
STAKE: Final = 200
OF_A_CELL: Final = 20
"""A grid has many cells: each gets this part of the rounds."""
ENOUGH: Final = 24  # cards that one round against one hand can need
Strategy = Callable[[Hand, int], str]  # hand and dealer's up card value (ace 1) → word


class Row(NamedTuple):
    """One published value: which play under which rules gains how much a stake."""

    name: str
    decks: int
    is_h17: bool
    is_peeked: bool
    surrender: str
    ev: float

    @property
    def terms(self) -> Terms:
        options = {
            "decks": self.decks,
            "dealer_policy": "draw_soft_17" if self.is_h17 else "draw_to_17_ace11",
            "hole_card": "peek" if self.is_peeked else "dealt_last",
            "no_peek_loss": "all_bets",
            "surrender": self.surrender,
            "double": "any_two" if self.name == "basic" else "off",
            "insurance": "off",
            "even_money": False,
            "split": "off",
        }
        return compile_terms("casino-s17", options, limits=Limits(STAKE, STAKE))

    @property
    def label(self) -> str:
        soft = "H17" if self.is_h17 else "S17"
        hole = "peek" if self.is_peeked else "no hole card"
        late = ", late surrender" if self.surrender == "late" else ""
        return f"{self.name}, {self.decks} pack{'s' * (self.decks > 1)}, {soft}, {hole}{late}"


def shared() -> Path | None:
    folder = Path(os.environ.get("SEVENTEEN_SHARED", "")) / "peers"
    return folder if folder.is_dir() else None


WANTED: Final = (
    ("mimic", 1, False, True, "off"),
    ("mimic", 6, True, True, "off"),
    ("neverbust", 2, False, True, "off"),
    ("neverbust", 8, True, True, "off"),
    ("alwaysstand", 1, True, True, "off"),
    ("alwaysstand", 8, False, True, "off"),
    ("basic", 6, False, True, "off"),
    ("basic", 6, True, True, "off"),
    ("basic", 6, False, True, "late"),
    ("basic", 8, True, True, "late"),
    ("basic", 6, False, False, "off"),
    ("basic", 2, True, False, "off"),
)


def rows(folder: Path) -> list[Row]:
    """The values that are compared, as `WANTED` names them."""
    known = json.loads((folder / "reference_values.json").read_text(encoding="utf-8"))["ev_no_splits"]["rows"]
    return [Row(*wanted, _value(known, Row(*wanted, 0.0))) for wanted in WANTED]


def _value(known: list[dict[str, Any]], row: Row) -> float:
    double = "any two cards" if row.name == "basic" else "none"
    surrender = "late" if row.surrender == "late" else "none"
    wanted = (row.name, row.decks, row.is_h17, row.is_peeked, double, surrender)
    keys = ("strategy", "decks", "h17", "peek", "double", "surrender")
    return float(next(each["ev"] for each in known if tuple(each[key] for key in keys) == wanted))


def mimic(is_h17: bool) -> Strategy:
    def word(hand: Hand, up: int) -> str:
        best = hand.best
        return "hit" if best < 17 or (best == 17 and is_h17 and best != hand.hard) else "stand"

    return word


def never_bust(hand: Hand, up: int) -> str:
    return "hit" if (hand.best <= 17 if hand.best != hand.hard else hand.hard < 12) else "stand"


def always_stand(hand: Hand, up: int) -> str:
    return "stand"


def chart(folder: Path, row: Row) -> Strategy:
    """The fixed chart: pairs are played as their total."""
    book = json.loads((folder / "basic_chart.json").read_text(encoding="utf-8"))
    name = ("H17" if row.is_h17 else "S17") + (" late surrender" if row.surrender == "late" else "")
    column = {int(text) if text.isdigit() else 10 if text == "T" else 1: i for i, text in enumerate(book["columns"])}
    plays = {
        (kind == "soft", int(total)): line.split()
        for kind in ("hard", "soft")
        for total, line in book["charts"][name][kind].items()
    }

    def word(hand: Hand, up: int) -> str:
        best = hand.best
        play = plays[best != hand.hard, best][column[up]]
        if play[0] == "R":
            return "surrender" if len(hand.cards) == 2 else "hit"
        if play[0] == "D":
            return "double" if len(hand.cards) == 2 else {"h": "hit", "s": "stand"}[play[1]]
        return "hit" if play == "H" else "stand"

    return word


def strategy(folder: Path, row: Row) -> Strategy:
    if row.name == "basic":
        return chart(folder, row)
    return {"mimic": mimic(row.is_h17), "neverbust": never_bust, "alwaysstand": always_stand}[row.name]


class _Dealt:
    """One round against one hand, as facts given to the fold."""

    def __init__(self, terms: Terms, cards: Iterator[str]) -> None:
        self.round = Round(terms)
        self.cards = cards
        self.number = 0
        self.put("opened", terms.hash, ("1",), "house")
        self.put("stake", "1", STAKE, "main")
        self.put("said", "0", "stakes_closed", None)

    def put(self, kind: str, *fields: Any) -> None:
        self.number += 1
        fact: Fact = (self.number, self.number, kind, "entered", "bench", *fields)
        self.round.take(fact)

    def card(self, slot: str, face: str = "up", lie: str = "along") -> str:
        text = next(self.cards)
        self.put("card", slot, text, face, lie)
        return text


def net(terms: Terms, cards: Iterator[str], play: Strategy) -> int:
    """What the box gains in one round."""
    dealt = _Dealt(terms, cards)
    r = dealt.round
    dealt.card("1")
    up = dealt.card("0")
    dealt.card("1")
    hole = "" if terms.is_dealt_last else dealt.card("0", "down")
    at = dealt.number
    value = 1 if up[0] == "A" else 10 if up[0] in "TJQK" else int(up[0])
    if hole and may_peek(r):
        dealt.put("peeked", "0")
        if r.dealer.is_natural:
            dealt.put("turned", at, hole)
    hand = r.hands["1"]
    while hand.state == OPEN and not r.dealer_natural:
        word = play(hand, value)
        dealt.put("said", "1", word, None)
        if word in ("hit", "double"):
            dealt.card("1", lie="across" if word == "double" else "along")
    if has_live_hand(r) and not r.dealer_natural and hole:
        dealt.put("turned", at, hole)
    elif not hole and (has_live_hand(r) or hand.is_natural):
        dealt.card("0")
    while not r.dealer_natural and has_live_hand(r) and must_draw(r):
        dealt.card("0")
    gained = r.settlement().nets["1"]
    r.dissolve()
    if gained is None:
        raise AssertionError(f"a round of {terms.profile} stayed unsettled")
    return gained


def simulate(row: Row, play: Strategy, rounds: int, seed: int) -> tuple[float, float]:
    """Mean gain a stake and its standard error."""
    terms = row.terms
    return _mean(partial(net, terms, play=play), list(TEXTS[:52]) * row.decks, rounds, seed)


def _mean(gain: Callable[[Iterator[str]], int], pack: list[str], rounds: int, seed: int) -> tuple[float, float]:
    chance = random.Random(seed)
    total = squares = 0
    for _ in range(rounds):
        gained = gain(iter(chance.sample(pack, ENOUGH)))
        total += gained
        squares += gained * gained
    mean = total / rounds
    return mean / STAKE, math.sqrt((squares / rounds - mean * mean) / rounds) / STAKE


class Cell(NamedTuple):
    """One exact value of sette e mezzo: player and banker draw up to their totals (in half points)."""

    player_at: int
    banker_at: int
    ev: float


def cells(folder: Path) -> list[Cell]:
    """The grid that sette e mezzo plays by its base rules: ties to the banker, a natural earns no more (R-SEM-12)."""
    grid = json.loads((folder / "reference_values.json").read_text(encoding="utf-8"))["small_games"]["games"]
    return [
        Cell(round(2 * row["player_stands_at"]), round(2 * row["banker_stands_at"]), row["ev"])
        for row in grid["seven_and_a_half_40"]["grid"]
    ]


def net_of_banked(terms: Terms, cards: Iterator[str], cell: Cell) -> int:
    """What the box gains against a banker who draws to a total of his own."""
    count = terms.count
    if count is None:
        raise AssertionError(f"{terms.profile} has no count of its own")
    dealt = _Dealt(terms, cards)

    def drawn(slot: str) -> int:
        return count.values[CARDS[dealt.card(slot)]] or 0

    player, banker = drawn("1"), drawn("0")
    while player < cell.player_at:
        dealt.put("said", "1", "hit", None)
        player += drawn("1")
    if player <= count.target:
        dealt.put("said", "1", "stand", None)
        while banker < cell.banker_at:
            banker += drawn("0")
        dealt.put("said", "0", "stand", None)
    gained = dealt.round.settlement().nets["1"]
    dealt.round.dissolve()
    if gained is None:
        raise AssertionError(f"a round of {terms.profile} stayed unsettled")
    return gained


def sette_e_mezzo(folder: Path, rounds: int) -> Line:
    """Every cell of the grid, each with rounds of its own; the one that is farthest off speaks for all."""
    terms = compile_terms("sem-base", {"natural_beats_ordinary": False}, limits=Limits(STAKE, STAKE))
    pack = [text for text in TEXTS[:52] if text[0] not in "89T"]
    worst, farthest = 0.0, ""
    grid = cells(folder)
    for seed, cell in enumerate(grid):
        mean, error = _mean(partial(net_of_banked, terms, cell=cell), pack, rounds, seed)
        off = (mean - cell.ev) / error
        if abs(off) >= abs(worst):
            worst, farthest = off, f"player to {cell.player_at / 2:g}, banker to {cell.banker_at / 2:g}"
    what = f"gain a stake: sette e mezzo, {len(grid)} pairs of totals to draw to"
    how = f"{rounds:,} simulated rounds each"
    return Line(what, f"farthest {worst:+.1f} standard errors ({farthest})", "each within 4", how)


def measure(scale: float) -> Iterator[Line]:
    folder = shared()
    if folder is None:
        return
    rounds = int(ROUNDS * scale)
    yield sette_e_mezzo(folder, rounds // OF_A_CELL)
    for seed, row in enumerate(rows(folder)):
        mean, error = simulate(row, strategy(folder, row), rounds, seed)
        off = (mean - row.ev) / error
        figure = f"{mean:+.4f} ({off:+.1f} standard errors)"
        yield Line(f"gain a stake: {row.label}", figure, f"{row.ev:+.6f} within 4", f"{rounds:,} simulated rounds")
