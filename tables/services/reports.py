"""Reports: asked for, made by a worker with progress, stopped, kept with the hash of what they said."""

import hashlib
from collections.abc import Callable, Mapping
from datetime import date, timedelta
from functools import partial
from typing import Any, Final

from celery import current_app
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from casino import audit
from casino.audit.canonical import canonical
from casino.errors import Refused, refused_if
from casino.gaming_day import house_day
from casino.models import Staff
from tables.models import Report, ReportResult, ReportRun, Slip, Table
from tables.queries import reports as known
from tables.reports import daily, dealers, slips
from tables.reports.value import TableValue

State = ReportRun.State
MOST_DAYS: Final = 366
MOST_DAYS_LISTED: Final = 31
BEGUN_WITHIN: Final = timedelta(minutes=2)
Told = Callable[[int, int], None]
"""Called with how much is done, of how much."""


class BadReport(Refused):
    """A report of what cannot be."""

    code = "bad-report"
    status = 422


class NotRunning(Refused):
    code = "report-not-running"

    def __init__(self) -> None:
        super().__init__(_("This report is no longer being made; reload the page to see what became of it."))


class _Stopped(Exception):
    """Somebody stopped the report while it was made."""


class _Made(Refused):
    """Another worker was first; what it made stands."""


@transaction.atomic
def ask(kind: str, parameters: Mapping[str, Any], *, by: Staff) -> Report:
    """Ask for a report; a worker makes it. Raises BadReport."""
    wanted = _checked(kind, parameters)
    report = Report.objects.create(kind=kind, parameters=wanted, by=by)
    ReportRun.objects.create(report=report)
    audit.record(audit.HOUSE, by, "report.asked", about=f"report:{report.pk}", facts={"kind": kind, **wanted})
    transaction.on_commit(partial(current_app.send_task, "tables.make_report", [report.pk]), robust=True)
    return report


@transaction.atomic
def stop(report: Report, *, by: Staff) -> None:
    """Stop it; the worker ends at its next step and keeps nothing. Raises NotRunning."""
    rows = ReportRun.objects.filter(report=report, state__in=[State.WAITING, State.RUNNING])
    if not rows.update(state=State.STOPPED, stopped_by=by, changed_at=timezone.now()):
        raise NotRunning
    audit.record(audit.HOUSE, by, "report.stopped", about=f"report:{report.pk}", facts={})


def make(report_id: int) -> None:
    """Make a report that was asked for. Done or stopped, nothing happens: a killed worker's task comes twice."""
    report = Report.objects.select_related("run").get(pk=report_id)
    if not ReportRun.objects.filter(report=report, state__in=[State.WAITING, State.RUNNING]).update(
        state=State.RUNNING, done=0, of=0, changed_at=timezone.now()
    ):
        return
    try:
        _keep(report, table_of(report.kind, report.parameters, partial(_progress, report)))
    except (_Stopped, _Made):
        return
    except Exception:
        rows = ReportRun.objects.filter(report=report, state=State.RUNNING)
        rows.update(state=State.FAILED, changed_at=timezone.now())
        raise


def table_of(kind: str, parameters: Mapping[str, Any], told: Told) -> TableValue:
    """The report's table, from the record as it is now."""
    return _MAKERS[kind](parameters, told)


def send_again() -> int:
    """Send the tasks of reports that nobody began; answers how many."""
    waiting = known.left_waiting(BEGUN_WITHIN)
    for report_id in waiting:
        current_app.send_task("tables.make_report", [report_id])
    return len(waiting)


def _progress(report: Report, done: int, of: int) -> None:
    """Tell how far it is; raises _Stopped once somebody stopped it."""
    rows = ReportRun.objects.filter(report=report, state=State.RUNNING)
    if not rows.update(done=done, of=of, changed_at=timezone.now()):
        raise _Stopped


