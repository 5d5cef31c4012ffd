"""`read_table` on drawn tables, and what it does with bad input."""

import io
import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from django.core.management import CommandError, call_command

from shoes.scenes.light import Roughness
from shoes.scenes.table import FACE_DOWN, Deal, View, draw_table

VIEW = View(900, 560, 120.0, Roughness(light=0.3, blur_px=0.5, noise=0.4))


def draw(file: Path, deal: Deal, quarter: int = 0) -> Path:
    picture = draw_table(deal, VIEW, seed=21).image
    cv2.imwrite(str(file), np.ascontiguousarray(np.rot90(picture, quarter)))
    return file


def read_table(*words: object) -> list[dict[str, Any]]:
    out = io.StringIO()
    call_command("read_table", *map(str, words), "--json", stdout=out)
    return [json.loads(line) for line in out.getvalue().splitlines()]


def test_a_table_is_judged(tmp_path: Path) -> None:
    photo = draw(tmp_path / "a.png", Deal(["TD", "6S"], [["AH", "7C"], ["QH", "JC"]]))
    assert read_table(photo) == [
        {
            "path": str(photo),
            "dealer": {"cards": ["TD", "6S"], "total": "16", "due": "draws"},
            "hands": [{"cards": ["AH", "7C"], "total": "8/18"}, {"cards": ["QH", "JC"], "total": "20"}],
            "unsure": 0,
        }
    ]


def test_the_sign_decides_on_soft_17(tmp_path: Path) -> None:
    photo = draw(tmp_path / "a.png", Deal(["AS", "6D"], [["QH", "JC"]]))
    dues = [read_table(photo, "--profile", profile)[0]["dealer"]["due"] for profile in ("casino-s17", "casino-h17")]
    assert dues == ["stands", "draws"]


@pytest.mark.parametrize(("quarter", "dealer"), [(1, "left"), (2, "bottom"), (3, "right")])
def test_the_dealer_may_sit_on_any_side(tmp_path: Path, quarter: int, dealer: str) -> None:
    photo = draw(tmp_path / "a.png", Deal(["TD", "6S"], [["AH", "7C"], ["QH", "JC"]]), quarter)
    (row,) = read_table(photo, "--dealer", dealer)
    assert row["dealer"] == {"cards": ["TD", "6S"], "total": "16", "due": "draws"}
    assert [hand["cards"] for hand in row["hands"]] == [["AH", "7C"], ["QH", "JC"]]


def test_a_face_down_card_is_not_read(tmp_path: Path) -> None:
    photo = draw(tmp_path / "a.png", Deal(["9D", FACE_DOWN], [["QH", "JC"]]))
    assert read_table(photo)[0]["dealer"] == {"cards": ["9D"], "total": "9", "due": "draws"}


def test_a_table_without_cards_is_unknown(tmp_path: Path) -> None:
    photo = draw(tmp_path / "a.png", Deal([], []))
    assert read_table(photo)[0] == {
        "path": str(photo),
        "dealer": {"cards": [], "total": "", "due": "unknown"},
        "hands": [],
        "unsure": 0,
    }


def test_an_unreadable_photo_says_so_and_the_others_go_on(tmp_path: Path) -> None:
    (tmp_path / "a.png").write_bytes(b"")
    draw(tmp_path / "b.png", Deal(["9D", "8C"], []))
    rows = read_table(tmp_path)
    assert rows[0] == {"path": str(tmp_path / "a.png"), "error": "the file is empty"}
    assert rows[1]["dealer"] == {"cards": ["9D", "8C"], "total": "17", "due": "stands"}


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["gone.jpg"], "does not exist"),
        (["--profile", "casino-s18", "."], "'casino-s18' is no profile"),
    ],
)
def test_bad_words_are_refused(words: list[str], sentence: str) -> None:
    with pytest.raises(CommandError, match=sentence) as refused:
        read_table(*words)
    assert refused.value.returncode == 2
