"""What the house itself tells monitoring: probes, heartbeats, disks, clock, queue, streams."""

from collections.abc import Iterable
from typing import Final

from kombu.exceptions import KombuError, OperationalError
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.metrics_core import Metric

from casino import metrics
from casino.celery import app
from casino.health import views
from casino.health.clock import database_time
from casino.health.models import Heartbeat
from casino.health.probes import BROKER_WITHIN_S, STATES, folders, free_bytes
from casino.live.hub import streams

QUEUE: Final = "celery"

metrics.STREAMS.set_function(streams)


@metrics.source
def probes() -> Iterable[Metric]:
    told = GaugeMetricFamily(
        "seventeen_probe", "1 for the state in which a part of the house is.", labels=["probe", "state"]
    )
    for probe in views.KEPT.newest():
        for state in STATES:
            told.add_metric([probe.name, state], probe.state == state)
    yield told


@metrics.source
def heartbeats() -> Iterable[Metric]:
    now, offset_ms = database_time()
    age = GaugeMetricFamily("seventeen_heartbeat_age_seconds", "Since a worker or job was heard of.", labels=["name"])
    offset = GaugeMetricFamily(
        "seventeen_clock_offset_seconds", "How far a clock is ahead of the database's.", labels=["name"]
    )
    offset.add_metric(["web"], offset_ms / 1000)
    for beat in Heartbeat.objects.order_by("name"):
        age.add_metric([beat.name], (now - beat.at).total_seconds())
        offset.add_metric([beat.name], beat.offset_ms / 1000)
    yield age
    yield offset


@metrics.source
def disks() -> Iterable[Metric]:
    told = GaugeMetricFamily("seventeen_disk_free_bytes", "Free where this process keeps files.", labels=["folder"])
    for name, folder in folders().items():
        told.add_metric([name], free_bytes(folder))
    yield told


@metrics.source
def queue() -> Iterable[Metric]:
    """Jobs that no worker has taken; nothing is said where the broker does not answer."""
    try:
        waiting = _waiting()
    except (KombuError, OperationalError) as wrong:
        raise OSError(str(wrong)) from wrong
    yield GaugeMetricFamily("seventeen_queue_jobs", "Jobs that wait for a worker.", value=waiting)


def _waiting() -> int:
    with app.connection_for_read(transport_options={"socket_connect_timeout": BROKER_WITHIN_S}) as broker:
        broker.ensure_connection(max_retries=1, timeout=BROKER_WITHIN_S)
        channel = broker.default_channel
        return int(channel.queue_declare(queue=QUEUE, durable=True, auto_delete=False).message_count)
