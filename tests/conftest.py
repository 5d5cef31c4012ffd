"""What tests share: the database, migrated by the owner and used by the run-time role; people of every role."""

import gc
import os
import signal
import subprocess
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Self
from urllib.parse import quote

import pytest
import uvicorn
from celery.signals import before_task_publish
from django.conf import settings
from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.test import Client, TransactionTestCase, override_settings
from django.test.utils import setup_databases, teardown_databases
from django.utils import translation
from pytest_django.plugin import DjangoDbBlocker

from casino import celery_app, processes
from casino.environment import CHECKOUT
from casino.models import Staff
from casino.roles import ROLES
from casino.servers.postgres import postgres
from casino.servers.processes import wait_until
from casino.servers.valkey import Valkey, valkey
from tests.emptying import empty_tables

# Playwright keeps an event loop in the test's thread, where Django would refuse plain queries.
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
# Two workers have two cores; threads that wait for work at full speed take it from each other.
os.environ.setdefault("OPENCV_FOR_THREADS_NUM", "1")


STARTED_BY_US = pytest.StashKey[bool]()


def pytest_sessionstart(session: pytest.Session) -> None:
    """Note whether the embedded server runs, so that tests leave behind what they found."""
    is_here = settings.ENVIRONMENT.database is None and not _is_part(session)
    session.config.stash[STARTED_BY_US] = is_here and postgres(settings.DATA).pid() is None


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Stop the embedded server if the tests started it and nobody else has come to use it."""
    if session.config.stash.get(STARTED_BY_US, False) and postgres(settings.DATA).is_unused():
        postgres(settings.DATA).stop()


def pytest_collection_finish() -> None:
    """Look for rubbish seldom, and not among what was loaded: that is far more than any test leaves."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)


def _is_part(session: pytest.Session) -> bool:
    """Whether this process runs some of the tests for another (pytest-xdist)."""
    return hasattr(session.config, "workerinput")


@pytest.fixture(scope="session")
def django_db_setup(
    request: pytest.FixtureRequest,
    django_db_modify_db_settings: None,
    django_db_blocker: DjangoDbBlocker,
    django_db_keepdb: bool,
    django_db_createdb: bool,
) -> Iterator[None]:
    """Make the test database as its owner; tests then run in it as the run-time role, as the site does."""
    verbosity = request.config.option.verbose
    run_time = connections["default"].settings_dict
    name = run_time["NAME"]
    with django_db_blocker.unblock():
        made = setup_databases(
            verbosity=max(verbosity - 1, 0),
            interactive=False,
            aliases={"owner": False},
            serialized_aliases=set(),
            keepdb=django_db_keepdb and not django_db_createdb,
        )
        run_time["NAME"] = connections["owner"].settings_dict["NAME"]
    yield
    with django_db_blocker.unblock():
        connections["default"].close()
        _end_other_sessions()
        if not django_db_keepdb:
            teardown_databases(made, verbosity=0)
        run_time["NAME"] = name


def _end_other_sessions() -> None:
    """A browser that left while its page was on the way leaves a thread whose connection would keep the database."""
    with connections["owner"].cursor() as cursor:
        cursor.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid() AND pg_has_role(usename, 'MEMBER')"
        )


