"""What misread verdicts come to."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Misreads:
    """Verdicts closed as misread among the last `rounds` of a table, which are at most `misreads.LAST`."""

    rounds: int
    misread: int


@dataclass(frozen=True, slots=True)
class CameraMisreads:
    """Those for which one camera had read a card that the finding rests on; two cameras may share one."""

    camera: str
    misread: int
