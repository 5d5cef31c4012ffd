"""Places by name."""

from collections.abc import Iterable

from tables.wording.speaking import gettext as _
from tables.wording.speaking import pgettext


def place(slot: str) -> str:
    """What stands after the word box: `3`, or `3, hand 2` once it was split; what is no box as it was told."""
    box, _dot, hand = slot.partition(".")
    if hand in ("", "0"):
        return box
    if not hand.isdecimal():
        return slot
    return _("%(box)s, hand %(hand)d") % {"box": box, "hand": int(hand) + 1}


def boxes(places: Iterable[str]) -> str:
    """`boxes 2, 3`."""
    return pgettext("slot", "boxes %(places)s") % {"places": ", ".join(map(place, places))}


def slot(slot: str) -> str:
    """A slot in the nominative: `box 3`, `the dealer`, `the discards`."""
    names = {
        "0": pgettext("slot", "dealer"),
        "burn": pgettext("slot", "burned cards"),
        "discard": pgettext("slot", "discards"),
        "mouth": pgettext("slot", "mouth of the shoe"),
        "?": pgettext("slot", "unknown place"),
    }
    return names.get(slot) or pgettext("slot", "box %(place)s") % {"place": place(slot)}
