"""Facts: what a row must be, and what its refusal says."""

import pytest

from tables.rules import facts
from tables.rules.facts import BadFact, parse

HEAD = [1, 1000]


def test_a_row_becomes_a_fact_with_its_slot_in_one_form() -> None:
    row = [*HEAD, "card", "observed", "camera:1", "3.0", "QH", "up", "along"]
    assert parse(row) == (1, 1000, "card", "observed", "camera:1", "3", "QH", "up", "along")


def test_constructors_make_what_parse_reads() -> None:
    made = [
        facts.opened(1, 0, "table", "table", terms_hash="x", places=["1", "2"]),
        facts.stake(2, 1, "entered", "tablet", slot="1", amount_minor=1000),
        facts.card(3, 2, "observed", "camera:1", slot="1", card="QH"),
        facts.card(4, 3, "observed", "camera:1", slot="0", card="??", face="down"),
        facts.turned(5, 4, "observed", "camera:1", card_fact_id=4, card="KS"),
        facts.parted(6, 5, "observed", "camera:1", slot="1"),
        facts.lifted(7, 6, "observed", "camera:1", slot="1"),
        facts.said(8, 7, "entered", "tablet", slot="1.0", word="hit"),
        facts.peeked(9, 8, "entered", "tablet"),
        facts.indicator(10, 9, "observed", "camera:1"),
        facts.shuffled(11, 10, "entered", "tablet", who="dealer"),
        facts.cut(12, 11, "entered", "tablet", who="player"),
        facts.burned(13, 12, "entered", "tablet", who="dealer", how_many=1),
        facts.paid(14, 13, "entered", "tablet", slot="1", kind="main", amount_minor=-1000),
        facts.paid_as_shown(15, 14, "entered", "tablet"),
        facts.choice(16, 15, "entered", "tablet", irregularity="I-6", fact_id=3, option="keep"),
        facts.corrected(17, 16, "entered", "tablet", fact_id=3, body=["card", "1", "QD", "up", "along"], reason="x"),
        facts.voided(18, 17, "ruled", "staff:7", fact_id=3, reason="x"),
        facts.inserted(
            19, 18, "ruled", "staff:7", after_fact_id=3, at_ms=5, body=["said", "1", "hit", None], reason="unseen"
        ),
        facts.gap(20, 19, "observed", "camera:1", camera="camera:1", from_at=1, until_at=None),
        facts.closed(21, 20, "table", "table"),
    ]
    assert [parse(list(fact)) for fact in made] == made


@pytest.mark.parametrize(
    ("row", "words"),
    [
        ("x", "a fact is a list"),
        ([1, 2], "a fact is a list"),
        ([0, 1, "peeked", "entered", "t", "0"], "id is 0"),
        ([True, 1, "peeked", "entered", "t", "0"], "id is True"),
        ([1, "now", "peeked", "entered", "t", "0"], "at is 'now'"),
        ([1, 1, "danced", "entered", "t", "0"], "kind 'danced' is unknown; a fact is one of stake, card"),
        ([1, 1, "peeked", "guessed", "t", "0"], "source is 'guessed'"),
        ([1, 1, "peeked", "entered", "t"], "a peeked has 1 fields (slot), not 0"),
        (
            [1, 1, "card", "entered", "t", "1", "11", "up", "along"],
            "card of this card is '11'; it must be a card such as",
        ),
        ([1, 1, "stake", "entered", "t", "1", 10.5, "main"], "amount_minor of this stake is 10.5"),
        ([1, 1, "stake", "entered", "t", "1", -5, "main"], "it must be whole minor units from 0"),
        ([1, 1, "stake", "entered", "t", "1", True, "main"], "amount_minor of this stake is True"),
        ([1, 1, "stake", "entered", "t", "1", 10, "tip"], "it must be one of main, double"),
        ([1, 1, "corrected", "entered", "t", 3, [], "x"], "kind and fields of a fact that can be put right"),
        ([1, 1, "corrected", "entered", "t", 3, ["opened", "x", ["1"], "house"], "x"], "can be put right"),
        ([1, 1, "inserted", "entered", "t", 3, 5, ["card", "1"], "x"], "a card has 4 fields"),
    ],
)
def test_a_bad_row_is_refused_with_one_sentence(row: object, words: str) -> None:
    with pytest.raises(BadFact) as refused:
        parse(row)
    assert words in str(refused.value)
