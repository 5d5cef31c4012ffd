"""What cards lie on: felts, woods, cloths, prints and clutter, none of them from a picture."""

import cv2
import numpy as np

from shoes.camera.kinds import Image

_FELTS = [(60, 90, 20), (40, 60, 10), (50, 50, 25), (110, 60, 20), (40, 30, 110), (40, 40, 40), (20, 20, 20)]
_WOODS = [(60, 100, 150), (110, 160, 200), (40, 60, 90), (160, 190, 215), (30, 40, 60), (80, 120, 180)]
_WORDS = [
    "BLACKJACK",
    "PAYS 3 TO 2",
    "INSURANCE",
    "DEALER",
    "A",
    "K",
    "10",
    "Q",
    "7",
    "9",
    "J",
    "PLACE BETS",
    "100",
    "25",
    "5",
]


def _noise(rng: np.random.Generator, size: tuple[int, int], grain: tuple[int, int]) -> np.ndarray:
    """Smooth noise float32 (h, w, 1) in -1..1 from a coarse grid of `grain` cells."""
    coarse = rng.random((grain[1], grain[0]), dtype=np.float32) * 2 - 1
    return cv2.resize(coarse, size, interpolation=cv2.INTER_CUBIC)[:, :, None]


def felt(rng: np.random.Generator, size: tuple[int, int]) -> Image:
    """A cloth of one colour with a fine nap; size is width, height."""
    base = np.array(_FELTS[int(rng.integers(len(_FELTS)))], np.float32)
    if rng.random() < 0.35:
        base = rng.integers(5, 245, 3).astype(np.float32)
    w, h = size
    picture = base + _noise(rng, size, (6, 6)) * rng.uniform(0, 14)
    fine = rng.random((h, w, 1), dtype=np.float32) - 0.5
    picture = picture + fine * rng.uniform(0, 40)
    return np.clip(picture, 0, 255).astype(np.uint8)


def wood(rng: np.random.Generator, size: tuple[int, int]) -> Image:
    """Boards with grain along one direction."""
    base = np.array(_WOODS[int(rng.integers(len(_WOODS)))], np.float32)
    grain = (4, int(rng.integers(20, 90))) if rng.random() < 0.5 else (int(rng.integers(20, 90)), 4)
    picture = base * (1 + _noise(rng, size, grain) * rng.uniform(0.04, 0.25) + _noise(rng, size, (5, 5)) * 0.08)
    return np.clip(picture, 0, 255).astype(np.uint8)


def weave(rng: np.random.Generator, size: tuple[int, int]) -> Image:
    """A rug or rough cloth: strong grain of a few pixels in two colours."""
    w, h = size
    cell = rng.uniform(1.5, 7)
    mask = _noise(rng, size, (max(int(w / cell), 2), max(int(h / cell), 2))) * rng.uniform(0.3, 1) * 0.5 + 0.5
    one, two = rng.integers(10, 220, 3), rng.integers(10, 240, 3)
    if rng.random() < 0.6:
        two = np.clip(one + rng.integers(-70, 70), 0, 255)
    return np.clip(one * mask + two * (1 - mask), 0, 255).astype(np.uint8)


def stripes(rng: np.random.Generator, size: tuple[int, int]) -> Image:
    """Checks, stripes and lines: notebooks, table cloths, printed layouts."""
    picture = felt(rng, size)
    step, colour = int(rng.integers(5, 50)), tuple(int(v) for v in rng.integers(0, 255, 3))
    for at in range(int(rng.integers(step)), max(size), step):
        if rng.random() < 0.9:
            cv2.line(
                picture, (at, 0), (at + int(rng.integers(-9, 9)), size[1]), colour, int(rng.integers(1, 6)), cv2.LINE_AA
            )
    if rng.random() < 0.4:
        for at in range(0, size[1], step):
            cv2.line(picture, (0, at), (size[0], at), colour, 2, cv2.LINE_AA)
    return picture


