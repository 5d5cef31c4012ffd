"""Reports as values: what adds up, what stays unknown, which hold is odd, how often a mistake is, numbers that lack."""

from datetime import date, timedelta
from math import sqrt

import pytest

from tables.reports import daily, dealers, slips
from tables.reports.daily import TableDays
from tables.reports.dealers import DealerDealt, Mistake
from tables.reports.holds import Band, band, hold, t_thousandths
from tables.reports.often import often
from tables.reports.slips import Register, SlipTold
from tables.reports.value import Column, TableValue
from tables.rules.chips import DayFigures

DAY = date(2026, 11, 30)
KNOWN = DayFigures(6000_00, 5400_00, 1000_00, 200_00, 3000_00)  # 3,000 + 5,400 + 200 - 6,000 - 1,000 = 1,600
COLUMN_CODES = [column.code for column in daily.COLUMNS]
NO_DROP = DayFigures(6000_00, 5400_00, 0, 0, None)


def told(table: TableValue, *codes: str) -> list[tuple[object, ...]]:
    """Some columns of the rows."""
    return list(zip(*(table.column(code) for code in codes), strict=True))


def test_a_day_a_month_and_a_year_add_up() -> None:
    days = {DAY: KNOWN, DAY - timedelta(days=1): KNOWN, date(2026, 2, 3): KNOWN, date(2025, 12, 31): KNOWN}
    report = daily.report([TableDays("BJ-1", days)], since=DAY, until=DAY, zone="UTC, 06:00")
    assert told(report, "span", "days", "opener", "fills", "credits", "closer", "drop", "win", "hold") == [
        ("day", 1, 6000_00, 1000_00, 200_00, 5400_00, 3000_00, 1600_00, 53_33),
        ("month", 2, "", 2000_00, 400_00, "", 6000_00, 3200_00, 53_33),
        ("year", 3, "", 3000_00, 600_00, "", 9000_00, 4800_00, 53_33),
    ]
    assert report.gaps == ()


def test_without_a_drop_there_is_no_result_but_a_named_gap() -> None:
    days = {DAY: NO_DROP, DAY - timedelta(days=1): KNOWN}
    report = daily.report([TableDays("BJ-1", days)], since=DAY, until=DAY, zone="UTC, 06:00")
    assert told(report, "span", "drop", "win", "hold", "gaps") == [
        ("day", None, None, None, "no_drop"),
        ("month", None, None, None, "days_without_result:1"),
        ("month_known", 3000_00, 1600_00, 53_33, ""),
        ("year", None, None, None, "days_without_result:1"),
        ("year_known", 3000_00, 1600_00, 53_33, ""),
    ]
    assert [gap.about for gap in report.gaps] == [{"table": "BJ-1", "day": "2026-11-30", "reasons": "no_drop"}]


def test_one_table_without_a_result_leaves_the_houses_unknown() -> None:
    tables = [TableDays("BJ-1", {DAY: KNOWN}), TableDays("BJ-2", {DAY: NO_DROP})]
    report = daily.report(tables, since=DAY, until=DAY, zone="UTC, 06:00")
    day = dict(zip((column.code for column in report.columns), report.totals[0], strict=True))
    assert (day["drop"], day["win"], day["hold"], day["fills"]) == (None, None, None, 1000_00)
    assert day["gaps"] == "tables_without_result:1"
    assert [(row[1], row[9]) for row in report.totals[:2]] == [("day", None), ("day_tables", 1600_00)]


def test_all_tables_of_a_game_and_of_the_house_have_a_band_of_their_own() -> None:
    """PROCEDURES 114: by table and by type of game. A day on which one table has no result says nothing of all."""
    before = [DAY - timedelta(days=number) for number in range(1, 13)]
    hot = DayFigures(6000_00, 9000_00, 1000_00, 200_00, 3000_00)
    one = {day: KNOWN if number % 2 else hot for number, day in enumerate(before)} | {DAY: KNOWN}
    two = dict.fromkeys(before, KNOWN) | {DAY: KNOWN}
    tables = [TableDays("BJ-1", one, game="blackjack"), TableDays("PT-1", two, game="pontoon")]
    report = daily.report(tables, since=DAY, until=DAY, zone="UTC, 06:00")
    rows = {(row[0], row[1]): dict(zip(COLUMN_CODES, row, strict=True)) for row in report.totals}
    assert [name for name, span in rows if span == "day"] == ["", "game:blackjack", "game:pontoon"]
    day = {name: rows[name, "day"] for name in ("", "game:blackjack", "game:pontoon")}
    wins = [(one[each].win_minor or 0) + (two[each].win_minor or 0) for each in before]
    house = band([(win, 6000_00) for win in wins], 6000_00)
    assert house is not None
    assert (day[""]["band_low"], day[""]["band_high"], day[""]["odd"]) == (house.low, house.high, "within")
    assert (day["game:pontoon"]["band_low"], day["game:pontoon"]["band_high"]) == (53_33, 53_33)
    assert day["game:blackjack"]["band_low"] != day["game:pontoon"]["band_low"]
    lost = [TableDays("BJ-1", one | dict.fromkeys(before[:4], NO_DROP), game="blackjack"), tables[1]]
    again = daily.report(lost, since=DAY, until=DAY, zone="UTC, 06:00")
    first = dict(zip(COLUMN_CODES, again.totals[0], strict=True))
    assert (first["band_low"], first["odd"]) == ("", "no_band")  # eight days are too few
    assert len({row[0] for row in daily.report(tables[:1], since=DAY, until=DAY, zone="UTC").totals}) == 1


