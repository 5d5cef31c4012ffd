"""What a supervisor chooses on the sign form becomes profile, options, limits and time, or one sentence."""

from datetime import timedelta

import pytest
from django.http import QueryDict
from django.utils import timezone, translation

from tables import sign_form
from tables.forms import Malformed
from tables.rules.options import IllegalOption
from tables.rules.profiles import GAMES, PROFILES
from tables.rules.shapes import Limits
from tables.rules.terms import compile_terms
from tables.rules.text.posting import THEMES
from tables.wording import sign_form as words
from tables.wording.illegal import CODES, illegal

TYPED = {"profile": "casino-s17", "lowest": "10", "highest": "1 000", "step": "2,50", "when": "now", "seen": "3"}


def typed(**fields: str) -> sign_form.Draft:
    post = QueryDict(mutable=True)
    post.update(TYPED | {name.replace("__", "-"): text for name, text in fields.items()})
    return sign_form.read(post)


@pytest.mark.parametrize(
    ("fields", "options"),
    [
        ({}, {}),
        ({"opt__decks": "8"}, {"decks": 8}),
        ({"opt__decks": "6"}, {}),  # as the profile has it
        ({"opt__even_money": "false", "opt__natural_pays": "6:5"}, {"even_money": False, "natural_pays": "6:5"}),
        ({"opt__insurance_max_ratio": "0,4"}, {"insurance_max_ratio": "0.4"}),
        ({"opt__max_hands": "off", "n__max_hands": "4"}, {"max_hands": "off"}),
        ({"opt__max_hands": "*", "n__max_hands": "3"}, {"max_hands": 3}),
        ({"opt__decks": "²"}, {"decks": "²"}),  # a digit to Unicode and no number; the engine refuses it
        ({"opt__max_hands": "*", "n__max_hands": "9" * 30}, {"max_hands": "9" * 24 + "…"}),  # refused, and told
        ({"opt__bank_change": "natural"}, {}),  # an option that this game fixes is not asked
    ],
)
def test_only_what_differs_from_the_profile_is_an_option(fields: dict[str, str], options: dict[str, object]) -> None:
    assert sign_form.options(typed(**fields)) == options


def test_limits_are_typed_as_money() -> None:
    assert sign_form.limits(typed()) == Limits(10_00, 1000_00, 2_50)


@pytest.mark.parametrize(("field", "text"), [("lowest", ""), ("highest", "much"), ("step", "2.505")])
def test_what_is_no_money_is_refused(field: str, text: str) -> None:
    with pytest.raises(Malformed):
        sign_form.limits(typed(**{field: text}))


def test_a_time_is_the_houses() -> None:
    later = timezone.localtime() + timedelta(days=1)
    at = sign_form.effective_from(typed(when="later", at=f"{later:%Y-%m-%dT%H:%M}"))
    assert at is not None
    assert timezone.localtime(at).strftime("%Y-%m-%d %H:%M") == later.strftime("%Y-%m-%d %H:%M")


def test_now_is_no_time() -> None:
    assert sign_form.effective_from(typed(at="2001-01-01T10:00")) is None


@pytest.mark.parametrize("at", ["", "tomorrow", "2026-13-40T25:00", "2001-01-01T10:00"])
def test_a_time_that_is_none_or_past_is_refused(at: str) -> None:
    with pytest.raises(Malformed):
        sign_form.effective_from(typed(when="later", at=at))


def test_nothing_typed_is_lost() -> None:
    draft = typed(opt__decks="many", lowest="x", highest="y", step="z", when="later", at="soon")
    assert draft.typed["decks"] == "many"
    assert (draft.lowest, draft.highest, draft.step) == ("x", "y", "z")
    assert (draft.when, draft.at, draft.seen) == ("later", "soon", 3)


def test_a_form_of_another_profile_keeps_limits_and_time() -> None:
    draft = sign_form.fresh("sem-royal", seen=3, like=typed(opt__decks="8", when="later", at="soon"))
    assert draft.typed["royal"] == "true"
    assert "decks" not in draft.typed
    assert (draft.lowest, draft.highest, draft.step, draft.when, draft.at) == ("10", "1 000", "2,50", "later", "soon")


@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize("lang", ["en", "ru"])
def test_the_form_asks_for_or_tells_every_option_of_the_game(profile: str, lang: str) -> None:
    with translation.override(lang):
        themes = words.themes(sign_form.fresh(profile, seen=0))
    game = PROFILES[profile]
    asked = [row.name for theme in themes for row in theme.rows]
    assert sorted(asked) == sorted(sign_form.asked(game))
    fixed = sum(len(theme.fixed) for theme in themes)
    assert len(asked) + fixed + 2 == len(game.options)  # the two limits have fields of their own
    for row in (row for theme in themes for row in theme.rows):
        assert row.about.endswith(".")
        assert row.sentence.endswith(".")
        assert not row.is_changed
        assert sum(value.is_profiles for value in row.values) == (1 if row.values else 0)
        assert bool(row.values) or row.right


