"""What monitoring is told of a floor where something happened: how much, and no card."""

import re

import pytest

from casino import metrics
from casino.health import scrape, views  # noqa: F401  (who serves the address loads the sources)
from casino.health.probes import Kept
from casino.logs import clean
from shoes.models import Camera
from tests.tables.conftest import Tapper
from tests.tables.play import a_mistaken_round

pytestmark = pytest.mark.django_db


def test_figures_of_a_floor_name_no_card(tap: Tapper, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(views, "KEPT", Kept(list))
    said = {"frames": 100, "dropped": 3, "behind_ms": 250, "spooled": 2, "trouble": "disk-full"}
    Camera.objects.create(name="BJ-12", state="dark", **said)
    a_mistaken_round(tap)
    tap.stakes(b1=25_00)
    tap.deal("1:8S 0:KH")
    text = metrics.text().decode()
    for line in (
        'seventeen_tables{state="open"} 1.0',
        "seventeen_rounds_total 2.0",
        "seventeen_rounds_running 1.0",
        'seventeen_verdicts_open{level="stop",state="new"} 1.0',
        'seventeen_camera_state{camera="BJ-12",state="dark"} 1.0',
        'seventeen_camera_trouble{camera="BJ-12",trouble="disk-full"} 1.0',
        'seventeen_camera_dropped_total{camera="BJ-12"} 3.0',
        'seventeen_camera_behind_seconds{camera="BJ-12"} 0.25',
        'seventeen_camera_spooled{camera="BJ-12"} 2.0',
    ):
        assert line in text.splitlines(), line
    assert clean(text) == text  # nothing in it looks like a card
    names = {line.partition("{")[0].split()[0] for line in text.splitlines() if not line.startswith("#")}
    assert [name for name in sorted(names) if re.search("card|shoe|minor|rank", name)] == []
