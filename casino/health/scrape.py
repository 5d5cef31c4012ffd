"""`/metrics`: for the house's monitoring, by a token of the one permission `metrics.read`."""

from typing import Any, Final

from django.http import HttpResponse
from django.utils.module_loading import autodiscover_modules
from drf_spectacular.utils import extend_schema
from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.request import Request
from rest_framework.views import APIView

from casino import metrics
from casino.permissions import May

autodiscover_modules("metrics", "health.metrics")  # here, since only who serves the address needs the sources
CONTENT_TYPE: Final = "text/plain; version=0.0.4; charset=utf-8"


class _AsItIs(BaseContentNegotiation):
    """Whatever form is asked for, there is one."""

    def select_parser(self, request: Request, parsers: Any) -> Any:
        return parsers[0]

    def select_renderer(self, request: Request, renderers: Any, format_suffix: Any = None) -> Any:
        return renderers[0], renderers[0].media_type


class MetricsView(APIView):
    """Everything that `casino.metrics` and its sources tell."""

    permission_classes = [May("metrics.read")]
    content_negotiation_class = _AsItIs

    @extend_schema(exclude=True)
    def get(self, _request: Request) -> HttpResponse:
        return HttpResponse(metrics.text(), content_type=CONTENT_TYPE, headers={"Cache-Control": "no-store"})
