"""One LISTEN connection a process, fanned out to the streams of its browsers."""

import asyncio
import json
import logging
from dataclasses import dataclass, field
from typing import Any, Final
from weakref import WeakKeyDictionary

import psycopg
from asgiref.sync import sync_to_async
from django.db import DEFAULT_DB_ALIAS, OperationalError, connections

from casino.live import CHANNEL, TOPICS
from casino.roles import may

LOG = logging.getLogger(__name__)
QUEUE_LENGTH: Final = 64
AGAIN_S: Final = 0.5
RESYNC: Final = ("resync", "{}")
Event = tuple[str, str]


@dataclass(eq=False)
class Subscriber:
    """One browser's stream: who listens, and what is still to be sent."""

    person: int
    role: str
    queue: asyncio.Queue[Event] = field(default_factory=lambda: asyncio.Queue(QUEUE_LENGTH))

    def hears(self, note: dict[str, Any]) -> bool:
        permissions = TOPICS.get(note["topic"], ())
        return note["to"] == self.person or any(may(self.role, permission) for permission in permissions)

    def put(self, event: Event) -> None:
        """Queue `event`; a browser too slow for that gets one order to ask for everything instead."""
        if self.queue.full() or event == RESYNC:
            while not self.queue.empty():
                self.queue.get_nowait()
            event = RESYNC
        self.queue.put_nowait(event)


class Hub:
    """The subscribers of one event loop; listens while there are any."""

    def __init__(self) -> None:
        self.subscribers: set[Subscriber] = set()
        self.listening = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._missed = False

    async def join(self, subscriber: Subscriber) -> None:
        """From the return on, `subscriber` misses nothing."""
        self.subscribers.add(subscriber)
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._listen())
        await self.listening.wait()

    def leave(self, subscriber: Subscriber) -> None:
        self.subscribers.discard(subscriber)
        if not self.subscribers and self._task is not None:
            self._task.cancel()
            self._task = None
            self.listening = asyncio.Event()

    async def _listen(self) -> None:
        while True:
            try:
                await self._listen_once()
            except (psycopg.Error, OperationalError, OSError) as lost:
                LOG.warning("The database is away, live pages wait for it: %s", lost)
            self.listening.clear()
            self._missed = True
            await asyncio.sleep(AGAIN_S)

    async def _listen_once(self) -> None:
        async with await psycopg.AsyncConnection.connect(**await _parameters(), autocommit=True) as connection:
            await connection.execute(f"LISTEN {CHANNEL}")
            self.listening.set()
            if self._missed:
                self._resync()
            async for told in connection.notifies():
                self._fan_out(told.payload)

    def _resync(self) -> None:
        """Whatever was told while nobody listened is lost, so everybody asks for everything."""
        self._missed = False
        for subscriber in self.subscribers:
            subscriber.put(RESYNC)

    def _fan_out(self, payload: str) -> None:
        note = json.loads(payload)
        event = ("change", json.dumps({name: value for name, value in note.items() if name != "to"}))
        for subscriber in self.subscribers:
            if subscriber.hears(note):
                subscriber.put(event)


_hubs: WeakKeyDictionary[asyncio.AbstractEventLoop, Hub] = WeakKeyDictionary()


def hub() -> Hub:
    """The hub of the running event loop."""
    return _hubs.setdefault(asyncio.get_running_loop(), Hub())


def streams() -> int:
    """How many browsers this process streams to."""
    return sum(len(one.subscribers) for one in list(_hubs.values()))


async def _parameters() -> dict[str, Any]:
    """How Django connects, for a connection that is not Django's."""
    parameters = await sync_to_async(_django_parameters, thread_sensitive=False)()
    return {name: value for name, value in parameters.items() if name not in ("cursor_factory", "context")}


def _django_parameters() -> dict[str, Any]:
    return dict(connections[DEFAULT_DB_ALIAS].get_connection_params())
