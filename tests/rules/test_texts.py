"""Every rule, irregularity, alarm and option has its words in both languages, as the sign makes them."""

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from tables.rules.games.blackjack_fixed_bank import OPTIONS, PROFILES
from tables.rules.pack import parse_pack
from tables.rules.terms import compile_terms
from tables.rules.text import option_about, rule_text, rule_title

ROOT = Path(__file__).parents[2] / "tables"
TEXTS = {
    lang: tomllib.loads((ROOT / "rules" / "text" / f"{lang}.toml").read_text(encoding="utf-8")) for lang in ("en", "ru")
}
PACK = parse_pack((ROOT / "packs" / "originals.toml").read_text(encoding="utf-8"), "originals.toml")
LANGUAGES = pytest.mark.parametrize("lang", ["en", "ru"])

# Every sign worth telling apart: the profiles, and for each option every value that some profile can take.
TRIED: dict[str, list[object]] = {
    "decks": [1, 6],
    "players_max": [8, "unlimited"],
    "onlooker_bets": [True, False],
    "raise_max_on_request": [True, False],
    "shuffle_by": ["dealer_only", "dealer_and_player", "anyone_dealer_last", "new_dealer"],
    "cut_by": ["offered_player", "any_player", "all_who_wish", "right_of_banker"],
    "cut_with_indicator": [True, False],
    "second_indicator": [0, 40, "off"],
    "use_shoe": [True, False],
    "burn_count": [0, 1, 3],
    "deal_mode": ["a", "b", "c", "d", "e"],
    "no_peek_loss": ["original_only", "all_bets"],
    "multi_hand": [True, False],
    "insurance": ["off", "ace", "ten_or_ace"],
    "insurance_max_ratio": ["0.5", "0.4", "1"],
    "insurance_pays": ["2:1", "5:2"],
    "naturals_paid": ["before_draws", "in_turn"],
    "natural_pays": ["3:2", "6:5", "1:1", "2:1"],
    "natural_rounding": ["exact", "down", "up", "half_up"],
    "natural_tie": ["push", "player_pays", "banker_takes"],
    "undeclared_natural": ["ordinary_21", "natural"],
    "tie": ["push", "banker_wins"],
    "split": ["on", "off"],
    "pair_rule": ["same_rank", "same_value"],
    "resplit_aces": [True, False],
    "max_hands": [2, 4, "off"],
    "split_aces_one_card": [True, False],
    "split_deal": ["as_played", "both_at_once"],
    "double_after_split": [True, False],
    "double": ["off", "any_two", "total_10_11", "total_9_10_11", "first_card_ten_or_ace"],
    "double_card_face": ["up", "down"],
    "double_for_less": [True, False],
    "dealer_policy": ["draw_to_17_ace11", "draw_soft_17"],
    "bust_penalty": ["none", "double_original", "double_stake"],
    "joker_indicator": [True, False],
}
SIGNS: list[tuple[str, dict[str, object]]] = [(profile, {}) for profile in PROFILES]
SIGNS += [("blackjack-000", {name: value}) for name, values in TRIED.items() for value in values]


def _ids(prefix: str) -> set[str]:
    return {name for name in TEXTS["en"] if name.startswith(prefix)}


