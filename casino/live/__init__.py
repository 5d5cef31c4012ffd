"""Tell the screens that something changed: NOTIFY, ids only. The stream that carries it is casino/live/views.py."""

import json
from typing import Final

from django.db import connection

CHANNEL: Final = "seventeen"

# Whoever has one of its permissions hears a topic; anybody else only what is told to them by `to`.
TOPICS: Final = {
    "table": ("table.see",),
    "shoe": ("table.see",),
    "packs": ("cards.sign", "pit.see"),
    "reviews": ("payout.review",),
    "house": ("pit.see",),
    "camera": ("pit.see", "cameras.manage"),
    "chips": ("pit.see", "fill.prepare", "fill.carry"),
}


def tell(topic: str, *, to: int | None = None, **ids: int | str) -> None:
    """Let every screen that may hear `topic` know once the running transaction commits; nothing on a rollback.

    `to` names one more person: the dealer of the table. PostgreSQL sends equal notes of one transaction once. Ids
    only, since a payload has 8,000 bytes at most and screens read the rest, each with its own rights.
    """
    if topic not in TOPICS:
        raise ValueError(f"{topic!r} is no topic; casino/live lists {', '.join(TOPICS)}.")
    note = json.dumps({"topic": topic, "to": to, **ids}, sort_keys=True, separators=(",", ":"))
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_notify(%s, %s)", [CHANNEL, note])
