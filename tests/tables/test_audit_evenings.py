"""`audit_rounds` on an evening among its rounds: sound, mistaken at the table, or damaged, each damage by its name."""

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema  # type: ignore[import-untyped]
import orjson
import pytest
import rfc8785

from tables import evening_document
from tables.document import canonical
from tables.rules.happenings import CORRECTIONS, EVENTS
from tests.tables.example_evening import lines
from tests.tables.test_audit_rounds import audited

EXAMPLE = Path(__file__).parents[2] / "examples" / "evening.jsonl"
SCHEMA = json.loads((Path(evening_document.__file__).parent / "evening.schema.json").read_text())
Change = Callable[[dict[str, Any]], None]


def signed(members: dict[str, Any]) -> str:
    """The line with the hash that it should have."""
    rest = {name: value for name, value in members.items() if name != "sha256"}
    return canonical(rest | {"sha256": hashlib.sha256(canonical(rest)).hexdigest()}).decode()


def event(members: dict[str, Any], kind: str, nth: int = 0) -> list[Any]:
    found: list[list[Any]] = [row for row in members["events"] if row[2] == kind]
    return found[nth]


def evening_of(texts: list[str], tmp_path: Path) -> dict[str, Any]:
    """The verdict on the evening of these lines."""
    path = tmp_path / "evening.jsonl"
    path.write_text("".join(f"{text}\n" for text in texts))
    _code, told = audited(path, "--json")
    rows = [json.loads(line) for line in told]
    return next(row for row in rows if row.get("id", "").endswith("evening 1"))


def test_the_example_names_its_one_mistake() -> None:
    code, told = audited(EXAMPLE)
    assert code == 1
    assert told[-2:] == [
        "VB-1/evening 1: mistakes: I-29 Box 2 took the bank without the right to it, due: Offer the bank to box\u00a03",
        "4 rounds, 1 evening, 4 ok, 1 mistakes, 0 judged otherwise, 0 damaged",
    ]


def test_the_example_is_what_the_engine_makes() -> None:
    assert EXAMPLE.read_text().splitlines() == lines()


def test_totals_of_a_program_count_evenings_beside_rounds() -> None:
    _code, told = audited(EXAMPLE, "--json")
    counted = {"rounds": 4, "evenings": 1, "ok": 4, "mistakes": 1, "judged_otherwise": 0, "damaged": 0}
    assert json.loads(told[-1]) == {"totals": counted}


def test_an_evening_before_its_rounds_is_judged_at_the_end(tmp_path: Path) -> None:
    *rounds, evening = lines()
    assert evening_of([evening, *rounds], tmp_path) == evening_of([*rounds, evening], tmp_path)


def _other_bank(members: dict[str, Any]) -> None:
    event(members, "opened", 1)[6] = "3"


def _other_pot(members: dict[str, Any]) -> None:
    event(members, "opened", 2)[8] = 5_00


def _other_result(members: dict[str, Any]) -> None:
    event(members, "settled", 1)[5]["naturals"] = [2]


def _other_cards(members: dict[str, Any]) -> None:
    event(members, "dealt", 3)[5] = 7


def _no_took(members: dict[str, Any]) -> None:
    members["events"].remove(event(members, "took"))


def _other_order(members: dict[str, Any]) -> None:
    members["rounds"][1], members["rounds"][2] = members["rounds"][2], members["rounds"][1]


def _rounds_exchanged(members: dict[str, Any]) -> None:
    second, third = event(members, "opened", 1), event(members, "opened", 2)
    second[5], third[5] = third[5], second[5]


def _unnamed_round(members: dict[str, Any]) -> None:
    del members["rounds"][2]


def _other_hash(members: dict[str, Any]) -> None:
    members["rounds"][0]["sha256"] = "0" * 64


def _no_findings(members: dict[str, Any]) -> None:
    members["findings"] = []


def _other_left(members: dict[str, Any]) -> None:
    members["left"]["bank"] = "1"


def _other_revision(members: dict[str, Any]) -> None:
    members["revision"] = 2


def _other_terms(members: dict[str, Any]) -> None:
    members["terms"]["options"]["bank_change"] = "rounds"


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (_other_bank, "round 2: opened with bank 4, the evening says 3"),
        (_other_bank, "round 2: the evening says bank 3, what happened before gives 4"),
        (_other_pot, "round 3: opened with pot_minor 0, the evening says 500"),
        (_other_pot, "round 3: the evening says pot_minor 500, what happened before gives 0"),
        (_other_result, "round 2: it ended otherwise than the evening was told"),
        (_other_cards, "round 4: it ended otherwise than the evening was told"),
        (_no_took, "round 2: the evening says bank 4, what happened before gives 1"),
        (_other_order, "rounds: they are named in another order than they were opened"),
        (_rounds_exchanged, "events: the rounds do not follow each other"),
        (_unnamed_round, "rounds: round 3 was opened and is not named"),
        (_other_hash, "rounds: round 1 is not the document that this evening names, its hash is another"),
        (_no_findings, "findings: I-29"),
        (_other_left, "left: what lay on the table at the end is another"),
        (_other_revision, "previous_sha256: revision 1 has none, every later one names the one before"),
        (_other_terms, "terms_sha256: the terms have another hash"),
    ],
)
def test_a_changed_evening_is_damaged_even_with_a_hash_that_fits(change: Change, why: str, tmp_path: Path) -> None:
    *rounds, evening = lines()
    members = json.loads(evening)
    change(members)
    verdict = evening_of([*rounds, signed(members)], tmp_path)
    assert verdict["verdict"] == "damaged"
    assert [line for line in verdict["why"] if line.startswith(why)], verdict["why"]
    assert not [line for line in verdict["why"] if line.startswith("sha256")]