class Site:
    """The site as browsers see it: uvicorn in a thread, on the test database."""

    def __init__(self) -> None:
        config = uvicorn.Config("casino.asgi:application", port=0, log_level="warning", timeout_graceful_shutdown=1)
        self._server = uvicorn.Server(config)
        self._thread = threading.Thread(target=self._server.run, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        wait_until(lambda: self._server.started, seconds=20, otherwise="uvicorn did not start")
        host, port = self._server.servers[0].sockets[0].getsockname()[:2]
        self.url = f"http://{host}:{port}"
        return self

    def __exit__(self, *_: object) -> None:
        self._server.should_exit = True
        self._thread.join(20)

    @staticmethod
    def cookie(staff: Staff) -> str:
        """The session cookie of somebody who has logged in."""
        client = Client()
        client.force_login(staff)
        return client.cookies[settings.SESSION_COOKIE_NAME].value


@pytest.fixture
def site(transactional_db: None) -> Iterator[Site]:
    """`site.url`, and `site.cookie(staff)`. Django's live_server is no ASGI server: it cannot stream live pages."""
    with Site() as running:
        yield running


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    """Every test starts in English; a page asked for in Russian leaves its language to the thread."""
    with translation.override("en"):
        yield


@pytest.fixture(scope="session", autouse=True)
def quick_passwords() -> Iterator[None]:
    """A hash that takes half a second is meant for thieves, not for tests."""
    with override_settings(PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"]):
        yield


@pytest.fixture(scope="session", autouse=True)
def quick_emptying() -> Iterator[None]:
    """What a test committed is deleted; Django would truncate every table and make its own rows anew."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TransactionTestCase, "_fixture_teardown", lambda _case: empty_tables())
        yield


@pytest.fixture(scope="session", autouse=True)
def own_pictures(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """What cameras send during tests is not kept among the evidence of `.data`."""
    with override_settings(MEDIA_ROOT=tmp_path_factory.mktemp("media")):
        yield


@pytest.fixture(scope="session", autouse=True)
def own_broker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Valkey]:
    """Jobs that tests publish go to a broker of their own, which starts with the first of them."""
    server = valkey(tmp_path_factory.mktemp("broker"))
    celery_app.conf.broker_url = server.layout.broker_url

    def ensure(**_: object) -> None:
        server.ensure()

    before_task_publish.connect(ensure, weak=False)
    yield server
    before_task_publish.disconnect(ensure)
    server.stop()


@pytest.fixture
def outside(own_broker: Valkey, transactional_db: None, tmp_path: Path) -> dict[str, str]:
    """The environment in which another process works on the test database and the tests' broker."""
    names = ("default", "DATABASE_URL"), ("owner", "DATABASE_OWNER_URL")
    own_broker.ensure()
    return {
        **os.environ,
        **{variable: _url(connections[alias]) for alias, variable in names},
        "CELERY_BROKER_URL": own_broker.layout.broker_url,
        "SEVENTEEN_JOB_TIMEOUT": "5",
        "SEVENTEEN_CHECKPOINTS": str(tmp_path / "checkpoints"),
        "SEVENTEEN_CHECKPOINT_KEY": str(tmp_path / "checkpoint-key.pem"),
    }


def _url(connection: BaseDatabaseWrapper) -> str:
    parameters = connection.get_connection_params()
    host, user = quote(str(parameters["host"]), safe=""), quote(str(parameters["user"]))
    secret = f":{quote(str(parameters['password']), safe='')}" if parameters.get("password") else ""
    port = f":{parameters['port']}" if parameters.get("port") else ""
    return f"postgresql://{user}{secret}@{host}{port}/{parameters['dbname']}"


class Worker:
    """A real Celery worker in its own process group; `kill()` is a power cut."""

    def __init__(self, environment: dict[str, str]) -> None:
        self._environment = environment
        self.start()

    def start(self) -> None:
        command = processes.worker().command
        self._process = subprocess.Popen(command, env=self._environment, cwd=CHECKOUT, start_new_session=True)

    def kill(self) -> None:
        os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()


@pytest.fixture
def worker(outside: dict[str, str]) -> Iterator[Worker]:
    """A worker that has nothing of earlier tests to do."""
    celery_app.control.purge()
    running = Worker(outside)
    yield running
    running.kill()


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of photographs and cases that stands beside the checkout where it exists."""
    folder = Path(os.environ.get("SEVENTEEN_SHARED") or Path(__file__).resolve().parents[2] / "shared")
    if not folder.is_dir():
        pytest.skip(f"{folder} is not on this machine; SEVENTEEN_SHARED names another")
    return folder


@pytest.fixture
def person(db: None) -> Callable[..., Staff]:
    """Makes a member of staff: `person("dealer")`, `person("dealer", "anna")`."""

    def make(role: str, username: str | None = None) -> Staff:
        return Staff.objects.create(username=username or role, name=(username or role).title(), role=role)

    return make


@pytest.fixture
def people(person: Callable[..., Staff]) -> dict[str, Staff]:
    """One person of every role."""
    return {role: person(role) for role in ROLES}


@pytest.fixture
def dealer(person: Callable[..., Staff]) -> Staff:
    return person("dealer")


@pytest.fixture
def boss(person: Callable[..., Staff]) -> Staff:
    """A pit boss."""
    return person("supervisor", "boss")


@pytest.fixture
def auditor(person: Callable[..., Staff]) -> Staff:
    return person("auditor")
