"""Whether pictures come, and change: our own watch over a camera, since a driver may wait half a minute. Pure."""

from dataclasses import dataclass
from typing import Final

LOST_S: Final = 1.5
FROZEN_S: Final = 1.5
STATES: Final = ("watching", "lost", "frozen")


@dataclass
class Watchdog:
    """Told how old the last picture is and how long it has been the same; says when that became wrong, or right again.

    A picture that a sensor took is never the same as the one before: noise sees to that.
    """

    state: str = "watching"

    def look(self, *, now: float, seen_at: float, changed_at: float) -> str | None:
        """`lost`, `frozen` or `back` when that began; all times are seconds of one clock."""
        found = self._found(now - seen_at, now - changed_at)
        if found == self.state:
            return None
        was, self.state = self.state, found
        # From lost to frozen or the other way there was no picture to trust in between.
        return "back" if found == "watching" and was != "watching" else found

    def _found(self, age_s: float, same_s: float) -> str:
        if age_s > LOST_S:
            return "lost"
        return "frozen" if same_s > FROZEN_S else "watching"
