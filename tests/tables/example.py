"""The round log in examples/: twelve rounds of one evening with three mistakes, made by the engine.

.venv/bin/python -m tests.tables.example > examples/rounds.jsonl
"""

from collections.abc import Callable, Iterator
from functools import cache
from itertools import count
from typing import Any, Final

from tables import document
from tables.rules import joins
from tables.rules.facts import Fact
from tables.rules.round import fold
from tables.rules.shapes import Limits
from tables.rules.terms import Terms, compile_terms

BEGAN: Final = 1_772_388_000_000  # 2026-03-01 18:00 UTC
A_ROUND: Final = 50_000
A_FACT: Final = 2_000
Says = Callable[..., int]


def terms() -> Terms:
    return compile_terms("casino-s17", limits=Limits(10_00, 500_00, 2_50))


@cache
def lines() -> list[str]:
    """One document a round."""
    return [_document(number, play) for number, play in enumerate(EVENING, start=1)]


def _document(number: int, play: Callable[[Says], None]) -> str:
    at = BEGAN + number * A_ROUND
    facts = list(_said(play, at))
    closed_at = facts[-1][1]
    again = fold(terms(), joins.facts(facts))
    head = document.Head(
        table="BJ-12",
        round=number,
        shoe="S-000001",
        dealer="staff:7",
        sign_version=1,
        opened_at=at,
        closed_at=closed_at,
        places=PLACES,
    )
    text, _sha256 = document.build(
        head, terms=terms(), facts=facts, findings=again.findings(), settlement=again.settlement()
    )
    return text


PLACES: Final = ("1", "2", "3", "4", "5", "6", "7")


def _said(play: Callable[[Says], None], at: int) -> Iterator[Fact]:
    """The facts of a round, opened and closed by the table, everything else tapped."""
    facts: list[Fact] = [(1, at, "opened", "table", "table", terms().hash, PLACES, "house")]
    numbers = count(2)

    def say(kind: str, *fields: Any) -> int:
        number = next(numbers)
        facts.append((number, at + number * A_FACT, kind, "entered", "tablet", *fields))
        return number

    play(say)
    last = next(numbers)
    facts.append((last, at + last * A_FACT, "closed", "table", "table", "settled"))
    return iter(facts)


def _stakes(say: Says, **stakes: int) -> None:
    for place, minor in stakes.items():
        say("stake", place[1:], minor, "main")
    say("said", "0", "stakes_closed", None)


def _deal(say: Says, cards: str) -> int:
    """Cards as `box:card`; `0:??` lies face down. Returns the number of the last."""
    number = 0
    for text in cards.split():
        slot, card = text.split(":")
        number = say("card", slot, card, "down" if card == "??" else "up", "along")
    return number


def _paid(say: Says) -> None:
    say("paid", "*", "as_shown", None)


def _stands(say: Says) -> None:
    _stakes(say, b1=25_00, b3=50_00)
    hole = _deal(say, "1:8S 3:TD 0:KH 1:QC 3:9S 0:??")
    say("said", "1", "stand", None)
    say("said", "3", "stand", None)
    say("turned", hole, "7D")
    _paid(say)


def _hits_and_busts(say: Says) -> None:
    _stakes(say, b2=100_00)
    _deal(say, "2:6S 0:9H 2:TC 0:??")
    say("said", "2", "hit", None)
    _deal(say, "2:JD")
    _paid(say)


def _doubles(say: Says) -> None:
    _stakes(say, b4=50_00, b5=20_00)
    hole = _deal(say, "4:5S 5:KC 0:6H 4:6C 5:QD 0:??")
    say("said", "4", "double", 50_00)
    say("card", "4", "TS", "up", "across")
    say("said", "5", "stand", None)
    say("turned", hole, "KD")
    _deal(say, "0:9C")
    _paid(say)


def _splits(say: Says) -> None:
    _stakes(say, b1=40_00)
    hole = _deal(say, "1:8S 0:5H 1:8C 0:??")
    say("said", "1", "split", 40_00)
    _deal(say, "1:TD")
    say("said", "1", "stand", None)
    _deal(say, "1.1:3H")
    say("said", "1.1", "hit", None)
    _deal(say, "1.1:7D")
    say("said", "1.1", "stand", None)
    say("turned", hole, "QS")
    _deal(say, "0:4D")
    _paid(say)


def _natural(say: Says) -> None:
    _stakes(say, b2=30_00, b6=10_00)
    hole = _deal(say, "2:AS 6:TH 0:8C 2:KD 6:8D 0:??")
    say("paid", "2", "main", 45_00)
    say("said", "6", "stand", None)
    say("turned", hole, "9H")
    _paid(say)


def _insures(say: Says) -> None:
    _stakes(say, b3=60_00)
    hole = _deal(say, "3:TS 0:AH 3:9C 0:??")
    say("said", "3", "insure", 30_00)
    say("peeked", "0")
    say("turned", hole, "KC")
    _paid(say)


def _surrenders(say: Says) -> None:
    _stakes(say, b7=80_00)
    _deal(say, "7:TS 0:TH 7:6C 0:??")
    say("peeked", "0")
    say("said", "7", "surrender", None)
    _paid(say)


def _pushes(say: Says) -> None:
    _stakes(say, b1=25_00)
    hole = _deal(say, "1:TS 0:9D 1:9C 0:??")
    say("said", "1", "stand", None)
    say("turned", hole, "TD")
    _paid(say)


def _draws_on_soft_17(say: Says) -> None:
    """A mistake: the sign says that the dealer stands on every 17."""
    _stakes(say, b1=25_00, b2=50_00)
    hole = _deal(say, "1:TS 2:QH 0:AD 1:8C 2:9D 0:??")
    say("said", "0", "decline_insurance", None)
    say("peeked", "0")
    say("said", "1", "stand", None)
    say("said", "2", "stand", None)
    say("turned", hole, "6S")
    _deal(say, "0:8H")
    _paid(say)


def _natural_paid_evenly(say: Says) -> None:
    """A mistake: 3 to 2 is posted, 1 to 1 was paid."""
    _stakes(say, b4=100_00)
    hole = _deal(say, "4:AC 0:7S 4:JS 0:??")
    say("paid", "4", "main", 100_00)
    say("turned", hole, "8D")


def _push_paid(say: Says) -> None:
    """A mistake: 18 against 18 was paid as won."""
    _stakes(say, b5=50_00)
    hole = _deal(say, "5:TC 0:9S 5:8H 0:??")
    say("said", "5", "stand", None)
    say("turned", hole, "9C")
    say("paid", "5", "main", 50_00)


EVENING: Final[tuple[Callable[[Says], None], ...]] = (
    _stands,
    _hits_and_busts,
    _doubles,
    _draws_on_soft_17,
    _splits,
    _natural,
    _natural_paid_evenly,
    _insures,
    _surrenders,
    _push_paid,
    _pushes,
    _stands,
)

if __name__ == "__main__":
    print(*lines(), sep="\n")
