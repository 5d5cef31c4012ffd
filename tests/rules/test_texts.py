"""Every rule, irregularity, alarm and option has its words in both languages, as the sign makes them."""

import re
from pathlib import Path
from typing import Any

import pytest

from tables.rules.options import IllegalOption, Option
from tables.rules.pack import built_in, load_pack
from tables.rules.pack_reader import parse_pack
from tables.rules.profiles import GAMES
from tables.rules.terms import compile_terms
from tables.rules.text import (
    CODES,
    canonical_text,
    named,
    option_about,
    option_sentence,
    option_title,
    rule_text,
    rule_title,
    rules_on_sign,
    texts,
    values_of,
)
from tables.rules.text.holder import HOLDERS
from tables.rules.text.posting import HEADLINES, NEEDS, UNSAID, posted
from tests.rules.random_games import VALUES

ROOT = Path(__file__).parents[2] / "tables"
TEXTS = {lang: texts(lang) for lang in ("en", "ru")}
FIXED = GAMES["blackjack-fixed-bank"]
OPTIONS: dict[str, list[Option]] = {}
for game in GAMES.values():
    for name, option in game.options.items():
        OPTIONS.setdefault(name, []).append(option)
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
SIGNS: list[tuple[str, dict[str, object]]] = [(profile, {}) for game in GAMES.values() for profile in game.profiles]
SIGNS += [("blackjack-000", {name: value}) for name, values in TRIED.items() for value in values]


def _signs_of_private_games() -> list[tuple[str, dict[str, object]]]:
    """Every value that an option of a game with a players' bank may take alone."""
    found: list[tuple[str, dict[str, object]]] = []
    for game in GAMES.values():
        if game is FIXED:
            continue
        for name in game.options:
            for value in VALUES.get(name, TRIED.get(name, ())):
                try:
                    compile_terms(next(iter(game.profiles)), {name: value})
                except IllegalOption:
                    continue
                found.append((next(iter(game.profiles)), {name: value}))
    return found


SIGNS += _signs_of_private_games()


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
    last = {"BJV": 47, "PON": 30, "S75": 12, "SEM": 26, "MAC": 12, "FIF": 10, "FAR": 20, "T10": 9, "O36": 27, "O2D": 22}
    for code, number in last.items():
        assert _ids(f"R-{code}-") == {f"R-{code}-{n}" for n in range(1, number + 1)}
    assert set(last) | {"BJF"} == set(CODES.values())


def test_every_irregularity_in_scope_has_a_text() -> None:
    assert _ids("I-") == set(PACK.irregularities)


@LANGUAGES
def test_every_game_and_profile_has_a_name(lang: str) -> None:
    for game in GAMES.values():
        assert all(named("game", game.name, lang))
        for profile in game.profiles:
            assert all(named("profile", profile, lang))
    told = {key for key in TEXTS[lang] if key.startswith(("game:", "profile:"))}
    assert len(told) == len(GAMES) + sum(len(game.profiles) for game in GAMES.values())


@LANGUAGES
@pytest.mark.parametrize("name", GAMES)
def test_every_option_and_each_of_its_values_has_a_sentence(name: str, lang: str) -> None:
    game = GAMES[name]
    standard = values_of(compile_terms(next(iter(game.profiles))))
    for option, spec in game.options.items():
        assert option_title(name, option, lang)
        assert re.fullmatch(r"[^{}]+[.]", option_about(name, option, lang))
        tried = _tried(spec, standard[option])
        told = {text: option_sentence(name, {**standard, option: text}, option, lang) for text in tried}
        assert all(re.fullmatch(r"[^{}]+[.]", sentence) for sentence in told.values())
        assert len(set(told.values())) == len(told), told  # no two values say the same


def _tried(option: Option, standard: str) -> list[str]:
    """Every value that can be counted; of numbers the bounds, the profile's and the word that stands for none."""
    if option.values:
        return [canonical_text(value) for value in option.values]
    some = {"whole": ["1", "2", "7"], "decimal": ["0.25", "0.5", "1"], "ratio": ["2:1", "5:2"]}[option.kind]
    return sorted({*some, standard, *([option.or_word] if option.or_word else [])})


