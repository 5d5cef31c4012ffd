"""`read_cards` and `score_reads`: their lines, and what they do with bad input."""

import io
import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from django.core.management import CommandError, call_command

from shoes.camera.cards import Limits
from shoes.scenes.light import Roughness
from shoes.scenes.table import Deal, View, draw_table

VIEW = View(900, 560, 120.0, Roughness(light=0.3, blur_px=0.5, noise=0.4))
DEAL = Deal(["TD", "6S"], [["AH", "7C"], ["QH", "JC"]])
CARDS = ["6S", "7C", "AH", "JC", "QH", "TD"]


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("pictures") / "table.png"
    cv2.imwrite(str(file), draw_table(DEAL, VIEW, seed=21).image)
    return file


def read_cards(*paths: Path) -> list[dict[str, Any]]:
    out = io.StringIO()
    call_command("read_cards", *map(str, paths), "--json", stdout=out)
    return [json.loads(line) for line in out.getvalue().splitlines()]


def test_every_card_of_a_table_is_read_with_its_box(table: Path) -> None:
    (row,) = read_cards(table)
    assert sorted(row) == ["cards", "ms", "path"]
    assert row["path"] == str(table)
    assert sorted(card["card"] for card in row["cards"]) == CARDS
    for card in row["cards"]:
        assert sorted(card) == ["box", "card", "confidence"]
        assert Limits().card <= card["confidence"] <= 1
        x0, y0, x1, y1 = card["box"]
        assert 0 <= x0 < x1 <= VIEW.width
        assert 0 <= y0 < y1 <= VIEW.height


def test_a_box_is_where_the_card_lies(table: Path) -> None:
    boxes = {card["card"]: card["box"] for card in read_cards(table)[0]["cards"]}
    for card in draw_table(DEAL, VIEW, seed=21).cards:
        x0, y0, x1, y1 = boxes[card.card or ""]
        middle = card.quad.mean(0)
        assert x0 < middle[0] < x1
        assert y0 < middle[1] < y1


@pytest.mark.parametrize("degrees", [37, 90, 161, 180, 270, 318])
def test_cards_are_read_at_any_rotation(table: Path, tmp_path: Path, degrees: int) -> None:
    picture = cv2.imread(str(table))
    assert picture is not None
    turn = cv2.getRotationMatrix2D((450, 280), degrees, 1.0)
    turn[:, 2] += (550 - 450, 550 - 280)
    turned = cv2.warpAffine(picture, turn, (1100, 1100), flags=cv2.INTER_CUBIC, borderValue=(30, 60, 20))
    cv2.imwrite(str(tmp_path / "turned.png"), turned)
    (row,) = read_cards(tmp_path / "turned.png")
    sure = sorted(card["card"] for card in row["cards"] if "?" not in card["card"])
    assert set(sure) <= set(CARDS)
    assert len(sure) >= 5


def test_a_picture_without_cards_has_no_cards(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "felt.png"), draw_table(Deal([], []), VIEW, seed=2).image)
    assert read_cards(tmp_path / "felt.png")[0]["cards"] == []


def test_an_unreadable_file_says_so_and_the_others_go_on(table: Path, tmp_path: Path) -> None:
    (tmp_path / "a.png").write_bytes(b"")
    (tmp_path / "b.jpg").write_bytes(b"\xff\xd8 this is no picture")
    (tmp_path / "c.png").write_bytes(table.read_bytes()[:200])
    cv2.imwrite(str(tmp_path / "d.png"), np.zeros((4, 4, 3), np.uint8))
    (tmp_path / "e.png").write_bytes(table.read_bytes())
    (tmp_path / "notes.txt").write_text("no picture, and not looked at")
    rows = read_cards(tmp_path)
    assert [Path(row["path"]).name for row in rows] == ["a.png", "b.jpg", "c.png", "d.png", "e.png"]
    assert [sorted(row) for row in rows[:4]] == [["error", "path"]] * 4
    assert rows[0]["error"] == "the file is empty"
    assert len(rows[4]["cards"]) == len(CARDS)


def test_a_path_that_leads_to_no_picture_is_refused(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    for path, sentence in ((tmp_path / "gone", "does not exist"), (tmp_path / "empty", "holds no picture")):
        with pytest.raises(CommandError, match=sentence) as refused:
            read_cards(path)
        assert refused.value.returncode == 2


def test_exif_rotation_is_applied(table: Path, tmp_path: Path) -> None:
    picture = cv2.imread(str(table))
    assert picture is not None
    raw = cv2.imencode(".jpg", np.ascontiguousarray(np.rot90(picture)))[1].tobytes()
    # One entry: orientation 6, which is turned clockwise to be seen.
    exif = b"Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0"
    file = tmp_path / "turned.jpg"
    file.write_bytes(raw[:2] + b"\xff\xe1" + (len(exif) + 2).to_bytes(2, "big") + exif + raw[2:])
    boxes = {card["card"]: card["box"] for card in read_cards(file)[0]["cards"]}
    plain = {card["card"]: card["box"] for card in read_cards(table)[0]["cards"]}
    assert boxes["TD"] == pytest.approx(plain["TD"], abs=12)


def score(manifest: Path) -> list[str]:
    out = io.StringIO()
    call_command("score_reads", str(manifest), stdout=out, stderr=io.StringIO())
    return out.getvalue().splitlines()


def test_score_reads_tells_figures_by_source_and_the_worst_pictures(table: Path, tmp_path: Path) -> None:
    labels = [{"card": card} for card in CARDS]
    rows = [
        {"image": str(table), "source": "ours", "cards": labels, "complete": True},
        {"image": str(table), "source": "mislabelled", "cards": [{"card": "2D"}, *labels[1:]], "complete": True},
    ]
    manifest = tmp_path / "manifest.jsonl"
    manifest.write_text("\n".join(json.dumps(row) for row in rows))
    mislabelled, ours, total, worst = score(manifest)
    assert ours.startswith("ours ")
    assert "recall 1.0000 precision 1.0000 wrong 0 of 6 unsure 0 exact 1/1" in ours
    assert "recall 0.8333 precision 0.8333 wrong 1 of 6" in mislabelled
    assert "cards    12 recall 0.9167" in total
    assert worst == f"worst: {table}: wrong 6S, missed 2D"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "has no line"),
        ("{", "line 1 is no label"),
        ('{"image": "a.jpg"}', "line 1 is no label"),
        ('{"image": "a.jpg", "cards": [{"card": "11H"}]}', "line 1: '11H' is no card"),
    ],
)
def test_a_bad_manifest_is_refused_with_its_line(tmp_path: Path, text: str, sentence: str) -> None:
    manifest = tmp_path / "manifest.jsonl"
    manifest.write_text(text)
    with pytest.raises(CommandError, match=sentence) as refused:
        score(manifest)
    assert refused.value.returncode == 2


def test_a_missing_manifest_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="No such file") as refused:
        score(tmp_path / "gone.jsonl")
    assert refused.value.returncode == 2
