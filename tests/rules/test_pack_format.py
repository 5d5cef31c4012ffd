"""What a rule pack may say: read strictly, refused with file and line, chosen from by its dates."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from tables.rules import floor_terms
from tables.rules import pack as packs
from tables.rules.floor_terms import Signatures, Thresholds
from tables.rules.pack import BadPack, Pack, built_in, load_pack
from tables.rules.pack_reader import parse_pack
from tables.rules.profiles import GAMES
from tables.rules.round import fold
from tables.rules.situations import SITUATIONS
from tables.rules.terms import compile_terms
from tables.rules.toml_lines import lines_of
from tests.rules.felt import DEAL, PAT, facts

TEXT = """schema = "rule-pack/1"
name = "house-rules"
version = 1
jurisdiction = "Our house"
games = ["blackjack-fixed-bank"]
effective_from = 2026-01-01
says.en = "A house's own."

[[situation.bank_drew_over]]
checked = true
clause = "4.1"
effective_until = 2026-05-31
level = "stop"
claimant = "automatic"
until = "round_end"
default = "void_extra"
[[situation.bank_drew_over.choice]]
code = "void_extra"
effect = "void_extra"
money = "none"

[[situation.bank_drew_over]]
checked = false
clause = "4.2"
effective_from = 2026-06-01T06:00:00+02:00
level = "act"
claimant = "supervisor"
until = "round_end"
[[situation.bank_drew_over.choice]]
code = "void_round"
effect = "void_round"
money = "return_stake"

[floor.fill_signatures]
order = ["supervisor", "cage", "security", "dealer", "supervisor"]
in_order = true
checked = true
clause = "9.1"
also_in = [
    "9.2",
    "9.3",  # a list over several lines
]

[floor.limit_notice]
minutes = 30
at_once_if_nobody_plays = true
changes = ["raise_maximum", "lower_minimum"]
checked = true
clause = "7"

