"""Which rule demands a step, in the game's own clauses. Pure."""

from typing import Final

from tables.rules.shapes import Step
from tables.rules.terms import Terms

FACE: Final = "R-BJF-16"
OF_STEP: Final = {
    "take_stakes": "R-BJF-13",
    "deal_card": "R-BJF-15",
    "deal_dealer_up": "R-BJF-15",
    "deal_hole": "R-BJF-15",
    "offer_insurance": "R-BJF-21",
    "offer_even_money": "R-BJF-25",
    "offer_surrender": "R-BJF-35",
    "peek": "R-BJF-17",
    "box_acts": "R-BJF-23",
    "deal_to": "R-BJF-26",
    "turn_hole": "R-BJF-27",
    "dealer_draws": "R-BJF-27",
    "banker_acts": "R-BJV-29",
    "show_hand": "R-BJF-31",
}
"""In the words of the fixed bank; a game's own clause stands in its `cites` or below."""

OF_CARD: Final = {
    "double": "R-BJF-42",
    "triple": "R-BJF-36",
    "split": "R-BJF-41",
    "buy": "R-PON-15",
    "burn": "R-SEM-23",
}
"""Why a card is owed, where it is more than a hit."""

OWN: Final[dict[str, dict[str, str]]] = {
    "blackjack-variable-bank": {
        "peek": "R-BJV-20", "deal_to": "R-BJV-25", "turn_hole": "R-BJV-30", "show_hand": "R-BJV-30",
        "double": "R-BJV-32", "split": "R-BJV-36",
    },
    "pontoon": {
        "take_stakes": "R-PON-6", "peek": "R-PON-11", "turn_hole": "R-PON-20", "show_hand": "R-PON-20",
        "split": "R-PON-18",
    },
    "seven-and-a-half": {
        "deal_to": "R-S75-7",
        "turn_hole": "R-S75-10",
        "show_hand": "R-S75-10",
        "banker_acts": "R-S75-10",
    },
    "sette-e-mezzo": {"deal_to": "R-SEM-6", "turn_hole": "R-SEM-9", "show_hand": "R-SEM-11", "split": "R-SEM-26"},
    "macao": {"turn_hole": "R-MAC-6", "show_hand": "R-MAC-10", "deal_to": "R-MAC-8"},
    "fifteen": {"turn_hole": "R-FIF-8", "show_hand": "R-FIF-8", "deal_to": "R-FIF-5"},
    "farmer": {"turn_hole": "R-FAR-14", "show_hand": "R-FAR-14", "deal_to": "R-FAR-13", "deal": "R-FAR-11"},
    "ten-and-a-half": {
        "deal_to": "R-S75-7", "turn_hole": "R-T10-9", "show_hand": "R-T10-9", "banker_acts": "R-T10-9",
    },
    "ochko-36": {"turn_hole": "R-O36-18", "show_hand": "R-O36-18", "deal_to": "R-O36-13", "split": "R-O36-13"},
    "ochko-two-deck": {"peek": "R-O2D-7", "turn_hole": "R-O2D-14", "show_hand": "R-O2D-14", "deal_to": "R-O2D-10"},
}  # fmt: skip
COURSE: Final = "R-GEN-11"
NATURAL: Final = "R-BJF-18"
"""The bank looked and has a natural: it is shown at once."""


def rule_of(terms: Terms, step: Step) -> str:
    """The rule that demands the step."""
    detail = step.detail
    own, cites = OWN.get(terms.game.name, {}), terms.game.cites
    if step.code in ("pay", "collect", "return_stake"):
        return cites.get(detail["why"], detail["why"])
    if step.code == "no_card":
        return str(detail.get("rule", COURSE))
    why = detail.get("why", "")
    if step.code == "turn_hole" and why == "natural":
        return cites.get(NATURAL, NATURAL)
    if step.code == "deal_to" and (why in own or why in OF_CARD):
        found = own.get(why) or OF_CARD[why]
    else:
        found = own.get(step.code) or OF_STEP.get(step.code, COURSE)
    return cites.get(found, found)


def rule_of_face(terms: Terms) -> str:
    """The rule that says which cards lie open and which closed."""
    return terms.game.cites.get(FACE, FACE)
