"""Numbers of packs as people type them: one after the other, or from one to another. Pure."""

import re
from typing import Final

MOST: Final = 500
LONGEST: Final = 40
_NUMBERED: Final = re.compile(r"(.*?)(\d{1,12})")


class BadSerials(ValueError):
    """What was typed names no packs; `wrong` is the piece that does not."""

    def __init__(self, wrong: str) -> None:
        super().__init__(f"{wrong!r} names no packs; write numbers, or the first and the last as P-0001..P-0100.")
        self.wrong = wrong


def parse_serials(text: str) -> list[str]:
    """`P-0001..P-0003, P-7` as P-0001 P-0002 P-0003 P-7, each once, in the order typed. Raises BadSerials."""
    found: dict[str, None] = {}
    for piece in re.split(r"[\s,;]+", text.strip()):
        first, is_range, last = piece.partition("..")
        for serial in _range(first, last) if is_range else [piece]:
            if not 1 <= len(serial) <= LONGEST:
                raise BadSerials(piece)
            found[serial] = None
        if len(found) > MOST:
            raise BadSerials(piece)
    return list(found)


def _range(first: str, last: str) -> list[str]:
    begins, ends = _NUMBERED.fullmatch(first), _NUMBERED.fullmatch(last)
    whole = f"{first}..{last}"
    if not begins or not ends or begins[1] != ends[1]:
        raise BadSerials(whole)
    low, high, width = int(begins[2]), int(ends[2]), len(begins[2])
    if not 0 <= high - low < MOST or (len(ends[2]) != width and begins[2][0] == "0"):
        raise BadSerials(whole)
    return [f"{begins[1]}{number:0{width}}" for number in range(low, high + 1)]
