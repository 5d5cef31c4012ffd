"""The cards of a round as its cameras saw them, for the table page and the round page."""

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime

from shoes.models import CropGone
from tables.models import Round
from tables.queries.evidence import seen_of
from tables.queries.shapes import CardSeen
from tables.rules.shapes import Picture, PictureCard


def cards_seen(round: Round, picture: Picture) -> tuple[CardSeen, ...]:
    """Each card of the picture that a camera saw, in the order in which they came.

    Of a card that lies face down nothing is told: its picture is that of a back, and what else is known is nobody's.
    """
    seen = seen_of(round)
    gone = _gone(told.crop_sha256 for told in seen.values())
    found = []
    for slot, card in _cards(picture):
        told = seen.get(card.fact_id)
        if told is None:
            continue
        is_up = card.face == "up"
        found.append(
            CardSeen(
                number=card.fact_id,
                slot=slot,
                card=card.card if is_up else "??",
                face=card.face,
                camera=told.camera,
                at=datetime.fromtimestamp(told.at_ms / 1000, tz=UTC),
                confidence=told.confidence if is_up else None,
                candidates=told.candidates if is_up else (),
                crop_sha256=told.crop_sha256,
                is_odd=card.is_stray or card.is_void,
                is_gone=told.crop_sha256 in gone,
            )
        )
    return tuple(sorted(found, key=lambda one: (one.at, one.number)))


def _gone(hashes: Iterable[str]) -> set[str]:
    """Those of the pictures that were deleted."""
    asked = {sha256 for sha256 in hashes if sha256}
    return set(CropGone.objects.filter(crop__sha256__in=asked).values_list("crop__sha256", flat=True))


def _cards(picture: Picture) -> Iterator[tuple[str, PictureCard]]:
    for hand in [picture.dealer, *(hand for box in picture.boxes for hand in box.hands)]:
        for card in hand.cards:
            yield hand.slot, card
