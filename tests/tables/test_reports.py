"""Reports from the record: asked for, made, stopped, kept with their hash, and written as files in both languages."""

import csv
import hashlib
import io
import re
from contextlib import closing
from datetime import UTC, date, datetime, timedelta

import openpyxl
import pypdfium2
import pytest
from celery import current_app
from django.db import connection, connections
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import translation

from casino.audit.models import JournalEntry
from casino.gaming_day import house_day
from casino.models import Staff
from shoes import services as shoe_life
from tables.models import EveningVerdict, Report, ReportResult, ReportRun, Round, Table, Verdict
from tables.queries import reports as known
from tables.report_files import csv_file, pdf_file, xlsx_file
from tables.report_files.about import About
from tables.reports.value import Column, Said, TableValue
from tables.services import chips, evenings, reports, slips, tables, verdicts
from tables.wording import reports as words
from tests.tables.conftest import Tapper
from tests.tables.paper import TRAY, Team, a_counted_day, ask, signed_to_the_end
from tests.tables.play import a_mistaken_round

pytestmark = pytest.mark.django_db

ABOUT = About(7, "Auditor", datetime(2026, 11, 30, 18, 5, tzinfo=UTC), "ab" * 32)
LANGUAGES = ("en", "ru")


def made(kind: str, by: Staff, **parameters: object) -> Report:
    report = reports.ask(kind, parameters, by=by)
    reports.make(report.pk)
    return known.with_result().get(pk=report.pk)


def today(**more: object) -> dict[str, object]:
    return {"since": house_day(), "until": house_day(), **more}


@pytest.fixture
def counted(table: Table, team: Team) -> Table:
    """BJ-12 after a day of which everything is known: 3,000 + 6,500 + 0 - 6,000 - 1,000 = 2,500."""
    a_counted_day(table, team)
    tables.close(table, by=team.boss)
    return table


def test_the_day_of_a_table_is_what_was_counted(counted: Table, auditor: Staff) -> None:
    said = known.table_of(made("tables", auditor, **today()))
    assert said.rows[0] == (
        *("BJ-12", "day", house_day().isoformat(), 1),
        *(6000_00, 1000_00, 0, 6500_00, 3000_00, 2500_00, 83_33),
        *("", "", "no_band", ""),
    )
    assert said.totals[0][4:11] == ("", 1000_00, 0, "", 3000_00, 2500_00, 83_33)
    assert said.gaps == ()


def test_a_table_that_is_open_keeps_its_figures_to_itself(table: Table, team: Team, auditor: Staff) -> None:
    chips.count_opener(table, TRAY, by=team.boss)
    said = known.table_of(made("tables", auditor, **today()))
    assert said.rows[0][4:11] == (None,) * 7
    assert [gap.about["reasons"] for gap in said.gaps] == ["still_running"]


def test_a_day_that_was_dealt_and_never_counted_is_a_gap(table: Table, team: Team, auditor: Staff) -> None:
    tables.close(table, by=team.boss)
    said = known.table_of(made("tables", auditor, **today()))
    assert [gap.about["reasons"] for gap in said.gaps] == ["no_opener no_closer no_drop"]


def test_questions_do_not_grow_with_the_days(counted: Table) -> None:
    with CaptureQueriesContext(
        connection,
    ) as few:
        known.table_days(counted, house_day())
    with CaptureQueriesContext(connection) as many:
        known.table_days(counted, house_day() + timedelta(days=300))
    assert len(few) == len(many) <= 9


def test_a_dealers_record_counts_what_was_upheld(tap: Tapper, team: Team, boss: Staff, auditor: Staff) -> None:
    a_mistaken_round(tap)
    verdict = Verdict.objects.open().get()
    verdicts.close(verdict, outcome="upheld", reason="seen on the clip", by=boss)
    in_play = known.table_of(made("dealers", auditor, **today()))
    assert (in_play.rows, in_play.notes[0]) == ((), Said("in_play_left_out", {"rounds": 1}))  # no counting aid
    tables.close(tap.table, by=boss)
    shoe_life.end(tap.round.shoe_key, by=boss, reason="test")
    said = known.table_of(made("dealers", auditor, **today()))
    assert said.rows[0][:7] == ("Dealer", "all", "", 1, "", 1, 1)
    money = verdict.money_minor
    direction = "money_unknown" if money is None else "for_guest" if money > 0 else "for_house" if money else "no_money"
    assert said.rows[1][:5] == (
        *("Dealer", f"blackjack-fixed-bank:{verdict.rule}", direction, 1),
        None if money is None else abs(money),
    )


