"""What probes and monitoring are told: enough to act on, and nothing that is nobody's business."""

import time
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.test import Client, override_settings
from django.utils import timezone

from casino import metrics
from casino.health import clock, heartbeats, probes, views
from casino.health.models import Heartbeat
from casino.health.probes import Kept, Probe, on_floor, without_trouble, worst
from casino.models import Staff
from casino.servers.valkey import Valkey
from casino.tasks import heartbeat
from casino.tokens import issue


@pytest.fixture
def well(own_broker: Valkey, db: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Everything as it should be; each answer is looked up anew."""
    own_broker.ensure()
    heartbeats.beat("worker:celery@pit-3")
    heartbeats.beat(heartbeats.CHECKPOINT)
    monkeypatch.setattr(views, "KEPT", Kept())
    monkeypatch.setattr(views, "SERVING", Kept(probes.serving))
    monkeypatch.setattr("shutil.disk_usage", lambda _path: SimpleNamespace(free=80_000_000_000))
    with override_settings(CHECKPOINTS=tmp_path / "checkpoints", MEDIA_ROOT=tmp_path / "media"):
        yield


def _states() -> dict[str, str]:
    return {probe.name: probe.state for probe in probes.probes()}


PARTS = ["database", "schema", "broker", "worker", "disk", "clock", "checkpoint"]


def test_a_house_that_is_well_says_so_to_anybody_and_nothing_else(well: None, client: Client) -> None:
    answer = client.get("/healthz")
    assert answer.status_code == 200
    assert answer.content.decode() == "ok\n" + "".join(f"{part} ok\n" for part in PARTS)
    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    assert answer.cookies == {}
    assert client.get("/healthz/ready").content == b"ok\ndatabase ok\nschema ok\n"
    assert client.post("/healthz").status_code == 405


def test_what_is_wrong_is_named_and_only_what_stops_play_makes_unready(
    well: None, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    Heartbeat.objects.filter(name__startswith="worker:").update(at=timezone.now() - timedelta(minutes=4))
    monkeypatch.setattr("shutil.disk_usage", lambda _path: SimpleNamespace(free=4_000_000_000))
    answer = client.get("/healthz")
    assert answer.status_code == 503
    assert b"failed\n" in answer.content
    assert b"worker failed\n" in answer.content
    assert b"disk late\n" in answer.content
    assert client.get("/healthz/ready").status_code == 200


def test_a_database_that_is_gone_is_asked_once_and_nothing_is_known(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No database is allowed here: this test has none, so that asking it would be an error of its own."""
    monkeypatch.setattr(probes, "_database", lambda: Probe("database", "failed"))
    monkeypatch.setattr(views, "SERVING", Kept(probes.serving))
    answer = client.get("/healthz/ready")
    assert (answer.status_code, answer.content) == (503, b"failed\ndatabase failed\nschema failed\n")
    unknown = {probe.name for probe in probes.probes() if probe.why.startswith("This cannot be known: the database")}
    assert unknown == {"schema", "worker", "clock", "checkpoint"}


def test_a_process_lives_without_asking_anybody(client: Client) -> None:
    """No database is allowed here: this test has none."""
    assert client.get("/healthz/live").content == b"ok\n"


@override_settings(SECURE_SSL_REDIRECT=True)
def test_probes_come_past_the_proxy(client: Client) -> None:
    assert client.get("/healthz/live").status_code == 200
    assert client.get("/login").status_code == 301


@pytest.mark.parametrize(
    ("offset_ms", "state", "words"),
    [(-400, "ok", ""), (700, "late", "0.7 s ahead"), (-700, "late", "0.7 s behind"), (9000, "failed", "9.0 s ahead")],
)
def test_a_clock_that_differs_is_warned_of(
    well: None, monkeypatch: pytest.MonkeyPatch, offset_ms: int, state: str, words: str
) -> None:
    at = timezone.now()
    monkeypatch.setattr(probes, "database_time", lambda: (at, offset_ms))
    [found] = [probe for probe in probes.probes() if probe.name == "clock"]
    assert found.state == state
    assert words in found.why


def test_a_workers_clock_counts_too(well: None) -> None:
    Heartbeat.objects.filter(name="worker:celery@pit-3").update(offset_ms=-3000)
    assert _states()["clock"] == "failed"


def test_the_clock_is_compared_with_the_databases(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    _at, offset_ms = clock.database_time()
    assert abs(offset_ms) < 300
    real = time.time
    monkeypatch.setattr(time, "time", lambda: real() + 10)
    assert 9_700 < clock.database_time()[1] < 10_300


def test_the_pit_sees_that_the_disk_runs_full_and_nothing_while_all_is_well(
    client: Client, person: Callable[..., Staff], monkeypatch: pytest.MonkeyPatch
) -> None:
    client.force_login(person("supervisor"))
    monkeypatch.setattr(views, "FLOOR", Kept(on_floor, keep_s=0))
    assert "house-lines" not in client.get("/pit").content.decode()
    monkeypatch.setattr("shutil.disk_usage", lambda _path: SimpleNamespace(free=800_000_000))
    monkeypatch.setattr("casino.health.probes.database_time", lambda: (timezone.now(), 2500))
    page = client.get("/pit?part=changes").content.decode()
    assert '<li class="stop">' in page
    assert "0.8 GB are free: pictures of cameras are no longer kept." in page
    assert "is 2.5 s ahead of the database’s" in page


@pytest.mark.parametrize(("free", "state"), [(6, "ok"), (4, "late"), (0.5, "failed")])
def test_a_disk_that_runs_full_is_told_before_it_is(
    well: None, monkeypatch: pytest.MonkeyPatch, free: float, state: str
) -> None:
    monkeypatch.setattr("shutil.disk_usage", lambda _path: SimpleNamespace(free=int(free * 1e9)))
    assert _states()["disk"] == state


def test_a_backup_is_missed_only_where_there_was_one(well: None) -> None:
    assert "backup" not in _states()
    heartbeats.beat(heartbeats.BACKUP)
    Heartbeat.objects.filter(name=heartbeats.BACKUP).update(at=timezone.now() - timedelta(hours=40))
    assert _states()["backup"] == "late"
    Heartbeat.objects.filter(name=heartbeats.CHECKPOINT).update(at=timezone.now() - timedelta(hours=3))
    assert _states()["checkpoint"] == "late"


def test_the_workers_job_is_what_is_looked_for_and_names_that_are_gone_are_forgotten(db: None) -> None:
    Heartbeat.objects.create(name="worker:celery@old", at=timezone.now() - timedelta(days=2), offset_ms=0)
    heartbeat.apply()
    [beat] = Heartbeat.objects.all()
    assert beat.name.startswith("worker:")
    assert abs((timezone.now() - beat.at).total_seconds()) < 30


def test_what_cannot_be_asked_has_failed() -> None:
    def look() -> Probe:
        raise ConnectionError("amqp://guest:secret@broker is away")

    [probe] = without_trouble("broker", look)
    assert (probe.name, probe.state) == ("broker", "failed")
    assert "secret" not in probe.why


def test_whoever_asks_often_costs_nothing() -> None:
    now, looked = [0.0], []

    def look() -> list[Probe]:
        looked.append(now[0])
        return [Probe("disk", "late")]

    kept = Kept(look, lambda: now[0])
    for now[0] in (0.0, 0.5, 1.9, 2.0, 3.0):
        assert worst(kept.newest()) == "late"
    assert looked == [0.0, 2.0]


def _scrape(client: Client, permission: str = "metrics.read") -> Any:
    _token, secret = issue("monitoring", permission)
    return client.get(
        "/metrics", headers={"Authorization": f"Bearer {secret}", "Accept": "application/openmetrics-text"}
    )


def test_monitoring_reads_figures_by_its_token(well: None, client: Client) -> None:
    client.get("/login")
    client.get("/there-is/nothing/here")
    answer = _scrape(client)
    assert (answer.status_code, answer["Content-Type"]) == (200, "text/plain; version=0.0.4; charset=utf-8")
    lines = answer.content.decode().splitlines()
    for line in (
        'seventeen_probe{probe="database",state="ok"} 1.0',
        'seventeen_tables{state="open"} 0.0',
        "seventeen_rounds_total 0.0",
        'seventeen_verdicts_open{level="act",state="new"} 0.0',
        "seventeen_disputes_open 0.0",
        "seventeen_queue_jobs 0.0",
        "seventeen_live_streams 0.0",
        'seventeen_disk_free_bytes{folder="media"} 8e+10',
    ):
        assert line in lines
    assert any(
        line.startswith('seventeen_request_seconds_count{method="GET",route="login",status="200"}') for line in lines
    )
    assert not any("there-is" in line for line in lines)
    assert [line for line in lines if line.startswith("seventeen_source_failed{") and not line.endswith(" 0.0")] == []


def test_nobody_else_reads_figures(well: None, client: Client) -> None:
    assert client.get("/metrics").status_code == 401
    assert _scrape(client, "record.read").status_code == 403


def test_a_source_that_fails_takes_no_other_with_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> Any:
        raise OSError("the broker is away")

    monkeypatch.setattr(metrics, "_sources", [broken])
    text = metrics.text().decode()
    assert f'seventeen_source_failed{{source="{__name__}.broken"}} 1.0' in text
    assert "seventeen_live_streams" in text