def write_words(picture: Image, rng: np.random.Generator, number: int) -> None:
    """Print words, ranks and sums on the ground, in place: text that is no index."""
    fonts = [cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_DUPLEX, cv2.FONT_HERSHEY_COMPLEX, cv2.FONT_HERSHEY_TRIPLEX]
    for _ in range(number):
        h, w = picture.shape[:2]
        word = _WORDS[int(rng.integers(len(_WORDS)))]
        at = int(rng.integers(-20, w)), int(rng.integers(0, h + 10))
        colour = tuple(int(v) for v in rng.integers(0, 255, 3))
        size, weight = float(rng.uniform(0.3, 1.4)), int(rng.integers(1, 4))
        cv2.putText(picture, word, at, fonts[int(rng.integers(4))], size, colour, weight, cv2.LINE_AA)


def draw_chip(picture: Image, rng: np.random.Generator, radius: float) -> tuple[int, int, int]:
    """A chip or coin, in place; returns its centre and radius in pixels."""
    h, w = picture.shape[:2]
    x, y, r = int(rng.integers(0, w)), int(rng.integers(0, h)), max(int(radius), 3)
    colour = tuple(int(v) for v in rng.integers(0, 255, 3))
    cv2.circle(picture, (x, y), r, colour, -1, cv2.LINE_AA)
    for n in range(8):
        a = n * np.pi / 4 + rng.random()
        p, q = (x + r * np.cos(a), y + r * np.sin(a)), (x + 0.75 * r * np.cos(a), y + 0.75 * r * np.sin(a))
        cv2.line(picture, (int(p[0]), int(p[1])), (int(q[0]), int(q[1])), (235, 235, 235), max(r // 5, 1), cv2.LINE_AA)
    inner = (240, 240, 240) if rng.random() < 0.5 else colour
    cv2.circle(picture, (x, y), int(r * 0.62), inner, -1, cv2.LINE_AA)
    text = ["5", "25", "100", "10", "1", "A", "500"][int(rng.integers(7))]
    ink = (20, 20, 20) if rng.random() < 0.6 else (30, 30, 190)
    cv2.putText(
        picture, text, (x - r // 2, y + r // 3), cv2.FONT_HERSHEY_DUPLEX, r / 34, ink, max(r // 16, 1), cv2.LINE_AA
    )
    return x, y, r


def draw_paper(picture: Image, rng: np.random.Generator) -> None:
    """Card-sized paper, notes and leaves, in place: bright shapes that are no cards."""
    h, w = picture.shape[:2]
    centre, size = rng.random(2) * (w, h), rng.uniform(0.1, 0.5, 2) * min(w, h)
    quad = cv2.boxPoints(
        ((float(centre[0]), float(centre[1])), (float(size[0]), float(size[1])), float(rng.uniform(0, 180)))
    )
    shade = int(rng.integers(120, 255))
    colour = (shade, shade, shade) if rng.random() < 0.5 else tuple(int(v) for v in rng.integers(60, 255, 3))
    cv2.fillPoly(picture, [quad.astype(np.int32)], colour, cv2.LINE_AA)


def ground(rng: np.random.Generator, size: tuple[int, int], *, clutter: bool = True) -> Image:
    """A ground of any kind, uint8 (h, w, 3); with `clutter` also print, chips and paper on it."""
    kind = rng.choice(4, p=[0.4, 0.25, 0.2, 0.15])
    picture = (felt, wood, weave, stripes)[int(kind)](rng, size)
    if clutter and rng.random() < 0.35:
        draw_paper(picture, rng)
    if clutter and rng.random() < 0.3:
        write_words(picture, rng, int(rng.integers(1, 6)))
    if clutter and rng.random() < 0.2:
        for _ in range(int(rng.integers(1, 5))):
            draw_chip(picture, rng, rng.uniform(0.04, 0.14) * min(size))
    return picture