@pytest.mark.parametrize("profile", [profile for game in GAMES.values() for profile in game.profiles])
def test_only_the_house_has_a_dealer_where_players_bank(profile: str) -> None:
    terms = compile_terms(profile)
    name = terms.game.name
    told = [rule_text(terms, f"opt:{option}", "ru") for option in terms.game.options]
    told += [rule_text(terms, rule, "ru") + rule_title(terms, rule, "ru") for rule in rules_on_sign(terms)]
    assert any("дилер" in text.lower() for text in told) is (name == "blackjack-fixed-bank")
    own = HOLDERS[name][1][0][:5]
    assert any(own in text.lower() for text in told)


@LANGUAGES
@pytest.mark.parametrize("profile", [profile for game in GAMES.values() for profile in game.profiles])
def test_a_sign_says_its_game_large_and_its_rules_in_full(profile: str, lang: str) -> None:
    terms = compile_terms(profile)
    sign = posted(terms, lang)
    assert (sign.game, sign.profile) == (named("game", terms.game.name, lang)[0], named("profile", profile, lang)[0])
    assert 4 <= len(sign.headlines) <= 10
    assert [clause.rule for clause in sign.rules] == rules_on_sign(terms)
    assert {clause.rule for clause in sign.irregularities} == {
        one.id for one in PACK.irregularities.values() if terms.game.name in one.scope
    }
    for clause in (*sign.headlines, *sign.rules, *sign.irregularities):
        assert re.fullmatch(r"[^{}]+[.]", clause.text), clause


def test_what_is_not_offered_is_not_said_large() -> None:
    said = {clause.rule for clause in posted(compile_terms("casino-s17", {"insurance": "off"}), "en").headlines}
    assert "opt:insurance" in said  # players ask for it
    assert "opt:insurance_pays" not in said
    assert "opt:split" not in {clause.rule for clause in posted(compile_terms("sem-base"), "en").headlines}
    assert "opt:split" in {clause.rule for clause in posted(compile_terms("sem-spanish"), "en").headlines}


def test_headlines_and_dependencies_name_options_and_rules_that_exist() -> None:
    for name, entries in HEADLINES.items():
        for entry in entries:
            option = entry.partition("=")[0]
            assert option in GAMES[name].options or option in TEXTS["en"], entry
    assert set(HEADLINES) == set(GAMES)
    assert {*UNSAID, *NEEDS, *(parent for parent, _without in NEEDS.values())} <= set(OPTIONS)
    for option, value in [*UNSAID.items(), *NEEDS.values()]:
        assert any(one.read(value) is not None for one in OPTIONS[option]), option


def test_every_option_has_a_text() -> None:
    assert {name.removeprefix("opt:") for name in _ids("opt:")} == set(OPTIONS)


@LANGUAGES
@pytest.mark.parametrize(("profile", "options"), SIGNS)
def test_every_text_is_told_whole_on_every_sign(profile: str, options: dict[str, object], lang: str) -> None:
    terms = compile_terms(profile, options)
    scoped = [one.id for one in PACK.irregularities.values() if terms.game.name in one.scope]
    posted = [*rules_on_sign(terms), *scoped, *(f"opt:{name}" for name in terms.game.options)]
    alarms = [name for name in TEXTS["en"] if name.startswith(("CENSUS", "SOURCES"))]
    for name in [*posted, *alarms, *terms.game.cites.values()]:
        text = rule_text(terms, name, lang)
        assert re.fullmatch(r"[^{}]+[.]", text), (name, text)
        assert rule_title(terms, name, lang)
        if name.startswith("opt:"):
            assert re.fullmatch(r"[^{}]+[.]", option_about(terms.game.name, name.removeprefix("opt:"), lang))


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
    return any(one.read(value) is not None for one in OPTIONS[option] for value in meant if value is not None)


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


@pytest.mark.parametrize("pack", built_in())
@LANGUAGES
def test_a_sign_of_every_pack_says_how_mistakes_are_mended(pack: str, lang: str) -> None:
    """What a pack rules on stands on the sign in the pack's own words."""
    sign = posted(compile_terms("casino-s17", pack=pack), lang)
    assert all(clause.rule and clause.title and clause.text for clause in sign.irregularities)
    assert len(sign.irregularities) == sum(
        "blackjack-fixed-bank" in one.scope for one in load_pack(pack).irregularities.values()
    )
