"""From the spool to a real server: in order, once, whatever is refused and however long the server is away."""

import hashlib
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.utils import timezone

from casino import tokens
from casino.servers.processes import wait_until
from shoes import evidence, queries
from shoes.feeds import delivery as delivering
from shoes.feeds.delivery import Delivery
from shoes.feeds.pulse import Asked, Pulse
from shoes.feeds.segments import Row
from shoes.feeds.server import Away, Refused, Server
from shoes.feeds.spool import Spool
from shoes.models import Camera, Crop, Observation
from shoes.services import cameras
from tests.conftest import Site
from tests.ports import unused_port
from tests.shoes.feeds.conftest import POST, calibration, jpeg, read
from tests.shoes.feeds.films import picture

pytestmark = pytest.mark.django_db(transaction=True)


def _now_ms() -> int:
    return round(timezone.now().timestamp() * 1000)


def _row(number: int, **changed: Any) -> Row:
    row = read(number, at_ms=_now_ms(), **changed)
    if "crop_sha256" not in changed:
        del row["crop_sha256"]
    return row


@pytest.fixture
def said() -> list[str]:
    return []


@pytest.fixture
def kept(tmp_path: Path, said: list[str]) -> Iterator[Spool]:
    made = Spool(tmp_path / "spool", say=said.append)
    yield made
    made.close()


@pytest.fixture
def secret(site: Site) -> str:
    """The token of camera BJ-12, which exists."""
    camera = cameras.add("BJ-12")
    return tokens.issue("camera BJ-12", POST, about=camera.about)[1]


@pytest.fixture
def deliver(kept: Spool, said: list[str]) -> Iterator[Callable[[str, str], Delivery]]:
    """Starts a delivery to an address with a token."""
    running: list[Delivery] = []

    def start(address: str, secret: str) -> Delivery:
        running.append(Delivery(kept, Server(address, secret, "BJ-12"), died=said.clear, say=said.append))
        running[-1].start()
        return running[-1]

    yield start
    for one in running:
        one.stop()


def _stored() -> list[str]:
    return list(Observation.objects.order_by("pk").values_list("key", flat=True))


def test_what_is_spooled_is_stored_in_order_with_its_crops(
    site: Site, secret: str, kept: Spool, deliver: Callable[[str, str], Delivery]
) -> None:
    sha256 = hashlib.sha256(jpeg(1)).hexdigest()
    kept.append([_row(1, crop_sha256=sha256), *(_row(number) for number in range(2, 251))], {sha256: jpeg(1)})
    deliver(site.url, secret)
    wait_until(lambda: kept.waiting == 0, seconds=20, otherwise="not delivered")
    assert _stored() == [f"abcdef:{number}" for number in range(1, 251)]
    assert list(Crop.objects.values_list("sha256", flat=True)) == [sha256]
    assert kept.crops() == []


def test_an_observation_is_there_a_moment_after_it_was_seen(
    site: Site, secret: str, kept: Spool, deliver: Callable[[str, str], Delivery]
) -> None:
    deliver(site.url, secret)
    kept.append([_row(1)], {})
    wait_until(lambda: kept.waiting == 0, seconds=20, otherwise="not delivered")
    for number in range(2, 7):
        kept.append([_row(number)], {})
        wait_until(lambda: kept.waiting == 0, seconds=20, otherwise="not delivered")
    delays = [row.arrived_at.timestamp() * 1000 - row.at_ms for row in Observation.objects.order_by("pk")]
    assert min(delays) < 200  # not the half second after which a delivery looks by itself


def test_what_is_refused_is_set_aside_and_holds_nothing_up(
    site: Site, secret: str, kept: Spool, said: list[str], deliver: Callable[[str, str], Delivery]
) -> None:
    rows = [_row(1), _row(2) | {"at_ms": _now_ms() + 60_000}, _row(3, card="no"), _row(4)]
    kept.append(rows, {})
    delivery = deliver(site.url, secret)
    wait_until(lambda: kept.waiting == 0, seconds=20, otherwise="not delivered")
    assert _stored() == ["abcdef:1", "abcdef:4"]
    assert delivery.trouble == "clock-ahead"
    aside = (kept._folder / "refused.jsonl").read_text().splitlines()
    assert len(aside) == len(said) == 2
    assert "ahead of the server's clock" in aside[0]
    assert "card is 'no'" in aside[1]


