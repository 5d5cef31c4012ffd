"""`watch_table` as it is called: what it prints, what it posts, and what it says to bad input."""

import io
import json
import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.test import Client

from casino import tokens
from casino.models import Staff
from casino.servers.processes import wait_until
from shoes import evidence, queries
from shoes.camera.kinds import Image
from shoes.camera.sights import CameraState, Lifted, Moved, Parted, Sight, Turned
from shoes.feeds import sources
from shoes.feeds.server import Server
from shoes.models import Camera, Crop, Observation
from shoes.services import cameras
from tables.management.commands.watch_table import Command, Run
from tables.models import Table
from tables.services import tables
from tables.services.cameras import add_camera
from tests.conftest import Site
from tests.shoes.feeds.conftest import POST, calibration
from tests.shoes.feeds.films import SIZE, film, folder, picture
from tests.shoes.feeds.scripted import a_read, scripted
from tests.shoes.feeds.test_reader import Fake

TERMS = {"profile": "casino-s17", "options": {}, "limits": {"min_minor": 1000, "max_minor": 50000, "step_minor": 500}}


def _script(number: int, _frame: Image, at_ms: int) -> list[Sight]:
    """What is seen at each frame of a film."""
    crop = picture(9)
    script: dict[int, list[Sight]] = {
        2: [a_read(1, at_ms)],
        4: [a_read(2, at_ms, place="3", card="7S")],
        6: [replace(a_read(3, at_ms, place="0", card="??"), face="down")],
        8: [Turned(3, at_ms, "0", "KD", 0.9, (("KD", 0.9),), (0, 0, 9, 9), crop)],
        9: [Parted("3", "3.1", (2,), at_ms, (0, 0, 9, 9), crop)],
        10: [Moved(2, at_ms, "3", "3.1")],
        11: [CameraState("dark", at_ms), CameraState("back", at_ms)],
        12: [Lifted("3", (1, 2), at_ms)],
    }
    return script.get(number, [])


@pytest.fixture
def watched(monkeypatch: pytest.MonkeyPatch) -> Callable[..., tuple[list[dict[str, Any]], str]]:
    """Runs the command with a scripted watch: its lines, and what it said beside them."""

    def run(
        *words: object,
        says: Callable[[int, Image, int], list[Sight]] = _script,
    ) -> tuple[list[dict[str, Any]], str]:
        monkeypatch.setattr(Command, "open_eyes", lambda _self: scripted(says))
        out, err = io.StringIO(), io.StringIO()
        call_command(Command(stdout=out, stderr=err, no_color=True), *map(str, words), "--json")
        return [json.loads(line) for line in out.getvalue().splitlines()], err.getvalue()

    return run


def _calibrated(path: Path, **more: Any) -> Path:
    Path(f"{path}.calibration.json").write_text(json.dumps({**calibration(SIZE).as_json(), **more}))
    return path


def _refusal(*words: object) -> str:
    with pytest.raises(CommandError) as refused:
        call_command("watch_table", *map(str, words))
    assert refused.value.returncode == 2
    return str(refused.value)


def test_a_dry_run_prints_what_is_seen_and_needs_no_database(tmp_path: Path, watched: Callable[..., Any]) -> None:
    path = _calibrated(film(tmp_path / "play.avi", 12, fps=10))
    lines, said = watched("BJ-12", "--source", path, "--dry-run")
    crops = [line.pop("crop_sha256") for line in lines if "crop_sha256" in line]
    assert len(crops) == len([line for line in lines if {"read", "turned", "parted"} & set(line)]) == 5
    card = {"face": "up", "lie": "along", "confidence": 0.97}
    assert lines == [
        {"read": "dryrun-1", "at": 0.1, "place": "3", "card": "QH", **card},
        {"read": "dryrun-2", "at": 0.3, "place": "3", "card": "7S", **card},
        {"read": "dryrun-3", "at": 0.5, "place": "0", "card": "??", **card, "face": "down"},
        {"turned": "dryrun-3", "at": 0.7, "place": "0", "card": "KD", "confidence": 0.9},
        {"parted": "3", "at": 0.8, "hand": "3.1", "reads": ["dryrun-2"]},
        {"moved": "dryrun-2", "at": 0.9, "place": "3", "was": "3.1"},
        {"camera": "dark", "at": 1.0},
        {"camera": "back", "at": 1.0},
        {"lifted": "3", "at": 1.1, "reads": ["dryrun-1", "dryrun-2"]},
        {"frames": 12, "dropped": 0},
    ]
    assert said == ""


