"""`/live`: one stream a browser of what changed, as server-sent events.

hello    once at the start: ask for the whole state
change   {"topic", ids…}
resync   ask for the whole state: something may have been missed
ping     every 15 s, with the server's clock in ms
"""

import asyncio
import time
from collections.abc import AsyncIterator
from typing import Final

from asgiref.sync import sync_to_async
from django.core.handlers.asgi import ASGIRequest
from django.db import OperationalError, connections
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase

from casino.live.hub import Subscriber, hub
from casino.models import Staff
from casino.permissions import may

PING_S: Final = 15


@may("live.see")
async def live(request: HttpRequest) -> HttpResponseBase:
    """The stream of the person who asks; it ends when they may no longer listen."""
    if not isinstance(request, ASGIRequest):
        return HttpResponse("Live pages need an ASGI server, such as uvicorn.\n", status=503, content_type="text/plain")
    person = await request.auser()
    assert isinstance(person, Staff)  # noqa: S101  (the guard let nobody else in)
    response = StreamingHttpResponse(_events(Subscriber(person.pk, person.role)), content_type="text/event-stream")
    response["Cache-Control"] = "no-cache"
    response["X-Accel-Buffering"] = "no"
    return response


async def _events(subscriber: Subscriber) -> AsyncIterator[str]:
    here = hub()
    try:
        yield "retry: 1000\n\n"
        await sync_to_async(connections.close_all)()
        await here.join(subscriber)
        yield _event("hello", "{}")
        next_ping = time.monotonic() + PING_S
        while True:
            try:
                yield _event(*await asyncio.wait_for(subscriber.queue.get(), max(0, next_ping - time.monotonic())))
            except TimeoutError:
                if not await sync_to_async(_still_may_listen)(subscriber):
                    return
                yield _event("ping", str(time.time_ns() // 1_000_000))
                next_ping = time.monotonic() + PING_S
    finally:
        here.leave(subscriber)


def _event(name: str, data: str) -> str:
    return f"event: {name}\ndata: {data}\n\n"


def _still_may_listen(subscriber: Subscriber) -> bool:
    """Whether the person may still log in, in the same role. Closes its connection: a stream must hold none."""
    try:
        return Staff.objects.filter(pk=subscriber.person, role=subscriber.role, is_active=True).exists()
    except OperationalError:
        return True  # the database is away, and so is all that could be told
    finally:
        connections.close_all()
