"""What `watch_table` needs of the game: the terms and the calibration of a file, and findings as they become sure."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from shoes.camera.plane import BadCalibration, Calibration, parse_calibration
from tables.rules import pack as packs
from tables.rules.options import IllegalOption
from tables.rules.pack import BadPack
from tables.rules.pack_reader import parse_pack
from tables.rules.shapes import Finding, KindLimits, Limits
from tables.rules.terms import Terms, compile_terms
from tables.sighted import Watching


class NotGiven(Exception):
    """A file that does not say what is needed; the message names it and what would be right."""


def calibration_of(path: Path) -> tuple[Calibration, Terms | None]:
    """The calibration of a file and, where it has them, the terms. Raises NotGiven."""
    try:
        body = json.loads(path.read_text(encoding="utf-8"))
    except OSError as wrong:
        raise NotGiven(
            f"{path} cannot be read ({wrong.strerror}); name a calibration with --calibration FILE."
        ) from None
    except ValueError:
        raise NotGiven(f"{path} is no JSON; it is a calibration/1 object.") from None
    try:
        calibration = parse_calibration(body)
    except BadCalibration as wrong:
        raise NotGiven(f"{path}: {wrong}") from None
    try:
        return calibration, terms_of(body.get("terms"), boxes_of(calibration))
    except NotGiven as wrong:
        raise NotGiven(f"{path}: {wrong}") from None


def boxes_of(calibration: Calibration) -> int:
    """How many boxes the camera sees."""
    return max(1, sum(area.kind == "box" for area in calibration.areas))


def terms_of(given: object, boxes: int) -> Terms | None:
    """Terms as `{"profile", "options", "limits": {"min_minor", "max_minor", "step_minor"}, "pack", "pack_text"}`.

    `pack_text` is that of a house's own rule pack. Raises NotGiven.
    """
    if given is None:
        return None
    if not isinstance(given, Mapping) or not isinstance(given.get("profile"), str):
        raise NotGiven('terms is no object with a profile, such as {"profile": "casino-s17", "options": {}}.')
    options, limits = given.get("options") or {}, given.get("limits")
    if not isinstance(options, Mapping):
        raise NotGiven("terms.options is no object of options and values.")
    try:
        return compile_terms(given["profile"], options, limits=_limits(limits), pack=_pack(given), boxes=boxes)
    except IllegalOption as wrong:
        raise NotGiven(f"terms: {wrong}") from None


def _pack(given: Mapping[str, Any]) -> str:
    pack = given.get("pack", "originals")
    if not isinstance(pack, str):
        raise NotGiven("terms.pack is no name of a rule pack, such as originals.")
    text = given.get("pack_text")
    try:
        if isinstance(text, str) and not packs.is_known(pack):
            packs.know(parse_pack(text, f"{pack}.toml"))
        packs.load_pack(pack)
    except BadPack as wrong:
        raise NotGiven(f"terms.pack: {wrong}") from None
    return pack


def _limits(given: object) -> Limits | None:
    if given is None:
        return None
    names = ("min_minor", "max_minor", "step_minor")
    if not isinstance(given, Mapping) or any(type(given.get(name)) is not int or given[name] < 1 for name in names):
        raise NotGiven(f"terms.limits is no object of whole numbers above 0 {', '.join(names)}.")
    kinds = given.get("kinds", {})
    if not isinstance(kinds, Mapping) or not all(isinstance(one, Mapping) for one in kinds.values()):
        raise NotGiven("terms.limits.kinds is no object of limits by kind of bet.")
    try:
        found = {str(kind): KindLimits(**{name: int(one[name]) for name in names}) for kind, one in kinds.items()}
    except (KeyError, TypeError, ValueError):
        raise NotGiven(f"terms.limits.kinds has limits without {', '.join(names)}.") from None
    return Limits(given["min_minor"], given["max_minor"], given["step_minor"], {}, found)


class Findings:
    """What the engine finds in a recording by the cards alone, as printed lines."""

    def __init__(self, terms: Terms | None, camera: str) -> None:
        self._watching = Watching(terms, camera=f"camera:{camera}") if terms else None

    def take(self, row: dict[str, Any], at: str | float) -> list[dict[str, Any]]:
        """Lines of what a statement makes sure."""
        return self._lines(self._watching.take(row), at) if self._watching else []

    def end(self, at: str | float) -> list[dict[str, Any]]:
        """Lines of what the end of the recording makes sure."""
        return self._lines(self._watching.end(), at) if self._watching else []

    @staticmethod
    def _lines(found: list[Finding], at: str | float) -> list[dict[str, Any]]:
        return [{"finding": finding.as_json(), "at": at} for finding in found]
