"""Reports: the list, what may be asked for, one report with its progress and its files."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from django.conf import settings
from django.contrib import messages
from django.forms import Form
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import URLPattern, path, reverse
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from casino.permissions import StaffRequest, may
from tables.models import Report
from tables.queries import reports as known
from tables.report_files import csv_file, pdf_file, xlsx_file
from tables.report_files.about import About
from tables.report_files.printed import printed
from tables.report_forms import FORMS
from tables.reports.value import TableValue
from tables.services import reports as service
from tables.wording import reports as words

READ: Final = "reports.read"
MOST_ROWS: Final = 500
"""So many rows stand on the page; the files have all."""

XLSX: Final = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
FILES: Final[dict[str, tuple[Callable[[TableValue, About], bytes], str]]] = {
    "pdf": (pdf_file.write, "application/pdf"),
    "xlsx": (xlsx_file.write, XLSX),
    "csv": (csv_file.write, "text/csv; charset=utf-8"),
}


@may(READ)
@require_GET
def reports(request: StaffRequest) -> HttpResponse:
    """Reports newest first, and the forms by which one is asked for."""
    return _list(request, {kind: form() for kind, form in FORMS.items()})


@may(READ)
@require_POST
def ask(request: StaffRequest) -> HttpResponse:
    """Ask for a report; its page shows how far it is."""
    kind = request.POST.get("kind", "")
    if kind not in FORMS:
        raise service.BadReport(_("“{kind}” is no report; there are: tables, dealers, slips.").format(kind=kind))
    form = FORMS[kind](request.POST)
    if not form.is_valid():
        fresh = {other: each() for other, each in FORMS.items()}
        return _list(request, fresh | {kind: form}, status=422)
    report = service.ask(kind, form.cleaned_data, by=request.user)
    return redirect("report", report.pk)


@may(READ)
@require_GET
def report(request: StaffRequest, report_id: int) -> HttpResponse:
    """A report: how far it is, or what it says."""
    found = get_object_or_404(known.with_result(), pk=report_id)
    shown = {"report": found, "section": "reports", **_result(found)}
    return render(request, "tables/_report.html" if "part" in request.GET else "tables/report.html", shown)


@may(READ)
@require_POST
def stop(request: StaffRequest, report_id: int) -> HttpResponse:
    found = get_object_or_404(Report, pk=report_id)
    service.stop(found, by=request.user)
    messages.success(request, _("The report is stopped."))
    return redirect("report", report_id)


@may(READ)
@require_GET
def file(request: StaffRequest, report_id: int, form: str) -> HttpResponse:
    """A report as a file, in the reader's language or in `?language=`."""
    found = get_object_or_404(known.with_result().filter(result__isnull=False), pk=report_id)
    language = request.GET.get("language") or translation.get_language() or "en"
    if language not in dict(settings.LANGUAGES):
        raise Http404
    write, kind = FILES[form]
    with translation.override(language):
        content = write(known.table_of(found), about(found))
    answer = HttpResponse(content, content_type=kind)
    answer["Content-Disposition"] = f'attachment; filename="{found.kind}-{found.pk}-{language}.{form}"'
    return answer


def about(found: Report) -> About:
    return About(found.pk, str(found.by), found.result.at, found.result.sha256)


@dataclass(frozen=True, slots=True)
class FileLink:
    name: str
    language: str
    address: str


def _list(request: StaffRequest, forms: Mapping[str, Form], *, status: int = 200) -> HttpResponse:
    page = request.GET.get("page", "1")
    shown = {
        "page": known.reports_list(int(page) if page.isascii() and page.isdigit() and len(page) < 9 else 1),
        "forms": [(kind, words.kind(kind), form) for kind, form in forms.items()],
        "section": "reports",
    }
    return render(request, "tables/reports.html", shown, status=status)


def _result(found: Report) -> dict[str, object]:
    if not hasattr(found, "result"):
        return {"title": words.kind(found.kind)}
    shown = printed(known.table_of(found))
    return {
        "title": shown.title,
        "printed": shown,
        "rows": shown.rows[:MOST_ROWS],
        "not_shown": max(0, len(shown.rows) - MOST_ROWS),
        "files": _files(found),
        "about": about(found),
    }


def _files(found: Report) -> list[tuple[str, list[FileLink]]]:
    """The files, in each language; the names of languages are their own."""
    return [
        (
            code,
            [
                FileLink(form.upper(), code, f"{reverse(f'report-{form}', args=[found.pk])}?language={code}")
                for form in FILES
            ],
        )
        for code, _name in settings.LANGUAGES
    ]


urlpatterns: list[URLPattern] = [
    path("reports", reports, name="reports"),
    path("reports/ask", ask, name="report-ask"),
    path("reports/<int:report_id>", report, name="report"),
    path("reports/<int:report_id>/stop", stop, name="report-stop"),
    *(path(f"reports/<int:report_id>/{form}", file, {"form": form}, name=f"report-{form}") for form in FILES),
]