def test_a_day_that_still_runs_says_nothing_yet() -> None:
    table = TableDays("BJ-1", {DAY: KNOWN}, running=frozenset({DAY}))
    report = daily.report([table], since=DAY, until=DAY, zone="UTC, 06:00")
    assert report.rows[0][4:11] == (None,) * 7
    assert told(report, "gaps")[0] == ("still_running",)
    assert report.rows[1][5:10] == (None, None, "", None, None)  # the month does not take it for nothing


def test_days_of_a_span_are_told_one_by_one() -> None:
    days = {DAY - timedelta(days=number): KNOWN for number in (0, 1, 3)}
    report = daily.report([TableDays("BJ-1", days)], since=DAY - timedelta(days=3), until=DAY, zone="UTC, 06:00")
    assert [day for span, day in told(report, "span", "day") if span == "day"] == [
        "2026-11-27",
        "2026-11-29",
        "2026-11-30",
    ]


HISTORY = [(140_00 + 11_00 * (number * 7 % 5), 800_00 + 37_00 * (number % 4)) for number in range(20)]


def test_the_band_is_students_about_the_mean_hold() -> None:
    """Against the textbook's formula in floating point: within one hundredth of a percent."""
    drop = 900_00
    won, dropped = sum(win for win, _ in HISTORY), sum(minor for _, minor in HISTORY)
    mean = won / dropped
    variance = sum((win - mean * minor) ** 2 / minor for win, minor in HISTORY) / 19
    half = 2.093 * sqrt(variance * (1 / drop + 1 / dropped))
    found = band(HISTORY, drop)
    assert isinstance(found, Band)
    assert found.days == 20
    assert found.expected == pytest.approx(mean * 10_000, abs=1)
    assert found.low == pytest.approx((mean - half) * 10_000, abs=1)
    assert found.high == pytest.approx((mean + half) * 10_000, abs=1)


def test_more_drop_makes_a_narrower_band() -> None:
    narrow, wide = band(HISTORY, 9000_00), band(HISTORY, 100_00)
    assert narrow is not None
    assert wide is not None
    assert narrow.high - narrow.low < wide.high - wide.low


def test_nine_days_make_no_band() -> None:
    assert band(HISTORY[:9], 900_00) is None
    assert band(HISTORY[:10], 900_00) is not None
    assert band(HISTORY, None) is None
    assert band(HISTORY, 0) is None


def test_students_t_is_never_too_small() -> None:
    assert [t_thousandths(freedom) for freedom in (9, 19, 21, 29, 364, 5000)] == [2262, 2093, 2086, 2048, 1980, 1962]


@pytest.mark.parametrize(
    ("win", "drop", "share"),
    [(200_00, 1000_00, 20_00), (-1, 3, -33_33), (2, 3, 66_67), (None, 5, None), (5, None, None), (5, 0, None)],
)
def test_hold_is_win_over_drop_to_a_hundredth_of_a_percent(
    win: int | None, drop: int | None, share: int | None
) -> None:
    assert hold(win, drop) == share


def test_a_hold_outside_the_band_is_flagged() -> None:
    """Twenty ordinary days of about 18 %, then one of 53 %."""
    days = {DAY - timedelta(days=40 + at): as_figures(win, drop) for at, (win, drop) in enumerate(HISTORY)}
    quiet = daily.report([TableDays("BJ-1", {**days, DAY: as_figures(160_00, 900_00)})], since=DAY, until=DAY, zone="")
    loud = daily.report([TableDays("BJ-1", {**days, DAY: as_figures(480_00, 900_00)})], since=DAY, until=DAY, zone="")
    assert told(quiet, "odd")[0] == ("within",)
    assert told(loud, "odd")[0] == ("outside",)
    assert told(daily.report([TableDays("BJ-1", {DAY: KNOWN})], since=DAY, until=DAY, zone=""), "odd")[0] == (
        "no_band",
    )


