"""What the pages of dealer school show besides the felt: what can be chosen, records in lines, and what to practise."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.utils.translation import get_language

from casino.templatetags.screen import stake
from tables import wording
from tables.models import SchoolRecord
from tables.rules import Terms, fold, terms_from_json
from tables.rules.facts import parse
from tables.rules.profiles import GAMES, PROFILES
from tables.rules.shapes import Picture, PictureCard
from tables.rules.text import named, rule_text, rule_title
from tables.school.plans import LEVELS, MOST_PLAYERS, ROUNDS
from tables.school.session import by_rule
from tables.wording import school as words

MOST_MOMENTS = 5
BARS = 100


@dataclass(frozen=True, slots=True)
class Option:
    value: str
    label: str
    about: str = ""


@dataclass(frozen=True, slots=True)
class GameOptions:
    name: str
    profiles: list[Option]


def games() -> list[GameOptions]:
    """Every game with its profiles, in the reader's words."""
    return [
        GameOptions(
            named("game", game, lang())[0],
            [Option(each, *named("profile", each, lang())) for each in sorted(value.profiles)],
        )
        for game, value in GAMES.items()
    ]


def players() -> list[Option]:
    return [Option(str(many), str(many)) for many in range(1, MOST_PLAYERS + 1)]


def rounds() -> list[Option]:
    return [Option(str(many), str(many)) for many in ROUNDS]


def levels() -> list[Option]:
    return [Option(code, words.level(code)) for code in LEVELS]


@dataclass(frozen=True, slots=True)
class Line:
    """A record in a line of a list."""

    record: SchoolRecord
    game: str
    level: str
    a_round: str
    seconds: int
    bar: int


def lines(records: Iterable[SchoolRecord]) -> list[Line]:
    found = list(records)
    most = max((record.mistakes / record.rounds for record in found), default=0) or 1
    return [_line(record, most) for record in found]


def _line(record: SchoolRecord, most: float) -> Line:
    return Line(
        record=record,
        game=profile_name(record.profile),
        level=words.level(record.level),
        a_round=_tenths(record.mistakes * 10, record.rounds),
        seconds=record.dealt_ms // 1000 // record.rounds,
        bar=round(BARS * record.mistakes / record.rounds / most),
    )


def _tenths(ten_times: int, of: int) -> str:
    """A quotient with one decimal, as the reader writes it."""
    whole, tenth = divmod(round(ten_times / of), 10)
    return f"{whole}{',' if lang() == 'ru' else '.'}{tenth}"


def profile_name(profile: str) -> str:
    return named("profile", profile, lang())[0] if profile in PROFILES else profile


@dataclass(frozen=True, slots=True)
class Lying:
    """The cards of one place at the moment of a mistake."""

    name: str
    cards: tuple[PictureCard, ...]
    total: str
    stake: str
    is_about: bool


@dataclass(frozen=True, slots=True)
class Moment:
    """One mistake as it was made: the felt then, what was due, and what was done."""

    round: int
    what: str
    due: str
    done: str
    lying: list[Lying]


@dataclass(frozen=True, slots=True)
class Practice:
    """One rule to practise, with the moments in which it was broken."""

    rule: str
    title: str
    text: str
    times: int
    moments: list[Moment]

    @property
    def more(self) -> int:
        return self.times - len(self.moments)


@dataclass(frozen=True)
class Lesson:
    """A record and the sessions before it."""

    record: SchoolRecord
    earlier: list[SchoolRecord]

    @cached_property
    def terms(self) -> Terms:
        return terms_from_json(self.record.body["terms"])

    @property
    def line(self) -> Line:
        return lines([self.record])[0]

    @property
    def trend(self) -> list[Line]:
        """This session and those before it, the newest first."""
        return lines([self.record, *self.earlier])

    @property
    def rounds(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.record.body["rounds"]
        return found

    @property
    def noticed(self) -> int:
        return sum(row["noticed"] for row in self.rounds)

    @property
    def missed(self) -> int:
        return sum(1 for row in self.rounds for mark in row["marks"] if mark["lapse"])

    @property
    def needless(self) -> int:
        return sum(row["needless"] for row in self.rounds)

    @property
    def speed(self) -> list[tuple[int, int, int]]:
        """Number, seconds and mistakes of each round."""
        return [(row["number"], row["ms"] // 1000, len(row["marks"])) for row in self.rounds]

    @cached_property
    def practice(self) -> list[Practice]:
        """The rules that were broken, the one most often broken first."""
        return [self._practice(rule, times) for rule, times in by_rule(self.rounds).most_common()]

    def _practice(self, rule: str, times: int) -> Practice:
        marks = [(row, mark) for row in self.rounds for mark in row["marks"] if mark["rule"] == rule]
        return Practice(
            rule=rule,
            title=rule_title(self.terms, rule, lang()),
            text=rule_text(self.terms, rule, lang()),
            times=times,
            moments=[self._moment(row, mark) for row, mark in marks[:MOST_MOMENTS]],
        )

    def _moment(self, row: dict[str, Any], mark: dict[str, Any]) -> Moment:
        picture = fold(self.terms, [parse(fact) for fact in row["facts"][: mark["before"]]]).picture()
        return Moment(
            round=row["number"],
            what=words.mistake(mark),
            due=words.due_of(mark, self.terms),
            done=words.act(mark["act"]),
            lying=_lying(picture, mark["slot"]),
        )


def _lying(picture: Picture, about: str) -> list[Lying]:
    hands = [(hand, box.stake_minor) for box in picture.boxes for hand in box.hands if hand.cards]
    shown = [*hands, (picture.dealer, None)] if picture.dealer.cards else hands
    return [
        Lying(
            name=wording.slot(hand.slot),
            cards=hand.cards,
            total=wording.total(hand.total) if hand.total not in ("", "unknown") else "",
            stake=stake(minor) if minor else "",
            is_about=hand.slot.partition(".")[0] == about.partition(".")[0],
        )
        for hand, minor in shown
    ]


def lang() -> str:
    return (get_language() or "en")[:2]
