"""Refused requests: what happened and what to do next, as a page, a fragment or a problem (RFC 9457)."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final

from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views import defaults
from rest_framework import exceptions
from rest_framework.response import Response

PROBLEM_JSON: Final = "application/problem+json"


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


@dataclass(frozen=True)
class Kind:
    """A kind of refusal, for those who write clients."""

    code: str
    status: int
    about: str


def kinds() -> list[Kind]:
    """Every kind that has a class of its own, by code."""
    found: dict[str, Kind] = {}
    waiting: list[type[Refused]] = [Refused]
    while waiting:
        one = waiting.pop()
        waiting += one.__subclasses__()
        about = (one.__doc__ or "").partition("\n")[0]
        found[one.code] = found.get(one.code) or Kind(one.code, one.status, about)
    return [found[code] for code in sorted(found)]


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
        return _as_problem(refusal)
    template = "casino/_refused.html" if getattr(request, "htmx", False) else "casino/refused.html"
    return render(request, template, {"refusal": refusal}, status=refusal.status)


def wants_json(request: HttpRequest) -> bool:
    """Whether a program asks."""
    if request.path.startswith("/api/"):
        return True
    preferred = request.get_preferred_type(["text/html", "application/json"]) if request.headers.get("Accept") else None
    return preferred == "application/json"


def problem(code: str, status: int, detail: str, **more: Any) -> dict[str, Any]:
    """What every refusal says to a program. `code` is stable; `detail` is a sentence for people, in their language."""
    title = code.replace("-", " ").capitalize()
    return {
        "type": f"/api/problems#{code}",
        "title": title,
        "status": status,
        "detail": detail,
        "code": code,
        **more,
    }


def answer_api(exception: Exception, context: dict[str, Any]) -> Response | None:
    """REST framework's handler: every refusal is a problem; one of a malformed request names its fields too."""
    if isinstance(exception, RequestDataTooBig):
        exception = _too_large()
    if isinstance(exception, Refused):
        told = problem(exception.code, exception.status, str(exception))
        return Response(told, status=exception.status, content_type=PROBLEM_JSON)
    # REST framework's views read settings that name casino.permissions, which needs this module.
    from rest_framework.views import exception_handler

    response = exception_handler(exception, context)
    if response is None:
        return None
    response.data = _problem_of(exception, response)
    response.content_type = PROBLEM_JSON
    return response


def _problem_of(exception: Exception, response: Response) -> dict[str, Any]:
    if isinstance(exception, exceptions.ValidationError):
        detail = _("The request is malformed; see fields.")
        return problem("malformed", response.status_code, detail, fields=_by_field(exception.detail))
    code = exception.default_code if isinstance(exception, exceptions.APIException) else "not-found"
    detail = response.data.get("detail", "") if isinstance(response.data, dict) else ""
    return problem(str(code).replace("_", "-"), response.status_code, str(detail))


def _by_field(detail: Any) -> dict[str, Any]:
    return detail if isinstance(detail, dict) else {"body": detail}


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Django's handler for an address that is none."""
    if wants_json(request):
        return _as_problem(Refused(_("There is nothing at this address."), code="not-found", status=404))
    return defaults.page_not_found(request, exception)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Django's handler for a request that it takes for an attack, such as a body larger than any that is asked for."""
    if isinstance(exception, RequestDataTooBig):
        return answer(request, _too_large())
    return answer(request, Refused(_("This request cannot be understood; ask again from the page."), status=400))


def _too_large() -> Refused:
    message = _("The body has more than %(largest)d bytes; send it in parts.")
    return Refused(message % {"largest": settings.DATA_UPLOAD_MAX_MEMORY_SIZE}, code="too-large", status=413)


def failed(request: HttpRequest) -> HttpResponse:
    """Django's handler for a mistake of ours; the log says which."""
    if wants_json(request):
        return _as_problem(Refused(_("Something went wrong here; the log says what."), code="failed", status=500))
    return defaults.server_error(request)


def _as_problem(refusal: Refused) -> HttpResponse:
    told = problem(refusal.code, refusal.status, str(refusal))
    return JsonResponse(told, status=refusal.status, content_type=PROBLEM_JSON)


def locked_out(request: HttpRequest, *_args: Any, **_kwargs: Any) -> HttpResponse:
    """django-axes: somebody has tried too many passwords."""
    message = _("Too many wrong passwords for this name; wait 15 minutes or ask an administrator.")
    return answer(request, TooManyTries(message))
