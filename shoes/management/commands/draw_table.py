"""`manage.py draw_table FILE`: a picture of a table as `examples/table.png`, drawn here, with its truth on stdout."""

import json
from pathlib import Path
from typing import Any

import cv2
from django.core.management.base import BaseCommand, CommandError, CommandParser

from shoes.cards import NotACard, parse_card
from shoes.scenes.light import Roughness
from shoes.scenes.table import FACE_DOWN, Deal, View, draw_table

# Without grain, which a PNG would have to spell out pixel by pixel.
VIEW = View(1120, 700, 138.0, Roughness(light=0.35, blur_px=0.7, noise=0.0), nap=0.0)


class Command(BaseCommand):
    help = "Draw a table to try read_table on. Needs no database."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, metavar="FILE", help="the picture to write, .png or .jpg")
        parser.add_argument("--dealer", default="TD 6S", help=f"the dealer's cards, {FACE_DOWN} for one face down")
        parser.add_argument("--hands", default="AH 7C,9S 5D 4C,QH JC", help="each hand's cards, hands split by commas")
        parser.add_argument("--seed", type=int, default=21)

    def handle(self, *args: Any, **options: Any) -> None:
        file: Path = options["file"]
        try:
            deal = Deal(_cards(options["dealer"]), [_cards(hand) for hand in options["hands"].split(",")])
        except NotACard as error:
            raise CommandError(str(error), returncode=2) from error
        picture = draw_table(deal, VIEW, seed=options["seed"]).image
        if file.suffix.lower() not in {".png", ".jpg", ".jpeg"} or not file.parent.is_dir():
            raise CommandError(
                f"{file} cannot be written; name a .png or .jpg file in a folder that exists.", returncode=2
            )
        if not cv2.imwrite(str(file), picture, [cv2.IMWRITE_PNG_COMPRESSION, 9]):
            raise CommandError(f"{file} could not be written.", returncode=2)
        self.stdout.write(
            json.dumps({"path": str(file), "dealer": list(deal.dealer), "hands": [list(h) for h in deal.hands]})
        )


def _cards(text: str) -> list[str]:
    """Card texts, each a card or FACE_DOWN. Raises NotACard."""
    cards = text.split()
    for card in cards:
        if card != FACE_DOWN:
            parse_card(card)
    return cards
