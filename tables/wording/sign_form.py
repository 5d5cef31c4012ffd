"""The sign form as a page shows it: the games, and each option of the chosen one in sentences, by theme."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import get_language

from tables.rules import text as texts
from tables.rules.options import Option
from tables.rules.profiles import GAMES, game_of
from tables.rules.terms import compile_terms
from tables.rules.text import posting
from tables.sign_form import LIMITS, NUMBER, Draft, asked
from tables.wording import limits
from tables.wording.illegal import right


@dataclass(frozen=True, slots=True)
class Named:
    """A game or a profile to choose."""

    key: str
    title: str
    text: str
    is_chosen: bool
    profiles: tuple["Named", ...] = ()


@dataclass(frozen=True, slots=True)
class Value:
    """One value of an option: its sentence, or the number that is typed."""

    value: str
    sentence: str
    is_chosen: bool
    is_profiles: bool
    number: str | None = None  # None: the sentence says it all


@dataclass(frozen=True, slots=True)
class Row:
    """One option: what it asks, what it says now, what else it could say."""

    name: str
    title: str
    about: str
    sentence: str
    values: tuple[Value, ...]  # empty: one number is typed
    number: str
    right: str
    is_changed: bool
    is_wrong: bool
    matters: bool


@dataclass(frozen=True, slots=True)
class Theme:
    """The options about one thing, and what the game itself fixes of it."""

    name: str
    title: str
    text: str
    rows: tuple[Row, ...]
    fixed: tuple[str, ...]
    changed: int


def games(chosen: str) -> list[Named]:
    """Every game, each with its profiles."""
    lang = _language()
    found = []
    for game in GAMES.values():
        profiles = tuple(Named(name, *texts.named("profile", name, lang), name == chosen) for name in game.profiles)
        is_chosen = any(one.is_chosen for one in profiles)
        found.append(Named(profiles[0].key, *texts.named("game", game.name, lang), is_chosen, profiles))
    return found


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of bet and the limits of its own that are typed for it."""

    key: str
    title: str
    lowest: str
    highest: str
    step: str


def kinds(draft: Draft) -> list[Kind]:
    return [Kind(key, limits.kind(key), *sums) for key, sums in draft.kinds.items()]


def themes(draft: Draft, wrong: Sequence[str] = ()) -> list[Theme]:
    """The options of the draft's game by theme; those that refusal names are marked."""
    lang, game = _language(), game_of(draft.profile)
    standard = texts.values_of(compile_terms(draft.profile))
    now = {**standard, **draft.typed}
    found = []
    for name, options in posting.THEMES.items():
        mine = [option for option in options if option in game.options and option not in LIMITS]
        rows = tuple(_row(draft, option, standard, now, option in wrong) for option in mine if option in draft.typed)
        fixed = tuple(texts.option_sentence(game.name, standard, o, lang) for o in mine if o not in draft.typed)
        if mine:
            changed = sum(row.is_changed for row in rows)
            found.append(Theme(name, *texts.named("theme", name, lang), rows, fixed, changed))
    return found


def _row(draft: Draft, name: str, standard: Mapping[str, str], now: Mapping[str, str], is_wrong: bool) -> Row:
    lang, game = _language(), game_of(draft.profile)
    option = game.options[name]
    return Row(
        name=name,
        title=texts.option_title(game.name, name, lang),
        about=texts.option_about(game.name, name, lang),
        sentence=texts.option_sentence(game.name, now, name, lang),
        values=_values(game.name, name, standard, now),
        number=now[name],
        right="" if option.values else right(game.name, name),
        is_changed=now[name] != standard[name],
        is_wrong=is_wrong,
        matters=posting.matters(name, _typed_options(draft)),
    )


def _values(game: str, name: str, standard: Mapping[str, str], now: Mapping[str, str]) -> tuple[Value, ...]:
    option, lang = GAMES[game].options[name], _language()

    def value(text: str) -> Value:
        sentence = texts.option_sentence(game, {**now, name: text}, name, lang)
        return Value(text, sentence, now[name] == text, standard[name] == text)

    if option.values:
        return tuple(value(texts.canonical_text(one)) for one in option.values)
    return (value(option.or_word), _number(option, name, standard, now)) if option.or_word else ()


def _number(option: Option, name: str, standard: Mapping[str, str], now: Mapping[str, str]) -> Value:
    """The number beside a word: what is typed, else the profile's."""
    is_chosen, is_profiles = now[name] != option.or_word, standard[name] != option.or_word
    typed = now[name] if is_chosen else standard[name] if is_profiles else ""
    return Value(NUMBER, "", is_chosen, is_profiles, typed)


def _typed_options(draft: Draft) -> dict[str, object]:
    """The draft's options as values, as far as they can be."""
    game = game_of(draft.profile)
    found: dict[str, object] = dict(compile_terms(draft.profile).options)
    for name in asked(game):
        fitting = (value for value in game.options[name].values if texts.canonical_text(value) == draft.typed[name])
        found[name] = next(fitting, draft.typed[name])
    return found


def _language() -> str:
    return (get_language() or "en").partition("-")[0]
