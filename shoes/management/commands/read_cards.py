"""`manage.py read_cards PATH… [--json]`: the cards of photographs."""

import json
import time
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from shoes import pictures
from shoes.camera.eyes import Eyes
from shoes.weights import load_eyes


class Command(BaseCommand):
    help = "Read the cards of pictures: image files or folders of them. Needs no database."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("paths", nargs="+", metavar="PATH", help="an image file or a folder of image files")
        parser.add_argument("--json", action="store_true", help="one JSON line an image")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            found = list(pictures.listed(options["paths"]))
        except pictures.NoPictures as error:
            raise CommandError(str(error), returncode=2) from error
        eyes = load_eyes()
        for path in found:
            row = read_one(eyes, path)
            self.stdout.write(json.dumps(row) if options["json"] else in_words(row))
            self.stdout.flush()


def read_one(eyes: Eyes, path: Path) -> dict[str, Any]:
    """One line of the answer: the picture's cards, or why it has none to read."""
    started = time.perf_counter()
    try:
        picture = pictures.read(path)
    except pictures.Unreadable as error:
        return {"path": str(path), "error": str(error)}
    cards = [
        {"card": read.card, "box": [round(v, 1) for v in read.box], "confidence": round(read.confidence, 4)}
        for read in eyes.read(picture)
    ]
    return {"path": str(path), "cards": cards, "ms": round((time.perf_counter() - started) * 1000)}


def in_words(row: dict[str, Any]) -> str:
    if "error" in row:
        return f"{row['path']}: {row['error']}"
    cards = " ".join(card["card"] for card in row["cards"]) or "no cards"
    return f"{row['path']}: {cards} ({row['ms']} ms)"
