"""Card reads against labels: recall, precision, wrong and unsure. Pure.

A label `Q?` is met by any suit of that rank; a read `??` counts as nothing, a read `Q?` only where a label is `Q?`.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Label:
    """One line of a manifest: the picture, its cards, and whether every visible card is among them."""

    image: str
    source: str
    cards: tuple[str, ...]
    is_complete: bool


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


@dataclass(frozen=True)
class Miss:
    """A picture that was not read exactly: what was read that is not there, and what was not read."""

    image: str
    wrong: tuple[str, ...]
    missed: tuple[str, ...]


@dataclass
class Scores:
    """Tallies by source and over all, and the pictures that went wrong, worst first."""

    by_source: dict[str, Tally] = field(default_factory=dict)
    total: Tally = field(default_factory=Tally)
    misses: list[Miss] = field(default_factory=list)

    def add(self, reads: Sequence[str], label: Label) -> None:
        self.by_source.setdefault(label.source, Tally()).add(reads, label)
        self.total.add(reads, label)
        sure = counted(reads, label.cards)
        wrong = unmet(sure, label.cards) if label.is_complete else ()
        missed = unmet_labels(sure, label.cards)
        if wrong or missed:
            self.misses.append(Miss(label.image, wrong, missed))

    def worst(self, number: int) -> list[Miss]:
        return sorted(self.misses, key=lambda miss: (-len(miss.wrong), -len(miss.missed), miss.image))[:number]


def counted(reads: Iterable[str], labels: Sequence[str]) -> list[str]:
    """The reads that count: sure ones, and `Q?` where a label is `Q?`."""
    return [read for read in reads if "?" not in read or (read != "??" and read in labels)]


def _pairs(reads: Iterable[str], labels: Iterable[str]) -> tuple[int, Counter[str], list[str]]:
    left, missed, hits = Counter(reads), [], 0
    for label in sorted(labels, key=lambda card: "?" in card):
        met = (read for read in left if left[read] and (read == label or ("?" in label and read[0] == label[0])))
        found = next(met, None)
        if found is None:
            missed.append(label)
        else:
            left[found] -= 1
            hits += 1
    return hits, left, missed


def matched(reads: Iterable[str], labels: Iterable[str]) -> int:
    """How many labels are met, each by a read of its own."""
    return _pairs(reads, labels)[0]


def unmet(reads: Iterable[str], labels: Iterable[str]) -> tuple[str, ...]:
    """Reads that meet no label."""
    return tuple(sorted(_pairs(reads, labels)[1].elements()))


def unmet_labels(reads: Iterable[str], labels: Iterable[str]) -> tuple[str, ...]:
    """Labels that no read meets."""
    return tuple(_pairs(reads, labels)[2])
