"""What is kept of what a camera says: each statement once, in order, and never changed."""

import hashlib
import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from django.db import DatabaseError, connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from casino.models import JournalEntry, Staff
from shoes import evidence, queries, wire
from shoes.models import Camera, Crop, Observation
from shoes.services import cameras, observations
from shoes.services.cameras import Presence
from shoes.signals import observed, state_changed
from shoes.tasks import tell_silent_cameras
from tests.shoes.feeds.conftest import NOW_MS, calibration, jpeg, read, state

pytestmark = pytest.mark.django_db
WELL = Presence(frames=100, dropped=0, behind_ms=40, state="watching", at_ms=NOW_MS)


def _journal() -> list[tuple[str, Any]]:
    entries = JournalEntry.objects.filter(chain="house", body__contains="camera:").order_by("pk")
    from orjson import loads

    return [(body["what"], body["facts"]) for body in map(loads, entries.values_list("body", flat=True))]


def test_statements_are_kept_in_order_and_once(camera: Camera) -> None:
    first = observations.take(camera, [read(1), read(2)])
    again = observations.take(camera, [read(2), read(3), read(3)])
    assert (first.taken, first.known) == (["abcdef:1", "abcdef:2"], [])
    assert (again.taken, again.known) == (["abcdef:3"], ["abcdef:2"])
    kept = Observation.objects.order_by("pk").values_list("key", "card", "confidence_permille")
    assert list(kept) == [(f"abcdef:{number}", "QH", 970) for number in (1, 2, 3)]
    assert Observation.objects.first().fields["middle_mm"] == [700.5, 610]  # type: ignore[union-attr]


def test_those_above_hear_of_new_statements_only_in_order_and_inside_the_transaction(camera: Camera) -> None:
    heard: list[tuple[str, bool]] = []

    def hear(camera: Camera, observations: list[Observation], **_: Any) -> None:
        heard.extend((one.key, connection.in_atomic_block) for one in observations)

    observed.connect(hear)
    try:
        observations.take(camera, [read(1), read(2)])
        observations.take(camera, [read(2), read(3)])
    finally:
        observed.disconnect(hear)
    assert heard == [("abcdef:1", True), ("abcdef:2", True), ("abcdef:3", True)]


