"""A name for each request, so that the lines of a log that belong together are found; how long each took."""

import logging
import re
import time
import uuid
from collections.abc import Awaitable, Callable
from inspect import iscoroutinefunction
from typing import Any, Final

from asgiref.sync import markcoroutinefunction
from celery.signals import before_task_publish, task_postrun, task_prerun
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.functional import SimpleLazyObject

from casino import metrics
from casino.logs import request_id

LOG: Final = logging.getLogger("casino.requests")
HEADER: Final = "X-Request-ID"
FITS: Final = re.compile(r"[A-Za-z0-9-]{8,64}")
NOWHERE: Final = "none"  # the route of an address that is none: its text is a stranger's


class TracingMiddleware:
    """Takes the name that a proxy gave, or gives one; answers with it; times, and logs one line.

    The line holds the pattern of the address and never its query, a body or a header. First of all middleware.
    """

    sync_capable = True
    async_capable = True

    def __init__(self, get_response: Callable[[HttpRequest], Any]) -> None:
        self.get_response = get_response
        self._is_async = iscoroutinefunction(get_response)
        if self._is_async:
            markcoroutinefunction(self)

    def __call__(self, request: HttpRequest) -> HttpResponseBase | Awaitable[HttpResponseBase]:
        if self._is_async:
            return self._call_async(request)
        began = _begin(request)
        response: HttpResponseBase = self.get_response(request)
        return _end(request, response, began)

    async def _call_async(self, request: HttpRequest) -> HttpResponseBase:
        began = _begin(request)
        return _end(request, await self.get_response(request), began)


def _begin(request: HttpRequest) -> float:
    given = request.headers.get(HEADER, "")
    request_id.set(given if FITS.fullmatch(given) else uuid.uuid4().hex)
    return time.monotonic()


def _end(request: HttpRequest, response: HttpResponseBase, began: float) -> HttpResponseBase:
    seconds = time.monotonic() - began
    route = _route(request)
    metrics.REQUESTS.labels(_method(request), route, response.status_code).observe(seconds)
    level = logging.WARNING if response.status_code >= 500 else logging.INFO
    told = {"method": _method(request), "route": route, "status": response.status_code, "ms": round(seconds * 1000)}
    LOG.log(level, "%(method)s /%(route)s %(status)d in %(ms)d ms", told, extra={**told, "by": _who(request)})
    response[HEADER] = request_id.get()
    return response


def _method(request: HttpRequest) -> str:
    """Whoever makes up methods makes no new series."""
    return request.method if request.method in ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS") else "other"


def _route(request: HttpRequest) -> str:
    match = request.resolver_match
    return match.route if match else NOWHERE


def _who(request: HttpRequest) -> str:
    """How the journal names whoever asked, where the view wanted to know; it costs no question here."""
    user = getattr(request, "user", None)
    if isinstance(user, SimpleLazyObject):
        user = getattr(request, "_cached_user", None)
    return str(getattr(user, "signature", ""))


@before_task_publish.connect(weak=False)
def _give_on(headers: dict[str, Any] | None = None, **_: Any) -> None:
    """A job carries the name of the request that asked for it."""
    if headers is not None and request_id.get():
        headers["seventeen_request_id"] = request_id.get()


@task_prerun.connect(weak=False)
def _take_on(task: Any = None, task_id: str = "", **_: Any) -> None:
    request_id.set(getattr(task.request, "seventeen_request_id", None) or task_id)


@task_postrun.connect(weak=False)
def _let_go(**_: Any) -> None:
    request_id.set("")
