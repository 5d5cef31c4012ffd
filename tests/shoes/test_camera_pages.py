"""Camera pages as the server answers them: what is refused, what a check tells, one query count for any list."""

import json
import os
import struct

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from casino.models import Staff
from shoes import evidence
from shoes.camera.plane import BadCalibration, parse_calibration
from shoes.models import Camera, CameraCalibration
from shoes.scenes.play.film import Look, film
from shoes.scenes.play.lens import Lens
from shoes.scenes.play.script import Dealt, Script
from shoes.services import cameras, observations
from shoes.wording import bad_calibration, camera
from tests.browser.seen import calibration, felt, jpeg, say_alive

pytestmark = pytest.mark.django_db


@pytest.fixture
def admin(people: dict[str, Staff]) -> Staff:
    return people["administrator"]


@pytest.fixture
def visitor(admin: Staff) -> Client:
    made = Client()
    made.force_login(admin)
    return made


@pytest.fixture
def kept(admin: Staff) -> Camera:
    evidence.still_of("BJ-12").unlink(missing_ok=True)  # of an earlier test
    return cameras.add("BJ-12", by=admin)


def body(**changed: object) -> str:
    return json.dumps(calibration().as_json() | changed)


def queries(visitor: Client, path: str) -> int:
    with CaptureQueriesContext(connection) as caught:
        assert visitor.get(path).status_code == 200
    return len(caught)


def test_the_list_asks_as_much_for_three_cameras_as_for_one(visitor: Client, kept: Camera, admin: Staff) -> None:
    one = queries(visitor, "/cameras")
    for name in ("BJ-13", "BJ-14"):
        say_alive(cameras.add(name, by=admin))
    assert queries(visitor, "/cameras") == one


def test_a_page_asks_as_much_for_three_versions_as_for_one(visitor: Client, kept: Camera, admin: Staff) -> None:
    cameras.calibrate(kept, calibration().as_json(), by=admin)
    one = queries(visitor, "/cameras/BJ-12")
    for boxes in (3, 4):
        cameras.calibrate(kept, calibration(boxes).as_json(), by=admin)
    assert queries(visitor, "/cameras/BJ-12") == one


@pytest.mark.parametrize("role", ["dealer", "supervisor", "surveillance", "auditor", "cage", "security"])
@pytest.mark.parametrize("path", ["/cameras", "/cameras/BJ-12", "/cameras/BJ-12/still.jpg"])
def test_only_administrators_calibrate(kept: Camera, people: dict[str, Staff], role: str, path: str) -> None:
    client = Client()
    client.force_login(people[role])
    assert client.get(path).status_code == 403


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"marks": [[480, 110], [1440, 110], [1440, 110], [220, 980]]}, "Mark 2 lies on its neighbour"),
        ({"marks": [[480, 110], [960, 110], [1440, 110], [220, 980]]}, "Three marks lie in a line"),
        ({"marks": [[1440, 110], [480, 110], [220, 980], [1700, 980]]}, "out of order"),
        ({"marks": [[480, -40], [1440, 110], [1700, 980], [220, 980]]}, "Mark 1 is at 480, -40, outside the picture"),
        ({"picture": [640, 360]}, "outside the picture of 640 x 360"),
        ({"areas": []}, "list at least one box"),
        ({"schema": "calibration/9"}, "calibration/1"),
        ({"plane_mm": [0, 880]}, "width and height are above 0"),
    ],
)
def test_a_calibration_that_fits_no_table_is_refused_with_a_sentence(
    visitor: Client, kept: Camera, changed: dict[str, object], said: str
) -> None:
    answer = visitor.post("/cameras/BJ-12/versions", {"body": body(**changed)})
    assert (answer.status_code, said in answer.content.decode()) == (422, True)
    assert not CameraCalibration.objects.exists()


@pytest.mark.parametrize("text", ["", "no json", "[]", "12", '"x"'])
def test_what_is_no_json_object_is_refused_with_a_sentence(visitor: Client, kept: Camera, text: str) -> None:
    for path in ("versions", "check"):
        answer = visitor.post(f"/cameras/BJ-12/{path}", {"body": text})
        assert (answer.status_code, "The calibration is no JSON" in answer.content.decode()) == (422, True)


def test_a_check_needs_a_picture_of_now_and_of_the_same_size(visitor: Client, kept: Camera) -> None:
    assert visitor.post("/cameras/BJ-12/check", {"body": body()}).status_code == 409
    cameras.keep_still(kept, jpeg(felt()[::2, ::2]))
    answer = visitor.post("/cameras/BJ-12/check", {"body": body()})
    assert (answer.status_code, "960 x 540 pixels" in answer.content.decode()) == (422, True)