def test_a_changed_line_has_another_hash(tmp_path: Path) -> None:
    *rounds, evening = lines()
    verdict = evening_of(
        [*rounds, evening.replace('"bid","entered","tablet","2",1500', '"bid","entered","tablet","2",2500')], tmp_path
    )
    assert verdict["why"][0] == "sha256: the document was changed, its hash is another"


@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_a_dropped_round_is_missing(number: int, tmp_path: Path) -> None:
    texts = [text for place, text in enumerate(lines(), start=1) if place != number]
    verdict = evening_of(texts, tmp_path)
    assert verdict["verdict"] == "damaged"
    assert verdict["why"] == [f"rounds: round {number}, revision 1, is missing from this file"]


def test_a_round_that_was_changed_is_no_longer_the_one_named(tmp_path: Path) -> None:
    """A round with a hash of its own that fits, but another stake; the evening knows it by its hash."""
    texts = lines()
    members = json.loads(texts[0])
    next(row for row in members["facts"] if row[2] == "stake")[6] = 50_00
    verdict = evening_of([signed(members), *texts[1:]], tmp_path)
    assert verdict["why"] == ["rounds: round 1 is not the document that this evening names, its hash is another"]


def test_what_was_put_right_later_is_no_damage(tmp_path: Path) -> None:
    """R-BJV-11: a sale that is taken back after the end changes who holds the bank, not what rounds began with."""
    *rounds, evening = lines()
    members = json.loads(evening)
    last = members["events"][-1]
    members["events"].append([last[0] + 1, last[1] + 1, "voided", "ruled", "staff:9", last[0], "never happened"])
    members["left"] = {"bank": "2", "places": ["3", "4", "1"], "pot_minor": 0, "bank_minor": None}
    assert evening_of([*rounds, signed(members)], tmp_path)["verdict"] == "mistakes"


def test_a_correction_makes_the_mistake_one_of_the_tablet(tmp_path: Path) -> None:
    """Round 4 was opened for box 2; that box 3 took the bank is told later: the evening says so."""
    *rounds, evening = lines()
    members = json.loads(evening)
    took, last = event(members, "took", 1), members["events"][-1]
    row = [last[0] + 1, last[1] + 1, "corrected", "ruled", "staff:9", took[0], ["took", "3"], "tapped wrong"]
    members["events"].append(row)
    verdict = evening_of([*rounds, signed(members)], tmp_path)
    assert not [line for line in verdict["why"] if "what happened before" in line]
    assert "opened_for_another" in {finding["done"] for finding in verdict["findings"]}


def test_an_older_engines_other_judgement_is_no_damage(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    *rounds, evening = lines()
    monkeypatch.setattr(evening_document, "ENGINE", 99)
    members = json.loads(evening) | {"findings": []}
    assert evening_of([*rounds, signed(members)], tmp_path)["verdict"] == "judged otherwise"


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda m: m.pop("left"), "left: is missing"),
        (lambda m: m.update(colour="red"), "colour: is not known"),
        (lambda m: m.update(engine=99), "engine: 99 is not known"),
        (lambda m: m.update(why="tired"), "why: 'tired' is not known"),
        (lambda m: m.update(evening="one"), "evening: 'one' is not right"),
        (lambda m: m["events"].append([1, 2]), "an event is a list"),
        (lambda m: m["events"].append(list(m["events"][0])), "a number stands twice"),
        (lambda m: m["events"].append([99, 5, "bribed", "entered", "tablet"]), "kind 'bribed' is unknown"),
        (lambda m: m["rounds"].append({"round": 5}), "rounds[4]: it must name round, revision, sha256"),
        (lambda m: m["rounds"].append({"round": "5", "revision": 1, "sha256": ""}), "rounds[4]: round and revision"),
    ],
)
def test_what_is_no_evening_is_named_and_ends_with_2(change: Change, sentence: str, tmp_path: Path) -> None:
    members = json.loads(lines()[-1])
    change(members)
    path = tmp_path / "evening.jsonl"
    path.write_text(json.dumps(members) + "\n")
    code, told = audited(path)
    assert code == 2
    assert sentence in told[-1]
    assert told[-1].startswith(f"{path}:1: ")


def test_the_schema_is_a_schema_and_holds() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    validator = jsonschema.Draft202012Validator(SCHEMA)
    members = json.loads(lines()[-1])
    validator.validate(members)
    for change in ({"engine": 0}, {"sha256": "x"}, {"events": [[1, 2]]}, {"colour": "red"}, {"why": "tired"}):
        with pytest.raises(jsonschema.ValidationError):
            validator.validate(members | change)


def test_the_schema_and_the_reader_name_the_same() -> None:
    assert set(SCHEMA["properties"]) == set(SCHEMA["required"]) == set(evening_document.MEMBERS)
    assert set(SCHEMA["$defs"]["event"]["prefixItems"][2]["enum"]) == {*EVENTS, *CORRECTIONS}


def test_the_text_is_rfc_8785_and_the_hash_that_of_the_line_without_it() -> None:
    text = lines()[-1]
    assert rfc8785.dumps(orjson.loads(text)).decode() == text == signed(json.loads(text))
