"""Every clause of every jurisdiction's pack: played where the engine decides it, else read by who asks for it."""

import itertools
from dataclasses import dataclass, field
from typing import Any

import pytest

from tables.rules import floor_terms
from tables.rules import pack as packs
from tables.rules.pack import Irregularity, built_in, load_pack
from tables.rules.pack_reader import parse_pack
from tables.rules.round import Round, fold
from tables.rules.shapes import Request
from tables.rules.sign_terms import departures
from tables.rules.situations import SITUATIONS
from tables.rules.terms import Terms, compile_terms
from tests.rules.felt import DEAL, PAT, STAKES, facts, felt

SD, NJ, QLD, CROWN, MACAU = "south-dakota", "new-jersey", "queensland", "crown-sydney", "macau"
MD, PA, WA, MI, ND = "maryland", "pennsylvania", "washington", "michigan", "north-dakota"
JURISDICTIONS = [name for name in built_in() if name != "originals"]
HIT_SOFT = {"dealer_policy": "draw_soft_17"}
NO_PEEK = {"hole_card": "dealt_last", "no_peek_loss": "original_only", "surrender": "off", "even_money": False}


def terms(pack: str, **options: Any) -> Terms:
    base = HIT_SOFT if pack == MACAU else {}
    return compile_terms("casino-s17", {**base, **options}, pack=pack)


def play(pack: str, text: str, **options: Any) -> Round:
    return felt(text, terms(pack, **options))


@dataclass
class Case:
    """A round that meets the clause: the finding, what the pack offers, and what is due in the end."""

    pack: str
    clause: str
    text: str
    finding: tuple[str, str, str, str]  # rule, slot, done, level
    choices: tuple[str, ...]
    nets: dict[str, int | None] = field(default_factory=dict)

    @property
    def name(self) -> str:
        return f"{self.pack}:{self.clause}"


OVER = DEAL + PAT + "0^TH 0:AC 0:5C shown closed"  # the dealer has 17 and draws twice
MISSED = STAKES + "1:KS 3:8C 0:6S 1:9D 3:3H 0:??v "  # box 2 gets no card
ONE_CARD = STAKES + "1:KS 2:9S 3:8C 0:6S 1:9D 3:3H 0:??v "  # box 2 gets no second card
BANK_MISSED = STAKES + "1:KS 2:9S 3:8C 1:9D 2:9C 3:3H 0:6S "  # the dealer's first card is left out
EXTRA_LATE = "1=100 3=100 close 1:KS 3:8C 0:6S 1:9D 3:3H 0:??v 1!stand 2:5C "  # box 2 has no stake
EXTRA_IN_DEAL = "1=100 3=100 close 1:KS 2:5C 3:8C 0:6S 1:9D 3:3H 0:??v "
HIGH = "1=900 2=100 close 1:KS 2:9S 0:6S 1:9D 2:9C 0:??v 1!stand 2!stand 0^TH 0:TC shown closed"  # the most is 500
NATURAL = {"1": -100_00}

