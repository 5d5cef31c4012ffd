"""What a camera sends of what it saw: the JSON of each kind, checked field by field. Pure."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeGuard

import rfc8785

from shoes.camera.sights import FACES, LIES, STATES
from shoes.cards import CARDS

FUTURE_MS: Final = 2000
MOST_AT_ONCE: Final = 200
MOST_READS: Final = 40
MOST_CANDIDATES: Final = 8
LATEST_MS: Final = 2**53 - 1

KEY: Final = re.compile(r"[a-z]{6}:[0-9]{1,12}")
READ: Final = re.compile(r"[a-z]{6}-[0-9]{1,12}")
PLACE: Final = re.compile(r"[!-\-/-~]{1,13}(\.[0-9]{1,2})?")  # with a hand's number after the dot
SHA256: Final = re.compile(r"[0-9a-f]{64}")


class BadObservation(ValueError):
    """A statement that cannot be kept; the message is one sentence that names the field and what would be right."""

    def __init__(self, message: str, code: str = "malformed") -> None:
        super().__init__(message)
        self.code = code


@dataclass(frozen=True)
class Statement:
    """One checked statement; `body` is the whole of it as canonical JSON."""

    key: str
    kind: str
    at_ms: int
    read: str
    place: str
    card: str
    face: str
    lie: str
    confidence_permille: int | None
    crop_sha256: str
    body: str


def parse(row: object, *, now_ms: int) -> Statement:
    """The statement of a JSON value. Raises BadObservation, with the code `future` for one from more than 2 s ahead."""
    if not isinstance(row, Mapping):
        raise BadObservation("an observation is a JSON object with key, kind and at_ms.")
    kind = row.get("kind")
    if not isinstance(kind, str) or kind not in FIELDS:
        raise BadObservation(f"kind is {_short(kind)}; it is one of {', '.join(FIELDS)}.")
    checks = {**COMMON, **FIELDS[kind]}
    for name in row:
        if name not in checks and name != "kind":
            raise BadObservation(f"{_short(name)} is no field of {kind}; there are {', '.join(checks)}.")
    for name, check in checks.items():
        if name in row:
            if not check.holds(row[name]):
                raise BadObservation(f"{name} is {_short(row[name])}; it is {check.says}.")
        elif not check.may_be_absent:
            raise BadObservation(f"{name} is missing; it is {check.says}.")
    _check_face(row)
    if row["at_ms"] > now_ms + FUTURE_MS:
        raise BadObservation(
            f"at_ms is {row['at_ms']}, {row['at_ms'] - now_ms} ms ahead of the server's clock; set the camera's clock.",
            code="future",
        )
    return _statement(row, kind)


def _check_face(row: Mapping[str, Any]) -> None:
    if row.get("face") == "down" and row["card"] != "??":
        raise BadObservation("card names a card that lies face down; it is ?? until it is turned.")


def _statement(row: Mapping[str, Any], kind: str) -> Statement:
    confidence = row.get("confidence")
    return Statement(
        key=row["key"],
        kind=kind,
        at_ms=row["at_ms"],
        read=row.get("read", ""),
        place=row.get("place", ""),
        card=row.get("card", ""),
        face=row.get("face", "up" if kind == "turned" else ""),
        lie=row.get("lie", ""),
        confidence_permille=None if confidence is None else round(confidence * 1000),
        crop_sha256=row.get("crop_sha256", ""),
        body=rfc8785.dumps(dict(row)).decode(),
    )


@dataclass(frozen=True)
class Check:
    """What a field holds, as a question and in words."""

    holds: Callable[[Any], bool]
    says: str
    may_be_absent: bool = False


def _text(pattern: re.Pattern[str]) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, str) and pattern.fullmatch(value) is not None


def _one_of(texts: Sequence[str]) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, str) and value in texts


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 < value <= LATEST_MS


def _is_number(value: object) -> TypeGuard[float]:
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < 1e6


def _is_share(value: object) -> bool:
    return _is_number(value) and 0 <= value <= 1


def _are_candidates(value: object) -> bool:
    return isinstance(value, list) and len(value) <= MOST_CANDIDATES and all(_is_candidate(pair) for pair in value)


def _is_candidate(pair: object) -> bool:
    return (isinstance(pair, list) and len(pair) == 2 and isinstance(pair[0], str) and pair[0] in CARDS) and _is_share(
        pair[1]
    )


def _are_numbers(number: int) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, list) and len(value) == number and all(map(_is_number, value))


def _are_reads(value: object) -> bool:
    return isinstance(value, list) and 0 < len(value) <= MOST_READS and all(map(_text(READ), value))


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:60]}…"


_KEY = Check(_text(KEY), "the run and a number, such as abcdef:12")
_READ = Check(_text(READ), "the run and the number of the card, such as abcdef-3")
_PLACE = Check(_text(PLACE), "the text of a place, such as 3, 3.1, 0 or ?")
_CARD = Check(_one_of(tuple(CARDS)), "a card such as QH, Q? or ??")
_FACE = Check(_one_of(FACES), "up or down")
_LIE = Check(_one_of(LIES), "along or across")
_SHARE = Check(_is_share, "a number from 0 to 1")
_CANDIDATES = Check(_are_candidates, f'at most {MOST_CANDIDATES} pairs such as ["QH", 0.6]', may_be_absent=True)
_SHA256 = Check(_text(SHA256), "the SHA-256 of the crop, 64 hexadecimal digits", may_be_absent=True)
_READS = Check(_are_reads, f"1 to {MOST_READS} cards such as abcdef-3")
_BOX = Check(_are_numbers(4), "[x0, y0, x1, y1] in pixels", may_be_absent=True)

COMMON: Final = {"key": _KEY, "at_ms": Check(_is_whole, "milliseconds since 1970 in UTC, a whole number")}
_CROP = {"crop_sha256": _SHA256, "box": _BOX}
_SEEN = {"read": _READ, "place": _PLACE, "card": _CARD, "confidence": _SHARE, "candidates": _CANDIDATES, **_CROP}
FIELDS: Final[dict[str, dict[str, Check]]] = {
    "read": {
        **_SEEN,
        "face": _FACE,
        "lie": _LIE,
        "middle_mm": Check(_are_numbers(2), "[x, y] in millimetres"),
        "was_lying": Check(lambda value: isinstance(value, bool), "true or false", may_be_absent=True),
    },
    "turned": _SEEN,
    "moved": {"read": _READ, "place": _PLACE, "was": _PLACE},
    "parted": {"place": _PLACE, "hand": _PLACE, "reads": _READS, **_CROP},
    "lifted": {"place": _PLACE, "reads": _READS},
    "camera": {"state": Check(_one_of(STATES), f"one of {', '.join(STATES)}")},
}
"""The fields of each kind, beside key and at_ms."""
