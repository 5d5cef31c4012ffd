"""Which hand of which place a card belongs to: by where it lies, and by the cards it lies on."""

from collections.abc import Sequence
from math import cos, radians, sin
from typing import Final

from shoes.camera.lying import Card
from shoes.camera.plane import NOWHERE, Area, Calibration
from shoes.camera.poses import Pose, overlap

BOX: Final = "box"
_TOUCHES: Final = 0.08
_APART_MM: Final = 45.0
_TOGETHER_MM: Final = 80.0


def box_of(hand: str) -> str:
    return hand.partition(".")[0]


def hand_for(pose: Pose, cards: Sequence[Card], calibration: Calibration) -> str:
    """The place or hand for a card that comes to lie at `pose` beside the `cards` that have theirs."""
    area = calibration.area_at((pose.x, pose.y))
    on = max(
        (card for card in cards if _is_boxed(card, calibration)),
        key=lambda card: overlap(pose, card.pose),
        default=None,
    )
    if on and overlap(pose, on.pose) > _TOUCHES and (area is None or area.place == box_of(on.hand)):
        return on.hand
    if area is None:
        return NOWHERE
    if area.kind != BOX:
        return area.place
    here = [card for card in cards if box_of(card.hand) == area.place]
    return min(here, key=lambda card: card.pose.away(pose)).hand if here else area.place


def _is_boxed(card: Card, calibration: Calibration) -> bool:
    area = calibration.area(card.hand)
    return area is not None and area.kind == BOX


def lie_of(pose: Pose, area: Area | None) -> str:
    """Along or across the area's axis, by the card's long side."""
    if area is None:
        return "along"
    axis = Pose(0, 0, *_direction(area.axis_deg), 1, 1)
    return "across" if pose.turned_from(axis) > 45 else "along"


def _direction(degrees: float) -> tuple[float, float]:
    return cos(radians(degrees)), -sin(radians(degrees))


def is_parted(card: Card, was: Pose, others: Sequence[Card]) -> bool:
    """Whether a card that lay at `was` has come apart from the other cards of its hand."""
    if not others or card.pose.away(was) < _APART_MM:
        return False
    lay_with = any(overlap(was, other.pose) > 0.02 or was.away(other.pose) < _TOGETHER_MM for other in others)
    return lay_with and all(overlap(card.pose, other.pose) < 0.02 for other in others)


def next_hand(box: str, hands: Sequence[str]) -> str:
    """The name of one more hand of a box: 3.1, 3.2, 3.3."""
    taken = {int(hand.partition(".")[2] or 0) for hand in hands if box_of(hand) == box}
    return f"{box}.{max(taken | {0}) + 1}"