[[sign]]
option = "natural_pays"
allow = ["3:2"]
when.decks = [6, 8]
checked = true
clause = "2"
"""
PACK = parse_pack(TEXT, "house.toml")


def at(text: str) -> int:
    return int(datetime.fromisoformat(text).timestamp() * 1000)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('schema = "rule-pack/1"', 'schema = "rule-pack/9"', "house.toml:1: schema: 'rule-pack/9'"),
        ('name = "house-rules"', 'name = "House Rules"', "house.toml:2: name: 'House Rules' cannot be"),
        ("version = 1", "version = 0", "house.toml:3: version: 0 is not a whole number from 1 to 9999."),
        ("version = 1", 'version = "1"', "house.toml:3: version: '1' is not a whole number"),
        ('jurisdiction = "Our house"', "jurisdiction = 7", "house.toml:4: jurisdiction: 7 is not a text"),
        ('games = ["blackjack-fixed-bank"]', 'games = ["poker"]', "house.toml:5: games[0]: 'poker' is unknown"),
        ('games = ["blackjack-fixed-bank"]', 'games = "all"', "house.toml:5: games: 'all' is no list"),
        ("effective_from = 2026-01-01\n", 'effective_from = "soon"\n', "house.toml:6: effective_from: 'soon' is no mo"),
        ("effective_from = 2026-01-01\n", "effective_from = 2026-02-30\n", "house.toml:6: this is no TOML"),
        ("effective_from = 2026-01-01\n", "effective_from = 2026-01-01T06:00:00\n", "house.toml:6: effective_from"),
        ("effective_from = 2026-01-01\n", "efective_from = 2026-01-01\n", "house.toml:6: efective_from: this is unkn"),
        (
            'says.en = "A house',
            'says.fr = "A house',
            "house.toml:7: says.fr: this key is unknown here; known are en, ru",
        ),
        (
            "[floor.limit_notice]",
            "[situation.flood]",
            "house.toml:44: situation.flood: this key is unknown here; known",
        ),
        ("checked = true\n", 'checked = "yes"\n', "house.toml:10: situation.bank_drew_over[0].checked: 'yes' is not"),
        ("checked = true\n", "", "house.toml:9: situation.bank_drew_over[0].checked: nothing is not true or false"),
        ('clause = "4.1"', 'clause = ""', "house.toml:11: situation.bank_drew_over[0].clause: '' is not a text"),
        (
            "effective_until = 2026-05-31",
            "effective_until = 2025-01-01\neffective_from = 2025-02-01",
            "house.toml:12: situation.bank_drew_over[0].effective_until: it ends before it begins",
        ),
        (
            "effective_until = 2026-05-31",
            "effective_until = 2026-06-01",
            "house.toml:25: situation.bank_drew_over[1].effective_from: it begins while the entry of line 9 is still",
        ),
        ("effective_until = 2026-05-31\n", "", "house.toml:24: situation.bank_drew_over[1].effective_from: it begins"),
        ('level = "stop"', 'level = "shout"', "house.toml:13: situation.bank_drew_over[0].level: 'shout' is unknown"),
        ('claimant = "automatic"', "", "house.toml:9: situation.bank_drew_over[0].claimant: nothing is not a text"),
        ('default = "void_extra"', 'default = "other"', "house.toml:16: situation.bank_drew_over[0].default: 'other'"),
        ('effect = "void_extra"', 'effect = "boom"', "house.toml:19: situation.bank_drew_over[0].choice[0].effect: 'b"),
        ('money = "none"', 'money = "all"', "house.toml:20: situation.bank_drew_over[0].choice[0].money: 'all' is unk"),
        ('code = "void_round"', 'code = "Void!"', "house.toml:30: situation.bank_drew_over[1].choice[0].code: 'Void!'"),
        ("[floor.fill_signatures]", "[floor.fills]", "house.toml:34: floor.fills: this key is unknown here; known are"),
        ('"security", "dealer"', '"security", "croupier"', "house.toml:35: floor.fill_signatures.order[3]: 'croupier'"),
        ("in_order = true", "in_order = 1", "house.toml:36: floor.fill_signatures.in_order: 1 is not true or false"),
        ('    "9.3",', "    93,", "house.toml:39: floor.fill_signatures.also_in[1]: 93 is not a text"),
        ("minutes = 30", "minutes = -1", "house.toml:45: floor.limit_notice.minutes: -1 is not a whole number"),
        ("minutes = 30", "minutes = 30\nhours = 1", "house.toml:46: floor.limit_notice.hours: this key is unknown"),
        ("minutes = 30\n", "", "house.toml:44: floor.limit_notice.minutes: nothing is not a whole number"),
        (
            'changes = ["raise_maximum", "lower_minimum"]',
            "changes = []",
            "house.toml:47: floor.limit_notice.changes: it",
        ),
        ('option = "natural_pays"', 'option = "odds"', "house.toml:53: sign[0].allow[0]"),
        ('allow = ["3:2"]', 'allow = ["9:9"]', "house.toml:53: sign[0].allow[0]: natural_pays cannot be '9:9'"),
        ('allow = ["3:2"]', "allow = []", "house.toml:53: sign[0].allow: it is empty"),
        ("when.decks = [6, 8]", "when.decks = [6, 99]", "house.toml:54: sign[0].when.decks[1]"),
        ("[[sign]]", "[sign]", "house.toml:51: sign: {'option': 'natural_pays'"),
        ('clause = "2"\n', f'clause = "2"\n\n[I-{31}]\n', f"house.toml:58: I-{31}: this is unknown"),
        ('clause = "2"\n', f'clause = "2"\n\n[R-BJF-{99}]\n', f"house.toml:58: R-BJF-{99}: this is unknown"),
        (
            'clause = "2"\n',
            'clause = "2"\n[I-6]\nclause = "1"\nchecked = true\nclaimant = "player"\n',
            "house.toml:60: I-6.claimant: there is no choice",
        ),
        (
            'clause = "2"\n',
            'clause = "2"\n[I-6]\nclause = "1"\nchecked = true\nscope = ["macao"]\n',
            "house.toml:60: I-6.scope: 'macao' is no game of this pack",
        ),
        ('clause = "2"\n', 'clause = "2"\nclause = "3"\n', "house.toml:57: this is no TOML"),
        ("minutes = 30", "minutes = 3 0", "house.toml:45: this is no TOML"),
        ("minutes = 30", "minutes = " + "9" * 5000, "house.toml:1: this is no TOML"),
        ("minutes = 30", "minutes = " + "[" * 5000, "house.toml:"),
    ],
)
def test_a_bad_pack_is_refused_with_file_and_line(old: str, new: str, said: str) -> None:
    assert old in TEXT
    with pytest.raises(BadPack) as refused:
        parse_pack(TEXT.replace(old, new, 1), "house.toml")
    assert str(refused.value)[: len(said)] == said


def test_two_choices_of_one_code_are_refused() -> None:
    twice = '[[situation.bank_drew_over.choice]]\ncode = "void_round"\neffect = "log"\nmoney = "none"\n\n[floor.fill'
    with pytest.raises(BadPack, match="two choices have one code"):
        parse_pack(TEXT.replace("[floor.fill", twice, 1))


def test_a_pack_says_for_which_games_it_is() -> None:
    with pytest.raises(BadPack, match=r"games: the pack names no game"):
        parse_pack('schema = "rule-pack/1"\nname = "empty"\njurisdiction = "Nowhere"\n')
    with pytest.raises(BadPack, match="it names no game"):
        parse_pack('schema = "rule-pack/1"\nname = "empty"\njurisdiction = "N"\n[I-6]\nclause = "1"\nchecked = true\n')


def test_lines_of_keys_in_every_way_to_write_them() -> None:
    text = "\n".join([
        'a = """', "[no.table]", '"""', "'b c'.d = 1 # e = 2", "[t]", "x = [", "  [1, 2], # y = 1", '  "]",', "]",
        "y = { p = 1, q = [3] }", "[[l]]", "z = 1", "[[l]]", "  z = 2", "[l.\"m n\"]", "w = '''", "v = 1",
        "'''", "u = 0",
    ])  # fmt: skip
    found = lines_of(text)
    assert {path: found[path] for path in found if len(path) > 1 or path == ("a",)} == {
        ("a",): 1,
        ("b c", "d"): 4,
        ("t", "x"): 6,
        ("t", "y"): 10,
        ("l", 0): 11,
        ("l", 0, "z"): 12,
        ("l", 1): 13,
        ("l", 1, "z"): 14,
        ("l", 1, "m n"): 15,
        ("l", 1, "m n", "w"): 16,
        ("l", 1, "m n", "u"): 19,
    }


# Dates


@pytest.mark.parametrize(
    ("moment", "clause"),
    [
        ("2025-12-31T23:59:59.999+00:00", None),
        ("2026-01-01T00:00:00+00:00", "4.1"),
        ("2026-05-31T23:59:59.999+00:00", "4.1"),  # the last day still counts
        ("2026-06-01T00:00:00+00:00", None),  # between the two
        ("2026-06-01T03:59:59.999+00:00", None),
        ("2026-06-01T06:00:00+02:00", "4.2"),
    ],
)
def test_the_clause_in_force_at_a_moment(moment: str, clause: str | None) -> None:
    found = PACK.proposal("I-16", "bank_drew", at(moment))
    assert (found and found.clause) == clause


def test_without_a_moment_the_clause_holds_that_is_not_known_to_end() -> None:
    found = PACK.proposal("I-16", "bank_drew")
    assert found is not None
    assert found.clause == "4.2"


@pytest.mark.parametrize(
    ("day", "choices"),
    [
        ("2026-03-01T12:00:00+00:00", ("void_extra",)),
        ("2026-07-01T12:00:00+00:00", ("void_round",)),
        ("2025-01-01T00:00:00+00:00", ()),
    ],
)
def test_a_round_is_judged_by_what_was_in_force_when_it_was_opened(day: str, choices: tuple[str, ...]) -> None:
    packs.know(PACK)
    terms = compile_terms("casino-s17", pack=PACK.key)
    begins = at(day)
    opened = (1, begins, "opened", "table", "BJ-12", terms.hash, [str(box) for box in range(1, 8)], "house")
    rows = [(n + 1, begins + t, *rest) for n, t, *rest in facts(DEAL + PAT + "0^TH 0:AC 0:5C shown closed")]
    rows = [(*row[:5], 13, "TH") if row[2] == "turned" else row for row in rows]
    found = fold(terms, [opened, *rows]).findings()
    assert [(each.rule, each.choices) for each in found] == [("I-16", choices)]


def test_a_term_of_the_floor_has_dates_too() -> None:
    dated = TEXT.replace("[floor.limit_notice]", "[floor.limit_notice]\neffective_from = 2027-01-01")
    pack = parse_pack(dated)
    assert floor_terms.limit_notice(pack, at("2026-12-31T12:00:00+00:00")) is None
    assert floor_terms.limit_notice(pack, at("2027-01-01T12:00:00+00:00")) is not None
    assert floor_terms.limit_notice(pack, at("2025-06-01T12:00:00+00:00")) is None  # the pack itself had not begun


# What the floor asks


def test_signatures_follow_their_order() -> None:
    fill = floor_terms.signature_order(PACK, "fill")
    assert fill == Signatures(("supervisor", "cage", "security", "dealer", "supervisor"), True, "9.1", True)
    assert fill.next_after(()) == ("supervisor",)
    assert fill.next_after(("supervisor", "cage", "security", "dealer")) == ("supervisor",)
    assert fill.next_after(fill.order) == ()
    with pytest.raises(ValueError, match="security does not sign here; next is cage"):
        fill.next_after(("supervisor", "security"))
    assert floor_terms.signature_order(PACK, "credit") is None
    with pytest.raises(ValueError, match="'tip' is signed by nobody"):
        floor_terms.signature_order(PACK, "tip")


def test_signatures_in_any_order() -> None:
    opener = floor_terms.signature_order(load_pack("new-jersey"), "opener")
    assert opener is not None
    assert opener.next_after(()) == ("supervisor", "dealer")
    assert opener.next_after(("dealer",)) == ("supervisor",)


def test_notice_of_other_limits() -> None:
    notice = floor_terms.limit_notice(PACK)
    assert notice is not None
    asked = [("raise_maximum", True), ("raise_maximum", False), ("raise_minimum", True)]
    assert [notice.minutes_for(change, is_played=played) for change, played in asked] == [30, 0, None]


def test_a_clause_that_names_no_sum_asks_for_nothing_by_it() -> None:
    assert Thresholds(("manager",), None, None, False, "1", True).duties(-99_999_99) == ("tell",)


@pytest.mark.parametrize(
    "question",
    [
        lambda pack: floor_terms.thresholds(pack),
        lambda pack: floor_terms.most_supervised_tables(pack),
        lambda pack: floor_terms.retention_days(pack, "dispute_video"),
        lambda pack: floor_terms.card_hours(pack),
        lambda pack: floor_terms.may_be_cut(pack, 1, 52),
        lambda pack: floor_terms.may_stop_at(pack, 1, 52),
        lambda pack: floor_terms.cut_order(pack),
        lambda pack: floor_terms.must_log(pack, 10**9),
        lambda pack: floor_terms.told_of_payout(pack, 10**9),
        lambda pack: floor_terms.shares_of_maximum(pack, (1, 2), 2),
    ],
)
def test_what_a_pack_does_not_say_is_none(question: Any) -> None:
    assert question(PACK) is None
    assert question(load_pack("originals")) is None


def test_hours_of_cards_by_hand() -> None:
    term = '\n[floor.card_age]\nhours = 24\nhours_by_hand = 4\nchecked = true\nclause = "8"\n'
    pack = parse_pack(TEXT + term)
    assert (floor_terms.card_hours(pack), floor_terms.card_hours(pack, is_by_hand=True)) == (24, 4)


# Content, by which documents know a pack again


def of(pack: Pack) -> dict[str, Any]:
    return pack.of("blackjack-fixed-bank")


def test_words_lines_and_the_floor_change_no_document() -> None:
    other = TEXT.replace("A house's own.", "Another sentence.").replace("minutes = 30", "\n\nminutes = 45")
    assert of(parse_pack(other)) == of(PACK)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('code = "void_round"', 'code = "other"'),
        ('level = "act"', 'level = "stop"'),
        ('clause = "4.2"', 'clause = "4.3"'),
        ("effective_until = 2026-05-31", "effective_until = 2026-05-30"),
        ("effective_from = 2026-01-01\n", "effective_from = 2026-01-02\n"),
        ("version = 1", "version = 2"),
    ],
)
def test_what_decides_is_part_of_the_content(old: str, new: str) -> None:
    assert of(parse_pack(TEXT.replace(old, new, 1))) != of(PACK)


def test_a_pack_says_nothing_of_other_games() -> None:
    assert PACK.of("farmer")["irregularities"] == {}


def test_every_pack_of_the_project_is_read_and_named_as_its_file() -> None:
    assert set(built_in()) >= {"originals", "south-dakota", "new-jersey", "queensland", "crown-sydney", "macau"}
    for name in built_in():
        pack = load_pack(name)
        assert (pack.name, pack.key) == (name, name)
        assert set(pack.games) <= set(GAMES)


def test_every_situation_is_told_apart_by_what_the_engine_finds() -> None:
    finds = [found for each in SITUATIONS.values() for found in each]
    assert len(finds) == len(set(finds))


def test_a_pack_that_nobody_knows() -> None:
    with pytest.raises(BadPack, match=r"'moon' is no rule pack that is known here; known are crown-sydney, "):
        load_pack("moon")


def test_packs_that_were_given_are_found_by_name_and_version() -> None:
    packs.know(PACK)
    assert load_pack("house-rules@1") is PACK
    assert packs.is_known("house-rules@1")
    assert not packs.is_known("house-rules@2")


def test_the_texts_of_the_packs_are_files_beside_the_code() -> None:
    folder = Path(__file__).parents[2] / "tables" / "packs"
    assert {path.stem for path in folder.glob("*.toml")} == set(built_in())
    assert datetime.fromtimestamp(packs.start_ms(datetime(2026, 1, 1, tzinfo=UTC)) / 1000, UTC).year == 2026


ROOT = Path(__file__).parents[2]


def test_the_example_is_a_pack_with_a_version() -> None:
    pack = parse_pack((ROOT / "examples" / "house.toml").read_text(encoding="utf-8"), "house.toml")
    assert (pack.key, len(pack.entries["bank_drew_over"]), set(pack.floor)) == (
        "our-house@1",
        2,
        {"fill_signatures", "chip_difference"},
    )


def test_the_readme_names_every_word_that_a_pack_may_have() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    described = readme[readme.index("### Rule pack\n") : readme.index("### API")]
    fields = [name for kind in floor_terms.KINDS.values() for name in kind]
    words = [*SITUATIONS, *floor_terms.KINDS, *fields, *packs.EFFECTS, *packs.MONEY, *packs.UNTILS, *packs.CLAIMANTS]
    assert [word for word in words if f"`{word}`" not in described] == []
