"""Films, folders and cameras as frames, and what happens to those that cannot be read."""

import time
from pathlib import Path

import numpy as np
import pytest

from shoes.feeds import sources
from shoes.feeds.sources import CutOff, Film, Folder, Network, NoSource, Paced, Shot
from tests.shoes.feeds.films import SIZE, film, folder, picture


def find(text: str | Path, said: list[str] | None = None, fps: float = 12.5) -> sources.Source:
    return sources.find(str(text), say=(said if said is not None else []).append, fps=fps)


def test_a_film_gives_every_frame_with_its_second(tmp_path: Path) -> None:
    source = find(film(tmp_path / "play.avi", 30, fps=10))
    shots = list(source.shots())
    assert isinstance(source, Film)
    assert source.length_s == 3
    assert [round(shot.seconds or 0, 2) for shot in shots] == [round(number / 10, 2) for number in range(30)]
    assert {shot.image.shape for shot in shots} == {(SIZE[1], SIZE[0], 3)}


def test_a_film_that_is_cut_off_gives_what_it_has_and_says_so(tmp_path: Path) -> None:
    path = film(tmp_path / "play.avi", 60)
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    read: list[Shot] = []
    with pytest.raises(CutOff, match=r"play\.avi is cut off: it holds \d+ of 60 frames"):
        read.extend(find(path).shots())
    assert 20 < len(read) < 40


@pytest.mark.parametrize(
    ("name", "content", "says"),
    [
        ("empty.mp4", b"", "empty.mp4 is empty"),
        ("words.mp4", b"no video at all" * 100, "words.mp4 holds no video that can be read"),
        ("head.avi", b"RIFF\0\0\0\0AVI ", "head.avi holds no video that can be read"),
    ],
)
def test_a_file_that_is_no_film_is_refused(tmp_path: Path, name: str, content: bytes, says: str) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises(NoSource, match=says):
        find(path)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("nowhere.mp4", "nowhere.mp4 is no source; name a video file, a folder"),
        ("http://guest:hunter2@cam/1", "http://cam/1 is no source"),
        ("/dev/video97", "/dev/video97 does not exist; plug the camera in"),
        ("rtsp://", "names no host"),
        ("rtsp://guest:hunter2@cam:port/1", "names no host"),
        ("rtsp://guest:hunter2@:554/1", "names no host"),
        ("rtsp://guest:12/hunter2@10.0.0.7/1", "can be read in two ways; write a / of the password as %2F"),
        ("RTSP://guest:p@hunter2@cam/1", "RTSP://cam/1 is no source"),
    ],
)
def test_a_source_that_is_none_is_refused_without_its_password(text: str, says: str) -> None:
    with pytest.raises(NoSource) as refused:
        find(text)
    assert says in str(refused.value)
    assert "hunter2" not in str(refused.value)


def test_a_folder_gives_its_pictures_and_leaves_an_unreadable_one_out(tmp_path: Path) -> None:
    path = folder(tmp_path / "frames", 5)
    (path / "002.png").write_bytes(b"scratched")
    said: list[str] = []
    source = find(path, said, fps=10)
    shots = list(source.shots())
    assert isinstance(source, Folder)
    assert [shot.seconds for shot in shots] == [0, 0.1, 0.3, 0.4]
    assert (shots[2].image == picture(3)).all()
    assert len(said) == 1
    assert "002.png: no picture that OpenCV can read" in said[0]


def test_an_empty_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(NoSource, match="holds no picture"):
        find(tmp_path)


def test_a_camera_is_known_by_its_host_and_never_by_its_password() -> None:
    source = find("rtsp://guest:hunter2@10.0.0.7:554/table/12?key=hunter2")
    assert isinstance(source, Network)
    assert source.name == "rtsp://10.0.0.7:554"


@pytest.mark.parametrize(
    "address",
    [
        "rtsp://guest:p@hunter2@10.0.0.7/1",
        "rtsp://10.0.0.7/user=guest&password=hunter2&channel=1",
    ],
)
def test_a_password_is_not_in_a_cameras_name_wherever_the_address_has_it(address: str) -> None:
    assert find(address).name == "rtsp://10.0.0.7"


def test_a_paced_recording_takes_as_long_as_it_shows(tmp_path: Path) -> None:
    recording = find(folder(tmp_path / "frames", 3), fps=10)
    begins = time.monotonic()
    shots: list[Shot] = list(Paced(recording, begins).shots())
    assert time.monotonic() - begins >= 0.2
    assert np.array_equal(shots[-1].image, picture(2))
