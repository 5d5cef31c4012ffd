"""From a drawn film to a clip on a page: the watching process, the server, a worker that is killed in the middle."""

import threading
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path

import cv2
import numpy as np
import pytest
from django.core.management import call_command
from django.db import connections
from django.utils import timezone
from pytest_django.fixtures import Settings

from casino import celery_app, tokens
from casino.models import Staff
from casino.servers.layout import ServerError
from casino.servers.processes import wait_until
from shoes import evidence, moving
from shoes.camera.kinds import Image
from shoes.camera.masking import felt_mask
from shoes.camera.plane import Calibration, parse_calibration
from shoes.models import Camera, Clip, ClipRequest
from shoes.scenes.play.film import film
from shoes.scenes.play.lens import Lens
from shoes.scenes.play.looks import Look
from shoes.scenes.play.script import Dealt, Script
from shoes.services import cameras
from shoes.services import clips as making
from tables.models import RoundClip, Table, Verdict
from tables.services import clips as asking
from tables.services import rounds
from tables.services.cameras import add_camera
from tests.conftest import Site, Worker
from tests.shoes.feeds.test_watch_table import with_token
from tests.tables.test_clips import frames_of, journal

pytestmark = pytest.mark.django_db(transaction=True)
SCRIPT = Script((Dealt(0.9, "8H", "2"),), boxes=5, seconds=4.4)
LENS = Lens(1280, 720)


@pytest.fixture
def worker(outside: dict[str, str], settings: Settings, tmp_path: Path) -> Iterator[Worker]:
    """One that has the same folder of pictures, and nothing of earlier tests to do."""
    celery_app.control.purge()
    settings.MEDIA_ROOT = tmp_path / "data" / "media"
    running = Worker({**outside, "SEVENTEEN_DATA": str(tmp_path / "data")})
    yield running
    running.kill()


def drawn(path: Path) -> Calibration:
    """Somebody deals the eight of hearts to box 2."""
    shown = film(SCRIPT, Look(noise=0.8), LENS, seed=4)
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"mp4v"), 12.5, (LENS.width, LENS.height))
    for _at, picture in shown.frames():
        writer.write(picture)
    writer.release()
    return shown.calibration


def test_a_film_with_a_mistake_becomes_a_clip_although_the_worker_is_killed(
    site: Site, worker: Worker, table: Table, dealer: Staff, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    calibration = drawn(tmp_path / "play.mp4")
    add_camera(table, "BJ-12", by=None)
    cameras.calibrate(Camera.objects.get(), calibration.as_json())
    with_token(monkeypatch, site, tokens.issue("camera", "observations.post", about="camera:BJ-12")[1], tmp_path)
    rounds.close_stakes(table, {"1": 25_00}, by=dealer, key="stakes")
    watching = _watch(tmp_path / "play.mp4", timezone.now())
    wait_until(lambda: ClipRequest.objects.filter(state="sent").exists(), seconds=120, otherwise="nothing came")
    worker.kill()
    worker.start()
    _wait_for_the_clip(monkeypatch)
    watching.join(20)
    clip = Clip.objects.get()
    assert clip.is_masked
    assert 3.5 <= (clip.until_ms - clip.from_ms) / 1000 <= 8.0
    pictures, rate, codec = frames_of(evidence.clip_path_of(clip.sha256))
    assert (codec, rate) == ("VP80", 5.0)
    assert len(pictures) / rate == pytest.approx((clip.until_ms - clip.from_ms) / 1000, abs=0.25)
    still = cv2.imread(str(evidence.path_of(clip.still_sha256)))
    assert still is not None
    assert still.shape == (LENS.height, LENS.width, 3)
    _is_black_outside(np.asarray(still, np.uint8), calibration)
    shown = pictures[(clip.request.at_ms - clip.from_ms) // 200 + 1]
    _is_black_outside(shown[: shown.shape[0] - moving.STRIP_PX], calibration)
    assert _white_at_box(np.asarray(still, np.uint8), calibration) > 500
    abouts = {f"verdict:{key}" for key in Verdict.objects.standing().values_list("key", flat=True)}
    assert abouts <= {str(fact["of"]) for fact in journal("evidence.kept")}
    assert RoundClip.objects.exclude(request__state="made").count() == 0


def _wait_for_the_clip(monkeypatch: pytest.MonkeyPatch) -> None:
    """A task that a worker had just taken when it was killed may be lost: then beat sends it again."""
    try:
        wait_until(lambda: Clip.objects.exists(), seconds=30, otherwise="no clip yet")
    except ServerError:
        monkeypatch.setattr(making, "BEGUN_WITHIN", timedelta(seconds=15))
        asking.send_again()
        wait_until(lambda: Clip.objects.exists(), seconds=90, otherwise="no clip was made")


def _watch(path: Path, since: datetime) -> threading.Thread:
    """`watch_table` with its real eyes; of a recording no frame is dropped, however slow the machine."""

    def run() -> None:
        try:
            call_command("watch_table", "BJ-12", "--source", str(path), "--since", since.isoformat(), "--quiet")
        finally:
            connections.close_all()

    thread = threading.Thread(target=run)
    thread.start()
    return thread


def _is_black_outside(picture: Image, calibration: Calibration) -> None:
    """But for what a codec smears over the edge."""
    height, width = picture.shape[:2]
    mask = felt_mask(parse_calibration(calibration.as_json()), (width, height))
    outside = cv2.erode(255 - mask, np.ones((25, 25), np.uint8)) > 0
    assert outside.mean() > 0.02
    assert int(np.percentile(picture[outside], 99.9)) < 14
    assert picture[mask > 0].mean() > 30


def _white_at_box(picture: Image, calibration: Calibration) -> int:
    """How many pixels of box 2 are as white as a card."""
    area = calibration.area("2")
    assert area is not None
    mask = np.zeros(picture.shape[:2], np.uint8)
    cv2.fillPoly(mask, [np.rint(calibration.to_picture(area.polygon)).astype(np.int32).reshape(-1, 1, 2)], (255,))
    return int(((picture.min(axis=2) > 170) & (mask > 0)).sum())
