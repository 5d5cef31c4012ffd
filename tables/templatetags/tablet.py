"""The card pad's grid, drawn once a pack and language: those that stand on each screen are all the same."""

from functools import lru_cache

from django import template
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from shoes.cards import CARDS, RANKS
from shoes.packs import PACKS

SUITS = {"it40": "DHSC"}
"""Rows of the pad; in an Italian pack coins, cups, swords, batons."""
FRENCH_SUITS = "SHDC"

register = template.Library()


@register.simple_tag
def card_grid(pack: str = "fr52", wild: str = "none") -> SafeString:
    """A column is a rank, a row a suit; the last row is a rank whose suit nobody saw; beside them the back.

    Only what the pack holds is there; the wild card is marked.
    """
    return _grid(pack, wild, get_language())


@lru_cache(maxsize=64)
def _grid(pack: str, wild: str, _language: str | None) -> SafeString:
    held = set(PACKS[pack])
    ranks = [rank for rank in RANKS if any(CARDS[rank + suit] in held for suit in FRENCH_SUITS)]
    rows = [
        [rank + suit if CARDS[rank + suit] in held else "" for rank in ranks] for suit in SUITS.get(pack, FRENCH_SUITS)
    ]
    context = {
        "deck": rows,
        "ranks": [rank + "?" for rank in ranks],
        "columns": len(ranks),
        "pack": pack,
        "wild": wild,
    }
    return render_to_string("tables/tablet_grid.html", context)
