"""Rank and suit shapes from the typefaces of permissive Debian packages, read once into masks."""

import subprocess
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from fontTools.ttLib import TTFont
from PIL import Image as Pictures
from PIL import ImageDraw, ImageFont

from shoes.camera.kinds import RANKS, SUITS, Image
from shoes.scenes.glyphs import crop
from shoes.training.families import CLASSIC, HELD_OUT, OTHER
from shoes.training.typefaces import Typefaces

_NOTO = ("NotoSans-", "NotoSerif-", "NotoSansDisplay-", "NotoSerifDisplay-", "NotoSansMono-", "NotoSansSymbols2-")
_SLANTED = (
    "italic",
    "oblique",
    "slanted",
    "swash",
    "thin",
    "hairline",
    "extralight",
    "-it.",
    "kursiv",
    "caps",
    "unslanted",
)
# Key caps, initials with an outline, and slanted faces of Linux Libertine, whose names do not say so.
_NO_PRINT = ("linbiolinum_k", "linlibertine_i.", "_ri.", "_rbi.", "_rzi.")
_SUIT_POINTS = {"S": 0x2660, "H": 0x2665, "D": 0x2666, "C": 0x2663}
_EM_PX = 200


class FontsMissing(RuntimeError):
    """Too few typefaces on this machine; the message says what to install."""


def _files(package: str) -> list[Path]:
    listed = subprocess.run(["dpkg", "-L", package], capture_output=True, text=True, check=False)
    paths = sorted(Path(line) for line in listed.stdout.splitlines() if line.lower().endswith((".ttf", ".otf")))
    if package == "fonts-noto-core":
        paths = [p for p in paths if p.name.startswith(_NOTO)]
    return [p for p in paths if not any(word in p.name.lower() for word in (*_SLANTED, *_NO_PRINT))]


def _mask(font: ImageFont.FreeTypeFont, text: str) -> Image:
    canvas = Pictures.new("L", (_EM_PX * 3, _EM_PX * 3), 0)
    ImageDraw.Draw(canvas).text((_EM_PX, _EM_PX // 2), text, fill=255, font=font)
    return crop(np.asarray(canvas, np.uint8))


def _ten(one: Image, nought: Image) -> Image:
    """The index "10": two digits set tight, as cards have it."""
    h = max(one.shape[0], nought.shape[0])
    parts = [np.pad(m, ((h - m.shape[0], 0), (0, 0))) for m in (one, nought)]
    return np.hstack([parts[0], np.zeros((h, _EM_PX // 14), np.uint8), parts[1]])


def _is_cut(diamond: Image) -> bool:
    """Whether a diamond is no diamond, which tells that the font's suits were cut off."""
    ink = (diamond > 128).sum(axis=1)
    half = len(ink) // 2
    return bool(abs(int(ink[:half].sum()) - int(ink[half:].sum())) > 0.2 * ink.sum())


def _read(path: Path) -> tuple[dict[str, Image] | None, dict[str, Image] | None]:
    """Rank masks and suit masks of one font file, None where it has not all of them."""
    points = TTFont(path, lazy=True).getBestCmap() or {}
    font = ImageFont.truetype(str(path), _EM_PX)
    ranks = suits = None
    if all(ord(c) in points for c in "0123456789AJQK"):
        ranks = {rank: _mask(font, rank) for rank in RANKS if rank != "T"}
        ranks["T"] = _ten(_mask(font, "1"), _mask(font, "0"))
        if min(m.shape[0] for m in ranks.values()) < _EM_PX // 4:
            ranks = None
    if all(point in points for point in _SUIT_POINTS.values()):
        suits = {suit: _mask(font, chr(_SUIT_POINTS[suit])) for suit in SUITS}
        filled = [float((m > 128).mean()) for m in suits.values()]
        if min(m.shape[0] for m in suits.values()) < _EM_PX // 5 or min(filled) < 0.36 or _is_cut(suits["D"]):
            suits = None
    return ranks, suits


def _faces(packages: dict[str, str], suits: list[dict[str, Image]]) -> Iterator[dict[str, Image]]:
    for package in packages:
        for path in _files(package):
            try:
                ranks, shapes = _read(path)
            except Exception as error:  # a font file may break its reader in any way; it is named and left out
                print(f"{path} was left out: {error}", flush=True)
                continue
            if shapes:
                suits.append(shapes)
            if ranks:
                yield ranks


def read_typefaces() -> Typefaces:
    """All shapes this machine has. Raises FontsMissing if fewer than a hundred faces are there."""
    suits: list[dict[str, Image]] = []
    classic, other = list(_faces(CLASSIC, suits)), list(_faces(OTHER, suits))
    if len(classic) + len(other) < 100 or not suits:
        raise FontsMissing("Too few fonts to train on: apt-get install " + " ".join([*CLASSIC, *OTHER]))
    return Typefaces(classic, other, suits)


def read_held_out() -> Typefaces:
    """The shapes of the families that only measuring draws. Raises FontsMissing if fewer than thirty are there."""
    suits: list[dict[str, Image]] = []
    faces = list(_faces(HELD_OUT, suits))
    if len(faces) < 30 or not suits:
        raise FontsMissing("Too few fonts to measure on: apt-get install " + " ".join(HELD_OUT))
    return Typefaces(faces, faces, suits)
