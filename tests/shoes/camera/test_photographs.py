"""The figures that the eyes must reach on real photographs."""

from pathlib import Path

import pytest

from shoes import pictures
from shoes.management.commands.score_reads import read_manifest
from shoes.scoring import Scores
from shoes.weights import load_eyes

RECALL, WRONG = 0.98, 0.0025


@pytest.fixture(scope="module")
def scores(shared: Path) -> Scores:
    eyes, found = load_eyes(), Scores()
    for label in read_manifest(shared / "photos/manifest.jsonl"):
        cards = eyes.read(pictures.read(shared / "photos" / label.image))
        found.add([card.card for card in cards], label)
    return found


@pytest.mark.xdist_group("photographs")
def test_recall_and_wrong_reads_on_photographs(scores: Scores) -> None:
    """One test: whichever process runs it reads all of them."""
    assert scores.total.recall >= RECALL, scores.worst(10)
    assert scores.total.wrong <= WRONG * scores.total.reads, scores.worst(10)
