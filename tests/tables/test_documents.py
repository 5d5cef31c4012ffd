"""The document: canonical text, its schema, and judged from anywhere."""

import hashlib
import json
from pathlib import Path

import jsonschema  # type: ignore[import-untyped]
import pytest
import rfc8785

from tables import document, lines
from tables.rules.terms import ENGINE
from tests.tables.example import lines as example_lines

SCHEMA = json.loads((Path(document.__file__).parent / "round.schema.json").read_text())


def test_the_text_is_rfc_8785() -> None:
    for text in example_lines():
        assert rfc8785.dumps(json.loads(text)).decode() == text


@pytest.mark.parametrize(
    "value",
    ["plain", 'quote " and \\', "\b\f\n\r\t\x00\x1f\x7f", "Черный", "\u2028\ufeff€😀", {"b": 1, "a": [None, True, -5]}],
)
def test_canonical_is_rfc_8785_for_any_text(value: object) -> None:
    assert document.canonical(value) == rfc8785.dumps(value)  # type: ignore[arg-type]


def test_the_schema_is_a_schema_and_holds() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    validator = jsonschema.Draft202012Validator(SCHEMA)
    for text in example_lines():
        validator.validate(json.loads(text))


def test_the_schema_and_the_reader_name_the_same_members() -> None:
    assert set(SCHEMA["properties"]) == set(SCHEMA["required"]) == set(lines.MEMBERS)


def test_the_schema_refuses_what_is_not_right() -> None:
    validator = jsonschema.Draft202012Validator(SCHEMA)
    for change in ({"engine": 0}, {"sha256": "x"}, {"facts": [[1, 2]]}, {"colour": "red"}):
        with pytest.raises(jsonschema.ValidationError):
            validator.validate(json.loads(example_lines()[0]) | change)


def test_the_hash_is_that_of_the_line_without_it() -> None:
    members = json.loads(example_lines()[0])
    sha256 = members.pop("sha256")
    assert hashlib.sha256(rfc8785.dumps(members)).hexdigest() == sha256


def test_a_sound_document_is_sound() -> None:
    for text in example_lines():
        judged = document.audit(text.encode())
        assert (judged.record, judged.why) == (document.SOUND, ())


def test_another_edition_of_the_pack_is_no_damage() -> None:
    """What a pack says of other games changes no document; what it says of this one may judge it otherwise."""
    text = next(text for text in example_lines() if '"I-16"' in text)
    line = document.read(text.encode())
    other = line.members | {"pack": {"name": "originals", "hash": "0" * 64}}
    assert document.judge(line._replace(members=other)).record == document.SOUND
    judged = document.judge(line._replace(members=other | {"findings": []}))
    assert judged.record == document.JUDGED_OTHERWISE
    assert judged.why[-1] == "pack: originals was of another edition"
    assert document.pack_hash("originals", "farmer") != document.pack_hash("originals", "blackjack-fixed-bank")


def test_an_older_engines_other_judgement_is_no_damage() -> None:
    """A document that says itself to be of an older engine and is whole was judged otherwise, not damaged."""
    text = next(text for text in example_lines() if '"I-16"' in text)
    line = document.read(text.encode())
    judged = document.judge(line._replace(members=line.members | {"findings": []}), engine=ENGINE + 1)
    assert (judged.record, judged.why[0].startswith("findings: I-16")) == (document.JUDGED_OTHERWISE, True)