def test_what_the_server_knows_is_not_stored_again(
    site: Site, secret: str, kept: Spool, said: list[str], deliver: Callable[[str, str], Delivery]
) -> None:
    rows = [_row(1), _row(2)]
    with closing(Server(site.url, secret, "BJ-12")) as server:
        server.observe(rows)
    kept.append([*rows, _row(3)], {})
    deliver(site.url, secret)
    wait_until(lambda: kept.waiting == 0, seconds=20, otherwise="not delivered")
    assert (_stored(), said) == (["abcdef:1", "abcdef:2", "abcdef:3"], [])


def test_a_crop_that_is_none_or_finds_no_room_holds_nothing_up(
    site: Site,
    secret: str,
    kept: Spool,
    said: list[str],
    deliver: Callable[[str, str], Delivery],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    bad, good = hashlib.sha256(b"no picture").hexdigest(), hashlib.sha256(jpeg(22)).hexdigest()
    kept.append([_row(1, crop_sha256=bad)], {bad: b"no picture"})
    deliver(site.url, secret)
    wait_until(lambda: kept.waiting == 0, seconds=20, otherwise="not delivered")
    assert (kept._folder / "refused" / f"{bad}.jpg").exists()
    with monkeypatch.context() as patch:
        patch.setattr(evidence, "LEAST_FREE_BYTES", 2**60)
        kept.append([_row(2, crop_sha256=good)], {good: jpeg(22)})
        wait_until(lambda: kept.waiting == 0, seconds=20, otherwise="not delivered")
    assert _stored() == ["abcdef:1", "abcdef:2"]
    assert kept.crops() == [good]
    assert any("no room for pictures" in line for line in said)


def test_a_refused_crop_that_cannot_be_set_aside_stays_until_it_can(
    site: Site,
    secret: str,
    kept: Spool,
    said: list[str],
    deliver: Callable[[str, str], Delivery],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(delivering, "CROPS_REST_S", 1)
    bad = hashlib.sha256(b"no picture").hexdigest()
    in_the_way = kept._folder / "refused"
    in_the_way.touch()  # no folder can be made: as on a disk that is full
    kept.append([_row(1, crop_sha256=bad)], {bad: b"no picture"})
    deliver(site.url, secret)
    wait_until(lambda: kept.waiting == 0, seconds=20, otherwise="not delivered")
    assert kept.crop(bad) == b"no picture"
    assert any("cannot be set aside yet" in line for line in said)
    in_the_way.unlink()
    wait_until(lambda: kept.crops() == [], seconds=20, otherwise="not set aside")
    assert (in_the_way / f"{bad}.jpg").read_bytes() == b"no picture"
    assert _stored() == ["abcdef:1"]


def test_a_crop_that_waited_is_delivered_later(
    site: Site, secret: str, kept: Spool, deliver: Callable[[str, str], Delivery], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(delivering, "CROPS_REST_S", 1)
    good = hashlib.sha256(jpeg(23)).hexdigest()
    with monkeypatch.context() as patch:
        patch.setattr(evidence, "LEAST_FREE_BYTES", 2**60)
        kept.append([_row(1, crop_sha256=good)], {good: jpeg(23)})
        deliver(site.url, secret)
        wait_until(lambda: kept.waiting == 0, seconds=20, otherwise="not delivered")
    wait_until(lambda: kept.crops() == [], seconds=20, otherwise="not delivered")
    assert Crop.objects.count() == 1


def test_another_cameras_token_delivers_nothing_and_loses_nothing(
    site: Site, secret: str, kept: Spool, said: list[str], deliver: Callable[[str, str], Delivery]
) -> None:
    foreign = tokens.issue("camera BJ-13", POST, about=cameras.add("BJ-13").about)[1]
    kept.append([_row(1)], {})
    delivery = deliver(site.url, foreign)
    wait_until(lambda: delivery.trouble == "not-allowed", seconds=20, otherwise="not noticed")
    assert said == ["The server refuses this camera: This token is not that of camera BJ-12; use its own."]
    assert (kept.waiting, _stored()) == (1, [])


def test_a_server_that_is_away_is_waited_for(kept: Spool, said: list[str], deliver: Callable[..., Delivery]) -> None:
    kept.append([_row(1)], {})
    deliver(f"http://127.0.0.1:{unused_port()}", "secret")
    wait_until(lambda: len(said) == 1, seconds=20, otherwise="not said")
    assert "The server is away (ConnectionRefusedError" in said[0]
    assert kept.waiting == 1


@pytest.mark.parametrize(
    ("answer", "says"),
    [
        (b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello", "is not that of Seventeen"),
        (b"HTTP/1.1 301 Moved\r\nContent-Length: 0\r\n\r\n", "is not that of Seventeen"),
        (b"HTTP/1.1 404 Not Found\r\nContent-Length: 2\r\n\r\n{}", "is not that of Seventeen"),
        (b"HTTP/1.1 503 Busy\r\nContent-Length: 0\r\n\r\n", "the server answered 503"),
        (b"SSH-2.0-OpenSSH\r\n", "BadStatusLine"),
        (b"", "RemoteDisconnected"),
    ],
)
def test_whoever_else_answers_is_no_server(answer: bytes, says: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def serve() -> None:
            connection, _address = listening.accept()
            with connection:
                connection.recv(10_000)
                connection.sendall(answer)

        threading.Thread(target=serve, daemon=True).start()
        address = f"http://127.0.0.1:{listening.getsockname()[1]}"
        with closing(Server(address, "secret", "BJ-12")) as server, pytest.raises(Away, match=says):
            server.camera()


@pytest.mark.parametrize("answer", ["{}", '{"taken": ["abcdef:1"], "known": [], "refused": []}'])
def test_what_the_answer_does_not_name_is_not_delivered(
    kept: Spool, said: list[str], deliver: Callable[[str, str], Delivery], answer: str
) -> None:
    kept.append([_row(1), _row(2)], {})
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def serve() -> None:
            connection, _address = listening.accept()
            with connection:
                connection.recv(10_000)
                connection.sendall(f"HTTP/1.1 200 OK\r\nContent-Length: {len(answer)}\r\n\r\n{answer}".encode())
                wait_until(lambda: bool(said), seconds=10, otherwise="not noticed")

        threading.Thread(target=serve, daemon=True).start()
        deliver(f"http://127.0.0.1:{listening.getsockname()[1]}", "secret")
        wait_until(lambda: bool(said), seconds=10, otherwise="not noticed")
        assert "does not say what became of each observation" in said[0]
        assert kept.waiting == 2


def test_the_pulse_tells_how_the_camera_does_and_brings_what_is_wanted(
    site: Site, secret: str, said: list[str]
) -> None:
    described: list[dict[str, Any]] = []
    presence = {"frames": 7, "dropped": 1, "behind_ms": 30, "state": "dark", "at_ms": _now_ms()}
    asked = Asked(lambda: presence, lambda: picture(1), described.append)
    pulse = Pulse(Server(site.url, secret, "BJ-12"), asked, version=0, died=said.clear, say=said.append)
    camera = Camera.objects.get()
    pulse.start()
    wait_until(lambda: queries.camera_health()["BJ-12"].frames == 7, seconds=10, otherwise="not told")
    assert queries.camera_health()["BJ-12"].state == "dark"
    cameras.want_still(camera)
    wait_until(evidence.still_of("BJ-12").exists, seconds=10, otherwise="no still came")
    cameras.calibrate(camera, calibration().as_json())
    wait_until(lambda: len(described) == 1, seconds=10, otherwise="no calibration came")
    pulse.stop()
    assert described[0]["calibration_version"] == 1
    assert described[0]["calibration"] == calibration().as_json()


def test_an_unknown_camera_is_refused(site: Site, secret: str) -> None:
    with closing(Server(site.url, secret, "BJ-99")) as server, pytest.raises(Refused) as refused:
        server.camera()
    assert refused.value.status == 404
    assert refused.value.is_about_the_account


def test_add_camera_prints_the_token_once(site: Site, capsys: pytest.CaptureFixture[str]) -> None:
    call_command("add_table", "BJ-7")
    capsys.readouterr()
    call_command("add_camera", "BJ-7", "--name", "BJ-7a")
    secret = capsys.readouterr().out.strip()
    with closing(Server(site.url, secret, "BJ-7a")) as server:
        described = server.camera()
    assert described == {
        "camera": "BJ-7a",
        "table": "BJ-7",
        "calibration": None,
        "calibration_version": 0,
        "terms": None,
    }
