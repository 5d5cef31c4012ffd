"""Options of a sign: which values an option may have, and its one canonical form. Pure.

A value is canonical as int, bool, or text: decimals and ratios are text without trailing zeros (`0.5`, `3:2`).
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from typing import Final

Value = int | bool | str


class IllegalOption(ValueError):
    """An option, value or combination that no sign may post; the message is one sentence that says what may be.

    `code` and `told` say the same to whoever words it for a reader, `options` which options it is about.
    """

    def __init__(self, message: str, *, code: str, options: tuple[str, ...] = (), **args: object) -> None:
        super().__init__(message)
        self.code, self.options, self.told = code, options, args


class UnknownProfile(IllegalOption):
    """A profile of no game."""


@dataclass(frozen=True, slots=True)
class Option:
    """What an option may be: `read` gives the canonical value or None, `right` says it in words.

    `values` are all of them where they can be counted; otherwise `kind` is `whole`, `decimal` or `ratio`, with the
    bounds `low` and `high`, and `or_word` is a word that stands for no number.
    """

    read: Callable[[object], Value | None]
    right: str
    values: tuple[Value, ...] = ()
    kind: str = "one_of"
    low: str = ""
    high: str = ""
    or_word: str = ""


_RATIO: Final = re.compile(r"([1-9]\d{0,3}):([1-9]\d{0,3})")


def decimal_text(value: Decimal) -> str:
    """`2.5`, `10`, `0`: no exponent, no trailing zeros, never -0."""
    text = f"{value:f}"
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def read_decimal(value: object) -> Decimal | None:
    if isinstance(value, bool) or not isinstance(value, (int, str, float)):
        return None
    try:
        number = Decimal(str(value))
    except InvalidOperation:
        return None
    return number if number.is_finite() else None


def one_of(*values: str) -> Option:
    return Option(lambda v: v if isinstance(v, str) and v in values else None, "one of " + ", ".join(values), values)


def only(value: Value) -> Option:
    """An option that this game fixes."""
    right = f"{_text(value)} in this game"
    return Option(lambda v: value if v == value and type(v) is type(value) else None, right, (value,))


def yes_no() -> Option:
    return Option(lambda v: v if isinstance(v, bool) else None, "true or false", (True, False))


def whole(low: int, high: int | None = None, *, or_word: str | None = None) -> Option:
    def read(value: object) -> Value | None:
        if or_word is not None and (value == or_word or value is None or value is False):
            return or_word
        is_whole = type(value) is int and value >= low and (high is None or value <= high)
        return value if is_whole else None  # type: ignore[return-value]

    span = f"a whole number from {low}" + ("" if high is None else f" to {high}")
    right = span + ("" if or_word is None else f", or {or_word}")
    return Option(read, right, (), "whole", str(low), "" if high is None else str(high), or_word or "")


def above_zero(high: str | None = None) -> Option:
    def read(value: object) -> Value | None:
        number = read_decimal(value)
        if number is None or number <= 0 or (high is not None and number > Decimal(high)):
            return None
        return decimal_text(number)

    right = "a decimal above 0" + ("" if high is None else f", at most {high}")
    return Option(read, right, (), "decimal", "0", high or "")


def ratio() -> Option:
    def read(value: object) -> Value | None:
        return value if isinstance(value, str) and _RATIO.fullmatch(value) else None

    return Option(read, "a ratio such as 2:1", (), "ratio")


def _text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def canonical(game: str, table: Mapping[str, Option], given: Mapping[str, object]) -> dict[str, Value]:
    """The given options in canonical form. Raises IllegalOption."""
    values: dict[str, Value] = {}
    for name, value in given.items():
        option = table.get(name)
        if option is None:
            raise IllegalOption(
                f"{name} is no option of {game}; its options are {', '.join(sorted(table))}.",
                code="no-option",
                name=name,
                game=game,
            )
        read = option.read(value)
        if read is None:
            raise IllegalOption(
                f"{name} cannot be {_text(value)!r}; it must be {option.right}.",
                code="value",
                options=(name,),
                value=_text(value),
                game=game,
            )
        values[name] = read
    return values
