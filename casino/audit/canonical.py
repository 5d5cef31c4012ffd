"""Canonical JSON: one text for one value, so that a hash means something (RFC 8785, integers only). Pure."""

from datetime import UTC, datetime
from typing import Any

import rfc8785

# RFC 8785 numbers are IEEE doubles; beyond this an integer has no one text.
LARGEST = 2**53 - 1


class NotCanonical(ValueError):
    """A value that has no canonical text; the message names it."""


def canonical(value: Any) -> str:
    """The text of `value`: sorted keys, no blanks, integers only. Raises NotCanonical."""
    _check(value, "$")
    return rfc8785.dumps(value).decode()


def utc_ms(moment: datetime) -> str:
    """`moment` in UTC with milliseconds, such as 2026-03-01T18:00:00.250Z. Raises NotCanonical without a zone."""
    if moment.tzinfo is None:
        raise NotCanonical(f"{moment} has no time zone; give the moment in UTC.")
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _check(value: Any, path: str) -> None:
    if value is None or isinstance(value, str | bool):
        return
    if isinstance(value, int):
        if abs(value) > LARGEST:
            raise NotCanonical(f"{path} is {value}; whole numbers go up to {LARGEST}.")
    elif isinstance(value, dict):
        for key, inner in value.items():
            if not isinstance(key, str):
                raise NotCanonical(f"{path} has the key {key!r}; keys are texts.")
            _check(inner, f"{path}.{key}")
    elif isinstance(value, list | tuple):
        for index, inner in enumerate(value):
            _check(inner, f"{path}[{index}]")
    else:
        raise NotCanonical(
            f"{path} is a {type(value).__name__}; only texts, whole numbers, yes/no, lists and objects stand here."
        )
