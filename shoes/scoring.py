"""Card reads against labels: recall, precision, wrong and unsure, by source and by how the cards lie. Pure.

A label `Q?` is met by any suit of that rank; a read `??` counts as nothing, a read `Q?` only where a label is `Q?`.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

# A card's bounding box x0, y0, x1, y1 in pixels; None where the label has none.
Box = tuple[float, float, float, float]
LARGE_PX = 180
OVERLAPPED = 0.12
# The source whose deck has large indices, as the photographs' README says.
JUMBO = "Madam98"


@dataclass(frozen=True)
class Label:
    """One line of a manifest: the picture, its cards, and whether every visible card is among them.

    boxes   one a card or none at all.
    """

    image: str
    source: str
    cards: tuple[str, ...]
    is_complete: bool
    boxes: tuple[Box | None, ...] = ()

    def groups(self) -> list[list[str]]:
        """What each card is besides: large, overlapped, separate, jumbo. A card without a box is none of the first."""
        groups: list[list[str]] = []
        for number, _card in enumerate(self.cards):
            names = ["jumbo index"] if self.source.startswith(JUMBO) else []
            box = self.boxes[number] if self.boxes else None
            if box is not None:
                others = [other for n, other in enumerate(self.boxes) if n != number and other is not None]
                names.append("overlapped" if any(_shared(box, other) > OVERLAPPED for other in others) else "separate")
                if max(box[2] - box[0], box[3] - box[1]) >= LARGE_PX:
                    names.append(f"from {LARGE_PX} px")
            groups.append(names)
        return groups


def _shared(one: Box, other: Box) -> float:
    """The share of the smaller of two boxes that both cover."""
    width = min(one[2], other[2]) - max(one[0], other[0])
    height = min(one[3], other[3]) - max(one[1], other[1])
    smaller = min((box[2] - box[0]) * (box[3] - box[1]) for box in (one, other))
    return max(0.0, width) * max(0.0, height) / max(smaller, 1e-9)


@dataclass
class Tally:
    """Sums over pictures; `reads` leaves out wrong reads of pictures whose labels are not complete."""

    pictures: int = 0
    cards: int = 0
    hits: int = 0
    reads: int = 0
    unsure: int = 0
    complete: int = 0
    exact: int = 0

    def add(self, reads: Sequence[str], label: Label) -> None:
        sure = counted(reads, label.cards)
        hits = matched(sure, label.cards)
        self.pictures += 1
        self.cards += len(label.cards)
        self.hits += hits
        self.reads += len(sure) if label.is_complete else hits
        self.unsure += len(reads) - len(sure)
        self.complete += label.is_complete
        self.exact += label.is_complete and hits == len(label.cards) == len(sure)

    @property
    def wrong(self) -> int:
        return self.reads - self.hits

    @property
    def recall(self) -> float:
        return self.hits / max(1, self.cards)

    @property
    def precision(self) -> float:
        return self.hits / max(1, self.reads)


@dataclass
class Found:
    """How many cards of a group there are, and how many of them were read."""

    cards: int = 0
    hits: int = 0

    @property
    def recall(self) -> float:
        return self.hits / max(1, self.cards)


@dataclass(frozen=True)
class Miss:
    """A picture that was not read exactly: what was read that is not there, and what was not read."""

    image: str
    wrong: tuple[str, ...]
    missed: tuple[str, ...]


@dataclass
class Scores:
    """Tallies by source and over all, cards found by group, and the pictures that went wrong, worst first."""

    by_source: dict[str, Tally] = field(default_factory=dict)
    by_group: dict[str, Found] = field(default_factory=dict)
    total: Tally = field(default_factory=Tally)
    misses: list[Miss] = field(default_factory=list)

    def add(self, reads: Sequence[str], label: Label) -> None:
        self.by_source.setdefault(label.source, Tally()).add(reads, label)
        self.total.add(reads, label)
        sure = counted(reads, label.cards)
        for names, is_met in zip(label.groups(), met(sure, label.cards), strict=True):
            for name in names:
                group = self.by_group.setdefault(name, Found())
                group.cards += 1
                group.hits += is_met
        wrong = unmet(sure, label.cards) if label.is_complete else ()
        missed = unmet_labels(sure, label.cards)
        if wrong or missed:
            self.misses.append(Miss(label.image, wrong, missed))

    def worst(self, number: int) -> list[Miss]:
        return sorted(self.misses, key=lambda miss: (-len(miss.wrong), -len(miss.missed), miss.image))[:number]


def counted(reads: Iterable[str], labels: Sequence[str]) -> list[str]:
    """The reads that count: sure ones, and `Q?` where a label is `Q?`."""
    return [read for read in reads if "?" not in read or (read != "??" and read in labels)]


def _pairs(reads: Iterable[str], labels: Sequence[str]) -> tuple[list[bool], Counter[str]]:
    """Which labels are met, each by a read of its own, and the reads that are left."""
    left, is_met = Counter(reads), [False] * len(labels)
    for number in sorted(range(len(labels)), key=lambda n: "?" in labels[n]):
        label = labels[number]
        fits = (read for read in left if left[read] and (read == label or ("?" in label and read[0] == label[0])))
        found = next(fits, None)
        if found is not None:
            left[found] -= 1
            is_met[number] = True
    return is_met, left


def met(reads: Iterable[str], labels: Sequence[str]) -> list[bool]:
    """For each label whether it is met."""
    return _pairs(reads, labels)[0]


def matched(reads: Iterable[str], labels: Sequence[str]) -> int:
    """How many labels are met, each by a read of its own."""
    return sum(met(reads, labels))


def unmet(reads: Iterable[str], labels: Sequence[str]) -> tuple[str, ...]:
    """Reads that meet no label."""
    return tuple(sorted(_pairs(reads, labels)[1].elements()))


def unmet_labels(reads: Iterable[str], labels: Sequence[str]) -> tuple[str, ...]:
    """Labels that no read meets, those without a suit last."""
    missed = [label for label, is_met in zip(labels, met(reads, labels), strict=True) if not is_met]
    return tuple(sorted(missed, key=lambda card: "?" in card))