def as_figures(win: int, drop: int) -> DayFigures:
    return DayFigures(5000_00, 5000_00 + win - drop, 0, 0, drop)


@pytest.mark.parametrize(
    ("count", "low", "high"),
    [(0, 0.0, 3.689), (1, 0.0253, 5.572), (2, 0.2422, 7.225), (10, 4.795, 18.390), (100, 81.364, 121.627)],
)
def test_the_interval_is_garwoods(count: int, low: float, high: float) -> None:
    """Printed tables of the exact interval of a Poisson mean, a thousand hands of exposure."""
    found = often(count, 1_000)
    assert found is not None
    assert found.rate == count * 1000
    assert found.low / 1000 == pytest.approx(low, abs=0.002)
    assert found.high / 1000 == pytest.approx(high, abs=0.002)


def test_nothing_dealt_has_no_rate() -> None:
    assert often(0, 0) is None


def test_a_dealer_without_a_mistake_has_an_interval_too() -> None:
    report = dealers.report([DealerDealt("Anna", 100, 300, 0)], since=DAY, until=DAY, in_play=0, zone="")
    assert report.rows == (("Anna", "all", "", 0, "", 100, 300, 0, 0, 12_296),)
    assert report.totals == ()


def test_mistakes_are_told_by_direction_kind_and_money() -> None:
    game = "blackjack-fixed-bank"
    mistakes = (
        Mistake(game, "R-BJF-34", 25_00),
        Mistake(game, "R-BJF-34", 10_00),
        Mistake(game, "R-BJF-34", -5_00),
        Mistake(game, "R-BJF-27", 0),
        Mistake(game, "R-BJF-33", None),
    )
    anna = DealerDealt("Anna", 400, 1000, 2, mistakes)
    report = dealers.report([anna, DealerDealt("Boris", 10, 30, 0)], since=DAY, until=DAY, in_play=3, zone="")
    assert told(report, "dealer", "mistake", "direction", "times", "money") == [
        ("Anna", "all", "", 5, ""),
        ("Anna", f"{game}:R-BJF-34", "for_guest", 2, 35_00),
        ("Anna", f"{game}:R-BJF-34", "for_house", 1, 5_00),
        ("Anna", f"{game}:R-BJF-27", "no_money", 1, 0),
        ("Anna", f"{game}:R-BJF-33", "money_unknown", 1, None),
        ("Boris", "all", "", 0, ""),
    ]
    assert report.totals[0][:8] == ("", "all", "", 5, "", 410, 1030, 4854)
    assert [(gap.code, gap.about) for gap in report.gaps] == [
        ("lost_rounds", {"dealer": "Anna", "rounds": 2}),
        ("unknown_money", {"dealer": "Anna", "times": 1}),
    ]
    assert report.notes[0].about == {"rounds": 3}


def slip(number: int, state: str = "done", minor: int = 100_00) -> SlipTold:
    return SlipTold("fill", number, state, "BJ-1", "2026-11-30", 1_796_040_000_000, minor, (4, 4))


def test_numbers_that_lack_are_found_wherever_they_are() -> None:
    register = Register("fill", 9, (slip(2), slip(3, "void"), slip(6)))
    assert slips.missing(register) == [(1, 1), (4, 5), (7, 9)]
    report = slips.report([register, Register("credit", 0, ())], year=2026, is_whole=False, zone="")
    assert told(report, "number", "state") == [
        ("F-2026-000001", "missing"),
        ("F-2026-000003", "void"),
        ("F-2026-000004 – F-2026-000005", "missing"),
        ("F-2026-000007 – F-2026-000009", "missing"),
        ("F-2026-000010 –", "unused"),
        ("C-2026-000001 –", "unused"),
    ]
    assert [row[6] for row in report.totals] == [None, 0]  # what missing slips moved is unknown
    assert [gap.about["count"] for gap in report.gaps] == [1, 2, 3]


def test_every_slip_is_told_where_it_is_asked_for() -> None:
    register = Register("fill", 2, (slip(1), slip(2, "open", 50_00)))
    report = slips.report([register], year=2026, is_whole=True, zone="")
    assert told(report, "number", "state", "sum")[:2] == [
        ("F-2026-000001", "done", 100_00),
        ("F-2026-000002", "open", 50_00),
    ]
    assert report.totals[0][6] == 100_00
    assert report.gaps == ()


def test_a_report_is_read_back_as_it_was() -> None:
    report = daily.report([TableDays("BJ-1", {DAY: NO_DROP})], since=DAY, until=DAY, zone="UTC, 06:00")
    assert TableValue.from_json(report.as_json()) == report


def test_a_row_has_a_cell_a_column() -> None:
    with pytest.raises(ValueError, match="2 cells"):
        TableValue("tables", {}, (Column("table", "text"),), ((1, 2),))
