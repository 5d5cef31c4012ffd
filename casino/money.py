"""Money as whole minor units, and its text; no float touches it.

parse("37.50") == 3750        format(-123450) == "−1 234.50" with U+2212 and U+202F
"""

import re
from typing import Final

from django.utils.translation import get_language
from django.utils.translation import gettext as _

MINUS: Final = "\u2212"
THIN: Final = "\u202f"
DECIMALS: Final = 2
LARGEST_MINOR: Final = 10**15
_NUMBER = re.compile(r"([-\u2212]?)(\d+)(?:[.,](\d*))?", re.ASCII)
_BLANKS = str.maketrans("", "", " \u00a0\u202f\u2009'")


class NotMoney(ValueError):
    """A text that is no sum; the message says what would be."""


def parse(text: str, *, decimals: int = DECIMALS) -> int:
    """Minor units of a typed sum such as `37.50`, `37,5` or `1 200`. Raises NotMoney; nothing is ever rounded."""
    match = _NUMBER.fullmatch(text.strip().translate(_BLANKS))
    if not match:
        example = {"text": text, "example": _example(decimals)}
        raise NotMoney(_("“%(text)s” is no sum of money; write it as %(example)s.") % example)
    sign, whole, fraction = match[1], match[2], match[3] or ""
    if len(fraction) > decimals:
        example = {"text": text, "count": str(decimals), "example": _example(decimals)}
        raise NotMoney(_("“%(text)s” has too many decimals; %(count)s at most, such as %(example)s.") % example)
    minor = int(whole + fraction.ljust(decimals, "0"))
    if minor > LARGEST_MINOR:
        raise NotMoney(_("“%(text)s” is more money than a house holds; check the digits.") % {"text": text})
    return -minor if sign else minor


def format(minor: int, *, language: str = "en", decimals: int = DECIMALS, always: bool = False) -> str:  # noqa: A001
    """Text of `minor` units; whole sums drop their zeros unless `always`. Russian has a decimal comma."""
    whole, fraction = divmod(abs(minor), 10**decimals)
    text = f"{whole:,}".replace(",", THIN)
    if fraction or (always and decimals):
        text += ("," if language.startswith("ru") else ".") + f"{fraction:0{decimals}d}"
    return (MINUS if minor < 0 else "") + text


def _example(decimals: int) -> str:
    minor = int("37" + "5".ljust(decimals, "0")) if decimals else 37
    return format(minor, language=get_language() or "en", decimals=decimals)
