"""Two plots as SVG text: how far a read's confidence can be trusted, and what several frames read that one does not."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import sqrt

from shoes.training.drawn_cards import SURETIES
from shoes.training.many_frames import AFTER, HEIGHTS, Seen

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 640, 360, 58, 16, 34, 46
Scale = Callable[[float], float]
COLOURS = ("#1f6f54", "#b3541e")
# Share of intervals of repeated counts that hold the true share: 95%.
_Z = 1.96
_FEWEST = 5


@dataclass(frozen=True)
class Point:
    """A share at x, between two bounds, from so many."""

    x: float
    share: float
    low: float
    high: float
    number: int


@dataclass(frozen=True)
class Series:
    name: str
    points: Sequence[Point]


@dataclass(frozen=True)
class Axis:
    """Ends and ticks; the first and last tick need not be the ends."""

    low: float
    high: float
    ticks: Sequence[float]
    title: str


def share_of(x: float, hits: int, number: int) -> Point:
    """The share with Wilson's interval (source: Wilson 1927, Probable inference, eq. 7 in today's form)."""
    share, square = hits / number, _Z**2
    middle = (share + square / (2 * number)) / (1 + square / number)
    half = _Z / (1 + square / number) * sqrt(share * (1 - share) / number + square / (4 * number**2))
    return Point(x, share, max(0.0, middle - half), min(1.0, middle + half), number)


def reliability(guesses: Mapping[str, Sequence[tuple[int, int]]]) -> str:
    """How many of the guesses of a confidence are right, by name of what was read; a pair (guesses, right) a band."""
    series = []
    for name, bands in guesses.items():
        middles = ((low + min(high, 1.0)) / 2 for low, high in pairwise(SURETIES))
        points = [
            share_of(x, right, number) for x, (number, right) in zip(middles, bands, strict=True) if number >= _FEWEST
        ]
        series.append(Series(f"{name} ({sum(number for number, _ in bands):,} cards)", points))
    ticks = (0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0)
    axes = Axis(0.3, 1.0, ticks, "confidence of the best reading"), Axis(0.0, 1.0, (0, 0.2, 0.4, 0.6, 0.8, 1), "right")
    return _chart("Right reads by confidence", *axes, series, is_diagonal=True)


def frames(sums: dict[int, Seen]) -> str:
    """How many cards are said rightly after one frame and after many, by the height of their index."""
    series = []
    for after in AFTER:
        points = [
            share_of((HEIGHTS[band] + HEIGHTS[band + 1]) / 2, seen.right[after], seen.cards)
            for band, seen in sorted(sums.items())
            if seen.cards >= _FEWEST
        ]
        series.append(Series(f"{after} frame{'s' * (after > 1)}", points))
    ticks = (8, 12, 16, 20, 24, 28, 32, 36, 40)
    axes = Axis(8, 42, ticks, "height of the corner index, pixels"), Axis(0, 1, (0, 0.2, 0.4, 0.6, 0.8, 1), "recall")
    return _chart("Cards read by the height of their index", *axes, series)


def _chart(title: str, across: Axis, up: Axis, series: Sequence[Series], *, is_diagonal: bool = False) -> str:
    def x(value: float) -> float:
        return LEFT + (value - across.low) / (across.high - across.low) * (WIDTH - LEFT - RIGHT)

    def y(value: float) -> float:
        return HEIGHT - BOTTOM - (value - up.low) / (up.high - up.low) * (HEIGHT - TOP - BOTTOM)

    def line(x0: float, y0: float, x1: float, y1: float, style: str) -> str:
        return f'<line x1="{x0:.1f}" y1="{y0:.1f}" x2="{x1:.1f}" y2="{y1:.1f}" {style}/>'

    def text(at_x: float, at_y: float, words: str, style: str = 'text-anchor="middle"') -> str:
        return f'<text x="{at_x:.1f}" y="{at_y:.1f}" {style}>{words}</text>'

    grid, left, foot = 'stroke="#d8d8d4"', x(across.low), y(up.low)
    parts = [text(WIDTH / 2, 20, title, 'text-anchor="middle" font-size="14" font-weight="600"')]
    for tick in up.ticks:
        parts += [
            line(left, y(tick), x(across.high), y(tick), grid),
            text(left - 8, y(tick) + 4, f"{tick:g}", 'text-anchor="end"'),
        ]
    for tick in across.ticks:
        parts += [line(x(tick), foot, x(tick), y(up.high), grid), text(x(tick), foot + 17, f"{tick:g}")]
    parts.append(text((left + x(across.high)) / 2, HEIGHT - 8, across.title))
    parts.append(
        text(14, (TOP + foot) / 2, up.title, f'text-anchor="middle" transform="rotate(-90 14 {(TOP + foot) / 2:.0f})"')
    )
    if is_diagonal:
        dashes = 'stroke="#8a8a84" stroke-dasharray="4 4"'
        parts.append(line(x(across.low), y(across.low), x(across.high), y(across.high), dashes))
    for number, (one, colour) in enumerate(zip(series, COLOURS, strict=False)):
        parts += _drawn(one, colour, x, y)
        key_y = foot - 14 - 18 * (len(series) - 1 - number)
        parts.append(f'<circle cx="{x(across.high) - 190:.1f}" cy="{key_y:.1f}" r="4" fill="{colour}"/>')
        parts.append(text(x(across.high) - 180, key_y + 4, one.name, 'text-anchor="start"'))
    body = "\n".join(parts)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}" '
        f'font-family="sans-serif" font-size="12" fill="#222">\n<title>{title}</title>\n'
        f'<rect width="100%" height="100%" fill="#fff"/>\n{body}\n</svg>\n'
    )


def _drawn(series: Series, colour: str, x: Scale, y: Scale) -> Iterable[str]:
    """Points with their intervals, joined."""
    path = " ".join(f"{x(point.x):.1f},{y(point.share):.1f}" for point in series.points)
    yield f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="1.5"/>'
    for point in series.points:
        yield (
            f'<line x1="{x(point.x):.1f}" y1="{y(point.low):.1f}" x2="{x(point.x):.1f}" y2="{y(point.high):.1f}" '
            f'stroke="{colour}" stroke-width="1.5" opacity="0.6"/>'
        )
        yield (
            f'<circle cx="{x(point.x):.1f}" cy="{y(point.share):.1f}" r="3.5" fill="{colour}">'
            f"<title>{point.share:.4f} of {point.number:,}</title></circle>"
        )
