"""`manage.py read_table PHOTO… [--dealer top] [--profile casino-s17] [--json]`: photographs of a table, judged."""

import json
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from shoes import pictures
from shoes.camera.cards import Limits
from shoes.camera.eyes import Eyes
from shoes.weights import load_eyes
from tables import photo
from tables.rules.options import IllegalOption
from tables.rules.terms import Terms, compile_terms

# A table is judged whole, so its cards are called unsure sooner, and seen sooner, than single reads.
WARY = Limits(card=0.64, index=0.4)


class Command(BaseCommand):
    help = "Read photographs of a table: the dealer's cards, total and what is due, and the hands. Needs no database."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("photos", nargs="+", metavar="PHOTO", help="an image file or a folder of image files")
        parser.add_argument("--dealer", choices=photo.SIDES, default="top", help="where the dealer's cards lie")
        parser.add_argument("--profile", default="casino-s17", help="the posted rules")
        parser.add_argument("--json", action="store_true", help="one JSON line a photo")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            terms = compile_terms(options["profile"])
            found = list(pictures.listed(options["photos"]))
        except (IllegalOption, pictures.NoPictures) as error:
            raise CommandError(str(error), returncode=2) from error
        eyes = load_eyes(limits=WARY)
        for path in found:
            row = read_one(eyes, path, options["dealer"], terms)
            self.stdout.write(json.dumps(row) if options["json"] else in_words(row))
            self.stdout.flush()


def read_one(eyes: Eyes, path: Path, dealer: str, terms: Terms) -> dict[str, Any]:
    """One line of the answer, or why the photograph has none."""
    try:
        picture = pictures.read(path)
    except pictures.Unreadable as error:
        return {"path": str(path), "error": str(error)}
    read = photo.judge(eyes.read(picture), (picture.shape[1], picture.shape[0]), dealer=dealer, terms=terms)
    hands = zip(read.hands, read.hand_totals, strict=True)
    return {
        "path": str(path),
        "dealer": {"cards": list(read.dealer), "total": read.dealer_total, "due": read.dealer_due},
        "hands": [{"cards": list(cards), "total": total} for cards, total in hands],
        "unsure": read.unsure,
    }


def in_words(row: dict[str, Any]) -> str:
    if "error" in row:
        return f"{row['path']}: {row['error']}"
    dealer = row["dealer"]
    hands = "; ".join(f"{' '.join(hand['cards'])} = {hand['total']}" for hand in row["hands"]) or "no hands"
    cards = " ".join(dealer["cards"]) or "no cards"
    unsure = f"; {row['unsure']} unsure" if row["unsure"] else ""
    return f"{row['path']}: dealer {cards} = {dealer['total'] or '-'}, {dealer['due']}; {hands}{unsure}"