def test_a_mistake_around_the_rounds_of_a_players_bank_counts_too(
    samples: dict[str, object], boss: Staff, auditor: Staff
) -> None:
    """A banker who cut the cards himself, at a table that the dealer `private` held open."""
    found = EveningVerdict.objects.get()
    evenings.close_verdict(found, outcome="upheld", by=boss, reason="seen")
    tables.close(found.evening.table, by=boss)
    shoe_life.end(Round.objects.get(table=found.evening.table).shoe_key, by=boss, reason="test")
    said = known.table_of(made("dealers", auditor, **today()))
    lines = [row for row in said.rows if row[0] == "Private"]
    assert [(row[1], row[2], row[3]) for row in lines] == [
        ("all", "", 1),
        (f"blackjack-variable-bank:{found.rule}", "no_money", 1),
    ]


def test_slips_and_gaps_tell_the_void_and_what_is_under_way(table: Table, team: Team, auditor: Staff) -> None:
    chips.count_opener(table, TRAY, by=team.boss)
    signed_to_the_end(ask(table, team), team)
    void = ask(table, team)
    slips.ask_void(void, "asked twice", by=team.boss)
    slips.agree_void(void, by=team.security)
    ask(table, team)
    year = house_day().year
    said = known.table_of(made("slips", auditor, year=year))
    shown = list(zip(*(said.column(code) for code in ("number", "state", "reason", "agreed_void")), strict=True))
    assert shown == [
        (f"F-{year}-000002", "void", "asked twice", "Security"),
        (f"F-{year}-000003", "open", "", ""),
        (f"F-{year}-000004 –", "unused", "", ""),
        (f"C-{year}-000001 –", "unused", "", ""),
    ]
    assert said.totals[0][6] == 1000_00
    assert len(known.table_of(made("slips", auditor, year=year, every=True)).rows) == 5


@pytest.mark.django_db(transaction=True, databases=["default", "owner"])
def test_a_number_that_the_counter_gave_and_no_slip_has_is_missing(auditor: Staff) -> None:
    """The run-time role can take no slip away; if an owner did, the counter would tell."""
    year = house_day().year
    with connections["owner"].cursor() as owner:
        owner.execute("INSERT INTO tables_slipnumber (kind, year, last) VALUES ('fill', %s, 2)", [year])
    said = known.table_of(made("slips", auditor, year=year))
    assert said.rows[0][:3] == (f"F-{year}-000001 – F-{year}-000002", "fill", "missing")
    assert said.gaps[0].code == "missing_numbers"


def test_what_was_said_is_kept_with_its_hash_and_told_to_the_journal(counted: Table, auditor: Staff) -> None:
    report = made("tables", auditor, **today())
    result = report.result
    assert hashlib.sha256(result.text.encode()).hexdigest() == result.sha256
    bodies = [row.body for row in JournalEntry.objects.filter(chain="house") if '"report.' in row.body]
    assert ['"report.asked"' in bodies[0], '"report.made"' in bodies[1], result.sha256 in bodies[1]] == [True] * 3
    again = made("tables", auditor, **today())
    assert again.result.sha256 == result.sha256


def test_a_task_that_comes_twice_makes_one_report(counted: Table, auditor: Staff) -> None:
    report = made("tables", auditor, **today())
    reports.make(report.pk)
    assert ReportResult.objects.count() == 1


def test_a_stopped_report_keeps_nothing(counted: Table, auditor: Staff, boss: Staff) -> None:
    report = reports.ask("tables", today(), by=auditor)
    reports.stop(report, by=boss)
    reports.make(report.pk)
    run = ReportRun.objects.get(report=report)
    assert (run.state, run.stopped_by, ReportResult.objects.count()) == ("stopped", boss, 0)
    with pytest.raises(reports.NotRunning):
        reports.stop(report, by=boss)


