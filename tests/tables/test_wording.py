"""Every code of the engine becomes a sentence, in English and in Russian."""

import re
from typing import Any

import pytest
from django.utils import translation

from tables import wording
from tables.rules.codes import DEPARTURES, REFUSALS, STEPS
from tables.rules.facts import FIELDS
from tables.rules.shapes import Finding, Refusal, Step
from tables.rules.words import ACTS, OTHERS

VALUES: dict[str, Any] = {
    "total": "7/17",
    "amount_minor": 25_00,
    "right_minor": 50_00,
    "before_minor": 10_00,
    "max_minor": 500_00,
    "min_minor": 10_00,
    "most_minor": 12_50,
    "left_minor": 5_00,
    "returned_minor": 7_50,
    "kind": "insurance",
    "step_minor": 2_50,
    "boxes": ["2", "3"],
    "pay_kind": "insurance",
    "word": "double",
    "turn": "3.1",
    "slot": "9",
    "most": 4,
    "status": "stood",
    "rule": "R-BJF-26",
    "option": "double",
    "by": 7,
}
LEFT_OVER = re.compile(r"%\(|_|\bNone\b")


def finding(done: str, names: tuple[str, ...] = (), **fields: Any) -> Finding:
    args = {name: VALUES[name] for name in names}
    values: dict[str, Any] = {
        "slot": "3",
        "level": "act",
        "due": Step("pay", "3", 50_00, "2:1"),
        "option": None,
    } | fields
    return Finding(key=("I-6", "3", "9"), rule="I-6", done=done, args=args, **values)


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("code", STEPS)
def test_every_step_has_words(code: str, language: str) -> None:
    with translation.override(language):
        words = wording.step(Step(code, "3", 37_50, "3:2", {}))
    assert words.head
    assert words.head != code
    assert not LEFT_OVER.search(words.head + words.why + words.sum)


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize(("done", "names"), DEPARTURES.items())
def test_every_departure_has_words(done: str, names: tuple[str, ...], language: str) -> None:
    with translation.override(language):
        words = wording.finding(finding(done, names))
    assert "I-6" not in words.what  # the sentence for what has none
    assert not LEFT_OVER.search(words.what + words.due + words.done)


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize(("code", "names"), REFUSALS.items())
def test_every_refusal_has_words_and_the_clause(code: str, names: tuple[str, ...], language: str) -> None:
    with translation.override(language):
        sentence = wording.refusal(Refusal("R-BJF-26", code, {name: VALUES[name] for name in names}))
        unknown = wording.refusal(Refusal("R-BJF-26", "no-such-code"))
    assert sentence.endswith("(R-BJF-26).")
    assert sentence != unknown
    assert not LEFT_OVER.search(sentence)


def test_every_illegal_act_is_a_finding_with_words() -> None:
    for code, names in REFUSALS.items():
        said = finding(code, names)
        assert "I-6" not in wording.finding(said).what, code


ROWS: dict[str, list[Any]] = {
    "stake": ["3", 25_00, "main"],
    "card": ["3", "QH", "up", "along"],
    "turned": [7, "7D"],
    "parted": ["3"],
    "lifted": ["3"],
    "said": ["3", "stand", None],
    "peeked": ["0"],
    "indicator": ["mouth"],
    "shuffled": ["dealer", None],
    "cut": ["3", None],
    "burned": ["dealer", 1],
    "paid": ["3", "main", 37_50],
    "choice": ["I-6", 9, "keep"],
    "corrected": [9, ["card", "3", "9S", "up", "along"], "misread"],
    "voided": [9, "not dealt"],
    "inserted": [9, 0, ["said", "3", "stand", None], "clip"],
    "gap": ["camera:12a", 0, None],
    "opened": ["", ["1"], "house"],
    "closed": ["settled"],
    "player": ["2", ["3"]],
}


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("kind", FIELDS)
def test_every_kind_of_fact_has_words(kind: str, language: str) -> None:
    with translation.override(language):
        words = wording.fact((1, 0, kind, "entered", "tablet", *ROWS[kind]))
    assert words.head != kind
    assert not LEFT_OVER.search(words.head + words.what)


@pytest.mark.parametrize(
    ("slot", "english", "russian"),
    [
        ("3", "box 3", "бокс 3"),
        ("3.1", "box 3, hand 2", "бокс 3, рука 2"),
        ("3..", "box 3..", "бокс 3.."),  # no place at a table; a screen that names it goes on
        ("0", "dealer", "дилер"),
    ],
)
def test_slots_are_named(slot: str, english: str, russian: str) -> None:
    assert wording.slot(slot) == english
    with translation.override("ru"):
        assert wording.slot(slot) == russian


@pytest.mark.parametrize(
    ("total", "said"),
    [("17", "17"), ("7/17", "17"), ("13 or 14", "13 or 14"), ("unknown", "unknown"), ("", "")],
)
def test_a_total_is_said_as_it_is_called(total: str, said: str) -> None:
    assert wording.total(total) == said


def test_a_wrong_payment_says_what_was_done_and_what_was_due() -> None:
    short = finding("paid", ("amount_minor", "pay_kind"), money_minor=-25_00)
    assert wording.finding(short).what == "Box 3, insurance: paid 25.00, due: 50.00"
    assert wording.finding(short).hangs == "Box 3 is short of it"


def test_a_withheld_card_is_not_told() -> None:
    words = wording.fact((1, 0, "card", "entered", "tablet", "3", None, "up", "along"))
    assert words.what == "withheld"


@pytest.mark.parametrize("word", sorted({*OTHERS, *ACTS}))
def test_every_word_that_can_be_said_has_words(word: str) -> None:
    assert wording.word(word) != word
