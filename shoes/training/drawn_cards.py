"""How often reads of drawn cards are right: decks, grounds and seeds that training never draws.

Batches of scenes, each from its own number alone, one line each in a file: asked for more, it goes on after the last.
"""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

import numpy as np

from shoes.camera.cards import CardRead, Limits
from shoes.camera.eyes import Eyes
from shoes.scenes import layouts
from shoes.scenes.decks import CARD_H
from shoes.scenes.light import Roughness
from shoes.scenes.practice import DrawnDeck
from shoes.scenes.scene import Scene, SeenCard, compose
from shoes.training.typefaces import Typefaces
from shoes.training.unseen import unseen_deck, unseen_ground

SIDE_PX, SCENES, DECKS = 448, 50, 2
LOWEST_PX, HIGHEST_PX = 12.0, 48.0
# Bands of index heights, and of confidences, from each to the next.
HEIGHTS = (0, 16, 20, 24, 28, 34, 1000)
SURETIES = (0.3, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99, 1.01)
SURE = 0.9
GUESS = Limits(card=SURETIES[0], rank=2.0, index=2.0)
SEEN, CLEAR_PX = 0.85, 20
# How far from its card a read may be placed, in lengths of the card.
NEAR_LENGTHS = 1.5


@dataclass(frozen=True)
class Judged:
    """A card's best guess: how surely, whether it is right, and how high its index."""

    surety: float
    is_right: bool
    index_px: float


@dataclass
class Sums:
    """What a batch came to. Bands are numbers into HEIGHTS and SURETIES, each with how many and how many right."""

    scenes: int = 0
    drawn: Counter[int] = field(default_factory=Counter)
    found: Counter[int] = field(default_factory=Counter)
    guesses: Counter[int] = field(default_factory=Counter)
    right: Counter[int] = field(default_factory=Counter)
    said: int = 0
    wrong: int = 0
    sure: int = 0
    sure_twice: int = 0
    sure_wrong: list[str] = field(default_factory=list)

    def as_line(self, number: int) -> str:
        return json.dumps({"batch": number} | vars(self))

    def add_line(self, line: str) -> None:
        row = json.loads(line)
        for name in ("scenes", "said", "wrong", "sure", "sure_twice"):
            setattr(self, name, getattr(self, name) + row[name])
        for name in ("drawn", "found", "guesses", "right"):
            getattr(self, name).update({int(band): count for band, count in row[name].items()})
        self.sure_wrong += row["sure_wrong"]

    @property
    def cards(self) -> int:
        return sum(self.drawn.values())


