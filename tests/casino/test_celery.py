"""A real worker does a real job, and a killed one's job is done by the next."""

import os
import signal
from pathlib import Path

import pytest
from django.db import connections, transaction

from casino import audit
from casino.audit import checkpoints
from casino.celery import app, ensure_broker
from casino.servers.processes import wait_until
from casino.tasks import write_checkpoint
from tests.conftest import Worker


@pytest.mark.django_db(transaction=True, databases=["default", "owner"])
def test_a_killed_workers_job_is_done_by_the_next_and_once(worker: Worker, tmp_path: Path) -> None:
    audit.record("house", None, "test.written", about="house", facts={})
    folder = tmp_path / "checkpoints"
    with transaction.atomic(using="owner"), connections["owner"].cursor() as cursor:
        cursor.execute("LOCK TABLE casino_journal_head IN ACCESS EXCLUSIVE MODE")
        write_checkpoint.delay()
        wait_until(_somebody_waits_for_the_lock, seconds=60, otherwise="the worker did not begin")
        worker.kill()
    assert not folder.exists() or not list(folder.glob("checkpoint-*"))
    worker.start()
    wait_until(lambda: bool(list(folder.glob("checkpoint-*.json"))), seconds=90, otherwise="the job did not come back")
    [point] = checkpoints.read(folder)
    assert [(chain, sequence) for chain, sequence, _sha256 in point.heads] == [("house", 1)]


def _somebody_waits_for_the_lock() -> bool:
    with connections["owner"].cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_locks WHERE NOT granted AND relation = 'casino_journal_head'::regclass")
        return bool(cursor.fetchone()[0])


def test_every_job_that_beat_starts_exists() -> None:
    app.loader.import_default_modules()
    assert {entry["task"] for entry in app.conf.beat_schedule.values()} <= set(app.tasks)


def test_a_broker_of_somebody_else_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("casino.servers.valkey.valkey", lambda _data: os.kill(os.getpid(), signal.SIGABRT))
    ensure_broker()  # tests have a broker of their own, which is not the data folder's