def _shape(value: Any) -> Any:
    """What must be alike in two languages: tables, conditions, and the placeholders of each sentence."""
    if isinstance(value, dict):
        return {key: inner if key == "if" else _shape(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [_shape(inner) for inner in value]
    return sorted(re.findall(r"{\w+}", value))


def test_both_languages_tell_the_same_rules_with_the_same_conditions() -> None:
    assert _shape(TEXTS["en"]) == _shape(TEXTS["ru"])


def test_every_rule_of_the_game_has_a_text() -> None:
    assert _ids("R-GEN-") == {f"R-GEN-{number}" for number in range(1, 13)}
    assert _ids("R-BJF-") == {f"R-BJF-{number}" for number in range(1, 45)}
    assert {f"R-BJV-{number}" for number in range(31, 41)} < _ids("R-BJV-")


def test_every_irregularity_in_scope_has_a_text() -> None:
    in_scope = {one.id for one in PACK.irregularities.values() if "blackjack-fixed-bank" in one.scope}
    assert _ids("I-") == in_scope


def test_every_option_has_a_text() -> None:
    assert {name.removeprefix("opt:") for name in _ids("opt:")} == set(OPTIONS)


@LANGUAGES
@pytest.mark.parametrize(("profile", "options"), SIGNS)
def test_every_text_is_told_whole_on_every_sign(profile: str, options: dict[str, object], lang: str) -> None:
    terms = compile_terms(profile, options)
    for name in TEXTS["en"]:
        text = rule_text(terms, name, lang)
        assert re.fullmatch(r"[^{}]+[.]", text), (name, text)
        assert rule_title(terms, name, lang)
        if name.startswith("opt:"):
            assert re.fullmatch(r"[^{}]+[.]", option_about(name.removeprefix("opt:"), lang))


@LANGUAGES
def test_conditions_name_options_and_values_that_a_sign_can_have(lang: str) -> None:
    for name, entry in TEXTS[lang].items():
        for part in [*entry.get("when", []), *entry.get("also", [])]:
            for option, values in part["if"].items():
                assert option in OPTIONS, name
                for value in values if isinstance(values, list) else [values]:
                    assert _can_be(option, value), (name, option, value)


def _can_be(option: str, text: str) -> bool:
    """Whether `text` is the canonical text of some value of the option."""
    meant: list[object] = [text, {"true": True, "false": False}.get(text)]
    if text.isdigit():
        meant.append(int(text))
    return any(OPTIONS[option].read(value) is not None for value in meant if value is not None)


@pytest.mark.parametrize(
    ("name", "profile", "options", "lang", "text"),
    [
        ("R-BJF-25", "casino-s17", {"natural_pays": "6:5"}, "en", "A natural is paid 6 to 5 when the dealer has none. "
         "It is paid before any box acts, as soon as a dealer's natural is ruled out."),
        ("R-BJF-25", "blackjack-000", {}, "ru", "Блэкджек оплачивается 3 к 2, если у дилера блэкджека нет. "
         "Его оплачивают, когда доходит очередь."),
        ("R-BJF-28", "casino-h17", {}, "en", "The dealer draws at a soft 17. "
         "The dealer's ace counts 11 if that gives 18 to 21, which stands; if 11 would go above 21 it counts 1."),
        ("R-BJF-44", "casino-enhc", {}, "en",
         "A dealer's natural takes everything on a box, with what splits and doubles added."),
        ("R-BJF-44", "casino-s17", {"no_peek_loss": "all_bets"}, "en",
         "A dealer's natural found at the look takes each stake once, never more."),
        ("R-BJF-21", "blackjack-003b", {"insurance_max_ratio": "0.4"}, "en",
         "With an ace or a ten-valued card up a box may be insured for up to 0.4 of its stake, before any box acts."),
        ("R-BJF-21", "blackjack-004", {}, "en", "Insurance is not offered."),
        ("R-BJF-11", "casino-s17", {}, "en", "A stake is at least 10 and at most 500."),
        ("R-BJV-38", "casino-s17", {}, "en",
         "A further pair, aces excepted, may be split again for another equal stake, up to 4 hands in a box."),
        ("I-7", "blackjack-004", {}, "en",
         "A player who stood while above 21 pays twice the stake, even if the dealer goes above 21."),
        ("opt:dealer_policy", "casino-h17", {}, "ru", "На мягких 17 дилер берёт, на твёрдых стоит."),
        ("opt:max_hands", "casino-s17", {}, "en", "A box has at most 4 hands."),
    ],
)  # fmt: skip
def test_text_is_the_rule_of_this_sign(
    name: str, profile: str, options: dict[str, object], lang: str, text: str
) -> None:
    assert rule_text(compile_terms(profile, options), name, lang) == text
