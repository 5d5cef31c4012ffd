"""Packs of cards in words: how many of which."""

from django.utils.translation import ngettext


def packs(kind: str, decks: int) -> str:
    """`6 packs of 52 cards`; what nobody knows by name stays as it is written."""
    words = {
        "fr52": ngettext("%(count)d pack of 52 cards", "%(count)d packs of 52 cards", decks),
        "fr40": ngettext(
            "%(count)d pack of 40 cards without 8, 9 and 10", "%(count)d packs of 40 cards without 8, 9 and 10", decks
        ),
        "it40": ngettext("%(count)d pack of 40 Italian cards", "%(count)d packs of 40 Italian cards", decks),
        "fr45": ngettext("%(count)d farmer pack of 45 cards", "%(count)d farmer packs of 45 cards", decks),
        "fr36": ngettext("%(count)d pack of 36 cards", "%(count)d packs of 36 cards", decks),
    }
    return words.get(kind, kind) % {"count": decks}
