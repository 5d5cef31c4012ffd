"""Money as minor units and its text."""

import pytest
from django.utils import translation

from casino import money


@pytest.mark.parametrize(
    ("text", "minor"),
    [
        ("37.50", 3750),
        ("37,5", 3750),
        ("37", 3700),
        ("1 200", 120000),
        ("1\u202f200,05", 120005),
        ("-3.07", -307),
        ("\u221220", -2000),
        ("0", 0),
    ],
)
def test_a_typed_sum_becomes_minor_units(text: str, minor: int) -> None:
    assert money.parse(text) == minor


@pytest.mark.parametrize("text", ["", "ten", "1.2.3", "٣", "1e3", "--2", ".5", "0x10"])
def test_what_is_no_sum_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(money.NotMoney, match=r"37\.50"):
        money.parse(text)


def test_too_many_decimals_are_refused_and_never_rounded() -> None:
    with pytest.raises(money.NotMoney, match="too many decimals"):
        money.parse("12.345")


def test_the_example_is_written_as_the_reader_writes() -> None:
    with translation.override("ru"), pytest.raises(money.NotMoney, match="37,50"):
        money.parse("ten")


def test_a_sum_without_decimals_is_refused_decimals() -> None:
    with pytest.raises(money.NotMoney, match="such as 37"):
        money.parse("12.5", decimals=0)


def test_more_than_a_house_holds_is_refused() -> None:
    with pytest.raises(money.NotMoney, match="check the digits"):
        money.parse("9" * 20)


@pytest.mark.parametrize(
    ("minor", "language", "text"),
    [
        (3750, "en", "37.50"),
        (3700, "en", "37"),
        (-123450, "en", "\u22121\u202f234.50"),
        (-123450, "ru", "\u22121\u202f234,50"),
        (100000000, "ru", "1\u202f000\u202f000"),
        (5, "en", "0.05"),
        (0, "en", "0"),
    ],
)
def test_minor_units_become_text(minor: int, language: str, text: str) -> None:
    assert money.format(minor, language=language) == text


def test_a_column_keeps_its_zeros() -> None:
    assert money.format(3700, always=True) == "37.00"


@pytest.mark.parametrize("minor", [0, 1, -1, 99, 100, 12345678, -98765432101])
def test_text_and_parse_agree(minor: int) -> None:
    assert money.parse(money.format(minor)) == minor