@pytest.mark.parametrize("side", [12_000, 40_000], ids=["more than any camera has", "gigabytes once unpacked"])
def test_a_still_that_unpacks_to_gigabytes_is_refused_before_it_does(visitor: Client, kept: Camera, side: int) -> None:
    small = jpeg(felt()[:64, :64])
    at = small.index(b"\xff\xc0") + 5
    cameras.keep_still(kept, small[:at] + struct.pack(">HH", side, side) + small[at + 4 :])
    answer = visitor.post("/cameras/BJ-12/check", {"body": body()})
    assert (answer.status_code, "cannot be read" in answer.content.decode()) == (409, True)


def test_a_still_is_shown_while_it_is_of_now_and_kept_by_nobody(visitor: Client, kept: Camera) -> None:
    assert visitor.get("/cameras/BJ-12/still.jpg").status_code == 204
    kept.refresh_from_db()
    assert kept.still_wanted_at is not None
    cameras.keep_still(kept, jpeg(felt()))
    answer = visitor.get("/cameras/BJ-12/still.jpg")
    assert (answer.content, answer["Cache-Control"]) == (jpeg(felt()), "private, no-store")
    path = evidence.still_of("BJ-12")
    os.utime(path, (path.stat().st_atime, path.stat().st_mtime - 31))
    assert visitor.get("/cameras/BJ-12/still.jpg").status_code == 204


def test_a_still_from_before_cards_were_picked_up_is_not_shown(visitor: Client, kept: Camera) -> None:
    cameras.keep_still(kept, jpeg(felt()))
    assert visitor.get("/cameras/BJ-12/still.jpg").status_code == 200
    row = {"key": "abcdef:1", "kind": "lifted", "at_ms": 1_700_000_000_000, "place": "3", "reads": ["abcdef-1"]}
    assert observations.take(kept, [row]).taken == ["abcdef:1"]
    assert visitor.get("/cameras/BJ-12/still.jpg").status_code == 204
    cameras.keep_still(kept, jpeg(felt()))
    assert visitor.get("/cameras/BJ-12/still.jpg").status_code == 200


def test_a_check_reads_the_felt_and_names_no_card_that_lies_face_down(visitor: Client, kept: Camera) -> None:
    moves = (Dealt(0.4, "QH", "1"), Dealt(0.8, "5S", "1"), Dealt(1.2, "9C", "0"), Dealt(1.6, "KD", "0", face="down"))
    played = film(Script(moves, 3, 3.0), Look(), Lens(), seed=4)
    *_, (_at, last) = played.frames()
    cameras.keep_still(kept, jpeg(last))
    answer = visitor.post("/cameras/BJ-12/check", {"body": json.dumps(played.calibration.as_json())})
    told = answer.content.decode()
    assert answer.status_code == 200
    for name in ("queen of hearts", "5 of spades", "9 of clubs"):
        assert name in told
    assert "king" not in told


def test_every_sentence_of_a_bad_calibration_begins_as_a_sentence() -> None:
    with pytest.raises(BadCalibration) as caught:
        parse_calibration({**calibration().as_json(), "areas": []})
    assert bad_calibration(caught.value).startswith("Areas is empty")
    assert str(caught.value).startswith("areas is empty")


@pytest.mark.parametrize(
    ("state", "more", "level", "head"),
    [
        ("watching", {}, "calm", "Camera sees"),
        ("watching", {"behind_ms": 3200}, "look", "Camera 3 s behind"),
        ("watching", {"trouble": "disk-full"}, "act", "Camera: disk full"),
        ("lost", {}, "act", "Camera: no picture"),
        ("lost", {"trouble": "camera-away"}, "act", "Camera: no picture"),
        ("lost", {"trouble": "camera-login"}, "act", "Camera refuses the login"),
        ("lost", {"trouble": "camera-path"}, "act", "Camera: no such stream"),
        ("lost", {"trouble": "camera-codec"}, "act", "Camera: unreadable picture"),
        ("lost", {"trouble": "camera-silent"}, "act", "Camera answers without a picture"),
        ("frozen", {}, "act", "Camera frozen"),
        ("dark", {}, "act", "Camera dark"),
        ("moved", {}, "act", "Camera moved"),
    ],
)
def test_each_state_has_its_word_and_level(
    kept: Camera, admin: Staff, state: str, more: dict[str, int | str], level: str, head: str
) -> None:
    from shoes.queries import camera_health

    cameras.calibrate(kept, calibration().as_json(), by=admin)
    say_alive(kept, state, **more)
    said = camera(camera_health()["BJ-12"])
    assert (said.level, said.head) == (level, head)
