"""What the reader is measured with: unseen decks, counted reads, films of many frames, plots."""

import re
from pathlib import Path

import cv2
import numpy as np
import pytest

from shoes.camera.cards import CardRead
from shoes.camera.eyes import Eyes
from shoes.scenes import glyphs
from shoes.scenes.decks import own_design
from shoes.scenes.practice import DrawnDeck
from shoes.scenes.scene import INDEX, Scene, SeenCard
from shoes.training import drawn_cards, many_frames, plots
from shoes.training.designs import reshaped
from shoes.training.families import CLASSIC, HELD_OUT, OTHER
from shoes.training.roughness import roughened
from shoes.training.typefaces import Typefaces
from shoes.weights import load_eyes

QUAD = np.array([[100, 100], [172, 100], [172, 200], [100, 200]], np.float32)


def rng(seed: int = 3) -> np.random.Generator:
    return np.random.default_rng(seed)


@pytest.fixture(scope="module")
def eyes() -> Eyes:
    return load_eyes()


@pytest.fixture(scope="module")
def types() -> Typefaces:
    """Shapes without any font file."""
    ranks = glyphs.built_in_ranks("sans", 600)
    return Typefaces([ranks], [ranks], [glyphs.suit_shapes(rng())])


def read_at(card: str, x: float, y: float, confidence: float = 0.99) -> CardRead:
    return CardRead(card, confidence, (x - 36, y - 50, x + 36, y + 50), (x, y), (0.0, -1.0), 22.0, (x, y, x, y))


def test_no_family_is_both_learnt_from_and_measured_on() -> None:
    assert not HELD_OUT.keys() & {*CLASSIC, *OTHER}
    assert not any("GPL" in licence for licence in (CLASSIC | OTHER).values())


@pytest.mark.parametrize("seed", range(6))
def test_suits_by_another_hand_stay_those_suits(seed: int) -> None:
    """Bent, not cut off: most of the ink lies where it lay."""
    shapes = glyphs.suit_shapes(rng(seed))
    for suit, other in reshaped(shapes, rng(seed + 100)).items():
        own = cv2.resize(shapes[suit], (64, 64), interpolation=cv2.INTER_AREA) > 127
        bent = cv2.resize(other, (64, 64), interpolation=cv2.INTER_AREA) > 127
        assert (own & bent).sum() / (own | bent).sum() > 0.7, suit


@pytest.mark.parametrize(
    ("reads", "right"),
    [
        ([read_at("QH", 136, 150)], [0]),
        ([read_at("QH", 150, 160)], [0]),
        ([read_at("QD", 136, 150)], [None]),
        ([read_at("QH", 136, 350)], [None]),
        ([read_at("QH", 136, 150, 0.9), read_at("QH", 140, 150)], [0, None]),
        ([read_at("9S", 330, 150)], [None]),
    ],
    ids=["in its place", "near by", "another suit", "elsewhere", "twice", "a back"],
)
def test_a_read_is_right_where_its_card_lies(reads: list[CardRead], right: list[int | None]) -> None:
    away = np.array([200, 0], np.float32)
    scene = Scene(
        np.zeros((448, 448, 3), np.uint8), np.zeros(0, INDEX), [SeenCard("QH", QUAD), SeenCard(None, QUAD + away)]
    )
    assert [card for _, card in drawn_cards.match(reads, scene)] == right


def test_a_measuring_goes_on_where_it_stopped(
    types: Typefaces, eyes: Eyes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(drawn_cards, "SCENES", 1)
    (whole, parts) = tmp_path / "whole.jsonl", tmp_path / "parts.jsonl"
    *_, sums = drawn_cards.measure(whole, 30, types, eyes)
    next(drawn_cards.measure(parts, 30, types, eyes))
    assert list(drawn_cards.measure(parts, 30, types, eyes))
    assert parts.read_text() == whole.read_text()
    assert sums.cards >= 30
    assert sums.said - sums.wrong >= sum(sums.found.values()) > 15
    assert sum(sums.guesses.values()) >= sums.said
    assert any(line.startswith("confidence >= 0.9") for line in drawn_cards.told(sums))


def test_many_frames_read_at_least_what_one_reads(eyes: Eyes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(many_frames, "LOWEST_PX", 18.0)
    monkeypatch.setattr(many_frames, "HIGHEST_PX", 30.0)
    deck = DrawnDeck.of(own_design(rng()), rng())
    sums = [seen for number in range(2) for seen in many_frames.film(number, deck, eyes).values()]
    cards, one, many = (
        sum(seen.cards for seen in sums),
        *(sum(seen.right[after] for seen in sums) for after in many_frames.AFTER),
    )
    assert cards > 4
    assert 0.5 * cards < one <= many
    assert not any(wrong for seen in sums for wrong in seen.wrong.values())


def shown(svg: str) -> list[str]:
    """What the points of a plot are titled."""
    return re.findall(r"<circle [^>]*><title>([^<]*)</title></circle>", svg)


def test_plots_show_each_band_with_its_interval() -> None:
    bands = [(100, 40)] * (len(drawn_cards.SURETIES) - 2) + [(1000, 1000)]
    titles = shown(plots.reliability({"photographs": bands, "drawn": [*bands[:-1], (2, 1)]}))
    assert titles.count("0.4000 of 100") == 2 * (len(bands) - 1)
    assert titles.count("1.0000 of 1,000") == 1
    assert len(titles) == 2 * len(bands) - 1
    seen = many_frames.Seen(50, {1: 25, 20: 45}, {1: 0, 20: 0})
    assert shown(plots.frames({3: seen, 6: seen})) == ["0.5000 of 50"] * 2 + ["0.9000 of 50"] * 2


def test_intervals_are_wilsons() -> None:
    point = plots.share_of(0.5, 45, 50)
    assert (point.low, point.high) == pytest.approx((0.786, 0.957), abs=0.001)
    assert plots.share_of(0.5, 50, 50).high == 1.0


def test_windows_are_roughened_anew_and_some_left_alone() -> None:
    windows = rng().integers(0, 256, (60, 48, 48, 3)).astype(np.uint8)
    rough = roughened(windows, rng(1))
    assert rough.shape == windows.shape
    assert np.array_equal(rough, roughened(windows, rng(1)))
    same = (rough == windows).all(axis=(1, 2, 3)).mean()
    assert 0.2 < same < 0.7
