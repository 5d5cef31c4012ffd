"""Cards on a page, drawn from the deck (casino/static/casino/cards.svg)."""

from collections.abc import Iterable
from typing import Protocol

from django import template
from django.templatetags.static import static
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from shoes import wording

register = template.Library()

ITALIAN = "it40"
ITALIAN_RANKS = {"A": "1", "J": "F", "Q": "C", "K": "R"}
"""Index letters of fante, cavallo and re; the ace is a one (R-SEM-2)."""


class Drawn(Protocol):
    """A card as it lies on a table."""

    @property
    def card(self) -> str: ...
    @property
    def face(self) -> str: ...
    @property
    def lie(self) -> str: ...
    @property
    def is_stray(self) -> bool: ...
    @property
    def is_void(self) -> bool: ...


@register.simple_tag
def card(card: Drawn, pack: str = "") -> SafeString:
    """A card as it lies, with the faces of its pack; face down it shows its back, whatever else is known of it."""
    text = card.card if card.face == "up" else "back"
    words = [wording.card_name(card.card, pack) if card.face == "up" else _("face down")]
    classes = ["card"]
    if card.lie == "across":
        classes.append("across")
        words.append(_("crosswise"))
    if card.is_stray or card.is_void:
        classes.append("stray")
        words.append(_("not due"))
    if "?" in text:
        return _unsure(text, " ".join(classes[1:]), ", ".join(words))
    if pack == ITALIAN and text != "back":
        return _italian_card(text, " ".join(classes), ", ".join(words))
    return _svg_card(text, " ".join(classes), ", ".join(words))


@register.simple_tag
def plain_card(text: str) -> SafeString:
    """A card by its name alone, for pads and choices."""
    return _svg_card(text, "card", wording.card_name(text))


@register.simple_tag
def mini(text: str, is_void: bool = False, pack: str = "") -> SafeString:
    """A card in a line of text."""
    return format_html(
        '<span class="mini{}" role="img" aria-label="{}">{}</span>',
        " void" if is_void else "",
        wording.card_name(text, pack),
        _index(text, pack),
    )


@register.simple_tag
def minis(texts: Iterable[str]) -> SafeString:
    return format_html_join("", "{}", ((mini(text),) for text in texts))


def _svg_card(symbol: str, classes: str, label: str) -> SafeString:
    return format_html(
        '<svg class="{}" role="img" aria-label="{}"><use href="{}#{}"/></svg>', classes, label, _deck(), symbol
    )


def _italian_card(text: str, classes: str, label: str) -> SafeString:
    """A face of the Italian pack: its index and one large sign."""
    return format_html(
        '<span class="italian {}" role="img" aria-label="{}"><svg class="card"><use href="{}#face"/></svg>'
        '<span class="index" aria-hidden="true">{}{}</span></span>',
        classes.removeprefix("card").strip(),
        label,
        _deck(),
        _index(text, ITALIAN),
        _glyph("pip large", text[1], f"suit-{text[1]}-italian"),
    )


def _unsure(text: str, classes: str, label: str) -> SafeString:
    return format_html(
        '<span class="unsure {}" role="img" aria-label="{}"><svg class="card"><use href="{}#unsure"/></svg>'
        '<span class="candidates" aria-hidden="true">{}</span></span>',
        classes,
        label,
        _deck(),
        format_html('<span class="index">{}</span>', _index(text)) if text != "??" else "",
    )


def _index(text: str, pack: str = "") -> SafeString:
    rank, suit = text[0], text[1]
    shape = "unknown" if rank == "?" else ITALIAN_RANKS.get(rank, rank) if pack == ITALIAN else rank
    drawn_rank = _glyph("rank", suit, f"rank-{shape}")
    sign = f"suit-{suit}-italian" if pack == ITALIAN else f"suit-{suit}"
    return drawn_rank if suit == "?" else format_html("{}{}", drawn_rank, _glyph("pip", suit, sign))


def _glyph(name: str, suit: str, symbol: str) -> SafeString:
    colour = "suit-s" if suit == "?" else f"suit-{suit.lower()}"
    return format_html('<svg class="{} {}" aria-hidden="true"><use href="{}#{}"/></svg>', name, colour, _deck(), symbol)


def _deck() -> str:
    return static("casino/cards.svg")
