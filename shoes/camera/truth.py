"""What a watch said against what happened: right, missed, false, wrong, late. Pure."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from shoes.camera.kinds import RANKS, SUITS
from shoes.camera.sights import Lifted, Parted, Read, Sight, Turned

WITHIN_S: Final = 0.5
# A statement farther off than this speaks of something else.
FARTHEST_S: Final = 5.0


class BadTruth(ValueError):
    """A line that says nothing that could be compared; the message names it and what would be right."""


@dataclass(frozen=True)
class Happening:
    """One thing that happened, or was said to have happened.

    at     seconds from the film's start.
    kind   card, turned, parted or lifted.
    card   `QH`; `??` face down or unsure; empty where no card is named.
    hand   of parted: the new hand.
    """

    at: float
    kind: str
    place: str
    card: str = ""
    face: str = "up"
    lie: str = "along"
    hand: str = ""

    def __str__(self) -> str:
        what = {"card": self.card, "turned": self.card, "parted": self.hand}.get(self.kind, "")
        how = [word for word in (self.face, self.lie) if word in ("down", "across")]
        return " ".join([f"{self.at:.2f}", self.kind, self.place, what, *how]).rstrip()


@dataclass
class Score:
    """How a watch did. `late` is right but too early or too late; `unsure` was seen and not read."""

    right: int = 0
    late: list[tuple[Happening, Happening]] = field(default_factory=list)
    unsure: list[tuple[Happening, Happening]] = field(default_factory=list)
    wrong: list[tuple[Happening, Happening]] = field(default_factory=list)
    missed: list[Happening] = field(default_factory=list)
    false: list[Happening] = field(default_factory=list)

    @property
    def is_exact(self) -> bool:
        return not (self.late or self.unsure or self.wrong or self.missed or self.false)

    def counts(self) -> dict[str, int]:
        return {
            "right": self.right,
            **{name: len(getattr(self, name)) for name in ("late", "unsure", "wrong", "missed", "false")},
        }

    def faults(self) -> list[str]:
        """One line for each thing that is not right."""
        pairs = [(name, pair) for name in ("late", "unsure", "wrong") for pair in getattr(self, name)]
        return [f"{name}: {happened} said as {said}" for name, (happened, said) in pairs] + [
            f"{name}: {one}" for name in ("missed", "false") for one in getattr(self, name)
        ]


def parse_truth(lines: Iterable[str]) -> list[Happening]:
    """The happenings of a truth file's lines, in order. Raises BadTruth."""
    return [_parsed(line, number) for number, line in enumerate(lines, 1) if line.strip()]


def _parsed(line: str, number: int) -> Happening:
    try:
        body = json.loads(line)
    except ValueError:
        raise BadTruth(f'line {number} is no JSON; it is such as {{"at": 1.5, "place": "3", "card": "QH"}}.') from None
    if not isinstance(body, Mapping):
        raise BadTruth(f"line {number} is no JSON object with at, place and card.")
    return as_happening(body, f"line {number}")


def as_happening(body: Mapping[str, Any], name: str = "the line") -> Happening:
    """One truth line. Raises BadTruth, which calls it `name`."""
    at = body.get("at")
    if isinstance(at, bool) or not isinstance(at, int | float) or not 0 <= at < 1e12:
        raise BadTruth(f"{name}: at is {at!r}; it is seconds from the film's start.")
    place = body.get("parted") or body.get("lifted") or body.get("place")
    if not isinstance(place, str) or not place:
        raise BadTruth(f"{name}: place is {place!r}; it is a text such as 3 or 0.")
    if "parted" in body:
        return Happening(float(at), "parted", place, hand=_text(body, "hand", name))
    if "lifted" in body:
        return Happening(float(at), "lifted", place)
    if "turned" in body:
        return Happening(float(at), "turned", place, _card(body.get("turned"), name))
    face, lie = body.get("face", "up"), body.get("lie", "along")
    if face not in ("up", "down") or lie not in ("along", "across"):
        raise BadTruth(f"{name}: face is {face!r} and lie {lie!r}; they are up or down, along or across.")
    return Happening(float(at), "card", place, _card(body.get("card"), name), face, lie)


def _text(body: Mapping[str, Any], key: str, name: str) -> str:
    value = body.get(key)
    if not isinstance(value, str) or not value:
        raise BadTruth(f"{name}: {key} is {value!r}; it is a text such as 3.1.")
    return value


def _card(value: object, name: str) -> str:
    is_card = isinstance(value, str) and len(value) == 2 and value[0] in RANKS + "?" and value[1] in SUITS + "?"
    if not is_card:
        raise BadTruth(f"{name}: the card is {value!r}; it is such as QH, or ?? face down.")
    return str(value)


def told(sights: Sequence[Sight]) -> list[Happening]:
    """What sights say, one a physical card: its last reading, or a sure reading that a later one contradicts."""
    found: dict[int, Happening] = {}
    others: list[Happening] = []
    places: dict[int, str] = {}
    for sight in sights:
        at = getattr(sight, "at_ms", 0) / 1000
        if isinstance(sight, Read) and not sight.was_lying:
            now = Happening(at, "card", sight.place, sight.card, sight.face, sight.lie)
            before = found.get(sight.read)
            if before and "?" not in before.card and before.card != now.card:
                others.append(before)
            found[sight.read] = now
        elif isinstance(sight, Turned):
            place = places.get(sight.read, sight.place)
            now = Happening(at, "turned", place, sight.card)
            found[-sight.read] = now
        elif isinstance(sight, Parted):
            others.append(Happening(at, "parted", sight.place, hand=sight.hand))
        elif isinstance(sight, Lifted):
            others.append(Happening(at, "lifted", sight.place))
    return sorted([*found.values(), *others], key=lambda one: one.at)


def score(sights: Sequence[Sight], truth: Sequence[Happening], *, within_s: float = WITHIN_S) -> Score:
    """What was said (its times in milliseconds from the film's start) against what happened.

    Each statement is compared with one happening: first those that agree in everything, then those that agree in
    all but the time, then what was left unsure, then what is of the same kind at the same place and time.
    """
    result, left, open_ = Score(), told(sights), list(truth)
    for name, agree, farthest in (
        ("right", _is_same, within_s),
        ("late", _is_same, FARTHEST_S),
        ("unsure", _could_be, FARTHEST_S),
        ("wrong", _is_there, within_s),
        ("wrong", _is_elsewhere, within_s),
    ):
        for happened in list(open_):
            near = [one for one in left if abs(one.at - happened.at) <= farthest and agree(one, happened)]
            if not near:
                continue
            said = min(near, key=lambda one: abs(one.at - happened.at))
            left.remove(said)
            open_.remove(happened)
            if name == "right":
                result.right += 1
            else:
                getattr(result, name).append((happened, said))
    result.missed, result.false = open_, left
    return result


def _is_same(said: Happening, happened: Happening) -> bool:
    return _without_time(said) == _without_time(happened)


def _without_time(one: Happening) -> tuple[str, ...]:
    return one.kind, one.place, one.card, one.face, one.lie, one.hand


def _could_be(said: Happening, happened: Happening) -> bool:
    alike = (said.kind, said.place, said.face, said.lie) == (happened.kind, happened.place, happened.face, happened.lie)
    return alike and "?" in said.card and (said.card[0] in ("?", happened.card[0]))


def _is_there(said: Happening, happened: Happening) -> bool:
    return (said.kind, said.place) == (happened.kind, happened.place)


def _is_elsewhere(said: Happening, happened: Happening) -> bool:
    return said.kind == happened.kind and said.card == happened.card
