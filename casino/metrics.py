"""What monitoring may know, in the form of Prometheus: how much and how fast; no card, no count of cards, no secret.

A web process tells its own requests, streams and arrivals, and what the database says of the house, which each process
says alike. An app that has something to tell has a module `metrics` with sources:

    @metrics.source
    def cameras() -> Iterable[Metric]: ...
"""

import time
from collections.abc import Callable, Iterable
from typing import Final

from django.db import DatabaseError
from prometheus_client import (
    CollectorRegistry,
    Gauge,
    Histogram,
    ProcessCollector,
    disable_created_metrics,
    generate_latest,
)
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.metrics_core import Metric
from prometheus_client.registry import Collector

Source = Callable[[], Iterable[Metric]]
REGISTRY: Final = CollectorRegistry()
REQUEST_BUCKETS: Final = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
LAG_BUCKETS: Final = (0.25, 0.5, 1.0, 2.0, 5.0, 15.0, 60.0, 600.0, 3600.0)

disable_created_metrics()  # type: ignore[no-untyped-call]  # it has no types
ProcessCollector(registry=REGISTRY)
REQUESTS: Final = Histogram(
    "seventeen_request_seconds",
    "From a request to the beginning of its answer, by the address's pattern.",
    ["method", "route", "status"],
    registry=REGISTRY,
    buckets=REQUEST_BUCKETS,
)
OBSERVATION_LAG: Final = Histogram(
    "seventeen_observation_lag_seconds",
    "From what a camera saw to its arrival here; what was spooled while the server was away arrives late.",
    registry=REGISTRY,
    buckets=LAG_BUCKETS,
)
STREAMS: Final = Gauge("seventeen_live_streams", "Browsers that hear what changes.", registry=REGISTRY)

_sources: list[Source] = []


def source(tell: Source) -> Source:
    """Have `tell` asked at each scrape; `seventeen_source_failed` says where it could not answer."""
    _sources.append(tell)
    return tell


class _House(Collector):
    """Asks every source; one that fails takes none of the others with it."""

    def collect(self) -> Iterable[Metric]:
        failed = GaugeMetricFamily("seventeen_source_failed", "1 where figures are missing.", labels=["source"])
        took = GaugeMetricFamily("seventeen_source_seconds", "How long the question took.", labels=["source"])
        for tell in _sources:
            name, began = f"{tell.__module__}.{tell.__name__}", time.monotonic()
            try:
                told = list(tell())
            except (DatabaseError, OSError):
                failed.add_metric([name], 1)
                continue
            failed.add_metric([name], 0)
            took.add_metric([name], time.monotonic() - began)
            yield from told
        yield failed
        yield took

    def describe(self) -> Iterable[Metric]:
        """Nothing is asked for it when it is registered."""
        return []


REGISTRY.register(_House())


def text() -> bytes:
    """Everything, in Prometheus' text format."""
    return generate_latest(REGISTRY)
