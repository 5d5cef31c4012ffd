"""Reads against labels, as the photographs' own score.py counts them."""

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from shoes.cards import RANKS, SUITS
from shoes.scoring import Label, Scores, matched


def label(*cards: str, is_complete: bool = True, source: str = "s") -> Label:
    return Label("a.jpg", source, cards, is_complete)


def tally(reads: list[str], of: Label) -> tuple[int, int, int]:
    """Hits, wrong reads and unsure ones."""
    scores = Scores()
    scores.add(reads, of)
    return scores.total.hits, scores.total.wrong, scores.total.unsure


@pytest.mark.parametrize(
    ("reads", "of", "expected"),
    [
        (["QH", "2C"], label("QH", "2C"), (2, 0, 0)),
        (["QH", "QH"], label("QH"), (1, 1, 0)),
        (["QH"], label("QH", "QH"), (1, 0, 0)),
        (["QD"], label("QH"), (0, 1, 0)),
        (["QD"], label("QH", is_complete=False), (0, 0, 0)),
        (["??", "QH"], label("QH", "2C"), (1, 0, 1)),
        (["Q?"], label("QH"), (0, 0, 1)),
        (["Q?"], label("Q?"), (1, 0, 0)),
        (["QS"], label("Q?"), (1, 0, 0)),
        (["QH"], label("QH", "Q?"), (1, 0, 0)),
        ([], label(), (0, 0, 0)),
    ],
)
def test_reads_are_counted(reads: list[str], of: Label, expected: tuple[int, int, int]) -> None:
    assert tally(reads, of) == expected


def test_the_worst_pictures_come_first_and_say_what_went_wrong() -> None:
    scores = Scores()
    scores.add(["QH"], Label("right.jpg", "s", ("QH",), True))
    scores.add([], Label("missed.jpg", "s", ("QH",), True))
    scores.add(["2C"], Label("wrong.jpg", "s", ("QH",), True))
    assert [(m.image, m.wrong, m.missed) for m in scores.worst(5)] == [
        ("wrong.jpg", ("2C",), ("QH",)),
        ("missed.jpg", (), ("QH",)),
    ]


def test_figures_agree_with_the_photographs_own_score(shared: Path, tmp_path: Path) -> None:
    rng = np.random.default_rng(8)
    rows = [json.loads(line) for line in (shared / "photos/manifest.jsonl").read_text().splitlines()]
    scores, lines = Scores(), []
    for row in rows:
        cards = tuple(card["card"] for card in row["cards"])
        reads = [_blurred(card, rng) for card in cards for _ in range(int(rng.choice([0, 1, 1, 1, 2])))]
        scores.add(reads, Label(row["image"], row["source"], cards, row["complete"]))
        lines.append(json.dumps({"image": row["image"], "cards": reads}))
    predictions = tmp_path / "predictions.jsonl"
    predictions.write_text("\n".join(lines))
    command = [sys.executable, str(shared / "photos/score.py"), str(shared / "photos/manifest.jsonl"), str(predictions)]
    answer = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    told = next(line for line in answer.splitlines() if line.startswith("ALL"))
    total = scores.total
    ours = (
        f"pictures {total.pictures:4d} cards {total.cards:5d} recall {total.recall:.4f} "
        f"precision {total.precision:.4f} exact {total.exact}/{total.complete}"
    )
    assert told.endswith(ours)


def test_cards_are_grouped_by_how_they_lie() -> None:
    boxes = ((0.0, 0.0, 100.0, 140.0), (80.0, 0.0, 180.0, 140.0), (300.0, 0.0, 440.0, 200.0), None)
    scores = Scores()
    scores.add(["QH", "9S"], Label("a.jpg", "Madam98/x", ("QH", "2C", "9S", "AD"), True, boxes))
    groups = {name: (group.cards, group.hits) for name, group in scores.by_group.items()}
    assert groups == {"overlapped": (2, 1), "separate": (1, 1), "from 180 px": (1, 1), "jumbo index": (4, 2)}


def _blurred(card: str, rng: np.random.Generator) -> str:
    other = str(rng.choice(list(RANKS))) + str(rng.choice(list(SUITS)))
    return str(rng.choice([card, card, card, other, card[0] + "?", "??"]))


def test_matching_takes_each_read_once() -> None:
    assert matched(["QH", "QS"], ["Q?", "QH"]) == 2
