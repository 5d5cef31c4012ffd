"""What is seen and not yet delivered: on disk whole, in order, whatever happens to the disk or to the process."""

import os
import resource
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from casino.environment import CHECKOUT
from shoes.feeds import segments, spool
from shoes.feeds.segments import Row, Segments
from shoes.feeds.spool import Batch, Spool, SpoolTaken
from tests.shoes.feeds.conftest import jpeg, read

SHA = "ab" * 32


def _keys(rows: list[Row]) -> list[str]:
    return [row["key"] for row in rows]


def _rows(*numbers: int) -> list[Row]:
    return [read(number) for number in numbers]


@pytest.fixture
def said() -> list[str]:
    return []


@pytest.fixture
def kept(tmp_path: Path, said: list[str]) -> Iterator[Spool]:
    made = Spool(tmp_path / "spool", say=said.append)
    yield made
    made.close()


def _again(old: Spool, said: list[str], **options: Any) -> Spool:
    """The same folder after the process has ended."""
    old.close()
    return Spool(old._folder, say=said.append, **options)


@contextmanager
def full_disk(bytes_left: int = 0) -> Iterator[None]:
    """No file may grow over so many bytes: the kernel refuses as it does on a full disk."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (bytes_left, hard))
    before = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        signal.signal(signal.SIGXFSZ, before)


def test_rows_come_in_order_and_again_until_they_are_delivered(kept: Spool) -> None:
    kept.append(_rows(1, 2), {})
    kept.append(_rows(3), {})
    first = kept.next(2)
    assert (_keys(first.rows), kept.waiting) == (["abcdef:1", "abcdef:2"], 3)
    assert _keys(kept.next(2).rows) == _keys(first.rows)
    kept.delivered(first)
    assert (_keys(kept.next(2).rows), kept.waiting) == (["abcdef:3"], 1)


def test_another_process_goes_on_where_the_last_one_stopped(kept: Spool, said: list[str]) -> None:
    kept.append(_rows(1, 2, 3), {SHA: jpeg(1)})
    kept.delivered(kept.next(2))
    second = _again(kept, said)
    assert (_keys(second.next(9).rows), second.waiting) == (["abcdef:3"], 1)
    assert second.crop(SHA) == jpeg(1)
    second.close()
    assert said == []


def test_segments_that_are_delivered_are_removed(tmp_path: Path, said: list[str]) -> None:
    queue = Segments(tmp_path, say=said.append, segment_bytes=500)
    for number in range(1, 9):
        queue.append(_rows(number))
    assert len(list(tmp_path.glob("0*.jsonl"))) > 3
    taken: list[str] = []
    while queue.waiting:
        rows, place = queue.next(3)
        taken += _keys(rows)
        queue.done(len(rows), place)
    assert taken == [f"abcdef:{number}" for number in range(1, 9)]
    assert len(list(tmp_path.glob("0*.jsonl"))) == 1


@pytest.mark.parametrize("torn", [b'{"key": "abc', b"\0\0\0\0", b'{"key":\n'], ids=["half", "zeros", "no JSON"])
def test_a_tail_that_a_power_cut_left_is_cut_off_and_said(kept: Spool, said: list[str], torn: bytes) -> None:
    kept.append(_rows(1, 2), {})
    path = kept._folder / "000001.jsonl"
    whole = path.read_bytes()
    with path.open("ab") as file:
        file.write(torn)
    second = _again(kept, said)
    assert path.read_bytes() == whole
    assert said == [f"{path}: the last {len(torn)} bytes were half written and are cut off."]
    second.append(_rows(3), {})
    assert _keys(second.next(9).rows) == ["abcdef:1", "abcdef:2", "abcdef:3"]
    second.close()


def test_a_damaged_line_is_set_aside_and_the_others_go_on(kept: Spool, said: list[str]) -> None:
    kept.append(_rows(1, 2, 3), {})
    path = kept._folder / "000001.jsonl"
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(lines[0] + b"#" * 20 + b"\n" + lines[2])
    second = _again(kept, said)
    assert _keys(second.next(9).rows) == ["abcdef:1", "abcdef:3"]
    assert "damaged" in (second._folder / "refused.jsonl").read_text()
    assert len(said) == 1
    second.close()


@pytest.mark.parametrize("note", ["", "[7]", '{"a": 1}', "[1, 999999]", "[9, 0]"])
def test_where_it_is_not_known_how_far_all_is_delivered_again(kept: Spool, said: list[str], note: str) -> None:
    kept.append(_rows(1, 2), {})
    kept.delivered(kept.next(1))
    (kept._folder / "delivered").write_text(note)
    second = _again(kept, said)
    assert _keys(second.next(9).rows) == ["abcdef:1", "abcdef:2"]
    second.close()


def test_a_full_disk_loses_nothing_that_was_spooled_and_keeps_the_rest_in_memory(kept: Spool, said: list[str]) -> None:
    kept.append(_rows(1), {})
    with full_disk(10):
        kept.append(_rows(2), {SHA: jpeg(2)})
        kept.append(_rows(3), {})
        assert (kept.trouble, kept.waiting) == ("disk-full", 3)
        assert _keys(kept.next(9).rows) == ["abcdef:1"]
        kept.delivered(kept.next(9))
        in_memory = kept.next(1)
        assert _keys(in_memory.rows) == ["abcdef:2"]  # a full disk does not keep them from the server
        assert kept.crop(SHA) == jpeg(2)
        kept.delivered(in_memory)
    assert "takes no more: No space left on device; up to 5000 observations are kept in memory" in said[0]
    kept.settle()
    assert (kept.trouble, said[1:]) == ("", [f"The spool {kept._folder} takes observations again."])
    second = _again(kept, said)
    assert _keys(second.next(9).rows) == ["abcdef:3"]
    second.close()


def test_half_a_write_on_a_full_disk_is_taken_back(kept: Spool) -> None:
    kept.append(_rows(1), {})
    path = kept._folder / "000001.jsonl"
    whole = path.read_bytes()
    with full_disk(len(whole) + 20):
        kept.append(_rows(2), {})
    assert path.read_bytes() == whole
    assert kept.trouble == "disk-full"


def test_memory_has_a_bound_and_what_finds_no_room_is_counted_and_said(
    kept: Spool, said: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(spool, "MOST_IN_MEMORY", 3)
    with full_disk():
        for number in range(1, 6):
            kept.append(_rows(number), {})
    assert _keys(kept.next(9).rows) == ["abcdef:1", "abcdef:2", "abcdef:3"]
    assert (kept.waiting, kept.lost) == (3, 2)
    assert [line for line in said if "is lost and counted" in line] == [said[-1]]


def test_the_spool_itself_has_a_bound(tmp_path: Path, said: list[str]) -> None:
    small = Spool(tmp_path, say=said.append, most_bytes=2000)
    small.append(_rows(1), {SHA: jpeg(3)})
    small.append(_rows(2), {"cd" * 32: b"x" * 2000})
    assert (small.trouble, small.waiting) == ("spool-full", 2)
    small.delivered(small.next(9))
    small.crop_delivered(SHA)
    small.delivered(small.next(9))
    small.crop_delivered("cd" * 32)
    small.append(_rows(3), {})
    assert (small.trouble, small.waiting) == ("", 1)
    small.close()


def test_a_row_that_the_server_will_never_have_is_set_aside(kept: Spool, said: list[str]) -> None:
    kept.append(_rows(1), {SHA: jpeg(1)})
    kept.refuse(_rows(1)[0], "future", "set the camera's clock")
    kept.crop_refused(SHA, "no JPEG")
    aside = (kept._folder / "refused.jsonl").read_text()
    assert '"code":"future"' in aside
    assert '"key":"abcdef:1"' in aside
    assert (kept._folder / "refused" / f"{SHA}.jpg").read_bytes() == jpeg(1)
    assert len(said) == 2


def test_a_refused_crop_is_not_lost_where_it_was_in_memory_only(kept: Spool, said: list[str]) -> None:
    with full_disk():
        kept.append(_rows(1), {SHA: jpeg(1)})
        with pytest.raises(OSError, match="File too large"):
            kept.crop_refused(SHA, "no JPEG")
        assert kept.crop(SHA) == jpeg(1)
    kept.crop_refused(SHA, "no JPEG")
    assert kept.crop(SHA) is None
    assert (kept._folder / "refused" / f"{SHA}.jpg").read_bytes() == jpeg(1)


def test_nobody_else_on_the_machine_reads_what_was_seen(tmp_path: Path, said: list[str]) -> None:
    Spool(tmp_path / "spool" / "BJ-12", say=said.append).close()
    assert (tmp_path / "spool" / "BJ-12").stat().st_mode & 0o077 == 0


def test_two_processes_never_share_a_spool(kept: Spool, said: list[str]) -> None:
    with pytest.raises(SpoolTaken, match="Another watch_table works with"):
        Spool(kept._folder, say=said.append)


def test_a_folder_that_cannot_be_made_is_said(tmp_path: Path, said: list[str]) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(SpoolTaken, match="set SEVENTEEN_DATA to a folder of yours"):
        Spool(tmp_path / "file" / "spool", say=said.append)


def test_rows_are_on_disk_when_append_returns(tmp_path: Path) -> None:
    code = (
        "import os, signal, sys; from pathlib import Path\n"
        "from shoes.feeds.spool import Spool\n"
        f"kept = Spool(Path({str(tmp_path)!r}), say=print)\n"
        "kept.append([{'key': 'abcdef:1'}], {})\n"
        "os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=CHECKOUT, check=False)
    assert done.returncode == -signal.SIGKILL
    second = Spool(tmp_path, say=print)
    assert second.next(9) == Batch([{"key": "abcdef:1"}], (1, os.path.getsize(tmp_path / "000001.jsonl")))
    second.close()


def test_an_append_to_a_full_disk_leaves_no_trace(tmp_path: Path) -> None:
    with full_disk(3), pytest.raises(OSError, match="No space left on device"):
        segments.append(tmp_path / "file", b"12345")
    assert (tmp_path / "file").read_bytes() == b""
