"""What monitoring may know of cameras: how each does, never what it saw."""

from collections.abc import Iterable

from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily
from prometheus_client.metrics_core import Metric

from casino import metrics
from shoes.models import ClipRequest
from shoes.queries import camera_health
from shoes.queries.room import room


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


@metrics.source
def evidence() -> Iterable[Metric]:
    kept = room()
    yield GaugeMetricFamily("seventeen_evidence_bytes", "What evidence takes, as counted last.", value=kept.bytes)
    yield GaugeMetricFamily("seventeen_evidence_bound_bytes", "What evidence may take.", value=kept.bound)
    files = GaugeMetricFamily("seventeen_evidence_files", "Pictures of cards, and stills with clips.", labels=["kind"])
    files.add_metric(["picture"], kept.pictures)
    files.add_metric(["clip"], kept.clips)
    yield files
    waiting = ClipRequest.objects.filter(state__in=[ClipRequest.State.ASKED, ClipRequest.State.SENT]).count()
    yield GaugeMetricFamily(
        "seventeen_clips_waiting", "Clips that no camera has brought or nobody made.", value=waiting
    )
