"""Packs, shoes and the cards seen of them; cameras and what they saw."""

from shoes.models.cameras import Camera, CameraCalibration, Crop, Observation
from shoes.models.clips import Clip, ClipGone, ClipRequest, CropGone, EvidenceUse
from shoes.models.packs import (
    ASIDE,
    FLOOR,
    STORE,
    Pack,
    PackEvent,
    PackHold,
    PackHoldLifted,
    PackKind,
    PackMove,
    PackMoveAnswer,
    PackMoved,
    PackState,
    PackTally,
    PackTallySigned,
)
from shoes.models.shoes import Shoe, ShoeCard, ShoeEvent, ShoeKind, ShoePack, Step
from shoes.models.spreads import Spread, SpreadAnswer, SpreadPack

__all__ = [
    "ASIDE",
    "FLOOR",
    "STORE",
    "Camera",
    "CameraCalibration",
    "Clip",
    "ClipGone",
    "ClipRequest",
    "Crop",
    "CropGone",
    "EvidenceUse",
    "Observation",
    "Pack",
    "PackEvent",
    "PackHold",
    "PackHoldLifted",
    "PackKind",
    "PackMove",
    "PackMoveAnswer",
    "PackMoved",
    "PackState",
    "PackTally",
    "PackTallySigned",
    "Shoe",
    "ShoeCard",
    "ShoeEvent",
    "ShoeKind",
    "ShoePack",
    "Spread",
    "SpreadAnswer",
    "SpreadPack",
    "Step",
]