def test_a_report_is_stopped_while_it_is_made(
    counted: Table, auditor: Staff, boss: Staff, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody stops it while the first table is read: the worker finds that out before it tells of the next."""
    report = reports.ask("tables", today(), by=auditor)
    read = known.table_days

    def stopped(table: Table, until: date) -> object:
        reports.stop(report, by=boss)
        return read(table, until)

    monkeypatch.setattr(known, "table_days", stopped)
    reports.make(report.pk)
    assert (ReportRun.objects.get(report=report).state, ReportResult.objects.count()) == ("stopped", 0)


def test_a_report_that_breaks_says_so(auditor: Staff, monkeypatch: pytest.MonkeyPatch) -> None:
    report = reports.ask("slips", {"year": house_day().year}, by=auditor)
    monkeypatch.setattr(known, "register", lambda *_: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        reports.make(report.pk)
    assert ReportRun.objects.get(report=report).state == "failed"


def test_a_report_whose_task_was_lost_is_sent_again(auditor: Staff, monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[object] = []
    monkeypatch.setattr(current_app, "send_task", lambda name, arguments: sent.append((name, arguments)))
    report = reports.ask("slips", {"year": house_day().year}, by=auditor)
    assert reports.send_again() == 0
    ReportRun.objects.filter(report=report).update(changed_at=datetime(2026, 1, 1, tzinfo=UTC))
    assert reports.send_again() == 1
    assert sent[-1] == ("tables.make_report", [report.pk])


@pytest.mark.parametrize(
    ("kind", "given", "said"),
    [
        ("tables", {"since": date(2026, 2, 2), "until": date(2026, 2, 1)}, "comes after the last"),
        ("tables", {"since": date(2999, 1, 1), "until": date(2999, 1, 1)}, "has not begun"),
        ("tables", {"since": date(2026, 1, 1), "until": date(2026, 2, 1)}, "31 days at most"),
        ("dealers", {"since": date(2024, 1, 1), "until": date(2026, 2, 1)}, "366 days at most"),
        ("tables", {**today(), "tables": ["XX"]}, "no table XX"),
        ("dealers", {**today(), "dealers": [999]}, "no such dealer"),
        ("slips", {"year": 1999}, "2000"),
        ("secrets", today(), "no report"),
    ],
)
def test_a_report_of_what_cannot_be_is_refused(kind: str, given: dict[str, object], said: str, auditor: Staff) -> None:
    with pytest.raises(reports.BadReport, match=said):
        reports.ask(kind, given, by=auditor)
    assert not Report.objects.exists()


# ---- files -------------------------------------------------------------------------------------------------------

EVIL = TableValue(
    "slips",
    {"year": 2026},
    (Column("table", "text"), Column("reason", "text"), Column("sum", "money"), Column("at", "moment")),
    (
        ("=1+1", '=HYPERLINK("x")', -123456, 1_796_040_000_000),
        ("+1", "-2 fills\nasked", None, ""),
        ("@SUM(A1)", "\t=1", 0, None),
        ("BJ-1", " =cmd|' /C calc'!A0", 7, 1_796_040_000_000),
    ),
    (("", "", -123449, ""),),
    (Said("numbers_are", {}),),
)


@pytest.mark.parametrize(("language", "delimiter", "sum_"), [("en", ",", "-1234.56"), ("ru", ";", "-1234,56")])
def test_no_cell_of_a_csv_is_taken_for_a_formula(language: str, delimiter: str, sum_: str) -> None:
    with translation.override(language):
        content = csv_file.write(EVIL, ABOUT)
    assert content.startswith(b"\xef\xbb\xbf")
    rows = list(csv.reader(io.StringIO(content.decode("utf-8-sig")), delimiter=delimiter))
    assert rows[1][:3] == ["'=1+1", '\'=HYPERLINK("x")', sum_]
    assert rows[2][:2] == ["'+1", "'-2 fills\nasked"]
    assert rows[3][:2] == ["'@SUM(A1)", "'\t=1"]
    assert rows[4][1] == "' =cmd|' /C calc'!A0"
    number = re.compile(r"-?\d+(?:[.,]\d+)?")
    bad = [cell for row in rows for cell in row if cell.lstrip()[:1] in "=+-@" and cell and not number.fullmatch(cell)]
    assert bad == []


def test_a_spreadsheet_holds_figures_as_figures_and_texts_as_texts() -> None:
    content = xlsx_file.write(EVIL, ABOUT)
    assert content == xlsx_file.write(EVIL, ABOUT)
    book = openpyxl.load_workbook(io.BytesIO(content))
    sheet = book.worksheets[0]
    cells = [[cell.value for cell in row] for row in sheet.iter_rows()]
    assert cells[1][:3] == ["=1+1", '=HYPERLINK("x")', -1234.56]
    assert [sheet["A2"].data_type, sheet["B2"].data_type, sheet["C2"].data_type] == ["s", "s", "n"]
    assert cells[2][2] == "unknown"
    assert cells[-1][2] == -1234.49
    assert any("ab" * 32 in str(row[0].value) for row in book.worksheets[1].iter_rows())


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_form_of_a_report_says_the_same_figures(counted: Table, auditor: Staff, language: str) -> None:
    said = known.table_of(made("tables", auditor, **today()))
    with translation.override(language):
        pdf, sheet, text = (each.write(said, ABOUT) for each in (pdf_file, xlsx_file, csv_file))
        assert pdf == pdf_file.write(said, ABOUT)
    with closing(pypdfium2.PdfDocument(pdf)) as document:
        printed = "\n".join(page.get_textpage().get_text_range() for page in document)
    win = {"en": "2\u202f500.00", "ru": "2\u202f500,00"}[language]
    assert win in printed.replace("\u00a0", "\u202f").replace(" ", "\u202f")
    assert "ab" * 32 in printed
    assert {"en": "Win", "ru": "Выигрыш"}[language] in printed
    rows = [[cell.value for cell in row] for row in openpyxl.load_workbook(io.BytesIO(sheet)).worksheets[0].iter_rows()]
    assert rows[1][9] == 2500
    assert {"en": "2500.00", "ru": "2500,00"}[language] in text.decode()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_rule_that_a_finding_may_name_has_words(language: str) -> None:
    with translation.override(language):
        assert words.rule("blackjack-fixed-bank:R-BJF-27").endswith("(R-BJF-27)")
        assert words.rule("blackjack-fixed-bank:opt:dealer_policy").endswith("(opt:dealer_policy)")
        assert words.rule("blackjack-fixed-bank:CENSUS") != "CENSUS"


# ---- pages -------------------------------------------------------------------------------------------------------


def test_a_report_is_asked_for_read_and_taken_along(counted: Table, auditor: Staff, client: Client) -> None:
    client.force_login(auditor)
    day = house_day().isoformat()
    answer = client.post("/reports/ask", {"kind": "tables", "since": day, "until": day})
    report = Report.objects.get()
    assert answer["Location"] == f"/reports/{report.pk}"
    assert "data-poll" in client.get(answer["Location"]).content.decode()
    reports.make(report.pk)
    page = client.get(f"/reports/{report.pk}?part=all").content.decode()
    assert "2\u202f500.00" in page
    assert "data-poll" not in page
    for form, begins in (("pdf", b"%PDF-"), ("xlsx", b"PK"), ("csv", b"\xef\xbb\xbf")):
        file = client.get(f"/reports/{report.pk}/{form}?language=ru")
        assert file.content.startswith(begins)
        assert file["Content-Disposition"] == f'attachment; filename="tables-{report.pk}-ru.{form}"'
    assert client.get(f"/reports/{report.pk}/pdf?language=xx").status_code == 404


@pytest.mark.parametrize(
    ("posted", "said"),
    [
        ({"kind": "tables", "since": "yesterday", "until": "2026-11-30"}, "Enter a valid date"),
        ({"kind": "slips", "year": "1999"}, "Select a valid choice"),
        ({"kind": "dealers", "since": "2026-11-30"}, "This field is required"),
        ({"kind": "cards"}, "no report"),
    ],
)
def test_what_cannot_be_asked_for_is_said_on_the_page(
    posted: dict[str, str], said: str, auditor: Staff, client: Client
) -> None:
    client.force_login(auditor)
    answer = client.post("/reports/ask", posted)
    assert answer.status_code == 422
    assert said in answer.content.decode()


def test_the_list_is_one_page_and_two_questions_however_many_there_are(auditor: Staff) -> None:
    asked = [reports.ask("slips", {"year": house_day().year}, by=auditor) for _ in range(3)]
    with CaptureQueriesContext(connection) as three:
        rows = [(row.run.state, str(row.by), hasattr(row, "result")) for row in known.reports_list(1).rows]
    assert rows == [("waiting", "Auditor", False)] * 3
    assert len(three) == 2
    assert [row.pk for row in known.reports_list(9).rows] == [report.pk for report in reversed(asked)]
