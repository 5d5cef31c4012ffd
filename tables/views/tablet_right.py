"""What the tablet offers to put right or to contest: entries that still stand, reasons, rounds."""

from typing import Final

from django.utils.translation import gettext as _

from tables.queries.shapes import TabletView
from tables.rules.facts import ID, KIND, SLOT, SOURCE
from tables.views import tablet_words
from tables.views.tablet_parts import Choice

CORRECTABLE: Final = ("stake", "card", "turned", "said", "paid", "choice", "peeked", "indicator", "parted")
MOST_ENTRIES: Final = 6


def entries(view: TabletView, *, is_camera_followed: bool) -> list[Choice]:
    """What was entered and still stands, newest first; with it what a camera saw, once its cards can't be touched."""
    sources = ("entered",) if is_camera_followed else ("entered", "observed")
    gone = {fact[SLOT] for fact in view.entries if fact[KIND] == "voided"}
    mine = [fact for fact in view.entries if fact[SOURCE] in sources and fact[KIND] in CORRECTABLE]
    standing = [fact for fact in mine if fact[ID] not in gone]
    return [Choice(str(fact[ID]), tablet_words.entry_words(fact)) for fact in standing[:MOST_ENTRIES]]


def reasons() -> list[Choice]:
    return [
        Choice("mis-tapped", _("Tapped wrong")),
        Choice("wrong box", _("Wrong box")),
        Choice("looked again", _("Looked again at the felt")),
    ]


def disputable(view: TabletView) -> list[Choice]:
    """The round on the felt, and the last."""
    found = []
    if view.round_id:
        this = {"number": view.round_number}
        found.append(Choice(str(view.round_id), _("Round %(number)s, this one") % this))
    if view.last_round_id:
        last = {"number": view.last_round_number}
        found.append(Choice(str(view.last_round_id), _("Round %(number)s, the last") % last))
    return found


def grounds() -> list[Choice]:
    return [
        Choice("payment", _("The payment")),
        Choice("card", _("A card")),
        Choice("decision", _("What the guest asked for")),
        Choice("stake", _("The stake")),
    ]
