"""Fields of a case's `input`, read with one sentence for what is wrong. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from shoes.cards import NotACard, parse_cards
from tables.rules.options import read_decimal
from tables.rules.replay.rounds import BadField


def given(case: Mapping[str, Any]) -> Mapping[str, Any]:
    found = case.get("input") or {}
    if not isinstance(found, dict):
        raise BadField(f"input is {found!r}; it must be an object")
    return found


def texts(found: Mapping[str, Any], key: str) -> list[str]:
    value = found.get(key, [])
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise BadField(f"input.{key} is {value!r}; it must be a list of texts")
    return value


def numbers(found: Mapping[str, Any], key: str) -> list[int]:
    value = found.get(key, [])
    if not isinstance(value, list) or not all(type(item) is int and item >= 0 for item in value):
        raise BadField(f"input.{key} is {value!r}; it must be a list of whole numbers")
    return value


def number(found: Mapping[str, Any], key: str, default: int | None = None, *, least: int = 0) -> int:
    value = found.get(key, default)
    if type(value) is not int or value < least:
        raise BadField(f"input.{key} is {value!r}; it must be a whole number from {least}")
    return value


def decimal(found: Mapping[str, Any], key: str, default: object = None) -> Decimal:
    value = read_decimal(found.get(key, default))
    if value is None:
        raise BadField(f"input.{key} is {found.get(key)!r}; it must be a decimal")
    return value


def cards(text: object, key: str) -> list[int]:
    if not isinstance(text, str):
        raise BadField(f"{key} is {text!r}; it must be a text of cards")
    try:
        return parse_cards(text)
    except NotACard as error:
        raise BadField(f"{key}: {error}") from None
