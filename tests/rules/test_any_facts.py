"""What happened is never refused: whatever facts a round is told, in whatever order, it folds and answers."""

import json
import random
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Never

from hypothesis import example, given, settings
from hypothesis import strategies as st

from shoes.cards import TEXTS
from tables.rules import joins
from tables.rules.facts import FACES, HOWS, LIES, PAY_KINDS, SOURCES, STAKE_KINDS, Fact, parse
from tables.rules.round import fold
from tables.rules.shapes import Finding, Request
from tables.rules.terms import Terms
from tests.rules.random_rounds import any_round, any_terms

SLOTS = ("1", "2", "3", "1.1", "2.1", "3.2", "0", "burn", "discard", "mouth", "?", "9", "1.9", "x")
# fmt: off
WORDS = (
    "hit", "stand", "double", "split", "triple", "surrender", "insure", "decline_insurance", "even_money", "buy",
    "claim_top", "claim_discard", "keep", "refuse", "no_declare", "looked", "bust", "hit_silent", "stakes_closed",
    "as_before", "nonsense",
)
OPTIONS = (
    "keep 0", "keep 1", "keep 7", "keep x", "discard 0", "discard 1", "keep", "refuse", "accept", "two_hands",
    "claim_top", "sit_out", "draw", "void_extra", "void_round", "nonsense",
)
# fmt: on
RULES = ("I-1", "I-2", "I-4", "I-5", "I-6", "I-7", "I-13", "I-16", "I-17", "I-27", "I-none")

Chance = random.Random


def _amount(chance: Chance) -> int | None:
    return chance.choice((None, 0, 100, 500, 1000, 1501, 999999))


BODIES: dict[str, Callable[[Chance], tuple[Any, ...]]] = {
    "stake": lambda c: (c.choice(SLOTS), _amount(c), c.choice(STAKE_KINDS)),
    "card": lambda c: (c.choice(SLOTS), c.choice(TEXTS), c.choice(FACES), c.choice(LIES)),
    "turned": lambda c: (c.randint(1, 30), c.choice(TEXTS)),
    "parted": lambda c: (c.choice(SLOTS),),
    "lifted": lambda c: (c.choice(SLOTS),),
    "said": lambda c: (c.choice(SLOTS), c.choice(WORDS), _amount(c)),
    "peeked": lambda c: (c.choice(SLOTS),),
    "indicator": lambda c: (c.choice(SLOTS),),
    "shuffled": lambda c: ("dealer", None),
    "cut": lambda c: ("player", 3),
    "burned": lambda c: ("dealer", 1),
    "paid": lambda c: (c.choice((*SLOTS, "*")), c.choice(PAY_KINDS), c.choice((None, 0, 1000, -1000, 1500))),
    "choice": lambda c: (c.choice(RULES), c.randint(1, 30), c.choice(OPTIONS)),
    "voided": lambda c: (c.randint(1, 30), "why"),
    "corrected": lambda c: (c.randint(1, 30), ["card", c.choice(SLOTS), c.choice(TEXTS), "up", "along"], "why"),
    "inserted": lambda c: (c.randint(0, 30), c.randint(0, 30_000), ["said", c.choice(SLOTS), "hit", None], "why"),
    "gap": lambda c: ("camera", c.randint(0, 30_000), None),
    "opened": lambda c: ("hash", ["1", "2", "3", "4"][: c.randint(0, 4)], "house"),
    "closed": lambda c: (c.choice(HOWS),),
    "player": lambda c: (c.choice(SLOTS), c.sample(["1", "2", "3", "4", "9"], c.randint(0, 3))),
}
OFTEN = ("card",) * 8 + ("said",) * 6 + ("stake", "turned", "paid", "choice", "choice")


def strange(chance: Chance, number: int) -> Fact:
    """A well-formed fact of any kind, about anything, at any time of the first half minute."""
    kind = chance.choice((*BODIES, *OFTEN))
    return parse([number, chance.randint(0, 30_000), kind, chance.choice(SOURCES), "anybody", *BODIES[kind](chance)])