def test_for_people_it_prints_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Command, "open_eyes", lambda _self: scripted(_script))
    out = io.StringIO()
    path = _calibrated(film(tmp_path / "play.avi", 3, fps=10))
    call_command("watch_table", "BJ-12", "--source", str(path), "--dry-run", stdout=out)
    assert out.getvalue().splitlines() == [
        "0.1, read dryrun-1, place 3, card QH, face up, lie along, confidence 0.97",
        "frames 3, dropped 0",
    ]


def test_a_dry_run_judges_the_cards(tmp_path: Path, watched: Callable[..., Any]) -> None:
    """Box 1 has 23 and is given one more card."""
    dealt = ["1 KS", "2 7H", "0 8D", "1 TD", "2 5S", "0 ??", "1 3D", "1 QC", "2 4H"]

    def says(number: int, _frame: Image, at_ms: int) -> list[Sight]:
        if number > len(dealt):
            return []
        place, card = dealt[number - 1].split()
        return [replace(a_read(number, at_ms, place=place, card=card), face="down" if card == "??" else "up")]

    path = _calibrated(film(tmp_path / "play.avi", 20, fps=1), terms=TERMS)
    lines, _said = watched("BJ-12", "--source", path, "--dry-run", says=says)
    found = [line["finding"] for line in lines if "finding" in line]
    assert [(finding["rule"], finding["slot"], finding["done"]) for finding in found] == [
        ("I-6", "1", "card_after_bust")
    ]
    assert found[0]["money_minor"] is None  # nobody entered a stake


def test_without_terms_nothing_is_judged(tmp_path: Path, watched: Callable[..., Any]) -> None:
    path = _calibrated(film(tmp_path / "play.avi", 12, fps=10))
    lines, _said = watched("BJ-12", "--source", path, "--dry-run")
    assert [line for line in lines if "finding" in line] == []


def test_a_recording_is_scored_against_its_truth(tmp_path: Path, watched: Callable[..., Any]) -> None:
    path = _calibrated(film(tmp_path / "play.avi", 5, fps=10))
    truth = tmp_path / "truth.jsonl"
    truth.write_text('{"at": 0.1, "place": "3", "card": "QH"}\n{"at": 0.3, "place": "4", "card": "7S"}\n')
    lines, said = watched("BJ-12", "--source", path, "--dry-run", "--truth", truth)
    assert lines[-2]["score"]["right"] == 1
    assert "7S" in said


def test_a_scored_film_that_is_cut_off_prints_what_it_has_and_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Command, "open_eyes", lambda _self: scripted(_script))
    path = _calibrated(film(tmp_path / "play.avi", 60, fps=10))
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    out = io.StringIO()
    with pytest.raises(CommandError, match="is cut off: it holds") as refused:
        call_command("watch_table", "BJ-12", "--source", str(path), "--dry-run", "--json", stdout=out)
    assert refused.value.returncode == 2
    lines = [json.loads(line) for line in out.getvalue().splitlines()]
    assert "lifted" in lines[-2]
    assert 20 < lines[-1]["frames"] < 40


def test_an_unreadable_picture_is_said_and_the_others_go_on(tmp_path: Path, watched: Callable[..., Any]) -> None:
    path = _calibrated(folder(tmp_path / "frames", 4))
    (path / "001.png").write_bytes(b"")
    lines, said = watched("BJ-12", "--source", path, "--dry-run", "--fps", "10")
    assert lines[-1] == {"frames": 3, "dropped": 0}
    assert "001.png: the file is empty; the others go on." in said


BODY = calibration(SIZE).as_json()
LINE = [[8, 8], [30, 20], [52, 32], [8, 40]]


@pytest.mark.parametrize(
    ("body", "says"),
    [
        ({**calibration((640, 360)).as_json()}, "The frames are 64 x 48, but the calibration is for 640 x 360"),
        ({**BODY, "marks": LINE}, "play.avi.calibration.json: three marks lie in a line"),
        ({**BODY, "marks": [[28, 20], [36, 20], [36, 28], [28, 28]]}, "mark"),
        ({**BODY, "marks": [[8, 8], [90, 8], [90, 40], [8, 40]]}, "mark 2 is at 90, 8, outside the picture of 64 x 48"),
        ({**BODY, "plane_mm": [300, 300]}, "reaches outside the picture of 64 x 48"),
        ({}, 'A calibration is a JSON object with "schema"'),
        ([], 'A calibration is a JSON object with "schema"'),
        ({**BODY, "terms": {"profile": "poker"}}, "terms: "),
        ({**BODY, "terms": 7}, "terms is no object with a profile"),
        ({**BODY, "terms": {"profile": "casino-s17", "limits": {"min_minor": 1}}}, "terms.limits is no object"),
        ({**BODY, "terms": {"profile": "casino-s17", "options": {"colour": 1}}}, "colour"),
    ],
)
def test_a_calibration_that_fits_nothing_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, body: Any, says: str
) -> None:
    monkeypatch.setattr(Command, "open_eyes", lambda _self: scripted(_script))
    path = film(tmp_path / "play.avi", 3)
    Path(f"{path}.calibration.json").write_text(json.dumps(body))
    assert says in _refusal("BJ-12", "--source", path, "--dry-run")


