"""What indices say: the reader network on five slightly different looks at each."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from shoes.camera.crops import HEIGHT, UP_X, UP_Y, WINDOW_PX
from shoes.camera.find import Session
from shoes.camera.kinds import Floats, Image

# Turn in radians and factor of scale of each look; the first is the pose as found.
LOOKS = ((0.0, 1.0), (0.14, 1.0), (-0.14, 1.0), (0.0, 1.1), (0.0, 0.9))
BATCH = 64
NOT_AN_INDEX = 0.95
# The upright window of a pose, uint8 (48, 48, 3).
Cut = Callable[[Floats], Image]


@dataclass(frozen=True)
class Readings:
    """poses float32 (n, 5 or 6); ranks float32 (n, 14) and suits float32 (n, 5), probabilities, the last one "none"."""

    poses: Floats
    ranks: Floats
    suits: Floats

    def __len__(self) -> int:
        return len(self.poses)

    def only(self, rows: "np.ndarray") -> "Readings":
        return Readings(self.poses[rows], self.ranks[rows], self.suits[rows])

    def cards(self) -> Floats:
        """Probability of each of the 52 cards, float32 (n, 13, 4); what is missing to 1 is "no index"."""
        joint: Floats = self.ranks[:, :-1, None] * self.suits[:, None, :-1]
        return joint


def _turned(pose: Floats, turn: float, scale: float) -> Floats:
    own = pose[:5].copy()
    c, s = np.cos(turn), np.sin(turn)
    own[UP_X], own[UP_Y] = c * pose[UP_X] - s * pose[UP_Y], s * pose[UP_X] + c * pose[UP_Y]
    own[HEIGHT] *= scale
    return own


def _softmax(logits: Floats) -> Floats:
    grown = np.exp(logits - logits.max(axis=1, keepdims=True))
    shares: Floats = (grown / grown.sum(axis=1, keepdims=True)).astype(np.float32)
    return shares


def _look(cut: Cut, poses: Floats, session: Session, looks: Sequence[tuple[float, float]]) -> tuple[Floats, Floats]:
    """Probabilities of ranks and suits, each the mean over the looks."""
    turned = [_turned(pose, *look) for pose in poses for look in looks]
    ranks, suits = [np.zeros((0, 14), np.float32)], [np.zeros((0, 5), np.float32)]
    for start in range(0, len(turned), BATCH):
        part = turned[start : start + BATCH]
        windows = np.empty((len(part), 3, WINDOW_PX, WINDOW_PX), np.float32)
        for row, pose in enumerate(part):
            windows[row] = cut(pose).transpose(2, 0, 1)
        rank, suit = session.run(None, {"windows": windows})
        ranks.append(_softmax(rank))
        suits.append(_softmax(suit))
    return _mean(np.concatenate(ranks), len(looks)), _mean(np.concatenate(suits), len(looks))


def _mean(shares: Floats, looks: int) -> Floats:
    mean: Floats = shares.reshape(-1, looks, shares.shape[1]).mean(axis=1, dtype=np.float32)
    return mean


def read(cut: Cut, poses: Floats, session: Session, looks: Sequence[tuple[float, float]] = LOOKS) -> Readings:
    """Read every pose; what is no index at the first look is left out of the answer.

    cut      gives the window of a pose, such as `crops.cut` does from a picture's halvings.
    poses    float32 (n, 5 or more), in the pixels that `cut` takes them in.
    looks    turns and scales to look with, the first one being the pose as found.
    """
    ranks, suits = _look(cut, poses, session, looks[:1])
    kept = np.maximum(ranks[:, -1], suits[:, -1]) < NOT_AN_INDEX
    poses, ranks, suits = poses[kept], ranks[kept], suits[kept]
    if len(looks) > 1 and len(poses):
        more_ranks, more_suits = _look(cut, poses, session, looks[1:])
        number = np.float32(len(looks))
        ranks = (ranks + (len(looks) - 1) * more_ranks) / number
        suits = (suits + (len(looks) - 1) * more_suits) / number
    return Readings(poses, ranks, suits)
