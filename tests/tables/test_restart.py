"""An upgrade while tables are open: the web process goes and comes back, and a round goes on where it was."""

import json
import os
import signal
import subprocess
from collections.abc import Iterator
from contextlib import closing, suppress
from http.client import HTTPConnection
from typing import Any

import psycopg
import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.core.management.commands.migrate import Command as DjangosOwn
from django.db import connections, transaction

from casino import processes
from casino.environment import CHECKOUT
from casino.management.commands import migrate
from casino.models import Staff
from casino.servers.processes import wait_until
from tables.models import Entry, Round, RoundClose, Table
from tests.conftest import Site
from tests.tables.conftest import Tapper

in_a_database = pytest.mark.django_db(transaction=True, databases=["default", "owner"])


TWIN = "a" * 32


class Web:
    """The site as a process of its own; `kill()` is a power cut."""

    def __init__(self, environment: dict[str, str], session: str) -> None:
        self.port = processes.free_port(18_300, print)
        self._environment, self._session = environment, session
        self.start()

    def start(self) -> None:
        command = processes.web(self.port).command
        self._process = subprocess.Popen(command, env=self._environment, cwd=CHECKOUT, start_new_session=True)
        wait_until(self._is_ready, seconds=60, otherwise="the site did not become ready")

    def kill(self) -> None:
        os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()

    def tell(self, key: str, *entries: tuple[str, list[Any]]) -> dict[str, Any]:
        """Post entries as the tablet's dealer."""
        body = {"key": key, "entries": [{"kind": kind, "fields": fields} for kind, fields in entries]}
        status, text = self._ask("POST", "/api/tables/BJ-12/entries", json.dumps(body))
        assert status == 200, text
        told: dict[str, Any] = json.loads(text)
        return told

    def _ask(self, method: str, path: str, body: str = "") -> tuple[int, bytes]:
        """A session's form needs the cookie's secret again in a header."""
        cookie = f"{settings.SESSION_COOKIE_NAME}={self._session}; csrftoken={TWIN}"
        headers = {"Cookie": cookie, "X-CSRFToken": TWIN, "Content-Type": "application/json"}
        with closing(HTTPConnection(processes.HOST, self.port, timeout=20)) as connection:
            connection.request(method, path, body, headers)
            answer = connection.getresponse()
            return answer.status, answer.read()

    def _is_ready(self) -> bool:
        with suppress(OSError):
            return self._ask("GET", "/healthz/ready")[0] == 200
        return False


@pytest.fixture
def web(outside: dict[str, str], table: Table, dealer: Staff) -> Iterator[Web]:
    """The site for the dealer of BJ-12, who has logged in before."""
    running = Web(outside, Site.cookie(dealer))
    yield running
    running.kill()


def _card(text: str) -> tuple[str, list[Any]]:
    place, card = text.split(":")
    return "card", [place, card, "down" if card == "??" else "up", "along"]


@in_a_database
def test_a_round_that_was_begun_before_a_restart_goes_on_after_it(web: Web) -> None:
    """A power cut while an answer was on its way: the same session, the same round, nothing twice."""
    web.tell("tap-1", ("stake", ["1", 25_00, "main"]), _card("1:8S"), _card("0:KH"))
    begun = Round.objects.get()
    web.kill()
    web.start()
    web.tell("tap-1", ("stake", ["1", 25_00, "main"]), _card("1:8S"), _card("0:KH"))  # its answer was lost, so again
    web.tell("tap-2", _card("1:QC"), _card("0:??"))
    hole = Entry.objects.get(kind="card", body__contains='"??"').number
    web.tell("tap-3", ("said", ["1", "stand", None]), ("turned", [hole, "7D"]), ("paid", ["*", "as_shown", None]))
    assert Round.objects.get() == begun
    assert Entry.objects.filter(round=begun, kind="card").count() == 4
    assert RoundClose.objects.get(round=begun).how == "settled"


@in_a_database
def test_a_migration_makes_nobody_wait_behind_it(
    tap: Tapper, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """While somebody is at work in a table, a migration that must have it for itself gives up, and tries again."""
    monkeypatch.setattr(migrate, "LOCK_TIMEOUT", "50ms")
    monkeypatch.setattr(migrate, "REST_S", 0.01)
    monkeypatch.setattr(migrate, "TRIES", 3)
    real, tried = DjangosOwn.handle, []

    def alter(self: object, **options: Any) -> None:
        tried.append(options["database"])
        with transaction.atomic(using="owner"), connections["owner"].cursor() as cursor:
            cursor.execute("LOCK TABLE tables_entry IN ACCESS EXCLUSIVE MODE")

    monkeypatch.setattr(DjangosOwn, "handle", lambda self, *_args, **options: alter(self, **options))
    with closing(_somebody_reads()):
        with pytest.raises(CommandError, match="A table was in use all the time") as refused:
            call_command("migrate")
        assert refused.value.returncode == 1
        assert tried == ["owner"] * 3
        assert "tried again (2 more times)" in capsys.readouterr().err
        tap.stakes(b1=25_00)  # the dealer did not wait
    monkeypatch.setattr(DjangosOwn, "handle", real)
    call_command("migrate", verbosity=0)


def _somebody_reads() -> psycopg.Connection:
    """A transaction that has read the entries and is not over."""
    parameters = connections["owner"].get_connection_params()
    names = ("host", "port", "dbname", "user", "password")
    connection = psycopg.connect(**{name: parameters[name] for name in names if parameters.get(name)})
    connection.execute("SELECT count(*) FROM tables_entry")
    return connection
