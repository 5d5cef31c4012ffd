"""Real photographs of a table: a fixed camera, the dealer's row on top, a player's row below, small indices."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

from shoes.scoring import unmet, unmet_labels
from shoes.weights import load_eyes
from tables.management.commands.read_table import WARY, read_one
from tables.rules.terms import compile_terms

SOURCE, RIGHT = "jaxon411/automatic-card-counter", 0.85


def is_met(reads: list[str], labels: list[str]) -> bool:
    """Whether these are the same cards, where a label may leave the suit open."""
    return not unmet(reads, labels) and not unmet_labels(reads, labels)


def verdict(row: dict[str, Any], read: dict[str, Any]) -> str:
    """`right`, `unsure` or `wrong`: the dealer's cards and the players', as the labels' boxes divide them."""
    middle = row["height"] / 2
    is_dealers = [(card["box"][1] + card["box"][3]) / 2 < middle for card in row["cards"]]
    dealer = [card["card"] for card, is_his in zip(row["cards"], is_dealers, strict=True) if is_his]
    others = [card["card"] for card, is_his in zip(row["cards"], is_dealers, strict=True) if not is_his]
    players = [card for hand in read["hands"] for card in hand["cards"]]
    if is_met(read["dealer"]["cards"], dealer) and is_met(players, others):
        return "right"
    return "unsure" if read["unsure"] else "wrong"


def test_photographs_of_a_table_are_judged_right_or_said_to_be_unsure(shared: Path) -> None:
    eyes, terms = load_eyes(limits=WARY), compile_terms("casino-s17")
    rows = [json.loads(line) for line in (shared / "photos/manifest.jsonl").read_text().splitlines()]
    verdicts: dict[str, str] = {}
    for row in rows:
        if row["source"] == SOURCE and all(card["box"] for card in row["cards"]):
            verdicts[row["image"]] = verdict(row, read_one(eyes, shared / "photos" / row["image"], "top", terms))
    assert [image for image, told in verdicts.items() if told == "wrong"] == []
    assert Counter(verdicts.values())["right"] >= RIGHT * len(verdicts), verdicts
