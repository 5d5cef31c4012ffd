"""What is no `table-round/1` document is said in one sentence that names the field."""

import orjson
import pytest

from tables import lines
from tables.lines import BadDocument
from tables.rules.facts import Fact
from tests.tables.example import lines as example_lines


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
        lines.read(orjson.dumps(members() | change))
    assert sentence in str(wrong.value)


def test_a_missing_member_is_named() -> None:
    rest = members()
    del rest["shoe"]
    with pytest.raises(BadDocument, match="shoe: is missing"):
        lines.read(orjson.dumps(rest))


@pytest.mark.parametrize("text", [b"", b"{", b"[1]", b"17", b"\xff\xfe", b"nonsense"])
def test_what_is_no_json_object_is_said(text: bytes) -> None:
    with pytest.raises(BadDocument, match="JSON"):
        lines.read(text)


def told(*facts: object) -> bytes:
    """A line of these facts, as canonical as a sound one."""
    sound = orjson.loads(example_lines()[0])
    return lines.canonical(sound | {"facts": list(facts)})


def read_twice(*facts: object) -> list[Fact]:
    """The facts as they are read the first time, and the second time, through what is known already."""
    lines.read(example_lines()[0].encode())
    once, again = lines.read(told(*facts)).facts, lines.read(told(*facts)).facts
    assert once == again
    return once


STAND = [7, 1, "said", "entered", "tablet", "1", "stand", None]


def test_what_is_known_already_is_read_as_the_first_time() -> None:
    for text in example_lines():
        anew = lines._read_anew(text.encode())
        known = lines._read_known(text.encode())
        assert known is not None
        assert (known.facts, known.settlement) == (anew.facts, anew.settlement)
        assert known.members == {**anew.members, "facts": [], "settlement": {}}


def test_one_fact_number_twice_is_refused() -> None:
    for _ in range(2):
        with pytest.raises(BadDocument, match="number 7 stands twice"):
            read_twice(STAND, STAND)


@pytest.mark.parametrize(
    ("fact", "sentence"),
    [
        ([0, 1, "said", "entered", "tablet", "1", "stand", None], "id is 0"),
        ([1.0, 1, "said", "entered", "tablet", "1", "stand", None], "id is 1.0"),
        ([True, 1, "said", "entered", "tablet", "1", "stand", None], "id is True"),
        ([2**53, 1, "said", "entered", "tablet", "1", "stand", None], "id is 9007199254740992"),
        ([1, "now", "said", "entered", "tablet", "1", "stand", None], "at is 'now'"),
        ([1, 2**60, "said", "entered", "tablet", "1", "stand", None], "at is"),
        ([1, 1, "sneezed", "entered", "tablet", "1"], "kind 'sneezed' is unknown"),
        ([1, 1, "said", "rumour", "tablet", "1", "stand", None], "source is 'rumour'"),
        ("stand", "a fact is a list"),
        ([1], "a fact is a list"),
        ([1, 1, "opened", "table", "table", "0" * 64, ["1", 2], "house"], "places"),
    ],
)
def test_a_malformed_fact_is_named(fact: object, sentence: str) -> None:
    for _ in range(2):  # the second time through what was read before
        with pytest.raises(BadDocument) as wrong:
            read_twice(STAND, fact)
        assert sentence in str(wrong.value)
        assert "facts[1]" in str(wrong.value)


@pytest.mark.parametrize("amount", [2500.0, True])
def test_what_equals_a_number_is_no_number(amount: object) -> None:
    read_twice([7, 1, "stake", "entered", "tablet", "1", 2500 if amount is not True else 1, "main"])
    with pytest.raises(BadDocument, match="amount_minor"):
        read_twice([8, 1, "stake", "entered", "tablet", "1", amount, "main"])


def test_a_time_before_1970_is_a_time() -> None:
    assert read_twice([7, -5, *STAND[2:]]) == [(7, -5, *STAND[2:])]


@pytest.mark.parametrize(
    ("was", "is_now"),
    [
        ('"facts":[[1,', '"facts":[[01,'),
        ('"facts":[[1,', '"facts":[[1,1],[01,'),
        ('"closed_at":', '"closed_at":{"facts":[[1]]},"x":'),
        ('"findings":', '"facts":[],"findings":'),
        ('"settlement":{', '"settlement":{"nets":{},'),
        ('"rulings":[]', '"rulings":[{"settlement":{}}]'),
        ('"settlement":{', '"settlement":{nonsense'),
    ],
)
def test_a_line_that_only_looks_like_a_known_one_is_read_as_json_reads_it(was: str, is_now: str) -> None:
    lines.read(example_lines()[0].encode())
    text = example_lines()[0].replace(was, is_now, 1).encode()
    assert text != example_lines()[0].encode()
    known = lines._read_known(text)
    try:
        said = orjson.loads(text)
    except orjson.JSONDecodeError:
        assert known is None or known.settlement.startswith(b"{nonsense")
        return
    if known is not None:
        told_facts = [orjson.loads(lines.canonical(fact)) for fact in known.facts]
        assert (told_facts, orjson.loads(known.settlement)) == (said["facts"], said["settlement"])