CASES = [
    Case(SD, "I-1", MISSED, ("I-1", "2", "passed_over", "act"), ("dead",), {"2": 0}),
    Case(CROWN, "I-1", MISSED, ("I-1", "2", "passed_over", "act"), ("sit_out",), {"2": 0}),
    Case(SD, "I-5", DEAL + "mouth:2C ", ("I-5", "1", "card_exposed", "act"), ("out_of_play",)),
    Case(CROWN, "I-5", DEAL + "mouth:2C ", ("I-5", "1", "card_exposed", "act"), ("out_of_play",)),
    Case(SD, "I-6", DEAL + "1!stand 1:2C ", ("I-6", "1", "card_after_stand", "stop"), ("keep", "refuse", "burn_it")),
    Case(
        CROWN,
        "signal_ignored",
        DEAL + "1!stand 1:2C ",
        ("I-6", "1", "card_after_stand", "stop"),
        ("as_excess", "stands"),
    ),
    *(
        Case(pack, "bank_drew_over", OVER, ("I-16", "0", "bank_drew", "stop"), ("void_extra",), {"1": 100_00})
        for pack in (SD, CROWN, MACAU)
    ),
    Case(SD, "second_card_missed", ONE_CARD, ("R-BJF-15", "2", "second_card_missing", "act"), ("second_last",)),
    Case(
        CROWN,
        "second_card_missed",
        ONE_CARD,
        ("R-BJF-15", "2", "second_card_missing", "stop"),
        ("retract", "take_second"),
    ),
    *(
        Case(pack, "bank_card_missed", BANK_MISSED, ("R-BJF-15", "0", "bank_passed_over", level), choices)
        for pack, level, choices in (
            (SD, "act", ("deal_later",)),
            (NJ, "act", ("deal_later",)),
            (QLD, "stop", ("withdraw 1", "withdraw 2", "withdraw 3")),
            (CROWN, "stop", ("finish_first", "dealer_first")),
        )
    ),
    *(
        Case(pack, "no_stake_in_play", EXTRA_LATE, ("R-BJF-13", "2", "card_without_stake", "act"), ("void_cards",))
        for pack in (QLD, CROWN)
    ),
    Case(CROWN, "no_stake_in_deal", EXTRA_IN_DEAL, ("R-BJF-13", "2", "card_without_stake", "stop"), ("void_round",)),
    Case(
        CROWN,
        "card_misplaced",
        DEAL + "9:2C ",
        ("R-BJF-15", "9", "stray_card", "stop"),
        ("withdraw 1", "withdraw 2", "withdraw 3", "rebuild"),
    ),
    Case(
        CROWN,
        "stake_over_maximum",
        HIGH,
        ("I-17", "1", "stake_over_maximum", "act"),
        ("to_maximum",),
        {"1": 500_00, "2": 100_00},
    ),
    Case(
        MD,
        "stake_over_maximum",
        HIGH,
        ("I-17", "1", "stake_over_maximum", "act"),
        ("in_full",),
        {"1": 900_00, "2": 100_00},
    ),
    Case(
        MD,
        "stake_below_minimum",
        HIGH.replace("1=900", "1=5"),
        ("I-17", "1", "stake_below_minimum", "act"),
        ("in_full",),
        {"1": 5_00, "2": 100_00},
    ),
    Case(NJ, "stake_after_first_card", DEAL + "1=200 ", ("I-17", "1", "stake_after_first_card", "act"), ()),
    Case(NJ, "I-13", DEAL + "peek 1!stand ", ("I-13", "0", "peeked_without_right", "stop"), ("void_round", "log")),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_the_engine_offers_what_the_pack_says(case: Case) -> None:
    round_ = play(case.pack, case.text)
    found = [each for each in round_.findings() if each.rule == case.finding[0]]
    assert [(f.rule, f.slot, f.done, f.level) for f in found] == [case.finding]
    assert found[0].choices == case.choices
    nets = round_.settlement().nets
    assert {place: nets[place] for place in case.nets} == case.nets


# Rules that the engine keeps anyway; the pack only gives their number where it holds.
SPLIT_ACES = "1=100 close 1:AS 0:6S 1:AD 0:??v 1!split 1:KS 1.1:5D 0^TH 0:TC shown closed"
RULES: dict[str, tuple[str, dict[str, Any], dict[str, int]]] = {
    f"{SD}:R-BJV-32": (
        "1=100 close 1:5S 0:6S 1:6D 0:??v 1!double=40 1:KSx 0^TH 0:TC shown closed",
        {"double_for_less": True},
        {"1": 140_00},
    ),
    f"{SD}:R-BJF-44": (
        "1=100 close 1:8S 0:AS 1:8D 1!split 1:2C 1!stand 1.1:3C 1.1!stand 0:KD shown closed",
        NO_PEEK,
        {"1": -100_00},
    ),
    f"{NJ}:R-BJF-44": ("1=100 close 1:5S 0:AS 1:6D 1!double 1:KSx 0:KD shown closed", NO_PEEK, {"1": -100_00}),
    f"{PA}:R-BJF-44": ("1=100 close 1:5S 0:AS 1:6D 1!double 1:KSx 0:KD shown closed", NO_PEEK, {"1": -100_00}),
    f"{PA}:R-BJV-35": (
        "1=100 close 1:KS 0:6S 1:TD 0:??v 1!split 1:2C 1!stand 1.1:3C 1.1!stand 0^TH 0:TC shown closed",
        {},
        {"1": 200_00},
    ),
    f"{QLD}:R-BJF-44": ("1=100 close 1:5S 0:AS 1:6D 1!double 1:KSx 0:KD shown closed", NO_PEEK, {"1": -100_00}),
    f"{SD}:R-BJF-31": ("1=100 close 1:KS 0:6S 1:9D 0:??v 1!stand 0^TH 0:2C shown closed", {}, {"1": 100_00}),
    f"{NJ}:R-GEN-1": ("1=100 close 1:AS 0:6S 1:5D 0:??v 1!hit 1:9C 1!stand 0^TH 0:TC shown closed", {}, {"1": 100_00}),
    f"{NJ}:R-BJV-35": (
        "1=100 close 1:KS 0:6S 1:TD 0:??v 1!split 1:2C 1!stand 1.1:3C 1.1!stand 0^TH 0:TC shown closed",
        {},
        {"1": 200_00},
    ),
    f"{NJ}:R-BJV-39": (SPLIT_ACES, {}, {"1": 200_00}),
    f"{NJ}:R-BJV-40": (SPLIT_ACES, {}, {"1": 200_00}),  # the ace and the king get 1 to 1
    f"{MACAU}:R-BJV-40": (SPLIT_ACES, {}, {"1": 200_00}),
    f"{MACAU}:R-BJF-25": ("1=100 close 1:AS 0:6S 1:KD 0:??v 0^5H shown closed", {}, {"1": 150_00}),
    f"{MACAU}:R-BJF-28": ("1=100 close 1:KS 0:6S 1:8D 0:??v 1!stand 0^AH 0:4C shown closed", {}, {"1": -100_00}),
    f"{MACAU}:R-BJF-35": ("1=100 close 1:KS 0:TS 1:6D 0:??v peek 1!surrender shown closed", {}, {"1": -50_00}),
}


@pytest.mark.parametrize("clause", RULES)
def test_the_engine_keeps_the_rule_that_the_clause_repeats(clause: str) -> None:
    text, options, nets = RULES[clause]
    round_ = play(clause.partition(":")[0], text, **options)
    assert round_.findings() == []
    assert {place: round_.settlement().nets[place] for place in nets} == nets


def test_a_split_hand_is_finished_before_the_next() -> None:
    """new-jersey:R-BJV-37"""
    round_ = play(NJ, "1=100 close 1:8S 0:6S 1:8D 0:??v 1!split ")
    assert (round_.due().step.code, round_.due().step.slot) == ("deal_to", "1")
    assert play(NJ, "1=100 close 1:8S 0:6S 1:8D 0:??v 1!split 1:5C ").due().step.slot == "1"


def test_the_first_player_decides_before_the_second_is_asked() -> None:
    """macau:R-BJF-20"""
    assert play(MACAU, DEAL).due().step.slot == "1"
    assert play(MACAU, DEAL + "1!stand ").due().step.slot == "2"


def test_no_surrender_against_an_ace() -> None:
    """macau:surrender_against_ace"""
    ace, ten = "1=100 close 1:KS 0:AS 1:6D 0:??v 0!decline_insurance peek ", "1=100 close 1:KS 0:TS 1:6D 0:??v peek "
    refused = play(MACAU, ace).allows(Request("1", "surrender"))
    assert refused is not None
    assert (refused.rule, refused.code) == ("R-BJF-35", "surrender_against_ace")
    assert play(MACAU, ten).allows(Request("1", "surrender")) is None
    assert play(SD, ace).allows(Request("1", "surrender")) is None
    told = play(MACAU, ace + "1!surrender ").findings()
    assert [(f.rule, f.done, f.level, f.choices) for f in told] == [("I-19", "surrender_against_ace", "act", ())]


ELSEWHERE = {f"{MACAU}:surrender_against_ace", f"{NJ}:R-BJV-37", f"{MACAU}:R-BJF-20"}

# What no card and no entry tells the engine: the pack says it to whoever looks it up.
LOOKED_UP = {
    f"{SD}:excess_card_unseen": ("use", "use_card"),
    f"{NJ}:excess_card_unseen": ("use", "use_card"),
    f"{CROWN}:excess_card_unseen": ("use", "use_card"),
    f"{MACAU}:excess_card_unseen": ("use", "use_card"),
    f"{SD}:cards_run_out": ("from_discards", "complete_from_discards"),
    f"{CROWN}:cards_run_out": ("from_discards", "complete_from_discards"),
    f"{CROWN}:burn_forgotten": ("stands", "log"),
    f"{CROWN}:shuffler_fault": ("void_round", "void_round"),
    f"{CROWN}:wrong_deck": ("void_round", "void_round"),
    f"{QLD}:player_absent": ("freeze", "freeze_hand"),
}


@pytest.mark.parametrize("clause", LOOKED_UP)
def test_a_situation_is_looked_up(clause: str) -> None:
    pack, _, situation = clause.partition(":")
    finds = SITUATIONS[situation]
    entry = load_pack(pack).proposal(*finds[0]) if finds else load_pack(pack).proposal(situation)
    assert entry is not None
    assert (entry.choices[0].code, entry.choices[0].effect) == LOOKED_UP[clause]


SIGNS = [
    (SD, "natural_pays", {"natural_pays": "1:1"}, {"natural_pays": "3:2"}),
    (SD, "decks", {"natural_pays": "6:5", "decks": 6}, {"natural_pays": "6:5", "decks": 1}),
    (SD, "insurance_pays", {"insurance_pays": "5:2"}, {"insurance_pays": "2:1"}),
    *((pack, "no_peek_loss", {**NO_PEEK, "no_peek_loss": "all_bets"}, NO_PEEK) for pack in (SD, NJ, QLD, PA)),
    (PA, "pair_rule", {"pair_rule": "same_rank"}, {"pair_rule": "same_value"}),
    (NJ, "pair_rule", {"pair_rule": "same_rank"}, {"pair_rule": "same_value"}),
    (NJ, "split_deal", {"split_deal": "both_at_once"}, {"split_deal": "as_played"}),
    (NJ, "split_aces_one_card", {"split_aces_one_card": False}, {"split_aces_one_card": True}),
    (NJ, "max_hands", {"max_hands": 4}, {"max_hands": 3}),
    (ND, "onlooker_bets", {"onlooker_bets": True}, {"onlooker_bets": False}),
    (ND, "natural_pays", {"natural_pays": "6:5"}, {"natural_pays": "3:2"}),
    (ND, "decks", {"decks": 2}, {"decks": 8}),
    (MACAU, "dealer_policy", {"dealer_policy": "draw_to_17_ace11"}, HIT_SOFT),
    (
        MACAU,
        "even_money",
        {**HIT_SOFT, "insurance": "ten_or_ace", "even_money": False},
        {**HIT_SOFT, "insurance": "ten_or_ace", "even_money": True},
    ),
]


@pytest.mark.parametrize(("pack", "option", "wrong", "right"), SIGNS)
def test_a_sign_that_a_clause_forbids(pack: str, option: str, wrong: dict[str, Any], right: dict[str, Any]) -> None:
    may = {"max_hands": 3} if pack == NJ else {}
    found = departures(load_pack(pack), compile_terms("casino-s17", {**may, **wrong}, pack=pack))
    assert option in [each.option for each in found]
    assert option not in [
        each.option for each in departures(load_pack(pack), compile_terms("casino-s17", {**may, **right}, pack=pack))
    ]


def test_how_often_a_pair_is_split_depends_on_the_boxes() -> None:
    """new-jersey:max_hands, 13:69F-2.11(e)"""
    at_six = compile_terms("casino-s17", {"max_hands": 4}, pack=NJ, boxes=6)
    assert departures(load_pack(NJ), at_six) == []


def _answer(question: str, pack: str) -> Any:
    asked = load_pack(pack)
    name, _, argument = question.partition(" ")
    if name == "term":
        found = asked.term(argument)
        return None if found is None else {key: value for key, value in found.values.items() if value is not None}
    found = getattr(floor_terms, name)(asked, *([argument] if argument else []))
    return found if not hasattr(found, "order") else (found.order, found.is_in_order)


FLOOR = [
    (SD, "layout", "term layout", {"shows": ("natural_pays", "insurance_pays")}),
    (SD, "burn", "term burn", {"first_card": "optional", "new_dealer": "optional"}),
    (NJ, "shuffle", "term shuffle", {"when": ("before_play", "when_the_house_chooses", "after_shoe")}),
    (NJ, "cut_offered", "cut_order", ("first_player", "box_of_cutting_card", "farthest_right")),
    (NJ, "card_receipt", "term card_receipt", {"people": 2, "different_departments": True}),
    (NJ, "card_reconciliation", "term card_reconciliation", {"days": 1}),
    (NJ, "inspection_signatures", "signature_order inspection", (("dealer", "supervisor"), True)),
    (NJ, "inspection_retention", "retention_days inspection", 7),
    (NJ, "opener_signatures", "signature_order opener", (("supervisor", "dealer"), False)),
    (NJ, "closer_signatures", "signature_order closer", (("supervisor", "dealer"), False)),
    (NJ, "slip", "term slip", {"shows": ("date", "shift", "game", "table", "denominations", "total")}),
    (CROWN, "dispute_notice", "term dispute_notice", {"tell": ("surveillance",)}),
    (MD, "supervised_tables", "most_supervised_tables", 6),
    (PA, "supervised_tables", "most_supervised_tables", 4),
    (PA, "card_age", "card_hours", 24),
    (PA, "inspection_signatures", "signature_order inspection", (("dealer", "supervisor"), True)),
    (
        WA,
        "fill_signatures",
        "signature_order fill",
        (("supervisor", "security", "cage", "security", "dealer", "supervisor"), True),
    ),
    (WA, "video_retention", "retention_days video", 7),
    (MI, "dispute_video_retention", "retention_days dispute_video", 90),
    (ND, "layout", "term layout", {"shows": ("natural_pays", "dealer_policy")}),
    (ND, "several_boxes", "term several_boxes", {"most": 2, "adjacent": True}),
    (MI, "complaint", "term complaint", {"days": 10, "answer_days": 14, "form_days": 28}),
]


@pytest.mark.parametrize(("pack", "kind", "question", "answer"), FLOOR)
def test_a_duty_of_the_floor_is_read(pack: str, kind: str, question: str, answer: Any) -> None:
    assert _answer(question, pack) == answer
    assert _answer(question, "queensland") is None  # what a pack does not say is not made up


def test_the_cut_and_the_stop_card_of_new_jersey() -> None:
    """new-jersey:cut, new-jersey:stop_card"""
    nj = load_pack(NJ)
    assert [floor_terms.may_be_cut(nj, depth, 312) for depth in (9, 10, 302, 303)] == [False, True, True, False]
    assert [floor_terms.may_stop_at(nj, from_back, 312) for from_back in (77, 78)] == [False, True]
    assert floor_terms.may_be_cut(load_pack(SD), 1, 312) is None


@pytest.mark.parametrize(
    ("minor", "duties"),
    [
        (0, ()),
        (-1_00, ("tell",)),
        (25_00, ("tell",)),
        (25_01, ("tell", "report")),
        (-99_99, ("tell", "report")),
        (100_00, ("tell", "report", "regulator")),
    ],
)
def test_what_a_difference_of_chips_obliges_to(minor: int, duties: tuple[str, ...]) -> None:
    """new-jersey:chip_difference"""
    found = floor_terms.thresholds(load_pack(NJ))
    assert found is not None
    assert found.duties(minor) == duties
    assert (found.tell, found.recount_before_play) == (("manager", "security", "surveillance"), True)
    assert floor_terms.thresholds(load_pack(CROWN)) is None


def test_money_that_crowns_checklist_speaks_of() -> None:
    """crown-sydney:error_log, crown-sydney:payout_notice"""
    crown = load_pack(CROWN)
    assert [floor_terms.must_log(crown, minor) for minor in (1_000_00, -1_000_01)] == [False, True]
    assert floor_terms.told_of_payout(crown, 5_000_00) == ()
    assert floor_terms.told_of_payout(crown, 5_000_01) == ("surveillance",)
    assert floor_terms.must_log(load_pack(NJ), 1_000_01) is None


def test_several_players_on_one_box_together_pass_its_maximum() -> None:
    """crown-sydney:box_maximum"""
    crown = load_pack(CROWN)
    assert floor_terms.shares_of_maximum(crown, (300_00, 150_00, 200_00), 500_00) == [300_00, 150_00, 50_00]
    assert floor_terms.shares_of_maximum(crown, (600_00, 50_00), 500_00) == [500_00, 0]
    assert floor_terms.shares_of_maximum(load_pack(SD), (300_00,), 500_00) is None


def test_notice_of_limits_in_maryland() -> None:
    """maryland:limit_notice: raising the minimum is not in the list that was read."""
    notice = floor_terms.limit_notice(load_pack(MD))
    assert notice is not None
    changes = ("raise_maximum", "lower_maximum", "lower_minimum", "raise_minimum")
    assert [notice.minutes_for(change, is_played=True) for change in changes] == [30, 30, 30, None]
    assert [notice.minutes_for(change, is_played=False) for change in changes] == [0, 0, 0, None]


def test_a_large_payout_in_washington() -> None:
    """washington:payout_notice"""
    washington = load_pack(WA)
    assert [floor_terms.told_of_payout(washington, minor) for minor in (3_000_00, 3_000_01)] == [(), ("surveillance",)]


READ = {
    f"{MD}:limit_notice",
    f"{WA}:payout_notice",
    f"{NJ}:cut",
    f"{NJ}:stop_card",
    f"{NJ}:chip_difference",
    f"{CROWN}:box_maximum",
}
READ |= {f"{CROWN}:error_log", f"{CROWN}:payout_notice"}


def test_every_clause_of_every_pack_is_tested_here() -> None:
    tested = {case.name for case in CASES} | set(RULES) | set(LOOKED_UP) | ELSEWHERE | READ
    tested |= {f"{pack}:{kind}" for pack, kind, _question, _answer in FLOOR}
    packs = [load_pack(name) for name in JURISDICTIONS]
    there = {f"{pack.name}:{each}" for pack in packs for each in itertools.chain(pack.entries, pack.floor)}
    assert tested == there
    assert {(pack.name, term.option) for pack in packs for term in pack.sign} == {row[:2] for row in SIGNS}


# What a choice does once somebody has made it.


def test_a_hand_that_nobody_completed_may_be_retracted() -> None:
    """crown-sydney:second_card_missed"""
    text = STAKES + "1:KS 2:9S 3:8C 0:6S 1:9D 3:3H R-BJF-15>retract 0:??v 1!stand 3:TDx 0^TH 0:TC shown closed"
    round_ = play(CROWN, text)
    pays = {pay.slot: (pay.amount_minor, pay.why) for pay in round_.settlement().pays}
    assert pays == {"1": (100_00, "R-BJF-30"), "2": (0, "R-BJF-15"), "3": (200_00, "R-BJF-30")}


def test_the_second_card_comes_after_the_others() -> None:
    """south-dakota:second_card_missed"""
    waiting = play(SD, ONE_CARD)
    assert (waiting.due().step.code, waiting.due().step.slot) == ("deal_to", "2")
    served = play(SD, ONE_CARD + "2:9C ")
    assert served.due().step.slot == "1"  # nobody stood because box 2 got its card
    assert [hand.total for box in served.picture().boxes for hand in box.hands][:3] == ["19", "18", "11"]
    assert play("originals", ONE_CARD).due().step.slot == "1"


def test_who_refuses_a_card_drawn_in_error_gets_no_more() -> None:
    """south-dakota:I-6"""
    hit = DEAL + "1!hit 1:2C I-6>refuse "
    assert play(SD, hit).due().step.slot == "2"
    assert play("originals", hit).due().step.slot == "1"
    assert play(SD, hit + "2!stand 3:TDx 0^TH 0:TC shown closed").settlement().nets["1"] == 100_00


def _after_bank_was_missed(pack: str, option: str, rest: str) -> Round:
    """The round goes on once `option` was chosen about the dealer who was passed over."""
    about = play(pack, BANK_MISSED).findings()[0].evidence[0]
    rows = facts(BANK_MISSED + rest)
    chosen = (99, rows[10][1] + 1, "choice", "ruled", "staff:7", "R-BJF-15", about, option)
    return fold(terms(pack), sorted([*rows, chosen], key=lambda fact: fact[1]))


def test_a_player_withdraws_when_the_dealer_was_passed_over() -> None:
    """queensland:bank_card_missed"""
    round_ = _after_bank_was_missed(QLD, "withdraw 2", "1!stand 3:TDx 0:TH 0:TC shown closed")
    nets = round_.settlement().nets
    assert (nets["1"], nets["2"], nets["3"]) == (100_00, 0, 200_00)
    other = _after_bank_was_missed(SD, "withdraw 2", "1!stand 2!stand 3:TDx 0:TH 0:TC shown closed")
    assert other.settlement().nets["2"] == 100_00  # South Dakota offers no such thing


def test_the_dealer_draws_first_if_the_player_then_acting_says_so() -> None:
    """crown-sydney:bank_card_missed"""
    first = _after_bank_was_missed(CROWN, "dealer_first", "0:TH 1!stand 2!stand 3:TDx 0:TC shown closed")
    assert [f.done for f in first.findings()] == ["bank_passed_over"]
    assert (first.settlement().nets["1"], first.settlement().nets["3"]) == (100_00, 200_00)
    last = _after_bank_was_missed(CROWN, "finish_first", "1!stand 2!stand 3:TDx 0:TH 0:TC shown closed")
    assert last.settlement() == first.settlement()


def test_cards_for_an_empty_box_in_the_deal_void_the_round() -> None:
    """crown-sydney:no_stake_in_deal"""
    text = "1=100 3=100 close 1:KS 2:5C R-BJF-13>void_round 3:8C 0:6S"
    assert play(CROWN, text).settlement().pays == ()
    assert play(SD, text).settlement().pays != ()  # South Dakota offers no such thing


@pytest.mark.parametrize(
    ("pack", "net"),
    [("originals", 0), (CROWN, 500_00), (SD, None), (NJ, None), (QLD, None)],
)
def test_a_stake_above_the_maximum(pack: str, net: int | None) -> None:
    """crown-sydney:stake_over_maximum; where the pack does not say, nobody knows what is due until it is ruled."""
    round_ = play(pack, HIGH)
    assert round_.settlement().nets["1"] == net
    assert round_.settlement().nets["2"] == 100_00
    assert [f.rule for f in round_.findings()] == ["I-17"]


@pytest.mark.parametrize("pack", JURISDICTIONS)
def test_a_round_after_the_stop_card_is_void_only_where_the_pack_says_so(pack: str) -> None:
    text = "stop 1=100 close 1:KS 0:6S 1:9D 0:??v 1!stand 0^TH 0:TC shown closed"  # I-27
    found = play(pack, text)
    assert [(f.rule, f.choices) for f in found.findings()] == [("I-27", ())]
    assert found.settlement().nets["1"] == 100_00
    assert play("originals", text).settlement().pays == ()


@pytest.mark.parametrize("pack", JURISDICTIONS)
def test_where_the_pack_says_nothing_the_finding_stands_without_choices(pack: str) -> None:
    """I-2: no jurisdiction's text that was read speaks of two cards in the first round of dealing."""
    round_ = play(pack, "1=100 2=100 close 1:KS 1:5C ")
    assert [(f.rule, f.slot, f.choices, f.level) for f in round_.findings()] == [("I-2", "1", (), "act")]
    assert round_.due().step.code == "deal_card"


@pytest.mark.parametrize("name", built_in())
def test_a_clause_that_is_not_confirmed_says_so(name: str) -> None:
    """A clause without a number that was read is never encoded as confirmed."""
    pack = load_pack(name)
    every: list[Any] = [*itertools.chain(*pack.entries.values()), *itertools.chain(*pack.floor.values()), *pack.sign]
    loose = [each.clause for each in every if each.checked and ("?" in each.clause or "DGE" in each.clause)]
    assert loose == []
    if name == CROWN:
        assert [each.clause for each in every if each.checked] == []


@pytest.mark.parametrize("name", JURISDICTIONS)
def test_every_clause_is_told_in_both_languages(name: str) -> None:
    pack = load_pack(name)
    every: list[Any] = [*itertools.chain(*pack.entries.values()), *itertools.chain(*pack.floor.values()), *pack.sign]
    assert [each.line for each in every if set(each.says) != {"en", "ru"}] == []
    assert all(isinstance(each, Irregularity) for each in itertools.chain(*pack.entries.values()))


HOUSE = """schema = "rule-pack/1"
name = "left-out"
version = 1
jurisdiction = "A house"
games = ["blackjack-fixed-bank"]
"""
OFFERED = {
    "wrong_payment": (DEAL + PAT + "0^TH 0:TC shown 1$main=150 closed", ("R-BJF-30", "1", "paid")),
    "stake_after_first_card": (DEAL + "1=200 ", ("I-17", "1", "stake_after_first_card")),
    "stake_below_minimum": (HIGH.replace("1=900", "1=5"), ("I-17", "1", "stake_below_minimum")),
    "hole_card_exposed": ("1=100 close 1:KS 0:6S 1:9D 0:5D ", ("R-BJF-16", "0", "hole_card_up")),
    "bank_stood_under": (DEAL + PAT + "0^TH shown closed", ("I-16", "0", "bank_stood")),
    "signal_ignored": (DEAL + "1!stand 1:2C ", ("I-6", "1", "card_after_stand")),
    "no_stake_in_play": (EXTRA_LATE, ("R-BJF-13", "2", "card_without_stake")),
}


@pytest.mark.parametrize("situation", OFFERED)
def test_a_house_says_what_is_offered_in_a_situation(situation: str) -> None:
    """I-16, I-17, I-6, R-BJF-13, R-BJF-16: the pack's own choices, level and effect, whatever the originals have."""
    entry = f'\n[situation.{situation}]\nchecked = true\nclause = "1"\nlevel = "stop"\nclaimant = "supervisor"\n'
    entry += f'until = "round_end"\n[[situation.{situation}.choice]]\ncode = "void_it"\neffect = "void_round"\n'
    pack = parse_pack(
        HOUSE.replace("left-out", situation.replace("_", "-")[:16].strip("-")) + entry + 'money = "none"\n'
    )
    packs.know(pack)
    text, finding = OFFERED[situation]
    found = felt(text, terms(pack.key)).findings()
    assert [(f.rule, f.slot, f.done, f.level, f.choices) for f in found] == [(*finding, "stop", ("void_it",))]
    about = found[0].fact_id or found[0].evidence[0]
    rows = facts(text)
    chosen = (99, rows[-1][1] + 1, "choice", "ruled", "staff:7", finding[0], about, "void_it")
    assert fold(terms(pack.key), [*rows, chosen]).settlement().pays == ()
