"""What is no `table-round/1` document is said in one sentence that names the field."""

import orjson
import pytest

from tables import document
from tables.document import BadDocument


def members() -> dict[str, object]:
    """The members of a document that is right in form."""
    return {
        "closed_at": 2, "dealer": "staff:1", "engine": 1, "facts": [], "findings": [], "format": "table-round/1",
        "opened_at": 1, "pack": {}, "places": ["1"], "previous_sha256": None, "revision": 1, "round": 1, "rulings": [],
        "settlement": {}, "sha256": "0" * 64, "shoe": "S-1", "sign": {}, "table": "BJ-12", "terms": {},
        "terms_sha256": "0" * 64,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"format": "table-round/2"}, "format: 'table-round/2' is not known; it must be table-round/1"),
        ({"round": "12"}, "round: '12' is not right; it must be a whole number"),
        ({"round": True}, "round: True is not right"),
        ({"engine": 99}, "engine: 99 is not known; this engine judges documents of 1 to"),
        ({"engine": 0}, "engine: 0 is not known"),
        ({"previous_sha256": 5}, "previous_sha256: 5 is not right; it must be a text or null"),
        ({"colour": "red"}, "colour: is not known"),
        ({"facts": {}}, "facts: {} is not right; it must be a list"),
    ],
)
def test_a_wrong_member_is_named(change: dict[str, object], sentence: str) -> None:
    with pytest.raises(BadDocument) as wrong:
        document.read(orjson.dumps(members() | change))
    assert sentence in str(wrong.value)


def test_a_missing_member_is_named() -> None:
    rest = members()
    del rest["shoe"]
    with pytest.raises(BadDocument, match="shoe: is missing"):
        document.read(orjson.dumps(rest))


@pytest.mark.parametrize("text", [b"", b"{", b"[1]", b"17", b"\xff\xfe", b"nonsense"])
def test_what_is_no_json_object_is_said(text: bytes) -> None:
    with pytest.raises(BadDocument, match="JSON"):
        document.read(text)


def test_one_fact_number_twice_is_refused() -> None:
    fact = [3, 1, "said", "entered", "tablet", "1", "stand", None]
    with pytest.raises(BadDocument, match="number 3 stands twice"):
        document.facts_of({"facts": [fact, fact]})


@pytest.mark.parametrize(
    ("fact", "sentence"),
    [
        ([0, 1, "said", "entered", "tablet", "1", "stand", None], "id is 0"),
        ([1, "now", "said", "entered", "tablet", "1", "stand", None], "at is 'now'"),
        ([1, 1, "sneezed", "entered", "tablet", "1"], "kind 'sneezed' is unknown"),
        ([1, 1, "said", "rumour", "tablet", "1", "stand", None], "source is 'rumour'"),
        ("stand", "a fact is a list"),
        ([1], "a fact is a list"),
    ],
)
def test_a_malformed_fact_is_named(fact: object, sentence: str) -> None:
    for _ in range(2):  # the second time through what was read before
        with pytest.raises(BadDocument) as wrong:
            document.facts_of({"facts": [[7, 1, "said", "entered", "tablet", "1", "stand", None], fact]})
        assert sentence in str(wrong.value)
        assert "facts[1]" in str(wrong.value)


@pytest.mark.parametrize("amount", [2500.0, True])
def test_what_equals_a_number_is_no_number(amount: object) -> None:
    right = [7, 1, "stake", "entered", "tablet", "1", 2500 if amount is not True else 1, "main"]
    document.facts_of({"facts": [right]})  # seen before, as it should be
    with pytest.raises(BadDocument, match="amount_minor"):
        document.facts_of({"facts": [[8, 1, "stake", "entered", "tablet", "1", amount, "main"]]})


def test_a_nested_row_is_checked_like_any_other() -> None:
    opened = [1, 1, "opened", "table", "table", "0" * 64, ["1", "2"], "house"]
    assert document.facts_of({"facts": [opened]}) == document.facts_of({"facts": [opened]})
    for number in (True, 0, 1.0):
        with pytest.raises(BadDocument, match="id is"):
            document.facts_of({"facts": [[number, *opened[1:]]]})
    with pytest.raises(BadDocument, match="places"):
        document.facts_of({"facts": [[1, 1, "opened", "table", "table", "0" * 64, ["1", 2], "house"]]})
