"""What monitoring may know of cameras: how each does, never what it saw."""

from collections.abc import Iterable

from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily
from prometheus_client.metrics_core import Metric

from casino import metrics
from shoes.queries import camera_health


@metrics.source
def cameras() -> Iterable[Metric]:
    state = GaugeMetricFamily(
        "seventeen_camera_state", "1 for what a camera is said to be.", labels=["camera", "state"]
    )
    trouble = GaugeMetricFamily(
        "seventeen_camera_trouble", "1 for what its process complains of.", labels=["camera", "trouble"]
    )
    frames = CounterMetricFamily("seventeen_camera_frames", "Frames that its process took.", labels=["camera"])
    dropped = CounterMetricFamily("seventeen_camera_dropped", "Frames that it had no time for.", labels=["camera"])
    behind = GaugeMetricFamily("seventeen_camera_behind_seconds", "Age of the frame that it reads.", labels=["camera"])
    spooled = GaugeMetricFamily("seventeen_camera_spooled", "Statements not delivered yet.", labels=["camera"])
    for name, health in sorted(camera_health().items()):
        state.add_metric([name, health.state], 1)
        if health.trouble:
            trouble.add_metric([name, health.trouble], 1)
        frames.add_metric([name], health.frames)
        dropped.add_metric([name], health.dropped)
        behind.add_metric([name], health.behind_ms / 1000)
        spooled.add_metric([name], health.spooled)
    yield from (state, trouble, frames, dropped, behind, spooled)
