"""What a player may claim under an irregularity, in a line, and the answers on its buttons."""

from tables.rules import claims
from tables.rules.claims import Claim
from tables.wording.findings import choice
from tables.wording.places import slot
from tables.wording.speaking import pgettext


def claim(told: Claim, card: str = "") -> str:
    """`Box 3 did not ask for its last card, 5♣`."""
    at = slot(told.answers[0][0])
    words = _titles().get((told.rule, told.kind), "%(Slot)s")
    return words % {"Slot": at[:1].upper() + at[1:], "slot": at, "card": card}


def _titles() -> dict[tuple[str, str], str]:
    return {
        ("I-1", claims.SAID): pgettext("claim", "%(Slot)s was passed over"),
        ("I-1", claims.VOID_CARD): pgettext("claim", "%(Slot)s says that it got no card"),
        ("I-4", claims.CHOICE): pgettext("claim", "%(Slot)s got its last card in the deal: %(card)s"),
        ("I-5", claims.EXPOSED): pgettext("claim", "The next card lies face up in the pack"),
        ("I-6", claims.CHOICE): pgettext("claim", "%(Slot)s did not ask for its last card: %(card)s"),
        ("I-9", claims.SAID): pgettext("claim", "A discarded card is claimed"),
        ("I-13", claims.PEEKED): pgettext("claim", "The closed card was looked at without the right to"),
        ("I-14", claims.SAID): pgettext("claim", "A player looked at the next hand"),
        ("I-15", claims.SAID): pgettext("claim", "A player looked at the closed double card"),
        ("I-22", claims.CHOICE): pgettext("claim", "The banker may demand the debt of a concealed bust twofold"),
        ("I-26", claims.SAID): pgettext("claim", "Time ran out for %(slot)s"),
    }


def answer(told: Claim, at: str, option: str) -> str:
    """What its button says: the choice, or whose claim it is."""
    if told.kind == claims.CHOICE or option == "claim_top":
        return choice(option)
    if told.kind == claims.VOID_CARD:
        return pgettext("claim", "The card never came")
    if told.kind == claims.EXPOSED:
        return pgettext("claim", "Enter which card it is")
    if told.kind == claims.PEEKED:
        return pgettext("claim", "Enter that it was looked at")
    name = slot(at)
    return name[:1].upper() + name[1:]
