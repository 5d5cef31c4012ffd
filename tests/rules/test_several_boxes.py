"""Several boxes of one player: what the sign, its limits and the rule pack say of them together (R-BJF-14)."""

import random
from typing import Any

import pytest

from tables.rules import facts as make
from tables.rules import joins, several
from tables.rules.pack import load_pack
from tables.rules.pack_reader import parse_pack
from tables.rules.round import Round, fold
from tables.rules.shapes import Finding, KindLimits, Limits, Request
from tables.rules.terms import Terms, compile_terms, terms_from_json
from tests.rules.felt import facts, felt
from tests.rules.random_rounds import any_round

MAIN = (10_00, 100_00, 5_00)
TWICE = """schema = "rule-pack/1"
name = "twice"
version = 1
jurisdiction = "A house"
games = ["blackjack-fixed-bank"]

[floor.several_boxes]
times_minimum = 2
checked = false
clause = "H-1"
"""


def signed(name: str = "originals", most: int | None = None, **options: Any) -> Terms:
    """casino-s17; `most`: what one player may stake on all of his boxes."""
    kinds = {} if most is None else {"player": KindLimits(10_00, most, 5_00)}
    return compile_terms("casino-s17", options, limits=Limits(*MAIN, {}, kinds), pack=name)


@pytest.fixture
def house(monkeypatch: pytest.MonkeyPatch) -> str:
    """A house whose pack asks for twice the minimum of who plays several boxes."""
    for module in ("several", "round"):
        told = "tables.rules." + module + ".load_pack"
        monkeypatch.setattr(told, lambda name: parse_pack(TWICE) if name == "twice@1" else load_pack(name))
    return "twice@1"


def found(r: Round) -> list[tuple[str, str, str]]:
    return [(one.rule, one.slot, one.done) for one in r.findings()]


def refused(r: Round, slot: str, minor: int | None, word: str = "stake") -> tuple[str, str] | None:
    why = r.allows(Request(slot, word, minor))
    return None if why is None else (why.rule, why.code)


DEALT = "close 1:8S 2:8D 3:9D 0:6H 1:9C 2:TD 3:TC 0:??v"


@pytest.mark.parametrize(
    ("told", "groups"),
    [
        ([("2", "3")], (("2", "3"),)),
        ([("3", "2"), ("5", "6")], (("2", "3"), ("5", "6"))),
        ([("2", "3"), ("3", "4")], (("3", "4"),)),  # box 2 is alone again
        ([("2", "3", "4"), ("3",)], (("2", "4"),)),
        ([("2", "3"), ("2",)], ()),
        ([("2", "2")], ()),
    ],
)
def test_a_box_has_one_player(told: list[tuple[str, ...]], groups: several.Groups) -> None:
    known: several.Groups = ()
    for places in told:
        known = several.regrouped(known, places)
    assert known == groups
    assert [several.name_at(known, group[0]) for group in known] == ["A", "B"][: len(known)]


def test_several_boxes_are_as_many_players_where_nothing_else_is_posted() -> None:
    """R-BJF-14; and the round of a table where nobody told it stays as it was."""
    text = f"1=50 2=50 3=50 {DEALT}"
    plain, joined = felt(text, signed()), felt(f"player/2+3 {text}", signed())
    assert found(joined) == []
    assert joined.settlement() == plain.settlement()
    assert [box.player for box in joined.picture().boxes[:4]] == ["", "A", "A", ""]
    assert [box.player for box in plain.picture().boxes] == [""] * 7


def test_a_sign_of_one_box_a_player() -> None:
    """R-BJF-14: who plays two all the same is found from the first hand; told late, it is found late."""
    one_box = signed(multi_hand=False)
    told = felt(f"player/2+3 1=50 2=50 3=50 {DEALT}", one_box)
    assert found(told) == [("R-BJF-14", "3", "several_boxes")]
    assert (told.findings()[0].option, told.findings()[0].args) == ("multi_hand", {"boxes": ["2", "3"]})
    assert found(felt(f"1=50 2=50 3=50 {DEALT} player/2+3", one_box)) == [("R-BJF-14", "3", "several_boxes")]
    assert found(felt(f"player/2+3 1=50 2=50 {DEALT}", one_box))[:1] != [("R-BJF-14", "3", "several_boxes")]
    assert found(felt(f"player/2+3 player/2 1=50 2=50 3=50 {DEALT}", one_box)) == []
    refusal = several.refusal(one_box, ("2", "3"))
    assert refusal is not None
    assert (refusal.rule, refusal.code, refusal.args["option"]) == ("R-BJF-14", "several_boxes", "multi_hand")


@pytest.mark.parametrize(
    ("places", "code"),
    [(("2", "3"), None), (("2", "3", "4"), "too_many_boxes"), (("2", "5"), "boxes_apart"), (("5",), None)],
)
def test_two_boxes_beside_each_other(places: tuple[str, ...], code: str | None) -> None:
    """north-dakota:several_boxes, PROCEDURES 29."""
    terms = signed("north-dakota")
    refusal = several.refusal(terms, places)
    assert (refusal and refusal.code) == code
    stakes = " ".join(f"{place}=50" for place in places)
    first, *others = places
    rows = [(90, 1, "player", "entered", "tablet", first, tuple(others)), *facts(f"{stakes} close 2:8S 3:9S")]
    expected = [] if code is None else [("R-BJF-14", places[-1], code)]
    assert [each for each in found(fold(terms, rows)) if each[0] == "R-BJF-14"] == expected
    assert several.refusal(signed("south-dakota"), places) is None  # what a pack does not say is not made up


