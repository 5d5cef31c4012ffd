"""The card pad's grid, drawn once a language: those that stand on each screen are all the same."""

from functools import lru_cache

from django import template
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language

RANKS = "A23456789TJQK"
DECK = tuple(tuple(rank + suit for rank in RANKS) for suit in "SHDC")
RANKS_ALONE = tuple(rank + "?" for rank in RANKS)

register = template.Library()


@register.simple_tag
def card_grid() -> SafeString:
    """A column is a rank, a row a suit; the last row is a rank whose suit nobody saw; beside them the back."""
    return _grid(get_language())


@lru_cache(maxsize=8)
def _grid(_language: str | None) -> SafeString:
    return render_to_string("tables/tablet_grid.html", {"deck": DECK, "ranks": RANKS_ALONE})
