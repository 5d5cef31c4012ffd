"""What a person or a program is told when a disk is full, or database or broker are away: a sentence, and no traceback.

Whatever was asked for ran in a transaction that is undone, so that the sentence may say that nothing was stored.
"""

import errno
import os
import sys
from collections.abc import Callable
from typing import Final

from django.db import DatabaseError, InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from kombu.exceptions import OperationalError as BrokerAway

from casino import errors
from casino.errors import Refused

# Classes of SQLSTATE that say that the server is not there for us, whatever was asked: connection, resources, operator.
AWAY_CLASSES: Final = ("08", "53", "57", "58")
DISK_FULL: Final = "53100"
NO_ROOM: Final = (errno.ENOSPC, errno.EDQUOT)
AGAIN_S: Final = 5


class Full(Refused):
    """A disk takes no more. 503 and not 507: whoever sent something, such as a camera, keeps it and tries again."""

    code = "disk-full"
    status = 503


class Away(Refused):
    """A server that is needed does not answer."""

    code = "away"
    status = 503


class OutageMiddleware:
    """Answers what a view could not do for want of a server or of room."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        refusal = refusal_of(exception)
        return answer(request, refusal) if refusal else None


def refusal_of(wrong: BaseException | None) -> Refused | None:
    """What to say of an error that is nobody's mistake in the program; None for any other."""
    if isinstance(wrong, OSError) and wrong.errno in NO_ROOM:
        return Full(
            _("The server’s disk is full: nothing was stored. Call an administrator; deal on by hand meanwhile.")
        )
    if isinstance(wrong, BrokerAway):
        return Away(_("The queue of jobs does not answer; ask again in a minute, or call an administrator."))
    if not isinstance(wrong, DatabaseError | InterfaceError):
        return None
    state = getattr(wrong.__cause__, "sqlstate", None)
    if state == DISK_FULL or (state is None and os.strerror(errno.ENOSPC) in str(wrong)):  # not even a log-in fits
        return Full(
            _("The database’s disk is full: nothing was stored. Call an administrator; deal on by hand meanwhile.")
        )
    is_away = state is None or state.startswith(AWAY_CLASSES)
    if isinstance(wrong, OperationalError | InterfaceError) and is_away:
        return Away(_("The database does not answer: nothing was stored. Try again; deal on by hand meanwhile."))
    return None


def answer(request: HttpRequest, refusal: Refused) -> HttpResponse:
    """The refusal to a program or a fragment; to a person a page that needs no database."""
    if errors.wants_json(request) or getattr(request, "htmx", False):
        response = errors.answer(request, refusal)
    else:
        response = render(request, "casino/outage.html", {"refusal": refusal}, status=refusal.status)
    response["Retry-After"] = str(AGAIN_S)
    return response


def failed(request: HttpRequest) -> HttpResponse:
    """Django's handler for what no view answered for, such as a session that cannot be read."""
    refusal = refusal_of(sys.exc_info()[1])
    return answer(request, refusal) if refusal else errors.failed(request)