def test_the_maximum_of_a_player_is_for_all_boxes_together() -> None:
    """I-17: asked for, the stake that passes it is refused; taken all the same, it is found and stands."""
    terms = signed(most=120_00)
    staked = felt("player/2+3 1=100 2=100", terms)
    assert refused(staked, "3", 25_00) == ("I-17", "kind_over_maximum")
    assert refused(staked, "3", 20_00) is None
    assert refused(staked, "4", 100_00) is None  # another player's
    assert refused(felt("2=100", terms), "3", 100_00) is None  # nobody said that it is one player
    played = felt(f"player/2+3 1=100 2=100 3=25 {DEALT}", terms)
    assert found(played) == [("I-17", "3", "kind_over_maximum")]
    finding = played.findings()[0]
    assert finding.args == {"kind": "player", "amount_minor": 125_00, "max_minor": 120_00}
    assert (finding.due, finding.choices) == (None, ())


def test_an_unknown_stake_is_said_over_only_when_the_known_ones_are() -> None:
    terms = signed(most=120_00)
    assert found(felt(f"player/1+2+3 1=50 2=50 3=? {DEALT}", terms)) == []
    assert found(felt(f"player/1+2+3 1=80 2=50 3=? {DEALT}", terms)) == [("I-17", "3", "kind_over_maximum")]


def test_the_stakes_of_all_boxes_must_reach_the_least_of_a_player() -> None:
    kinds = {"player": KindLimits(40_00, 200_00, 5_00)}
    terms = compile_terms("casino-s17", limits=Limits(*MAIN, {}, kinds))
    low = felt("player/2+3 2=15 3=20", terms)
    assert refused(low, "0", None, "stakes_closed") == ("I-17", "kind_below_minimum")
    assert refused(felt("player/2+3 2=15", terms), "0", None, "stakes_closed") is None  # one box is one box
    assert refused(felt("player/2+3 2=20 3=20", terms), "0", None, "stakes_closed") is None


def test_twice_the_minimum_on_each_of_several_boxes(house: str) -> None:
    terms = signed(house)
    assert refused(felt("player/2+3 2=50", terms), "3", 15_00) == ("I-17", "below_several_minimum")
    assert refused(felt("player/2+3 2=50", terms), "3", 20_00) is None
    assert refused(felt("2=50", terms), "3", 15_00) is None
    first = felt("player/2+3 2=15 3=50", terms)  # the first stake was right until there was a second
    assert refused(first, "0", None, "stakes_closed") == ("I-17", "below_several_minimum")
    assert found(felt(f"player/2+3 1=10 2=15 3=50 {DEALT}", terms)) == [("I-17", "2", "below_several_minimum")]
    assert found(felt(f"player/2+3 1=10 2=5 3=50 {DEALT}", terms)) == [("I-17", "2", "stake_below_minimum")]


def test_onlookers_come_after_the_player_of_each_of_his_boxes() -> None:
    """PROCEDURES 36, R-GEN-10: the maximum is the box's own; who plays beside it changes nothing."""
    terms = compile_terms("casino-s17", {"onlooker_bets": True}, limits=Limits(*MAIN), pack="crown-sydney")
    text = f"player/2+3 1=50 2=90 3=60 2/onlooker=30 3/onlooker=30 {DEALT}"
    played = felt(text, terms)
    assert found(played) == [("I-17", "2", "box_over_maximum")]
    boxes = played.picture().boxes
    assert [(each.stake_minor, each.returned_minor) for each in boxes[1].onlookers] == [(10_00, 20_00)]
    assert [(each.stake_minor, each.returned_minor) for each in boxes[2].onlookers] == [(30_00, 0)]


def test_hands_of_one_player_are_played_in_the_order_of_boxes() -> None:
    """R-BJF-23: the one at his far right first; the next may not be acted on before."""
    r = felt(f"player/1+3 1=50 2=50 3=50 {DEALT}", signed())
    why = r.allows(Request("3", "hit"))
    assert why is not None
    assert (why.rule, why.code) == ("R-BJF-23", "not_turn")
    assert r.due().step.slot == "1"


def test_limits_of_a_player_are_offered_where_the_sign_allows_several_boxes() -> None:
    terms = signed(most=120_00)
    assert terms_from_json(terms.as_json()) == terms
    with pytest.raises(ValueError, match="player"):
        signed(most=120_00, multi_hand=False)


def test_the_fact_is_read_and_corrected_like_any_other() -> None:
    row = make.player(1, 5, "entered", "tablet", slot="2.0", others=["3"])
    assert make.parse(list(row)) == (1, 5, "player", "entered", "tablet", "2", ("3",))
    with pytest.raises(make.BadFact, match="others"):
        make.parse([1, 5, "player", "entered", "tablet", "2", "3"])
    one_box = signed(multi_hand=False)
    rows = facts(f"player/2+3 1=50 2=50 3=50 {DEALT}")
    taken_back = (99, 99_000, "voided", "entered", "tablet", 1, "mis-tapped")
    assert found(fold(one_box, joins.facts([*rows, taken_back]))) == []


@pytest.mark.parametrize("seed", range(20))
def test_who_plays_what_changes_no_settlement(seed: int) -> None:
    """Whatever is told of players: the money of the round is the same, and so is every other finding."""
    terms, rows = any_round(seed, multi_hand=True)
    places = random.Random(seed).sample(["1", "2", "3", "4", "5"], 3)
    told = (500, 0, "player", "table", "table", places[0], tuple(places[1:]))
    plain, joined = fold(terms, joins.facts(rows)), fold(terms, joins.facts([*rows, told]))
    assert joined.settlement() == plain.settlement()
    assert joined.findings() == plain.findings()
    assert [Finding.from_json(one.as_json()) for one in joined.findings()] == joined.findings()
