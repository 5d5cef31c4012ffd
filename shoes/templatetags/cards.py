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
def card(card: Drawn) -> SafeString:
    """A card as it lies; face down it shows its back, whatever else is known of it."""
    text = card.card if card.face == "up" else "back"
    words = [wording.card_name(card.card) if card.face == "up" else _("face down")]
    classes = ["card"]
    if card.lie == "across":
        classes.append("across")
        words.append(_("crosswise"))
    if card.is_stray or card.is_void:
        classes.append("stray")
        words.append(_("not due"))
    if "?" in text:
        return _unsure(text, " ".join(classes[1:]), ", ".join(words))
    return _svg_card(text, " ".join(classes), ", ".join(words))


@register.simple_tag
def plain_card(text: str) -> SafeString:
    """A card by its name alone, for pads and choices."""
    return _svg_card(text, "card", wording.card_name(text))


@register.simple_tag
def mini(text: str, is_void: bool = False) -> SafeString:
    """A card in a line of text."""
    return format_html(
        '<span class="mini{}" role="img" aria-label="{}">{}</span>',
        " void" if is_void else "",
        wording.card_name(text),
        _index(text),
    )


@register.simple_tag
def minis(texts: Iterable[str]) -> SafeString:
    return format_html_join("", "{}", ((mini(text),) for text in texts))


def _svg_card(symbol: str, classes: str, label: str) -> SafeString:
    return format_html(
        '<svg class="{}" role="img" aria-label="{}"><use href="{}#{}"/></svg>', classes, label, _deck(), symbol
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


def _index(text: str) -> SafeString:
    rank, suit = text[0], text[1]
    shape = "unknown" if rank == "?" else rank
    drawn_rank = _glyph("rank", suit, f"rank-{shape}")
    return drawn_rank if suit == "?" else format_html("{}{}", drawn_rank, _glyph("pip", suit, f"suit-{suit}"))


def _glyph(name: str, suit: str, symbol: str) -> SafeString:
    colour = "suit-s" if suit == "?" else f"suit-{suit.lower()}"
    return format_html('<svg class="{} {}" aria-hidden="true"><use href="{}#{}"/></svg>', name, colour, _deck(), symbol)


def _deck() -> str:
    return static("casino/cards.svg")
