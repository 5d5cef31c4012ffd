"""The process of the demo's camera is killed: it comes back, and the film goes on where it is by then."""

import json
import os
import random
import signal
import time
from dataclasses import replace
from pathlib import Path

import pytest
from django.core.management import call_command

from casino.processes import Supervisor
from casino.servers.processes import wait_until
from shoes.models import Observation
from tables.management.commands.demo import camera_of
from tables.simulated import filming
from tables.simulated import house as furnishing
from tables.simulated.filmed import put_camera
from tables.simulated.filming import DrawnFilm
from tests.conftest import Site
from tests.tables.test_filmed import PLAN, SHORT

pytestmark = pytest.mark.django_db(transaction=True)
SECONDS = 240
NEAR_S = 0.6


@pytest.fixture
def film(tmp_path: Path) -> DrawnFilm:
    drawn = filming.film_in(tmp_path, words=SHORT)
    call_command(*drawn.drawing)
    return drawn


def watching(source: Path) -> list[int]:
    """The processes that watch this film."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            words = stat.read_bytes().split(b"\0")
        except OSError:
            continue
        if b"watch_table" in words and str(source).encode() in words:
            found.append(int(stat.parent.name))
    return found


def reads() -> list[Observation]:
    return list(Observation.objects.filter(kind="read", face="up").order_by("pk"))


def runs() -> list[str]:
    """Those processes that have read a card, in order."""
    return list(dict.fromkeys(one.key.partition(":")[0] for one in reads()))


def test_a_killed_camera_of_the_demo_comes_back_and_the_film_goes_on(
    site: Site, film: DrawnFilm, tmp_path: Path
) -> None:
    house = furnishing.simulated_house(random.Random(3))
    table = house.furnish(PLAN, furnishing.dealer_of(PLAN.code))
    secret = put_camera(table, film, by=house.boss)
    since_ms = round((time.time() + 5) * 1000)
    camera = camera_of(table.code, film, secret, server=site.url, since_ms=since_ms)
    camera = replace(camera, environment={**camera.environment, "SEVENTEEN_DATA": str(tmp_path)})
    said: list[str] = []

    def kill_once_then_stop() -> None:
        wait_until(lambda: len(runs()) == 1, seconds=SECONDS, otherwise=f"nothing was read: {said}")
        (pid,) = watching(film.path)
        os.kill(pid, signal.SIGKILL)
        wait_until(lambda: len(runs()) == 2, seconds=SECONDS, otherwise=f"nothing was read again: {said}")
        os.kill(os.getpid(), signal.SIGTERM)

    Supervisor([camera], say=said.append).run(kill_once_then_stop)
    assert "BJ-15 camera ended (SIGKILL); starting it again." in said
    assert watching(film.path) == []
    lines = map(json.loads, film.path.with_name(f"{film.path.name}.truth.jsonl").read_text().splitlines())
    truth = [line for line in lines if "card" in line]
    second = [one for one in reads() if one.key.startswith(runs()[1])]
    for one in second:
        at_s = (one.at_ms - since_ms) / 1000 % film.lasts_s
        assert any((line["place"], line["card"]) == (one.place, one.card) for line in truth), one.body
        was_lying = one.fields["was_lying"]
        assert was_lying or any(abs(line["at"] - at_s) < NEAR_S for line in truth if line["card"] == one.card), one.body
