"""Whole decks and court pictures from the public-domain artwork in `$SEVENTEEN_SHARED/art`."""

import os
import subprocess
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from shoes.camera.kinds import RANKS, SUITS, Image
from shoes.scenes.decks import CARD_H, CARD_W, Face, Mark, rounded

_SUIT_WORDS = {"S": "spade", "H": "heart", "D": "diamond", "C": "club"}
_RANK_WORDS = {"A": "Ace", "T": "10", "J": "Jack", "Q": "Queen", "K": "King"}
_LEFT_STRIP_PX, _LOWEST_INDEX_PX = 42, 150


class ArtMissing(Exception):
    """The artwork is not where it should be; the message says where it was looked for."""


@dataclass(frozen=True)
class Artwork:
    """Decks with their indices found, and sets of twelve court pictures (J, Q, K of S, H, D, C)."""

    decks: list[list[Face]]
    courts: list[tuple[Image, ...]]


def _knoll(card: str) -> str:
    return f"{'10' if card[0] == 'T' else card[0]}{card[1]}.svg"


def _spatz(card: str) -> str:
    return f"{_SUIT_WORDS[card[1]]}{_RANK_WORDS.get(card[0], card[0])}.svg"


def _pysol(card: str) -> str:
    return f"{RANKS.index(card[0]) + 1:02d}{card[1].lower()}.png"


# The decks of which the suit stands under the rank; Horizontal2 has it beside and lends its courts only.
_DECKS = {
    "knoll": _knoll,
    "spatz-Vertical2": _spatz,
    "spatz-Vertical4": _spatz,
    "pysol-neo": _pysol,
    "pysol-me-uk": _pysol,
}


def _picture(path: Path) -> Image:
    """One face on white, uint8 (336, 240, 3)."""
    if path.suffix == ".svg":
        try:
            made = subprocess.run(
                ["rsvg-convert", "-w", "480", "-h", "672", str(path)], capture_output=True, check=True
            )
        except FileNotFoundError as error:
            raise ArtMissing("rsvg-convert draws the artwork and is missing: apt-get install librsvg2-bin") from error
        raw = np.frombuffer(made.stdout, np.uint8)
    else:
        raw = np.fromfile(path, np.uint8)
    read = cv2.imdecode(raw, cv2.IMREAD_UNCHANGED)
    if read is None or read.ndim != 3:
        raise ArtMissing(f"{path} is no picture of a card.")
    if read.shape[2] == 4:
        alpha = read[:, :, 3:].astype(np.float32) / 255
        read = (read[:, :, :3] * alpha + 255 * (1 - alpha)).astype(np.uint8)
    return np.asarray(cv2.resize(read, (CARD_W, CARD_H), interpolation=cv2.INTER_AREA), np.uint8)


def _runs(rows: "np.ndarray") -> list[tuple[int, int]]:
    """First and last row of each unbroken run of ink."""
    edges = np.flatnonzero(np.diff(np.concatenate([[0], rows.astype(np.int8), [0]])))
    return [(int(a), int(b)) for a, b in edges.reshape(-1, 2) if b - a > 6]


def _mark(four: Image) -> Mark:
    """Where the index stands, from the four of spades: it has nothing else at its left edge."""
    ink = four[6:_LOWEST_INDEX_PX, 4:_LEFT_STRIP_PX].min(axis=2) < 110
    (r0, r1), (s0, s1) = _runs(ink.any(axis=1))[:2]
    columns = np.flatnonzero(ink[r0:s1].any(axis=0))
    x0, x1 = float(columns.min() + 4), float(columns.max() + 5)
    return Mark((x0, r0 + 6.0, x1, r1 + 6.0), (x0, s0 + 6.0, x1, s1 + 6.0))


def _deck(folder: Path, name: str) -> list[Face]:
    pictures = {rank + suit: _picture(folder / _DECKS[name](rank + suit)) for rank in RANKS for suit in SUITS}
    mark = _mark(pictures["4S"])
    alpha = rounded(14)[:, :, None]
    faces = []
    for card, picture in pictures.items():
        picture[:1] = picture[-1:] = 205
        picture[:, :1] = picture[:, -1:] = 205
        faces.append(Face(np.dstack([picture, alpha]), card, (mark, mark.turned())))
    return faces


def read_artwork() -> Artwork:
    """All decks of `$SEVENTEEN_SHARED/art`. Raises ArtMissing."""
    root = Path(os.environ.get("SEVENTEEN_SHARED", "")) / "art"
    if not (root / "knoll").is_dir():
        raise ArtMissing(f"No card artwork in {root}: set SEVENTEEN_SHARED to the folder that holds art/.")
    decks = [_deck(root / name, name) for name in _DECKS]
    order = [rank + suit for rank in "JQK" for suit in SUITS]
    courts = []
    for faces in decks:
        by_card = {face.card: face.image for face in faces}
        courts.append(tuple(by_card[card][40:296, 50:190, :3].copy() for card in order))
    return Artwork(decks, courts)
