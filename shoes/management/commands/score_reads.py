"""`manage.py score_reads MANIFEST`: how well the eyes read labelled photographs."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from shoes import pictures
from shoes.cards import NotACard, parse_card
from shoes.scoring import Box, Label, Scores, Tally
from shoes.weights import load_eyes

WORST = 20
EXAMPLE = '{"image": "a.jpg", "source": "s", "cards": [{"card": "QH"}], "complete": true}'


class BadManifest(Exception):
    """A line of a manifest that is no label; the message names the line and what would be right."""


class Command(BaseCommand):
    help = "Score card reads against a manifest: recall, precision, wrong, unsure, by source and lie. No database."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "manifest", type=Path, metavar="MANIFEST", help="JSON lines: image, source, cards, complete"
        )
        parser.add_argument("--predictions", type=Path, metavar="FILE", help="also write what was read, as JSON lines")

    def handle(self, *args: Any, **options: Any) -> None:
        manifest: Path = options["manifest"]
        try:
            labels = list(read_manifest(manifest))
        except (BadManifest, OSError, UnicodeDecodeError) as error:
            raise CommandError(f"{manifest}: {error}", returncode=2) from error
        if not labels:
            raise CommandError(f"{manifest} has no line; each picture takes one.", returncode=2)
        eyes, scores, lines = load_eyes(), Scores(), []
        for label in labels:
            try:
                reads = [card.card for card in eyes.read(pictures.read(manifest.parent / label.image))]
            except pictures.Unreadable as error:
                self.stderr.write(f"{label.image}: {error}")
                reads = []
            scores.add(reads, label)
            lines.append(json.dumps({"image": label.image, "cards": reads}))
        if options["predictions"]:
            options["predictions"].write_text("\n".join(lines) + "\n")
        for line in told(scores):
            self.stdout.write(line)


def read_manifest(path: Path) -> Iterator[Label]:
    """The labels of a manifest. Raises BadManifest, OSError."""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
            cards = tuple(str(card["card"]) for card in row["cards"])
            for card in cards:
                parse_card(card)
            boxes = tuple(_box(card.get("box")) for card in row["cards"])
            yield Label(str(row["image"]), str(row.get("source", "?")), cards, bool(row.get("complete", True)), boxes)
        except NotACard as error:
            raise BadManifest(f"line {number}: {error}") from error
        except (ValueError, KeyError, TypeError) as error:
            raise BadManifest(f"line {number} is no label; one is {EXAMPLE}.") from error


def _box(given: Any) -> Box | None:
    if given is None:
        return None
    x0, y0, x1, y1 = (float(value) for value in given)
    return x0, y0, x1, y1


def told(scores: Scores) -> Iterator[str]:
    """The report, line by line."""
    for source, tally in [*sorted(scores.by_source.items()), ("ALL", scores.total)]:
        yield f"{source[:50]:50s} {_figures(tally)}"
    for name, group in sorted(scores.by_group.items()):
        yield f"{name:50s} cards {group.cards:5d} recall {group.recall:.4f}"
    for miss in scores.worst(WORST):
        parts = []
        if miss.wrong:
            parts.append("wrong " + " ".join(miss.wrong))
        if miss.missed:
            parts.append("missed " + " ".join(miss.missed))
        yield f"worst: {miss.image}: {', '.join(parts)}"


def _figures(tally: Tally) -> str:
    return (
        f"pictures {tally.pictures:4d} cards {tally.cards:5d} recall {tally.recall:.4f} "
        f"precision {tally.precision:.4f} wrong {tally.wrong} of {tally.reads} unsure {tally.unsure} "
        f"exact {tally.exact}/{tally.complete}"
    )
