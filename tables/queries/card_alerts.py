"""What about cards needs a person: packs to be replaced, and a day's packs that two people have not signed for.

Only what a rule pack in force asks for. Nothing here tells a card.
"""

from datetime import datetime, timedelta

from casino.gaming_day import house_day_starts
from shoes.queries import uncounted_day
from tables.queries.card_rules import card_ages, house_card_rules
from tables.queries.card_shapes import CardAlert

Found = tuple[str, str, datetime, CardAlert]
"""Its level, the table (empty: the house), since when, and what it is."""


def card_alerts(at: datetime | None = None) -> list[Found]:
    """A fixed number of queries, however many tables are open."""
    found: list[Found] = []
    for code, key, age in card_ages(at):
        if age.level != "calm":
            since = age.until if age.level == "act" else age.warned_from
            found.append((age.level, code, since, CardAlert(shoe_key=key, age=age)))
    daily = house_card_rules(at).reconciled_daily
    day = uncounted_day() if daily else None
    if day:
        since = house_day_starts(day + timedelta(days=1))
        found.append(("act", "", since, CardAlert(day=day, clause=daily)))
    return found
