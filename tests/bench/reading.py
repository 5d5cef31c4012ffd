"""Milliseconds to read one photograph of a table, where photographs are on this machine."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from casino.environment import CHECKOUT
from tests.bench import Line

PHOTOS = 60


def measure(scale: float) -> Iterator[Line]:
    folder = os.environ.get("SEVENTEEN_SHARED", "")
    manifest = Path(folder) / "photos" / "manifest.jsonl"
    if not folder or not manifest.is_file():
        return
    rows = [json.loads(line) for line in manifest.read_text().splitlines()]
    files = sorted({str(manifest.parent / row["image"]) for row in rows})
    chosen = files[:: max(1, len(files) // max(3, int(PHOTOS * scale)))]
    command = [sys.executable, str(CHECKOUT / "manage.py"), "read_cards", *chosen, "--json"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    read = [json.loads(line) for line in done.stdout.splitlines()]
    cards = sum(len(row.get("cards", ())) for row in read)
    took_ms = [row["ms"] for row in read if "ms" in row]
    yield Line(
        "a photograph read",
        f"{median(took_ms):,.0f} ms",
        "",
        f"median of {len(took_ms)} photographs, {cards} cards; on the CPU",
    )
