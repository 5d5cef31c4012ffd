"""Refused requests: what happened and what to do next, as a page, a fragment or JSON."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from rest_framework import exceptions
from rest_framework.response import Response


class Refused(Exception):
    """A request that is not granted. Nothing was changed; the message says why and what would be right."""

    code = "refused"  # stable, for the API
    status = 409

    def __init__(self, message: str | None = None, *, code: str | None = None, status: int | None = None) -> None:
        super().__init__(message or _("This is not possible now; reload the page to see why."))
        self.code = code or self.code
        self.status = status or self.status


class NotAllowed(Refused):
    """The person or machine has not the permission."""

    code = "not-allowed"
    status = 403


class TooManyTries(Refused):
    """Log-ins failed too often."""

    code = "too-many-tries"
    status = 429


@contextmanager
def refused_if(constraint: str, refusal: Refused) -> Iterator[None]:
    """Raise `refusal` if the database finds `constraint` broken inside the block; what the block wrote is undone."""
    try:
        with transaction.atomic():
            yield
    except IntegrityError as wrong:
        diagnosis = getattr(wrong.__cause__, "diag", None)
        if diagnosis is not None and diagnosis.constraint_name == constraint:
            raise refusal from wrong
        raise


class RefusalMiddleware:
    """Answers whatever a view refuses, in the form in which it was asked."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if _holds_a_zero_byte(request):
            return answer(request, Refused(_("An address cannot hold a zero byte; leave it out."), status=400))
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        return answer(request, exception) if isinstance(exception, Refused) else None


def _holds_a_zero_byte(request: HttpRequest) -> bool:
    """PostgreSQL's texts cannot hold one; forms and serializers see to what is posted."""
    return "\0" in request.path or any("\0" in text for pair in request.GET.lists() for text in (pair[0], *pair[1]))


def answer(request: HttpRequest, refusal: Refused) -> HttpResponse:
    """The refusal as JSON where JSON is asked for, as a fragment for htmx, else as a page."""
    if wants_json(request):
        return JsonResponse({"code": refusal.code, "detail": str(refusal)}, status=refusal.status)
    template = "casino/_refused.html" if getattr(request, "htmx", False) else "casino/refused.html"
    return render(request, template, {"refusal": refusal}, status=refusal.status)


def wants_json(request: HttpRequest) -> bool:
    """Whether a program asks."""
    if request.path.startswith("/api/"):
        return True
    preferred = request.get_preferred_type(["text/html", "application/json"]) if request.headers.get("Accept") else None
    return preferred == "application/json"


def answer_api(exception: Exception, context: dict[str, Any]) -> Response | None:
    """REST framework's handler: every problem is `{"code", "detail"}`; a malformed body names its fields too."""
    if isinstance(exception, Refused):
        return Response({"code": exception.code, "detail": str(exception)}, status=exception.status)
    # REST framework's views read settings that name casino.permissions, which needs this module.
    from rest_framework.views import exception_handler

    response = exception_handler(exception, context)
    if response is None:
        return None
    code = exception.default_code if isinstance(exception, exceptions.APIException) else "not-found"
    if isinstance(exception, exceptions.ValidationError):
        detail = _("The request is malformed; see fields.")
        response.data = {"code": "malformed", "detail": detail, "fields": exception.detail}
    else:
        detail = response.data.get("detail", "") if isinstance(response.data, dict) else ""
        response.data = {"code": str(code).replace("_", "-"), "detail": str(detail)}
    return response


def locked_out(request: HttpRequest, *_args: Any, **_kwargs: Any) -> HttpResponse:
    """django-axes: somebody has tried too many passwords."""
    message = _("Too many wrong passwords for this name; wait 15 minutes or ask an administrator.")
    return answer(request, TooManyTries(message))
