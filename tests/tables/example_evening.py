"""The evening in examples/: four rounds of a private table and what lay around them, with one mistake.

The bank is won by a natural, refused, auctioned (to the wrong bidder: I-29) and sold.

.venv/bin/python -m tests.tables.example_evening > examples/evening.jsonl
"""

from collections.abc import Sequence
from functools import cache
from typing import Any, Final

from tables import document, evening_document
from tables.evening_document import RoundName
from tables.rules import carried, joins
from tables.rules.bridge import facts_of
from tables.rules.evening import Evening, fold_rows
from tables.rules.facts import Fact
from tables.rules.happenings import Row
from tables.rules.play import Player, stake
from tables.rules.round import fold
from tables.rules.shapes import Limits, Request
from tables.rules.terms import Terms, compile_terms

BEGAN: Final = 1_772_388_000_000  # 2026-03-01 18:00 UTC
STORY: Final[tuple[tuple[Sequence[tuple[Any, ...]], str], ...]] = (
    (
        (
            ("seated", ("1", "2", "3", "4")),
            ("dealt_up", "KS 9D 4C JS AH"),
            ("shuffled", "1"),
            ("wished", "3"),
            ("cut", "3"),
        ),
        "9S 8D AH 7C 9D 8C KS TD",  # box 4 has a natural
    ),
    ((("took", "4"),), "AS AD 9H 7C KD QC 8S TD"),  # boxes 1 and 2 have naturals
    ((("refused", "1"), ("refused", "2")), "9S 8D 7H 7C 9D 8C KS TD"),
    (
        # The mistake: box 3 bid more.
        (("left",), ("bid", "2", 15_00), ("bid", "3", 20_00), ("hammered",), ("took", "2")),
        "9S AD 9H 7C 8D KC 8S TD",  # box 4 has a natural
    ),
    ((("sold", "4", "3", 5_00), ("took", "3")), ""),
)


@cache
def terms() -> Terms:
    options = {"sell_deal_right": True, "dealer_policy": "free"}
    return compile_terms("variable-000", options, limits=Limits(1_00, 100_00, 1_00), boxes=4)


class Story:
    """An evening as it goes on: rows of the evening, documents of its rounds."""

    def __init__(self) -> None:
        self.rows: list[Row] = []
        self.lines: list[str] = []
        self.rounds: list[RoundName] = []
        self.at = BEGAN

    @property
    def evening(self) -> Evening:
        return fold_rows(terms(), self.rows)

    def say(self, *event: Any, source: str = "entered", saw: str = "tablet") -> None:
        self.at += 4_000
        self.rows.append((len(self.rows) + 1, self.at, event[0], source, saw, *event[1:]))

    def play(self, number: int, cards: str) -> None:
        opening = self.evening.opening()
        row = ("opened", number, opening.bank, opening.places, opening.pot_minor, opening.bank_minor)
        self.say(*row, source="table", saw="table")
        opened = facts_of(opening, terms().hash, keeps_bank=False)
        facts: list[Fact] = [(1, self.at, opened[0][0], "table", "table", *opened[0][1:])]
        player = Player(terms(), cards.split(), places=opening.places, bank=str(opening.bank))
        stake(player, [Request(place, "stake", 5_00) for place in opening.places])
        player.deal()
        player.finish()
        for nth, (_number, _at, kind, source, _saw, *fields) in enumerate(player.facts[1:], start=2):
            told = ("table", "table") if source == "table" else ("entered", "tablet")
            facts.append((nth, self.at + nth * 2_000, kind, *told, *fields))
        self._close(number, facts, opening.places)

    def _close(self, number: int, facts: list[Fact], places: Sequence[str]) -> None:
        opened_at, self.at = self.at, facts[-1][1]
        again = fold(terms(), joins.facts(facts))
        head = document.Head(
            table="VB-1",
            round=number,
            shoe="S-000004",
            dealer="staff:7",
            sign_version=1,
            opened_at=opened_at,
            closed_at=self.at,
            places=places,
        )
        text, sha256 = document.build(
            head, terms=terms(), facts=facts, findings=again.findings(), settlement=again.settlement()
        )
        self.lines.append(text)
        self.rounds.append(RoundName(number, 1, sha256))
        for event in carried.after(again):
            self.say(*event, source="table", saw=f"round:{number}")

    def end(self) -> str:
        head = evening_document.Head(
            table="VB-1", evening=1, sign_version=1, began_at=BEGAN, ended_at=self.at + 60_000, why="closed"
        )
        text, _sha256 = evening_document.build(
            head, terms=terms(), rows=self.rows, fold=self.evening, rounds=self.rounds
        )
        return text


@cache
def lines() -> list[str]:
    """Four rounds and their evening, one document a line."""
    story = Story()
    for number, (events, cards) in enumerate(STORY, start=1):
        for event in events:
            story.say(*event)
        if cards:
            story.play(number, cards)
    return [*story.lines, story.end()]


if __name__ == "__main__":
    print(*lines(), sep="\n")
