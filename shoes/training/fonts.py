"""Rank and suit shapes from the typefaces of permissive Debian packages, read once into masks."""

import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from fontTools.ttLib import TTFont
from PIL import Image as Pictures
from PIL import ImageDraw, ImageFont

from shoes.camera.kinds import RANKS, SUITS, Image
from shoes.scenes.glyphs import crop

# Licences as in each package's copyright file; the two lists differ only in how often a face is drawn.
CLASSIC = {
    "fonts-texgyre": "GUST",
    "fonts-liberation2": "OFL-1.1",
    "fonts-liberation": "OFL-1.1",
    "fonts-lmodern": "GUST",
    "fonts-cmu": "OFL-1.1",
    "fonts-oldstandard": "OFL-1.1",
    "fonts-gfs-didot": "OFL-1.1",
    "fonts-gfs-bodoni-classic": "OFL-1.1",
    "fonts-gfs-artemisia": "OFL-1.1",
    "fonts-crosextra-caladea": "Apache-2.0",
    "fonts-paratype": "ParaType Free",
    "fonts-roboto-slab": "Apache-2.0",
    "fonts-opendin": "OFL-1.1",
    "fonts-routed-gothic": "OFL-1.1",
    "fonts-national-park": "OFL-1.1",
    "fonts-vollkorn": "OFL-1.1",
    "fonts-stix": "OFL-1.1",
}
OTHER = {
    "fonts-roboto-unhinted": "Apache-2.0",
    "fonts-dejavu-core": "Bitstream Vera",
    "fonts-dejavu-extra": "Bitstream Vera",
    "fonts-bebas-neue": "OFL-1.1",
    "fonts-cabin": "OFL-1.1",
    "fonts-cantarell": "OFL-1.1",
    "fonts-cardo": "OFL-1.1",
    "fonts-clear-sans": "Apache-2.0",
    "fonts-courier-prime": "OFL-1.1",
    "fonts-crosextra-carlito": "OFL-1.1",
    "fonts-dosis": "OFL-1.1",
    "fonts-ebgaramond": "OFL-1.1",
    "fonts-fanwood": "OFL-1.1",
    "fonts-go": "BSD-3-Clause",
    "fonts-goudybookletter": "public domain",
    "fonts-inter": "OFL-1.1",
    "fonts-junicode": "OFL-1.1",
    "fonts-lato": "OFL-1.1",
    "fonts-league-spartan": "OFL-1.1",
    "fonts-manrope": "OFL-1.1",
    "fonts-mplus": "OFL-1.1",
    "fonts-nanum": "OFL-1.1",
    "fonts-noto-core": "OFL-1.1",
    "fonts-open-sans": "Apache-2.0",
    "fonts-play": "OFL-1.1",
    "fonts-prociono": "public domain",
    "fonts-quattrocento": "OFL-1.1",
    "fonts-roadgeek": "MIT",
    "fonts-sil-charis": "OFL-1.1",
    "fonts-sil-doulos": "OFL-1.1",
    "fonts-sil-gentiumplus": "OFL-1.1",
    "fonts-symbola": "free for any use",
    "fonts-tuffy": "public domain",
    "fonts-vlgothic": "M+, BSD-3-Clause",
    "fonts-yanone-kaffeesatz": "OFL-1.1",
    "fonts-yrsa-rasa": "OFL-1.1",
}
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
_SUIT_POINTS = {"S": 0x2660, "H": 0x2665, "D": 0x2666, "C": 0x2663}
_EM_PX = 200


@dataclass(frozen=True)
class Typefaces:
    """Masks by face: thirteen ranks each (classic faces apart), and sets of four suits."""

    classic: list[dict[str, Image]]
    other: list[dict[str, Image]]
    suits: list[dict[str, Image]]


class FontsMissing(Exception):
    """Too few typefaces on this machine; the message says what to install."""


def _files(package: str) -> list[Path]:
    listed = subprocess.run(["dpkg", "-L", package], capture_output=True, text=True, check=False)
    paths = sorted(Path(line) for line in listed.stdout.splitlines() if line.lower().endswith((".ttf", ".otf")))
    if package == "fonts-noto-core":
        paths = [p for p in paths if p.name.startswith(_NOTO)]
    return [p for p in paths if not any(word in p.name.lower() for word in _SLANTED)]


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