def test_what_is_missing_or_means_nothing_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Command, "open_eyes", lambda _self: scripted(_script))
    path = film(tmp_path / "play.avi", 3)

    def refused(*words: object) -> str:
        return _refusal("BJ-12", "--source", path, *words)

    assert "play.avi.calibration.json cannot be read" in refused("--dry-run")
    Path(f"{path}.calibration.json").write_text("{")
    assert "play.avi.calibration.json is no JSON" in refused("--dry-run")
    _calibrated(path)
    assert "SEVENTEEN_CAMERA_TOKEN is not set" in refused()
    assert "--calibration goes with --dry-run" in refused("--calibration", path)
    assert "--truth does not go with --paced" in _truth(path, refused)
    assert "cannot be read" in refused("--dry-run", "--truth", tmp_path / "none")
    assert "--since is noon; write a time with its zone" in refused("--dry-run", "--paced", "--since", "noon")
    assert "--fps is 0;" in refused("--dry-run", "--fps", "0")
    (tmp_path / "bad.jsonl").write_text('{"at": "now"}\n')
    assert "bad.jsonl: line 1" in refused("--dry-run", "--truth", tmp_path / "bad.jsonl")
    assert "'../x' names no camera" in refused("--camera", "../x")
    assert "nowhere is no source" in _refusal("BJ-12", "--source", "nowhere", "--dry-run")


def _truth(path: Path, refused: Callable[..., str]) -> str:
    truth = path.with_suffix(".truth")
    truth.write_text("")
    return refused("--dry-run", "--paced", "--truth", truth)