def test_what_differs_is_marked_and_counted() -> None:
    themes = words.themes(typed(opt__insurance="off", opt__surrender="early"), wrong=("surrender",))
    rows = {row.name: row for theme in themes for row in theme.rows}
    assert [row.name for row in rows.values() if row.is_changed] == ["insurance", "surrender"]
    assert [row.name for row in rows.values() if row.is_wrong] == ["surrender"]
    assert not rows["insurance_pays"].matters
    assert {theme.name: theme.changed for theme in themes}["decisions"] == 2


def test_every_game_and_profile_may_be_chosen() -> None:
    games = words.games("sem-royal")
    assert [game.title for game in games if game.is_chosen] == ["Sette e mezzo"]
    assert [one.key for game in games for one in game.profiles] == list(PROFILES)
    assert [one.key for game in games for one in game.profiles if one.is_chosen] == ["sem-royal"]


def test_the_themes_hold_every_option_of_every_game_once() -> None:
    named = [option for options in THEMES.values() for option in options]
    assert sorted(named) == sorted(set().union(*(game.options for game in GAMES.values())))


# What no sign may post, with what its sentence must name, by the engine's code.
ILLEGAL: list[tuple[str, str, dict[str, object], str, str]] = [
    ("profile", "casino-x", {}, "casino-x", "casino-x"),
    ("no-option", "casino-s17", {"wild_card": "KD"}, "Blackjack has no option wild_card", "нет опции wild_card"),
    ("value", "casino-s17", {"decks": 9}, "“Packs” cannot be 9; it must be a whole number from 1 to 8.", "от 1 до 8"),
    ("value", "casino-s17", {"decks": ""}, "“Packs” is empty; it must be a whole number from 1 to 8.", "не заполнено"),
    ("value", "casino-s17", {"max_hands": 1}, "from 2, or “The number of hands of a box", "не ограничено"),
    ("value", "casino-s17", {"insurance_max_ratio": "2"}, "above 0, at most 1", "не больше 1"),
    ("value", "casino-s17", {"insurance_pays": "2"}, "odds such as 2:1", "2:1"),
    ("value", "farmer-000", {"ante": "0"}, "“Ante” cannot be 0; it must be a number above 0.", "больше 0"),
    ("value", "casino-s17", {"natural_pays": "5:1"}, "it must be 3:2, 2:1, 6:5, 1:1.", "3:2"),
    ("minor-units", "farmer-000", {"ante": "0.001"}, "at most two decimals", "двух знаков"),
    ("people", "pontoon-000", {"players_min": 9, "players_max": 4}, "At least 9 people cannot play", "9 человек"),
    ("hands-without-resplit", "casino-s17", {"resplit": False}, "A box cannot have 4 hands", "рук числом 4"),
    ("late-surrender-without-look", "casino-s17", {"hole_card": "no_peek"}, "the dealer does not look", "не проверяет"),
    ("triple-without-double", "blackjack-003b", {"double": "off"}, "doubling is not offered", "удвоения нет"),
    ("wild-natural-without-wild-card", "sem-triple-wild", {"wild_card": "none"}, "without a wild card", "вольной"),
    ("triple-hand-without-royal", "sem-triple-sevens", {"royal": False}, "royal rules", "королевским"),
    ("double-natural-without-royal", "sem-royal", {"royal": False}, "Choose royal", "королевские"),
]  # fmt: skip


@pytest.mark.parametrize(("code", "profile", "options", "english", "russian"), ILLEGAL)
def test_what_cannot_be_is_said_in_the_readers_language(
    code: str, profile: str, options: dict[str, object], english: str, russian: str
) -> None:
    with pytest.raises(IllegalOption) as refused:
        compile_terms(profile, options)
    assert refused.value.code == code
    assert english in illegal(refused.value)
    with translation.override("ru"):
        said = illegal(refused.value)
    assert russian in said
    assert said.endswith(".")
    assert set(refused.value.options) <= set(PROFILES[profile].options if profile in PROFILES else ())


def test_limits_and_boxes_that_cannot_be_are_said_too() -> None:
    for limits, boxes, code in ((Limits(10_00, 100_00, 7_00), 7, "limits"), (None, 0, "boxes")):
        with pytest.raises(IllegalOption) as refused:
            compile_terms("casino-s17", limits=limits, boxes=boxes)
        assert refused.value.code == code
        assert illegal(refused.value).endswith(".")


def test_every_code_of_the_engine_is_worded_and_tried() -> None:
    assert {"limits", "limits-kind", "boxes", *(row[0] for row in ILLEGAL)} == CODES
