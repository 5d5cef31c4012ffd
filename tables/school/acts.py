"""What a dealer can do at a table of a game, whether it is due or not. Pure."""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from tables.rules.facts import MAX_ID
from tables.rules.terms import Terms

ON_A_PLACE: Final = (
    "card_up", "card_down", "turn", "take", "pay", "collect", "push", "pay_insurance", "take_insurance", "notice",
)  # fmt: skip
AT_THE_TABLE: Final = ("close_stakes", "offer", "peek", "demand_double", "stand", "gather")
WITH_AMOUNT: Final = ("pay", "collect", "pay_insurance")
PAYS: Final = ("take", "pay", "collect", "push", "pay_insurance", "take_insurance")
CHOOSE: Final = "choose"


class BadAct(ValueError):
    """Something that is no act of a dealer; the message says which would be."""


class NoAmount(BadAct):
    """How much is paid or collected was not said."""


class Act(NamedTuple):
    """One act of the trainee; `option` is what was chosen where an irregularity asks for a choice."""

    word: str
    slot: str = ""
    amount_minor: int | None = None
    option: str = ""

    def as_json(self) -> dict[str, Any]:
        return self._asdict()


def check(act: Act, terms: Terms, slots: Mapping[str, object]) -> Act:
    """The act, if a dealer of this game can do it at all. Raises BadAct."""
    words = (*of_place(terms), *of_table(terms), CHOOSE)
    if act.word not in words:
        raise BadAct(f"{act.word!r} is no act of a dealer at this game; it must be one of {', '.join(words)}.")
    if act.word in ON_A_PLACE and act.slot not in slots:
        raise BadAct(f"{act.slot!r} is no place of this table; it must be one of {', '.join(slots)}.")
    if act.word in WITH_AMOUNT and not (type(act.amount_minor) is int and 0 < act.amount_minor <= MAX_ID):
        raise NoAmount("An amount is missing; type how much is paid or collected.")
    return act


def of_place(terms: Terms) -> tuple[str, ...]:
    """What is done with one box, or with the bank."""
    left_out = {
        "card_down": not has_closed_cards(terms),
        "turn": not has_closed_cards(terms),
        "pay_insurance": terms.options["insurance"] == "off",
        "take_insurance": terms.options["insurance"] == "off",
    }
    return tuple(word for word in ON_A_PLACE if not left_out.get(word))


def of_table(terms: Terms) -> tuple[str, ...]:
    """What is done once for the whole table."""
    left_out = {
        "offer": not offers(terms),
        "peek": not terms.peeks and "hole_card" not in terms.game.options,
        "demand_double": not terms.options["banker_double_demand"],
    }
    return tuple(word for word in AT_THE_TABLE if not left_out.get(word))


def offers(terms: Terms) -> bool:
    """Whether insurance, even money or early surrender is offered at this table at all."""
    options = terms.options
    return options["insurance"] != "off" or options["even_money"] is True or options["surrender"] == "early"


def has_closed_cards(terms: Terms) -> bool:
    """Whether cards may lie face down."""
    closed = {terms.options["double_card_face"]} if "double_card_face" in terms.options else set()
    return not (all(terms.dealer_up) and all(terms.players_up)) or "down" in closed or terms.options["buy"] is True
