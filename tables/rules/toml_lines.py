"""On which line each key of a TOML text stands: what the parser of the standard library does not tell. Pure.

The text is one that `tomllib` has read without complaint, so only its outline is looked at here.
"""

import re
from typing import Final

Path = tuple[str | int, ...]

_KEY: Final = r"""(?:[A-Za-z0-9_-]+|"(?:[^"\\]|\\.)*"|'[^']*')"""
_DOTTED: Final = rf"{_KEY}(?:\s*\.\s*{_KEY})*"
HEAD: Final = re.compile(rf"\s*(\[\[?)\s*({_DOTTED})\s*\]")
PAIR: Final = re.compile(rf"\s*({_DOTTED})\s*=")
_PART: Final = re.compile(_KEY)
_STRING: Final = re.compile(r'"""|\'\'\'|"(?:[^"\\]|\\.)*"|\'[^\']*\'|#.*')


def lines_of(text: str) -> dict[Path, int]:
    """The line of every table and key; `("I-2", "choice", 1, "effect")` is a key of the second `[[I-2.choice]]`."""
    found: dict[Path, int] = {}
    counts: dict[Path, int] = {}
    table: Path = ()
    depth, quote = 0, ""
    for number, line in enumerate(text.split("\n"), 1):
        if not depth and not quote:
            if head := HEAD.match(line):
                table = _table(_parts(head[2]), counts, is_list=head[1] == "[[")
                found.setdefault(table, number)
                continue
            if pair := PAIR.match(line):
                path = (*table, *_parts(pair[1]))
                for length in range(len(table) + 1, len(path) + 1):
                    found.setdefault(path[:length], number)
                line = line[pair.end() :]
        depth, quote = _open_after(line, depth, quote)
    return found


def _parts(dotted: str) -> tuple[str, ...]:
    return tuple(part[1:-1] if part[0] in "\"'" else part for part in _PART.findall(dotted))


def _table(parts: tuple[str, ...], counts: dict[Path, int], *, is_list: bool) -> Path:
    """The path of a header; within a list of tables it means the last one."""
    path: Path = ()
    for index, part in enumerate(parts):
        path = (*path, part)
        if is_list and index == len(parts) - 1:
            counts[path] = counts.get(path, -1) + 1
        if path in counts:
            path = (*path, counts[path])
    return path


def _open_after(line: str, depth: int, quote: str) -> tuple[int, str]:
    """How many brackets, and which long string, are still open where the line ends."""
    at = 0
    while at < len(line):
        if quote:
            end = line.find(quote, at)
            if end < 0:
                return depth, quote
            at, quote = end + 3, ""
            continue
        part = _STRING.match(line, at)
        if part and part[0] in ('"""', "'''"):
            quote = part[0]
        if part:
            at = part.end()
            continue
        depth += {"[": 1, "{": 1, "]": -1, "}": -1}.get(line[at], 0)
        at += 1
    return depth, quote
