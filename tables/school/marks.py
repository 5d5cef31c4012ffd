"""A mistake of the trainee, as it is shown, kept and practised. Pure."""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Mark:
    """One mistake: the rule, what was due, what was done, and after how many facts of the round."""

    rule: str
    slot: str
    before: int
    due: dict[str, Any]
    act: dict[str, Any]
    at_ms: int
    finding: dict[str, Any] | None = None
    lapse: str = ""
    face: str = ""
    is_carried_out: bool = False
    """Whether the act stands as it would on the floor, so that it can be taken back."""

    def as_json(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in self.__slots__}
