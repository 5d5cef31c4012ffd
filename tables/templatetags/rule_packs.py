"""Rule packs on a page."""

from django import template

from tables.wording import rule_packs as words

register = template.Library()


@register.filter
def game_title(game: str) -> str:
    """What a game is called."""
    return words.game_title(game)
