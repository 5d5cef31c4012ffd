"""What the API reads and writes of chips: pieces by value, counts, slips, days, differences."""

from typing import Any

from rest_framework import serializers

from casino.fields import Choice, Day, Filters, Form, Text, Whole, YesNo
from casino.money import LARGEST_MINOR
from casino.paging import Paged
from casino.shapes import Lines, shown
from tables.models import ChipCount, Slip
from tables.queries.chip_differences import DifferenceView
from tables.queries.chip_pages import CountView, DayPage, DropToCount, HouseDay, TableDay, TrayRow
from tables.queries.chips import AgainstRounds, Values
from tables.queries.ledger import Movement
from tables.queries.slips import SlipView
from tables.rules.chips import MOST_PIECES, DayFigures, Expected

MOST_VALUES = 40
OF_READER = frozenset({"may_sign", "may_void", "may_agree"})


class LineIn(Form):
    """So many pieces of a value."""

    value_minor = Whole(min_value=1, max_value=LARGEST_MINOR)
    pieces = Whole(min_value=0, max_value=MOST_PIECES)


class LinesIn(Form):
    """Pieces by value. `seen` is what the page of the day said: chips that changed since refuse this."""

    lines = serializers.ListField(child=LineIn(), max_length=MOST_VALUES)
    seen = Text(max_length=60, required=False)


class CountIn(LinesIn):
    kind = Choice(ChipCount.Kind.values)
    reason = Text(blank=True, required=False, default="", help_text="Of a recount: why")


class DropIn(LinesIn):
    day = Day(help_text="The gaming day")
    reason = Text(blank=True, required=False, default="", help_text="Of a recount: why")


class SlipIn(LinesIn):
    kind = Choice(Slip.Kind.values)
    note = Text(blank=True, required=False, default="", max_length=200)


class SeenIn(Form):
    """`seen` is how many signatures the slip had when it was read: another one since then refuses this one."""

    seen = Whole(required=False, min_value=0)


class ValuesIn(Form):
    chips_minor = serializers.ListField(child=Whole(min_value=1, max_value=LARGEST_MINOR), max_length=MOST_VALUES)
    notes_minor = serializers.ListField(child=Whole(min_value=1, max_value=LARGEST_MINOR), max_length=MOST_VALUES)


class ConfirmIn(LinesIn):
    day = Day(help_text="The gaming day")


class DropStateOut(serializers.Serializer[Any]):
    """How the drop of a day stands; its sum once two people have counted the same."""

    table_code = serializers.CharField()
    day = serializers.DateField()
    is_known = serializers.BooleanField()
    total_minor = serializers.IntegerField(allow_null=True)
    seen = serializers.CharField()


class HouseDayFilter(Filters):
    day = Day(required=False, help_text="The gaming day; the last one counted if absent")


class SlipsFilter(Paged):
    table = Text(max_length=16, required=False, help_text="Code of a table")
    kind = Choice(Slip.Kind.values, required=False)
    day = Day(required=False, help_text="The gaming day")
    year = Whole(required=False, min_value=1970, max_value=2199, help_text="The year of its number")
    under_way = YesNo(required=False, help_text="Neither signed to its end nor void")


class DifferencesFilter(Paged):
    table = Text(max_length=16, required=False, help_text="Code of a table")
    day = Day(required=False, help_text="The gaming day")
    open = YesNo(required=False, help_text="Nobody has acknowledged it")


def lines_of(said: dict[str, Any]) -> dict[int, int]:
    """Pieces by value, as the services take them; of a value given twice all pieces count."""
    found: dict[int, int] = {}
    for line in said["lines"]:
        found[line["value_minor"]] = found.get(line["value_minor"], 0) + line["pieces"]
    return found


FiguresOut = shown(DayFigures, name="DayFigures", also=("gaps", "win_minor", "hold_basis_points"))
SlipOut = shown(SlipView, name="Slip", leave=OF_READER, lines=Lines())
DifferenceOut = shown(DifferenceView, name="ChipDifference", pieces=Lines())
ExpectedOut = shown(Expected, name="ExpectedChips", also=("difference_minor",))
MovementOut = shown(Movement, name="LedgerMovement", postings=serializers.ListField(child=serializers.JSONField()))
CountOut = shown(CountView, name="ChipCount", leave=OF_READER)
DayOut = shown(
    DayPage,
    name="TableChips",
    leave=frozenset({"forms", "may_ask", "may_acknowledge", "drop"}),
    figures=FiguresOut(),
    tray=shown(TrayRow)(many=True),
    counts=CountOut(many=True),
    slips=SlipOut(many=True),
    rounds=shown(AgainstRounds, name="AgainstRounds", expected=ExpectedOut())(),
    differences=DifferenceOut(many=True),
    ledger=MovementOut(many=True),
)
TableDayOut = shown(TableDay, name="TableDay", figures=FiguresOut())
HouseDayOut = shown(HouseDay, name="HouseDay", rows=TableDayOut(many=True))
DropOut = shown(DropToCount, name="DropToCount", leave=frozenset({"may_count", "may_confirm"}))
ValuesOut = shown(Values, name="ChipValues")
