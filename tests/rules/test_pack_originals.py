"""The first rule pack says what the documents say, and a pack with a mistake is refused where the mistake stands."""

import re
from pathlib import Path

import pytest

from tables.rules.pack import BadPack, Irregularity
from tables.rules.pack_reader import parse_pack

PACKS = Path(__file__).parents[2] / "tables" / "packs"
TEXT = (PACKS / "originals.toml").read_text(encoding="utf-8")
ORIGINALS = parse_pack(TEXT, "originals.toml")

# IRREGULARITIES.md: part A names the remedy itself, part B only the duty; I-26 is regulated in part.
PART_A = {"I-1", "I-2", "I-3", "I-4", "I-5", "I-6", "I-7", "I-8", "I-9", "I-10", "I-11", "I-18", "I-22", "I-26"}
FIXED_BANK = {"I-1", "I-2", "I-4", "I-5", "I-6", "I-7", "I-9", "I-12", "I-13", "I-14", "I-15", "I-16", "I-17", "I-18"}
FIXED_BANK |= {"I-19", "I-27", "I-28"}


def _of(name: str) -> Irregularity:
    return ORIGINALS.irregularities[name]


def _choices(name: str) -> list[tuple[str, str, str]]:
    return [(choice.code, choice.effect, choice.money) for choice in _of(name).choices]


def test_every_irregularity_is_there_in_order() -> None:
    assert list(ORIGINALS.irregularities) == [f"I-{number}" for number in range(1, 30)]


def test_checked_are_those_that_the_documents_regulate() -> None:
    assert {name for name, one in ORIGINALS.irregularities.items() if one.checked} == PART_A


def test_a_remedy_that_no_document_states_is_proposed() -> None:
    assert all(one.proposed for one in ORIGINALS.irregularities.values() if not one.checked)


def test_scope_of_the_fixed_bank() -> None:
    assert {n for n, one in ORIGINALS.irregularities.items() if "blackjack-fixed-bank" in one.scope} == FIXED_BANK


def test_every_clause_names_document_and_line() -> None:
    for one in ORIGINALS.irregularities.values():
        for clause in (one.clause, *one.also_in):
            assert re.fullmatch(r"S00[0234]:L[1-9]\d*", clause), one.id


def test_a_default_is_one_of_the_choices() -> None:
    for one in ORIGINALS.irregularities.values():
        assert one.default is None or one.default in {choice.code for choice in one.choices}, one.id


@pytest.mark.parametrize(
    ("name", "choices"),
    [
        ("I-1", [("claim_top", "deal_top_card", "none"), ("sit_out", "void_hand", "return_stake")]),
        ("I-2", [("discard", "discard_card", "none"), ("two_hands", "two_hands", "stake_each_hand")]),
        ("I-4", [("keep", "keep_card", "none")]),
        ("I-5", [("accept", "take_card", "none"), ("refuse", "discard_card", "none")]),
        ("I-6", [("keep", "take_card", "none"), ("refuse", "discard_card", "none")]),
        ("I-7", [("pay_double", "pay_banker", "lose_double")]),
        ("I-9", [("refuse_claim", "refuse_claim", "none")]),
        ("I-12", [("announce", "bust", "lose_single")]),
        ("I-13", [("log", "log", "none"), ("void_round", "void_round", "return_stake")]),
        ("I-14", [("log", "log", "none")]),
        ("I-15", [("log", "log", "none")]),
        ("I-16", [("draw", "draw", "none"), ("void_extra", "void_extra", "none")]),
        ("I-17", [("return_stake", "return_stake", "return_stake")]),
        ("I-18", [("ordinary_21", "ordinary_21", "none")]),
        ("I-19", [("refuse", "refuse", "none")]),
        ("I-27", [("void_round", "void_round", "return_stake")]),
        ("I-28", [("repeat", "recut", "none")]),
    ],
)
def test_choices_in_the_fixed_bank(name: str, choices: list[tuple[str, str, str]]) -> None:
    assert _choices(name) == choices


@pytest.mark.parametrize(
    ("name", "claimant", "until"),
    [
        ("I-1", "player", "second_deal_round"),
        ("I-2", "player", "next_card_to_hand"),
        ("I-4", "player", "turn_open"),
        ("I-5", "player", "before_placed"),
        ("I-6", "player", "next_card_to_anyone"),
        ("I-7", "automatic", "showdown"),
        ("I-18", "automatic", "showdown"),
        ("I-28", "any_player", "before_deal"),
    ],
)
def test_who_may_claim_and_until_when(name: str, claimant: str, until: str) -> None:
    assert (_of(name).claimant, _of(name).until) == (claimant, until)


@pytest.mark.parametrize(
    ("old", "new", "named"),
    [
        ('schema = "rule-pack/1"', 'schema = "rule-pack/9"', ["schema", "rule-pack/9", "rule-pack/1"]),
        ('effect = "two_hands"', 'effect = "three_hands"', ["I-2", "effect", "three_hands", "two_hands"]),
        ('money = "stake_each_hand"', 'money = "plenty"', ["I-2", "money", "plenty", "stake_each_hand"]),
        ('claimant = "player"', 'claimant = "dealer"', ["I-1", "claimant", "dealer", "player"]),
        ('until = "second_deal_round"', 'until = "tomorrow"', ["I-1", "until", "tomorrow", "second_deal_round"]),
        ('level = "act"', 'level = "shout"', ["I-1", "level", "shout", "act"]),
        ('default = "sit_out"', 'default = "stand_up"', ["I-1", "default", "stand_up", "sit_out"]),
        ('scope = ["pontoon"]', 'scope = ["poker"]', ["I-3", "scope", "poker"]),
        ('clause = "S000:L137"\n', "", ["I-1", "clause"]),
        ("checked = true\nproposed", 'checked = "yes"\nproposed', ["I-1", "checked"]),
        ("index = true", "indexed = true", ["I-2", "indexed"]),
        ("effective_from = 1970-01-01", 'effective_from = "long ago"', ["effective_from"]),
        ("[I-2]", "[I-two]", ["I-two"]),
    ],
)
def test_a_mistake_is_refused_where_it_stands(old: str, new: str, named: list[str]) -> None:
    assert old in TEXT
    with pytest.raises(BadPack) as refused:
        parse_pack(TEXT.replace(old, new, 1), "house.toml")
    sentence = str(refused.value)
    assert [word for word in ["house.toml", *named] if word not in sentence] == []


def test_text_that_is_no_toml_is_refused_with_its_line() -> None:
    with pytest.raises(BadPack, match=r"house\.toml.*line 3"):
        parse_pack('schema = "rule-pack/1"\nname = "house"\njurisdiction = \n', "house.toml")


def test_one_irregularity_twice_is_refused() -> None:
    with pytest.raises(BadPack, match=r"house\.toml.*I-1"):
        parse_pack(TEXT + "\n[I-1]\n", "house.toml")


def test_an_empty_pack_is_refused() -> None:
    with pytest.raises(BadPack, match=r"house\.toml.*schema"):
        parse_pack("", "house.toml")


def test_clauses_are_the_lines_of_the_documents(shared: Path) -> None:
    """Each cited line exists in the documents, whatever their wording."""
    lines = {
        f"S{path.name[:3]}": len(path.read_text(encoding="utf-8").splitlines())
        for path in (shared / "seeds").glob("0*.txt")
    }
    for one in ORIGINALS.irregularities.values():
        for clause in (one.clause, *one.also_in):
            document, _, line = clause.partition(":L")
            assert 1 <= int(line) <= lines[document], one.id
