"""What a felt says, and why a sign does not go with it."""

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from tables.models import Layout, Table
from tables.rules import text as texts
from tables.rules.profiles import GAMES
from tables.rules.terms import Terms


def printed(layout: Layout) -> list[str]:
    """What is printed, in sentences."""
    return [_sentence(layout.game, name, value) for name, value in layout.printed.items()]


def game_of(layout: Layout) -> str:
    return game(layout.game)


def policies() -> list[tuple[str, str]]:
    """What a felt may say of the dealer's draw, in sentences."""
    house = GAMES[texts.HOUSE_GAME]
    values = [str(value) for value in house.options["dealer_policy"].values]
    option = "dealer_policy"
    return [(value, texts.option_sentence(house.name, {option: value}, option, _language())) for value in values]


def game(name: str) -> str:
    return texts.named("game", name, _language())[0]


def other_game(layout: Layout, name: str) -> str:
    words = _("The felt {layout} is for {felt}; this sign is for {game}. Put another layout on the table first.")
    return words.format(layout=layout.name, felt=game(layout.game), game=game(name))


def other_print(layout: Layout, option: str, terms: Terms) -> str:
    """Both sentences against each other."""
    words = _("The felt {layout} says “{printed}”; the sign would say “{posted}”. Change the one or the other.")
    return words.format(
        layout=layout.name,
        printed=_sentence(layout.game, option, layout.printed[option]),
        posted=_sentence(layout.game, option, texts.canonical_text(terms.options[option])),
    )


def _sentence(game: str, option: str, value: str) -> str:
    return texts.option_sentence(game, {option: str(value)}, option, _language()).rstrip(".")


def other_boxes(table: Table, boxes: int) -> str:
    words = _("The sign of {table} was posted for {signed} boxes, and the table has {boxes}; post it anew.")
    return words.format(table=table.code, signed=boxes, boxes=table.boxes)


def not_printed(name: str, option: str) -> str:
    return _("{option} is nothing that a felt of {game} has in print.").format(option=option, game=game(name))


def _language() -> str:
    return (get_language() or "en").partition("-")[0]