@transaction.atomic
def _keep(report: Report, table: TableValue) -> None:
    rows = ReportRun.objects.filter(report=report, state=State.RUNNING)
    if not rows.update(state=State.DONE, changed_at=timezone.now()):
        raise _Stopped
    text = canonical(table.as_json())
    sha256 = hashlib.sha256(text.encode()).hexdigest()
    with refused_if("tables_reportresult_report_id_key", _Made()):
        ReportResult.objects.create(report=report, text=text, sha256=sha256, rows=len(table.rows), gaps=len(table.gaps))
    facts = {"rows": len(table.rows), "gaps": len(table.gaps), "sha256": sha256}
    audit.record(audit.HOUSE, "celery", "report.made", about=f"report:{report.pk}", facts=facts)


# ---- kinds -------------------------------------------------------------------------------------------------------


def _tables(parameters: Mapping[str, Any], told: Told) -> TableValue:
    since, until = _span(parameters)
    chosen = Table.objects.filter(code__in=parameters["tables"]) if parameters["tables"] else Table.objects.all()
    rows = list(chosen.order_by("code"))
    found = []
    for number, table in enumerate(rows):
        told(number, len(rows))
        found.append(known.table_days(table, until))
    told(len(rows), len(rows))
    return daily.report(found, since=since, until=until, zone=known.zone_words())


def _dealers(parameters: Mapping[str, Any], told: Told) -> TableValue:
    since, until = _span(parameters)
    dealt = known.dealt_between(since, until)
    wanted = parameters["dealers"]
    rows = [dealer for dealer in known.dealers_of(dealt.rounds) if not wanted or dealer.pk in wanted]
    found = []
    for number, dealer in enumerate(rows):
        told(number, len(rows))
        found.append(known.dealer_dealt(dealer, dealt))
    told(len(rows), len(rows))
    return dealers.report(found, since=since, until=until, in_play=dealt.in_play, zone=known.zone_words())


def _slips(parameters: Mapping[str, Any], told: Told) -> TableValue:
    year, kinds = parameters["year"], Slip.Kind.values
    found = []
    for number, kind in enumerate(kinds):
        told(number, len(kinds))
        found.append(known.register(kind, year))
    told(len(kinds), len(kinds))
    return slips.report(found, year=year, is_whole=parameters["every"], zone=known.zone_words())


_MAKERS: Final[dict[str, Callable[[Mapping[str, Any], Told], TableValue]]] = {
    "tables": _tables,
    "dealers": _dealers,
    "slips": _slips,
}


# ---- what may be asked for ---------------------------------------------------------------------------------------


def _checked(kind: str, given: Mapping[str, Any]) -> dict[str, Any]:
    """The parameters as they are kept."""
    if kind == "slips":
        return {"year": _year(given["year"]), "every": bool(given.get("every"))}
    since, until = given["since"], given["until"]
    _check_days(kind, since, until)
    span = {"since": since.isoformat(), "until": until.isoformat()}
    if kind == "tables":
        return span | {"tables": _existing_tables(given.get("tables") or [])}
    if kind == "dealers":
        return span | {"dealers": _existing_people(given.get("dealers") or [])}
    raise BadReport(_("“{kind}” is no report; there are: tables, dealers, slips.").format(kind=kind))


def _check_days(kind: str, since: date, until: date) -> None:
    most = MOST_DAYS_LISTED if kind == "tables" else MOST_DAYS
    if since > until:
        raise BadReport(_("The first day comes after the last; change one of them."))
    if until > house_day():
        raise BadReport(_("This gaming day has not begun; ask up to today."))
    if (until - since).days >= most:
        raise BadReport(_("A report of this kind tells {most} days at most; ask for fewer.").format(most=most))


def _year(year: int) -> int:
    if not 2000 <= year <= house_day().year:
        raise BadReport(_("The year is one from 2000 to this one."))
    return year


def _existing_tables(codes: list[str]) -> list[str]:
    there = set(Table.objects.filter(code__in=codes).values_list("code", flat=True))
    missing = [code for code in codes if code not in there]
    if missing:
        raise BadReport(_("There is no table {code}.").format(code=missing[0]))
    return sorted(there)


def _existing_people(ids: list[int]) -> list[int]:
    there = set(Staff.objects.filter(pk__in=ids).values_list("pk", flat=True))
    if there != set(ids):
        raise BadReport(_("There is no such dealer."))
    return sorted(there)


def _span(parameters: Mapping[str, Any]) -> tuple[date, date]:
    return date.fromisoformat(parameters["since"]), date.fromisoformat(parameters["until"])