@pytest.fixture
def posting(site: Site, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The environment of camera BJ-12 of table BJ-12, which is calibrated."""
    add_camera(_table("BJ-12"), "BJ-12", by=None)
    cameras.calibrate(Camera.objects.get(), calibration(SIZE).as_json())
    with_token(monkeypatch, site, tokens.issue("camera", POST, about="camera:BJ-12")[1], tmp_path)


def _table(code: str) -> Table:
    return tables.add(code, name="", pit="1", boxes=5, by=None)


def with_token(monkeypatch: pytest.MonkeyPatch, site: Site, secret: str, folder: Path) -> None:
    environment = type(settings.ENVIRONMENT)(
        **{**vars(settings.ENVIRONMENT), "server": site.url, "camera_token": secret, "data": folder}
    )
    monkeypatch.setattr(settings, "ENVIRONMENT", environment)


@pytest.mark.django_db(transaction=True)
def test_a_recording_is_posted_with_its_crops(posting: None, tmp_path: Path, watched: Callable[..., Any]) -> None:
    lines, said = watched("BJ-12", "--source", film(tmp_path / "play.avi", 12, fps=10))
    assert lines[-1] == {"frames": 12, "dropped": 0}
    stored = list(Observation.objects.order_by("pk"))
    assert [row.kind for row in stored] == [
        "read",
        "read",
        "read",
        "turned",
        "parted",
        "moved",
        "camera",
        "camera",
        "lifted",
    ]
    printed = [line for line in lines if "read" in line]
    assert [row.read for row in stored if row.kind == "read"] == [line["read"] for line in printed]
    assert [line["card"] for line in printed] == ["QH", "7S", "??"]  # a recording
    assert set(Crop.objects.values_list("sha256", flat=True)) == {row.crop_sha256 for row in stored if row.crop_sha256}
    assert said == ""
    spans = stored[-1].at_ms - stored[0].at_ms
    assert spans == 1000


@pytest.mark.django_db(transaction=True)
def test_a_paced_recording_is_like_a_camera_and_prints_no_card(
    posting: None, tmp_path: Path, watched: Callable[..., Any]
) -> None:
    lines, _said = watched("BJ-12", "--source", film(tmp_path / "play.avi", 12, fps=10), "--paced")
    assert [line for line in lines if "card" in line] == []
    assert all(str(line["at"]).endswith("Z") for line in lines if "at" in line)
    assert Observation.objects.filter(kind="read").values_list("card", flat=True)[0] == "QH"


@pytest.mark.django_db(transaction=True)
def test_a_camera_watches_its_own_table_only(posting: None, tmp_path: Path) -> None:
    path = film(tmp_path / "play.avi", 3)
    _table("BJ-13")
    assert "Camera BJ-12 watches BJ-12, not BJ-13" in _refusal("BJ-13", "--camera", "BJ-12", "--source", path)
    assert "The server refuses camera BJ-13: There is no camera BJ-13; manage.py add_camera" in _refusal(
        "BJ-13", "--source", path
    )


@pytest.mark.django_db(transaction=True)
def test_a_recording_wants_a_calibration_on_the_server(
    posting: None, site: Site, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    add_camera(_table("BJ-14"), "BJ-14", by=None)
    with_token(monkeypatch, site, tokens.issue("camera", POST, about="camera:BJ-14")[1], tmp_path)
    assert "has no calibration yet" in _refusal("BJ-14", "--source", film(tmp_path / "play.avi", 3))


@pytest.mark.django_db(transaction=True)
def test_a_camera_without_a_calibration_shows_its_picture_and_waits_for_one(
    site: Site, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, watched: Callable[..., Any]
) -> None:
    add_camera(_table("BJ-14"), "BJ-14", by=None)
    with_token(monkeypatch, site, tokens.issue("camera", POST, about="camera:BJ-14")[1], tmp_path)
    camera, over = Camera.objects.get(), threading.Event()
    live = Fake([part for number in range(2000) for part in (number, 0.05)])
    monkeypatch.setattr(sources, "find", lambda *_, **__: live)
    lines: list[dict[str, Any]] = []

    def run() -> None:
        lines.extend(watched("BJ-14", "--source", "rtsp://cam/1")[0])
        over.set()

    running: list[Run] = []
    monkeypatch.setattr(Run, "_obey_signals", lambda self: running.append(self))
    threading.Thread(target=run).start()
    try:
        wait_until(lambda: _trouble() == "no-calibration", seconds=20, otherwise="not heard of")
        cameras.want_still(camera)
        wait_until(evidence.still_of("BJ-14").exists, seconds=20, otherwise="no picture came")
        cameras.calibrate(camera, calibration(SIZE).as_json())
        wait_until(lambda: Observation.objects.filter(kind="lifted").exists(), seconds=20, otherwise="nothing seen")
        wait_until(lambda: _trouble() == "", seconds=20, otherwise="still in trouble")
    finally:
        running[0]._on_signal()
    assert over.wait(20)
    assert [line for line in lines if "card" in line] == []  # a camera's cards are shown to nobody
    assert [line for line in lines if "read" in line] != []
    assert lines[-1]["frames"] > 20


def _trouble() -> str:
    return queries.camera_health()["BJ-14"].trouble


@pytest.mark.django_db(transaction=True)
def test_no_answer_of_the_api_shows_what_a_camera_saw(
    posting: None, site: Site, tmp_path: Path, watched: Callable[..., Any], person: Callable[..., Staff]
) -> None:
    watched("BJ-12", "--source", film(tmp_path / "play.avi", 12, fps=10))
    client = Client(headers={"Accept": "application/json"})
    client.force_login(person("auditor"))
    for address in ("observations", "", "alive", "still", f"crops/{Crop.objects.first().sha256}"):  # type: ignore[union-attr]
        answer = client.get(f"/api/cameras/BJ-12/{address}".rstrip("/"))
        assert answer.status_code in (403, 405)


@pytest.mark.django_db(transaction=True)
def test_a_delivery_that_dies_ends_the_process_and_loses_nothing(
    posting: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, watched: Callable[..., Any]
) -> None:
    path = film(tmp_path / "play.avi", 12, fps=10)
    with monkeypatch.context() as patch:
        patch.setattr(Server, "observe", lambda *_: 1 / 0)
        with pytest.raises(CommandError, match="Nothing can be delivered any more") as failed:
            watched("BJ-12", "--source", path, "--paced")
        assert failed.value.returncode == 1
    before = Observation.objects.count()
    watched("BJ-12", "--source", path)
    assert (before, len({key.partition(":")[0] for key in Observation.objects.values_list("key", flat=True)})) == (0, 2)
