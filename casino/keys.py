"""Idempotency keys: a write that was answered is answered the same when it comes again, and done once.

A client sends `Idempotency-Key` with a key of its own, new for everything that it wants done. Key and answer are kept
for a day. What was refused is not kept, since nothing was done: the same key may be tried again.
"""

import hashlib
import json
import re
from collections.abc import Callable
from datetime import timedelta
from functools import wraps
from typing import Any, Final

from django.db import transaction
from django.http import HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from casino.api_access import reader
from casino.errors import Refused
from casino.models import AnsweredKey

HEADER: Final = "Idempotency-Key"
REPLAYED: Final = "Idempotency-Replayed"
FORM: Final = r"^[!-~]{1,200}$"
KEPT: Final = timedelta(hours=24)
_TIDIED_AT_ONCE: Final = 100


class KeyMissing(Refused):
    """A write without a key could be done twice by a client that tries again."""

    code = "key-missing"
    status = 400

    def __init__(self) -> None:
        super().__init__(_("Send %s with a key of your own: 1 to 200 letters, digits or signs.") % HEADER)


class KeyReused(Refused):
    """The key belongs to another request."""

    code = "key-reused"
    status = 422

    def __init__(self) -> None:
        super().__init__(_("This key was sent with another request; take a new one for everything that is to be done."))


def once(handler: Callable[..., Response]) -> Callable[..., HttpResponse]:
    """A write of an API view that asks for a key. It is done, and its answer kept, in one transaction."""

    @wraps(handler)
    def answered(view: Any, request: Request, *args: Any, **kwargs: Any) -> HttpResponse:
        key = request.headers.get(HEADER, "")
        if not re.fullmatch(FORM, key):
            raise KeyMissing
        return _answer_once(request, key, lambda: handler(view, request, *args, **kwargs))

    answered.asks_for_a_key = True  # type: ignore[attr-defined]
    return answered


@transaction.atomic
def _answer_once(request: Request, key: str, do: Callable[[], Response]) -> HttpResponse:
    """Raises KeyReused. While another request with the key is at work, the second one waits for it here."""
    _tidy()
    asked, owner = _fingerprint(request), reader(request).signature
    row, is_new = AnsweredKey.objects.get_or_create(owner=owner, key=key, defaults={"asked_sha256": asked})
    if not is_new and row.asked_sha256 != asked:
        raise KeyReused
    if is_new:
        response = do()
        row.status, row.answer = response.status_code, JSONRenderer().render(response.data).decode()
        row.save(update_fields=["status", "answer"])
    answer = HttpResponse(row.answer, status=row.status, content_type="application/json")
    if not is_new:
        answer[REPLAYED] = "true"
    return answer


def _fingerprint(request: Request) -> str:
    """What is asked: the order of names in a body says nothing."""
    body = json.dumps(request.data, sort_keys=True)
    return hashlib.sha256(f"{request.method} {request.get_full_path()}\n{body}".encode()).hexdigest()


def _tidy() -> None:
    """Forget keys whose day is over; those that another request forgets just now are left to it."""
    over = AnsweredKey.objects.filter(at__lt=timezone.now() - KEPT).select_for_update(skip_locked=True)
    ids = list(over.values_list("pk", flat=True)[:_TIDIED_AT_ONCE])
    if ids:
        AnsweredKey.objects.filter(pk__in=ids).delete()