def disturbed(chance: Chance, facts: list[Fact]) -> list[Fact]:
    """The round with facts left out, told otherwise, at another time, or put in from nowhere."""
    rows = list(facts)
    for nth in range(chance.randint(1, 5)):
        at = chance.randrange(len(rows))
        match chance.randrange(5):
            case 0 if len(rows) > 1:
                del rows[at]
            case 1:
                rows[at] = (rows[at][0], chance.randint(0, 30_000), *rows[at][2:])
            case 2 if rows[at][2] == "card":
                rows[at] = (*rows[at][:5], chance.choice((rows[at][5], *SLOTS)), chance.choice(TEXTS), *rows[at][7:])
            case 3:  # a choice about some card of the round
                cards = [row[0] for row in rows if row[2] == "card"] or [1]
                body = (chance.choice(RULES), chance.choice(cards), chance.choice(OPTIONS))
                rows.insert(at, (1000 + nth, rows[at][1], "choice", "entered", "tablet", *body))
            case _:
                rows.append(strange(chance, 1000 + nth))
    return rows


def check(terms: Terms, facts: list[Fact]) -> None:
    """Every question is answered, and every answer survives JSON."""
    round_ = fold(terms, joins.facts(facts))
    due, findings, settled = round_.due(), round_.findings(), round_.settlement()
    json.dumps([due.as_json(), settled.as_json(), round_.picture().as_json()])
    assert [Finding.from_json(json.loads(json.dumps(one.as_json()))) for one in findings] == findings
    assert len({one.key for one in findings}) == len(findings)
    for slot, word in due.permitted:
        round_.allows(Request(slot, word))
    if settled.complete and settled.house_minor is not None:
        assert sum(net or 0 for net in settled.nets.values()) + settled.house_minor == 0


many = settings(max_examples=300, deadline=None)


@many
@given(st.integers(0, 2**40))
@example(12461)  # a choice about a card at a box that was passed over
def test_a_disturbed_round_folds_and_answers(seed: int) -> None:
    terms, facts = any_round(seed)
    check(terms, disturbed(Chance(seed), facts))


@many
@given(st.integers(0, 2**40))
@example(3840)  # a split of a hand that stands in no order
def test_facts_from_nowhere_fold_and_answer(seed: int) -> None:
    chance = Chance(seed)
    check(any_terms(chance), [strange(chance, number) for number in range(1, chance.randint(2, 26))])


SEQUENCES = 3000
DEADLINE_S = 5.0  # of the processor's time; the slowest takes a hundredth of it


@contextmanager
def within(seconds: float, seed: int) -> Iterator[None]:
    """Fail a fold that does not come to an end, instead of waiting for it."""

    def give_up(*_: object) -> Never:
        raise TimeoutError(f"seed {seed} took more than {seconds} s")

    before = signal.signal(signal.SIGVTALRM, give_up)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def long_and_strange(seed: int) -> tuple[Terms, list[Fact]]:
    """Facts from nowhere only, a round disturbed twice, or one that strange facts are mixed into; up to 90 of them."""
    chance = Chance(seed)
    if seed % 3 == 0:
        return any_terms(chance), [strange(chance, number) for number in range(1, chance.randint(2, 90))]
    terms, facts = any_round(seed)
    if seed % 3 == 1:
        return terms, disturbed(chance, disturbed(chance, facts))
    facts = [*facts, *(strange(chance, number) for number in range(500, 500 + chance.randint(1, 60)))]
    chance.shuffle(facts)
    return terms, facts


def test_no_facts_keep_a_fold_or_an_answer_going_for_ever() -> None:
    for seed in range(SEQUENCES):
        terms, facts = long_and_strange(seed)
        with within(DEADLINE_S, seed):
            check(terms, facts)
