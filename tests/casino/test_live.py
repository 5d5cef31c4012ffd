"""Live pages: what was committed is told at once, to those who may hear it, and nothing is missed unseen."""

import asyncio
import http.client
import json
import os
import signal
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from types import TracebackType
from typing import Any, Self

import pytest
from django.db import connection, transaction
from django.test import Client

from casino.live import tell, views
from casino.live.hub import QUEUE_LENGTH, Subscriber
from casino.models import Staff
from tests.conftest import Site

Message = tuple[str, Any]


class Stream:
    """A browser's EventSource, in a few lines."""

    def __init__(self, site: Site, staff: Staff) -> None:
        request = urllib.request.Request(f"{site.url}/live", headers={"Cookie": f"sessionid={site.cookie(staff)}"})  # noqa: S310
        self._response: http.client.HTTPResponse = urllib.request.urlopen(request, timeout=10)  # noqa: S310

    def __enter__(self) -> Self:
        assert self.next() == ("hello", {})
        return self

    def __exit__(
        self, _type: type[BaseException] | None, _error: BaseException | None, _at: TracebackType | None
    ) -> None:
        self._response.close()

    def next(self) -> Message:
        """The next event, of any kind."""
        name = ""
        for raw in self._response:
            line = raw.decode().rstrip("\n")
            if line.startswith("event: "):
                name = line[7:]
            elif line.startswith("data: "):
                return name, json.loads(line[6:])
        return "end", None


def test_a_change_arrives_when_it_is_committed_and_equal_ones_once(site: Site, boss: Staff) -> None:
    with Stream(site, boss) as stream:
        with transaction.atomic():
            tell("table", table="BJ-1")
            transaction.set_rollback(True)
        with transaction.atomic():
            tell("table", table="BJ-2", round=5)
            tell("shoe", shoe="S-1")
            tell("table", table="BJ-2", round=5)
        tell("house")
        assert [stream.next() for _ in range(3)] == [
            ("change", {"topic": "table", "table": "BJ-2", "round": 5}),
            ("change", {"topic": "shoe", "shoe": "S-1"}),
            ("change", {"topic": "house"}),
        ]


def test_a_dealer_hears_of_the_own_table_only(site: Site, person: Callable[..., Staff]) -> None:
    anna, ben = person("dealer", "anna"), person("dealer", "ben")
    with Stream(site, anna) as stream:
        tell("table", table="BJ-1", to=ben.pk)
        tell("shoe", shoe="S-1")
        tell("house")
        tell("table", table="BJ-2", to=anna.pk)
        assert stream.next() == ("change", {"topic": "table", "table": "BJ-2"})


@pytest.mark.parametrize("role", ["cage", "security"])
def test_cage_and_security_hear_of_chips_and_of_nothing_else(
    site: Site, person: Callable[..., Staff], role: str
) -> None:
    with Stream(site, person(role)) as stream:
        tell("table", table="BJ-1")
        tell("shoe", shoe="S-1")
        tell("chips", chips="BJ-2")
        assert stream.next() == ("change", {"topic": "chips", "chips": "BJ-2"})


def test_a_role_without_live_pages_is_refused(site: Site, person: Callable[..., Staff]) -> None:
    with pytest.raises(urllib.error.HTTPError) as refused:
        Stream(site, person("auditor"))
    assert refused.value.code == 403
    refused.value.close()


def test_a_stranger_is_sent_to_log_in(client: Client, db: None) -> None:
    response = client.get("/live")
    assert (response.status_code, response["Location"]) == (302, "/login?next=/live")


def test_after_the_listening_connection_was_killed_everybody_asks_for_everything(site: Site, boss: Staff) -> None:
    with Stream(site, boss) as stream:
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT pid FROM pg_stat_activity WHERE query LIKE 'LISTEN%' AND datname = current_database()"
            )
            [(pid,)] = cursor.fetchall()
        os.kill(pid, signal.SIGTERM)
        assert stream.next() == ("resync", {})
        tell("table", table="BJ-1")
        assert stream.next() == ("change", {"topic": "table", "table": "BJ-1"})


def test_who_may_no_longer_log_in_is_cut_off_at_the_next_ping(
    site: Site, boss: Staff, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(views, "PING_S", 0.2)
    with Stream(site, boss) as stream:
        assert stream.next()[0] == "ping"
        boss.is_active = False
        boss.save()
        messages = [stream.next()[0] for _ in range(3)]
        assert "end" in messages


def test_open_streams_hold_no_database_connection_each(site: Site, boss: Staff) -> None:
    before = _connections()
    with _streams(site, boss, 8):
        # The one that listens; one more may just be closing.
        assert _connections() - before <= 2


def _connections() -> int:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
        [(count,)] = cursor.fetchall()
    return int(count)


@contextmanager
def _streams(site: Site, staff: Staff, count: int) -> Iterator[None]:
    streams = [Stream(site, staff).__enter__() for _ in range(count)]
    yield
    for stream in streams:
        stream.__exit__(None, None, None)


def test_a_browser_too_slow_for_its_queue_gets_one_order_to_ask_for_everything() -> None:
    async def crowd() -> list[tuple[str, str]]:
        slow = Subscriber(1, "supervisor")
        for number in range(QUEUE_LENGTH + 1):
            slow.put(("change", str(number)))
        slow.put(("change", "after"))
        return [slow.queue.get_nowait() for _ in range(slow.queue.qsize())]

    with ThreadPoolExecutor(1) as thread:  # a browser of an earlier test keeps an event loop in this one
        assert thread.submit(asyncio.run, crowd()).result() == [("resync", "{}"), ("change", "after")]


def test_an_unknown_topic_is_a_mistake_of_the_caller() -> None:
    with pytest.raises(ValueError, match="no topic"):
        tell("tabel")
