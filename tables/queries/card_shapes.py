"""What about cards needs a person, as a plain value."""

from dataclasses import dataclass
from datetime import date

from shoes.house_rules import CardAge, Clause


@dataclass(frozen=True, slots=True)
class CardAlert:
    """Cards that have been in play for long (`age`, of a shoe), or a day's packs that nobody has signed for (`day`)."""

    shoe_key: str = ""
    age: CardAge | None = None
    day: date | None = None
    clause: Clause | None = None