def _lies(rng: np.random.Generator, unit: float) -> list[layouts.Lie]:
    """Several groups of cards over the picture, each scattered, fanned, in a hand or in a row."""
    reach = SIDE_PX / unit / CARD_H
    groups = int(np.clip(rng.uniform(0.2, 0.5) * reach**2, 1, 7))
    lies = []
    for place in rng.permutation(9)[:groups]:
        kind = (layouts.scattered, layouts.fanned, layouts.stepped, layouts.in_row)[
            int(rng.choice(4, p=[0.25, 0.1, 0.35, 0.3]))
        ]
        group = kind(rng, int(rng.integers(1, 5)))
        middle = np.mean([(lie.x, lie.y) for lie in group], axis=0)
        x, y = (np.array([place % 3, place // 3]) - 1 + rng.uniform(-0.2, 0.2, 2)) * SIDE_PX / unit / 3 * (groups > 1)
        lies += [layouts.Lie(lie.x - middle[0] + x, lie.y - middle[1] + y, lie.turn) for lie in group]
    return lies


def draw(decks: Sequence[DrawnDeck], rng: np.random.Generator) -> Scene:
    """Cards of one deck on an unseen ground under a tilted lens."""
    size = (SIDE_PX, SIDE_PX)
    deck = decks[int(rng.integers(len(decks)))]
    height = float(np.exp(rng.uniform(np.log(LOWEST_PX), np.log(HIGHEST_PX))))
    unit = height / deck.index_h
    tilt = 0.0 if rng.random() < 0.2 else rng.uniform(0, 0.8) * rng.random() ** 0.5
    lens = layouts.seen_from(rng, tilt=tilt, px_per_unit=unit, middle=(0.0, 0.0))
    place = np.eye(3, dtype=np.float32)
    place[:2, 2] = rng.uniform(0.4, 0.6, 2) * SIDE_PX
    laid = []
    for lie in _lies(rng, unit):
        pile = deck.others if rng.random() < 0.08 else deck.faces
        laid.append((pile[int(rng.integers(len(pile)))], (place @ lens @ lie.matrix()).astype(np.float32)))
    rough = Roughness(blur_px=float(rng.uniform(0.03, 0.09) * height))
    return compose(unseen_ground(rng, size), laid, rng, rough=rough, covers=int(rng.random() < 0.1))


def _visible(scene: Scene) -> dict[int, float]:
    """The height of the highest whole index of each card that shows one inside the picture."""
    seen: dict[int, float] = {}
    for index in scene.indices:
        x, y, half = index["x"], index["y"], index["height"] / 2
        is_inside = half < x < scene.image.shape[1] - half and half < y < scene.image.shape[0] - half
        if is_inside and min(index["seen_rank"], index["seen_suit"]) >= SEEN:
            number = int(index["card"])
            seen[number] = max(seen.get(number, 0.0), float(index["height"]))
    return seen


def is_near(read: CardRead, scene: Scene) -> bool:
    """Whether a card that says this lies at a read's place or near by."""
    return any(card.card == read.card and _away(read, card) < NEAR_LENGTHS for card in scene.cards)


def _away(read: CardRead, card: SeenCard) -> float:
    """How far a read is placed from a card's middle, in lengths of the card."""
    length = float(np.linalg.norm(card.quad[3] - card.quad[0]))
    return float(np.hypot(*(card.quad.mean(axis=0) - read.middle))) / max(length, 1e-6)


def match(reads: Iterable[CardRead], scene: Scene) -> Iterator[tuple[CardRead, int | None]]:
    """Each read, surest first, with the card that it reads rightly, each card at most once, or None.

    A card counts where it lies or near by: what is judged is rank and suit, and that a card is told once.
    """
    left = {number: card for number, card in enumerate(scene.cards) if card.card is not None}
    for read in sorted(reads, key=lambda one: -one.confidence):
        near = [(_away(read, card), number) for number, card in left.items() if card.card == read.card]
        near = [one for one in near if one[0] < NEAR_LENGTHS]
        found = min(near)[1] if near else None
        if found is not None:
            del left[found]
        yield read, found


def add_scene(sums: Sums, scene: Scene, eyes: Eyes, name: str) -> None:
    """Read one scene and count."""
    look = eyes.look(scene.image)
    heights = _visible(scene)
    sums.scenes += 1
    sums.drawn.update(band_of(height, HEIGHTS) for height in heights.values())
    for read, card in match((one for one in look.cards(eyes.limits) if "?" not in one.card), scene):
        sums.said += 1
        sums.wrong += card is None
        if card in heights:
            sums.found[band_of(heights[card], HEIGHTS)] += 1
        if read.confidence >= SURE:
            sums.sure += 1
            if card is None and is_near(read, scene):
                sums.sure_twice += 1
            elif card is None:
                sums.sure_wrong.append(f"{name} {read.card} {read.confidence:.3f} {read.index_px:.0f} px")
    for read, card in match(look.cards(GUESS), scene):
        band = band_of(read.confidence, SURETIES)
        sums.guesses[band] += 1
        sums.right[band] += card is not None


def band_of(value: float, edges_of: Sequence[float]) -> int:
    """The number of the band from one edge to the next that a value is in."""
    return int(np.searchsorted(edges_of, value, side="right")) - 1


def batch(number: int, types: Typefaces, eyes: Eyes) -> Sums:
    """Draw and read batch `number`."""
    rng = np.random.default_rng([75, number])
    decks = [unseen_deck(types, rng) for _ in range(DECKS)]
    sums = Sums()
    for scene in range(SCENES):
        add_scene(sums, draw(decks, rng), eyes, f"{number}/{scene}")
    return sums


def measure(file: Path, cards: int, types: Typefaces, eyes: Eyes) -> Iterator[Sums]:
    """The sums so far, after each batch, until `cards` cards were drawn; `file` holds a line a batch."""
    sums = load(file) if file.exists() else Sums()
    while sums.cards < cards:
        number = sums.scenes // SCENES
        line = batch(number, types, eyes).as_line(number)
        with file.open("a") as out:
            out.write(line + "\n")
        sums.add_line(line)
        yield sums


def load(file: Path) -> Sums:
    """What a file of batches comes to. Raises OSError."""
    sums = Sums()
    for line in file.read_text().splitlines():
        sums.add_line(line)
    return sums


def told(sums: Sums) -> Iterator[str]:
    """The figures in words."""
    found = sum(sums.found.values())
    yield (
        f"{sums.scenes} scenes, {sums.cards} cards with a whole index: recall {found / max(1, sums.cards):.4f}, "
        f"{sums.wrong} wrong of {sums.said} reads"
    )
    one_in = f"1 in {sums.sure / len(sums.sure_wrong):,.0f}" if sums.sure_wrong else "none"
    yield (
        f"confidence >= {SURE}: {len(sums.sure_wrong)} misread of {sums.sure} reads ({one_in}), "
        f"{sums.sure_twice} told twice"
    )
    large = sum(float(line.split()[3]) >= CLEAR_PX for line in sums.sure_wrong)
    yield f"of the misread {large} with an index of {CLEAR_PX} pixels or more"
    for band, (low, high) in enumerate(pairwise(HEIGHTS)):
        if sums.drawn[band]:
            name = f"{low}-{high} px" if high < HEIGHTS[-1] else f"from {low} px"
            yield f"index {name}: {sums.drawn[band]} cards, recall {sums.found[band] / sums.drawn[band]:.4f}"
    for band, (least, most) in enumerate(pairwise(SURETIES)):
        if sums.guesses[band]:
            share = sums.right[band] / sums.guesses[band]
            yield f"confidence {least:.2f}-{min(most, 1.0):.2f}: {sums.guesses[band]} guesses, {share:.4f} right"
