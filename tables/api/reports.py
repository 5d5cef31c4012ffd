"""Reports in the API: asked for, followed, stopped, read as JSON or as a file."""

from typing import Any

from django.conf import settings
from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import path
from django.utils import translation
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from casino.api_access import people, person
from casino.errors import Refused
from casino.fields import Choice, Day, Filters, Form, Text, Whole, YesNo, asked, read
from casino.keys import once
from casino.models import Staff
from casino.paging import Paged, narrowed, page, page_of
from tables.models import Report
from tables.queries import reports as known
from tables.report_files import csv_file, pdf_file, xlsx_file
from tables.report_files.about import About
from tables.services import reports as service

XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
READS = people("reports.read", "reports.read")
LANGUAGES = [code for code, _name in settings.LANGUAGES]


class NotDone(Refused):
    """A report that is not done says nothing yet."""

    code = "report-not-done"

    def __init__(self) -> None:
        super().__init__(_("This report is not done; ask again in a moment."))


class ReportRowOut(serializers.Serializer[Any]):
    """A report and how far it is."""

    id = serializers.IntegerField()
    kind = serializers.CharField()
    parameters = serializers.JSONField()
    by = serializers.CharField()
    at = serializers.DateTimeField()
    state = serializers.CharField(source="run.state")
    done = serializers.IntegerField(source="run.done")
    of = serializers.IntegerField(source="run.of")
    sha256 = serializers.CharField(source="result.sha256", default=None, allow_null=True)


class ReportOut(ReportRowOut):
    """One report; `table` is what it says, null while it is not done."""

    table = serializers.SerializerMethodField(allow_null=True)

    def get_table(self, report: Report) -> dict[str, Any] | None:
        return known.table_of(report).as_json() if hasattr(report, "result") else None


class ReportsFilter(Paged):
    kind = Choice(Report.Kind.values, required=False)


class AskReportIn(Form):
    """`since` and `until` are gaming days, of the kinds tables and dealers; `year` is of slips."""

    kind = Choice(Report.Kind.values)
    since = Day(required=False)
    until = Day(required=False)
    tables = serializers.ListField(child=Text(max_length=16), required=False, max_length=500, help_text="All if absent")
    dealers = serializers.ListField(child=Text(max_length=40), required=False, max_length=500, help_text="User names")
    year = Whole(required=False, min_value=1970, max_value=2199)
    every = YesNo(required=False, default=False, help_text="Every slip, not only what is amiss")


class LanguageFilter(Filters):
    language = Choice(LANGUAGES, required=False, default="en")


class ReportsApi(APIView):
    """Reports, newest first; ask for one, which a background job makes."""

    permission_classes = [people("reports.read")]

    @extend_schema(parameters=[ReportsFilter], responses=page_of(ReportRowOut))
    def get(self, request: Request) -> Response:
        wanted = asked(ReportsFilter, request)
        rows = narrowed(known.with_result().defer("result__text"), wanted, kind="kind")
        return page(request, rows, ("-pk",), asked=wanted, shown=ReportRowOut)

    @extend_schema(request=AskReportIn, responses={201: ReportRowOut})
    @once
    def post(self, request: Request) -> Response:
        said = read(AskReportIn, request)
        kind = said.pop("kind")
        for name in ("year",) if kind == Report.Kind.SLIPS else ("since", "until"):
            if name not in said:
                raise service.BadReport(_("A report of this kind asks for “%s”.") % name)
        if "dealers" in said:
            said["dealers"] = _ids(said["dealers"])
        made = service.ask(kind, said, by=person(request))
        return Response(ReportRowOut(_report(made.pk)).data, status=201)


class ReportApi(APIView):
    """One report: how far it is, and what it says once it is done."""

    permission_classes = [READS]

    @extend_schema(responses=ReportOut)
    def get(self, request: Request, report_id: int) -> Response:
        return Response(ReportOut(_report(report_id)).data)


class StopReportApi(APIView):
    """Stop a report that is being made."""

    permission_classes = [people("reports.read")]

    @extend_schema(request=None, responses=ReportRowOut)
    @once
    def post(self, request: Request, report_id: int) -> Response:
        service.stop(_report(report_id), by=person(request))
        return Response(ReportRowOut(_report(report_id)).data)


class ReportCsvApi(APIView):
    """The report as CSV."""

    permission_classes = [READS]
    refuses = (409,)

    @extend_schema(parameters=[LanguageFilter], responses={(200, "text/csv"): OpenApiTypes.STR})
    def get(self, request: Request, report_id: int) -> HttpResponse:
        return _file(request, report_id, csv_file.write, "text/csv; charset=utf-8")


class ReportXlsxApi(APIView):
    """The report as a workbook."""

    permission_classes = [READS]
    refuses = (409,)

    @extend_schema(parameters=[LanguageFilter], responses={(200, XLSX): OpenApiTypes.BINARY})
    def get(self, request: Request, report_id: int) -> HttpResponse:
        return _file(request, report_id, xlsx_file.write, XLSX)


class ReportPdfApi(APIView):
    """The report as PDF."""

    permission_classes = [READS]
    refuses = (409,)

    @extend_schema(parameters=[LanguageFilter], responses={(200, "application/pdf"): OpenApiTypes.BINARY})
    def get(self, request: Request, report_id: int) -> HttpResponse:
        return _file(request, report_id, pdf_file.write, "application/pdf")


def _report(report_id: int) -> Report:
    return get_object_or_404(known.with_result(), pk=report_id)


def _ids(usernames: list[str]) -> list[int]:
    there = dict(Staff.objects.filter(username__in=usernames).values_list("username", "pk"))
    for name in usernames:
        if name not in there:
            raise service.BadReport(_("Nobody here logs in as %s.") % name)
    return sorted(set(there.values()))


def _file(request: Request, report_id: int, write: Any, kind: str) -> HttpResponse:
    language = asked(LanguageFilter, request)["language"]
    found = _report(report_id)
    if not hasattr(found, "result"):
        raise NotDone
    about = About(found.pk, str(found.by), found.result.at, found.result.sha256)
    with translation.override(language):
        return HttpResponse(write(known.table_of(found), about), content_type=kind)


urlpatterns: list[Any] = [
    path("reports", ReportsApi.as_view(), name="api-reports"),
    path("reports/<int:report_id>", ReportApi.as_view(), name="api-report"),
    path("reports/<int:report_id>/stop", StopReportApi.as_view(), name="api-report-stop"),
    path("reports/<int:report_id>/csv", ReportCsvApi.as_view(), name="api-report-csv"),
    path("reports/<int:report_id>/xlsx", ReportXlsxApi.as_view(), name="api-report-xlsx"),
    path("reports/<int:report_id>/pdf", ReportPdfApi.as_view(), name="api-report-pdf"),
]