def test_a_statement_is_kept_even_if_whoever_listens_fails_on_it(
    camera: Camera, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(**_: Any) -> None:
        raise KeyError("no such place")

    observed.connect(fail)
    try:
        taken = observations.take(camera, [read(1)])
    finally:
        observed.disconnect(fail)
    assert taken.taken == ["abcdef:1"]
    assert "could not be joined" in caplog.text
    assert Observation.objects.count() == 1


def test_a_statement_that_cannot_be_joined_takes_no_other_of_its_post_with_it(camera: Camera) -> None:
    joined: list[str] = []

    def join(camera: Camera, observations: list[Observation], **_: Any) -> None:
        if any(one.key == "abcdef:2" for one in observations):
            raise KeyError("no such place")
        joined.extend(one.key for one in observations)

    observed.connect(join)
    try:
        taken = observations.take(camera, [read(1), read(2), read(3), state(4, "dark"), read(3), read(5, card="no")])
        again = observations.take(camera, [read(2), read(3)])
    finally:
        observed.disconnect(join)
    assert joined == ["abcdef:1", "abcdef:3", "abcdef:4"]
    assert (taken.taken, taken.known) == (["abcdef:1", "abcdef:2", "abcdef:3", "abcdef:4"], [])
    assert [refusal.key for refusal in taken.refused] == ["abcdef:5"]
    assert (again.taken, again.known) == ([], ["abcdef:2", "abcdef:3"])
    assert list(Observation.objects.order_by("pk").values_list("key", flat=True)) == taken.taken
    assert queries.camera_health(["BJ-12"])["BJ-12"].state == "dark"


@pytest.mark.parametrize(
    ("row", "says"),
    [
        (7, "an observation is a JSON object"),
        ({}, "kind is None"),
        (read(1, kind="sang"), "kind is 'sang'; it is one of read, turned"),
        (read(1, key="7"), "key is '7'; it is the run and a number"),
        (read(1, at_ms="now"), "at_ms is 'now'; it is milliseconds"),
        (read(1, at_ms=True), "at_ms is True"),
        (read(1, card="1X"), "card is '1X'; it is a card such as QH"),
        (read(1, face="sideways"), "face is 'sideways'; it is up or down"),
        (read(1, face="down"), "card names a card that lies face down"),
        (read(1, place="box 3"), "place is 'box 3'"),
        (read(1, place="3.."), "place is '3..'"),
        (read(1, confidence=1.2), "confidence is 1.2; it is a number from 0 to 1"),
        (read(1, confidence=float("nan")), "confidence is nan"),
        (read(1, candidates=[["QH"]]), "candidates is [['QH']]"),
        (read(1, crop_sha256="../../etc"), "crop_sha256 is '../../etc'"),
        (read(1, middle_mm=[1]), "middle_mm is [1]"),
        (read(1, colour="red"), "'colour' is no field of read"),
        ({"key": "abcdef:1", "kind": "lifted", "at_ms": NOW_MS, "place": "3", "reads": []}, "reads is []"),
        ({"key": "abcdef:1", "kind": "moved", "at_ms": NOW_MS, "read": "abcdef-1", "place": "3"}, "was is missing"),
        (state(1, "asleep"), "state is 'asleep'; it is one of lost, frozen, dark, moved, back"),
    ],
)
def test_a_malformed_statement_is_refused_alone_and_says_why(camera: Camera, row: Any, says: str) -> None:
    taken = observations.take(camera, [read(8), row, read(9)])
    assert taken.taken == ["abcdef:8", "abcdef:9"]
    assert [(refusal.code, says in refusal.detail) for refusal in taken.refused] == [("malformed", True)], taken


def test_a_statement_from_the_future_is_refused() -> None:
    assert wire.parse(read(2), now_ms=NOW_MS).at_ms == NOW_MS + 2000
    with pytest.raises(wire.BadObservation, match="2001 ms ahead of the server's clock") as refused:
        wire.parse(read(2, at_ms=NOW_MS + 2001), now_ms=NOW_MS)
    assert refused.value.code == "future"


@pytest.mark.parametrize("model", ["observation", "cameracalibration", "crop"])
def test_what_a_camera_said_is_never_changed(camera: Camera, model: str) -> None:
    for statement in (f"UPDATE shoes_{model} SET camera_id = camera_id", f"DELETE FROM shoes_{model}"):
        with pytest.raises(DatabaseError), connection.cursor() as cursor:
            cursor.execute("SAVEPOINT before")
            try:
                cursor.execute(statement)
            finally:
                cursor.execute("ROLLBACK TO SAVEPOINT before")


def test_what_becomes_of_a_camera_is_journaled_and_its_newest_state_shown(camera: Camera) -> None:
    cameras.alive(camera, WELL)
    observations.take(camera, [state(1, "lost"), state(2, "back"), state(4, "dark")])
    observations.take(camera, [state(3, "moved")])  # came late
    assert queries.camera_health(["BJ-12"])["BJ-12"].state == "dark"
    assert [what for what, _facts in _journal()] == [
        *("camera.added", "camera.lost", "camera.back", "camera.dark", "camera.moved")
    ]


def test_health_is_what_the_process_says_until_it_is_silent(camera: Camera) -> None:
    assert queries.camera_health()["BJ-12"].state == "new"
    cameras.alive(camera, replace(WELL, trouble="disk-full"))
    health = queries.camera_health()["BJ-12"]
    assert (health.state, health.frames, health.trouble, health.is_well) == ("watching", 100, "disk-full", False)
    Camera.objects.update(heard_at=health.heard_at - queries.SILENT_AFTER)  # type: ignore[operator]
    assert queries.camera_health()["BJ-12"].state == "silent"


def _silence() -> None:
    """Nothing was heard of any camera for longer than it may be."""
    Camera.objects.update(heard_at=timezone.now() - 2 * queries.SILENT_AFTER)


def test_a_silent_camera_is_told_once_and_is_back_when_it_speaks(camera: Camera) -> None:
    changed: list[str] = []

    def hear(camera: Camera, **_: Any) -> None:
        changed.append(queries.health_of(camera).state)

    state_changed.connect(hear)
    try:
        assert tell_silent_cameras() == []  # new: it never spoke
        cameras.alive(camera, WELL)
        assert tell_silent_cameras() == []
        _silence()
        assert [tell_silent_cameras() for _time in range(2)] == [["BJ-12"], []]
        cameras.alive(camera, replace(WELL, at_ms=NOW_MS + 9000))
    finally:
        state_changed.disconnect(hear)
    assert changed == ["watching", "silent", "watching"]
    assert [what for what, _facts in _journal()] == ["camera.added", "camera.silent", "camera.heard"]
    assert queries.camera_health()["BJ-12"].since_ms == NOW_MS + 9000


def test_a_state_lasts_since_it_began(camera: Camera) -> None:
    for second in range(3):
        cameras.alive(camera, replace(WELL, at_ms=NOW_MS + 1000 * second))
    assert queries.camera_health()["BJ-12"].since_ms == NOW_MS
    cameras.alive(camera, replace(WELL, state="dark", at_ms=NOW_MS + 3000))
    cameras.alive(camera, replace(WELL, state="dark", at_ms=NOW_MS + 4000))
    observations.take(camera, [state(1, "back")])  # spooled, and older than what is known
    assert (queries.camera_health()["BJ-12"].state, queries.camera_health()["BJ-12"].since_ms) == (
        "dark",
        NOW_MS + 3000,
    )


def test_a_clock_that_runs_ahead_does_not_have_the_last_word(camera: Camera) -> None:
    cameras.alive(camera, replace(WELL, state="dark", at_ms=wire.LATEST_MS))
    before = queries.camera_health()["BJ-12"]
    assert before.since is not None
    assert before.since <= timezone.now()
    observations.take(camera, [state(1, "back", at_ms=before.since_ms + 1)])
    assert queries.camera_health()["BJ-12"].state == "watching"


def test_a_camera_whose_clock_was_set_back_is_still_believed(camera: Camera) -> None:
    cameras.alive(camera, replace(WELL, at_ms=NOW_MS + 3_600_000))
    cameras.alive(camera, replace(WELL, state="lost", at_ms=NOW_MS))
    assert queries.camera_health()["BJ-12"].state == "lost"
    observations.take(camera, [state(1, "back")])
    assert queries.camera_health()["BJ-12"].state == "watching"


def test_frames_that_drop_all_the_time_tell_nobody_all_the_time(camera: Camera) -> None:
    cameras.alive(camera, replace(WELL, frames=1000, dropped=10))
    with CaptureQueriesContext(connection) as asked:
        cameras.alive(camera, replace(WELL, frames=1025, dropped=11, at_ms=NOW_MS + 1000))
    assert [query for query in asked.captured_queries if "pg_notify" in query["sql"]] == []


def test_a_calibration_is_a_new_version_and_a_bad_one_changes_nothing(camera: Camera, boss: Staff) -> None:
    body = calibration().as_json()
    assert cameras.calibrate(camera, body, by=boss).version == 1
    assert cameras.calibrate(camera, body, by=boss).version == 2
    marks = [[8, 8], [200, 100], [392, 192], [8, 350]]
    with pytest.raises(cameras.CalibrationRefused, match="hree marks lie in a line"):
        cameras.calibrate(camera, {**body, "marks": marks}, by=boss)
    assert cameras.alive(camera, WELL).calibration_version == 2
    assert queries.calibration_body(camera) == body


def test_a_still_is_wanted_once(camera: Camera) -> None:
    assert not cameras.alive(camera, WELL).wants_still
    cameras.want_still(camera)
    assert cameras.alive(camera, WELL).wants_still
    cameras.keep_still(camera, jpeg(1))
    assert not cameras.alive(camera, WELL).wants_still
    assert evidence.still_of("BJ-12").read_bytes() == jpeg(1)


def test_a_crop_is_kept_under_its_hash(camera: Camera, token: str, client_of: Callable[[str], Client]) -> None:
    picture = jpeg(2)
    sha256 = hashlib.sha256(picture).hexdigest()
    address = f"/api/cameras/BJ-12/crops/{sha256}"
    post = client_of(token).post
    answers = [post(address, picture, content_type="image/jpeg").status_code for _ in range(2)]
    assert answers == [200, 200]
    assert evidence.path_of(sha256).read_bytes() == picture
    assert list(Crop.objects.values_list("sha256", "size")) == [(sha256, len(picture))]


@pytest.mark.parametrize(
    ("picture", "content_type", "status", "code"),
    [
        (jpeg(4), "image/jpeg", 422, "camera-refused"),  # another's hash
        (jpeg(3)[:-9], "image/jpeg", 422, "camera-refused"),
        (b"x" * 300_001, "image/jpeg", 413, "too-large"),
        (b"{}", "application/json", 415, "unsupported-media-type"),
    ],
)
def test_a_crop_that_is_not_what_it_says_is_refused(
    token: str, client_of: Callable[[str], Client], picture: bytes, content_type: str, status: int, code: str
) -> None:
    sha256 = hashlib.sha256(jpeg(3)).hexdigest()
    answer = client_of(token).post(f"/api/cameras/BJ-12/crops/{sha256}", picture, content_type=content_type)
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert Crop.objects.count() == 0


def test_no_jpeg_is_no_crop(camera: Camera) -> None:
    with pytest.raises(evidence.NoJpeg):
        cameras.keep_crop(camera, hashlib.sha256(b"PNG").hexdigest(), b"PNG")


def test_no_room_for_crops_is_said(camera: Camera, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(evidence, "LEAST_FREE_BYTES", 2**60)
    with pytest.raises(evidence.EvidenceFull, match="nearly full"):
        cameras.keep_crop(camera, hashlib.sha256(jpeg(5)).hexdigest(), jpeg(5))


def test_a_camera_posts_and_is_answered_no_card(token: str, client_of: Callable[[str], Client]) -> None:
    rows = {"observations": [read(1), read(2, card="no")]}
    answer = client_of(token).post("/api/cameras/BJ-12/observations", rows, content_type="application/json")
    assert answer.status_code == 200
    assert answer.json()["taken"] == ["abcdef:1"]
    assert [(row["key"], row["code"]) for row in answer.json()["refused"]] == [("abcdef:2", "malformed")]
    assert "QH" not in answer.content.decode().replace("such as QH", "")


@pytest.mark.parametrize("address", ["observations", "alive"])
def test_a_body_over_a_megabyte_is_refused(token: str, client_of: Callable[[str], Client], address: str) -> None:
    body = json.dumps({"observations": [read(1, card="Q" * 1_000_000)]})
    answer = client_of(token).post(f"/api/cameras/BJ-12/{address}", body, content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (413, "too-large")
    assert answer.json()["detail"] == "The body has more than 1000000 bytes; send it in parts."
    assert Observation.objects.count() == 0


@pytest.mark.parametrize("address", ["observations", "alive", "still", f"crops/{'0' * 64}"])
def test_another_cameras_token_is_refused(token: str, client_of: Callable[[str], Client], address: str) -> None:
    cameras.add("BJ-13")
    kind = "image/jpeg" if address in ("still", f"crops/{'0' * 64}") else "application/json"
    answer = client_of(token).post(f"/api/cameras/BJ-13/{address}", b"{}", content_type=kind)
    assert (answer.status_code, answer.json()["code"]) == (403, "not-allowed")
    assert "not that of camera BJ-13" in answer.json()["detail"]


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"observations": [read(number) for number in range(201)]}, 400),
        ({"observations": "all"}, 400),
        ({}, 400),
        ([], 400),
    ],
)
def test_a_malformed_post_is_refused_whole(
    token: str, client_of: Callable[[str], Client], body: Any, status: int
) -> None:
    answer = client_of(token).post("/api/cameras/BJ-12/observations", body, content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (status, "malformed")
    assert Observation.objects.count() == 0


def test_alive_answers_what_is_wanted(camera: Camera, token: str, client_of: Callable[[str], Client]) -> None:
    cameras.want_still(camera)
    said = {"frames": 5, "dropped": 1, "behind_ms": 80, "state": "watching", "at_ms": NOW_MS}
    answer = client_of(token).post("/api/cameras/BJ-12/alive", said, content_type="application/json")
    told = answer.json()
    assert abs(told.pop("server_ms") - timezone.now().timestamp() * 1000) < 60_000
    assert told == {"wants_still": True, "calibration_version": 0, "wants_clips": [], "masks_clips": True}
    bad = client_of(token).post("/api/cameras/BJ-12/alive", {**said, "state": "merry"}, content_type="application/json")
    assert bad.status_code == 400
    assert queries.camera_health()["BJ-12"].dropped == 1


@pytest.mark.parametrize("name", ["", "BJ 12", "../x", "x" * 25])
def test_a_camera_has_a_plain_name(db: None, name: str) -> None:
    with pytest.raises(cameras.CameraRefused, match="names no camera"):
        cameras.add(name)


def test_a_second_camera_of_a_name_is_refused(camera: Camera) -> None:
    with pytest.raises(cameras.CameraRefused, match="There is a camera BJ-12 already"):
        cameras.add("BJ-12")
