"""A house is backed up while its tables are open and comes back whole elsewhere; what is not whole comes not back."""

import io
import json
import resource
import signal
import tarfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import StringIO
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connections
from django.test import override_settings

from casino import audit
from casino.audit import checkpoints
from casino.backup import archive
from casino.backup.archive import DATABASE, MANIFEST, BadBackup
from casino.models import JournalEntry, Staff
from shoes import evidence
from tables.models import Entry, Round

in_a_database = pytest.mark.django_db(transaction=True, databases=["default", "owner"])
BACK = f"{settings.ENVIRONMENT.test_name}_back"


@contextmanager
def another_machine(folder: Path) -> Iterator[None]:
    """An empty database and empty folders, for as long as the block runs."""
    here = connections["owner"].settings_dict["NAME"]
    with connections["owner"].cursor() as cursor:
        cursor.execute(f"DROP DATABASE IF EXISTS {BACK} WITH (FORCE)")
        cursor.execute(f"CREATE DATABASE {BACK}")
    _work_in(BACK)
    try:
        with folders(folder):
            yield
    finally:
        _work_in(here)
        with connections["owner"].cursor() as cursor:
            cursor.execute(f"DROP DATABASE {BACK} WITH (FORCE)")


def folders(folder: Path) -> override_settings:
    return override_settings(
        MEDIA_ROOT=folder / "media", CHECKPOINTS=folder / "checkpoints", CHECKPOINT_KEY=folder / "key.pem"
    )


def _work_in(name: str) -> None:
    for alias in ("default", "owner"):
        connections[alias].close()
        connections[alias].settings_dict["NAME"] = name


@pytest.fixture
def house(samples: dict[str, object], tmp_path: Path) -> Iterator[str]:
    """A house with one of each thing, in folders of its own; the SHA-256 of a picture."""
    here = tmp_path / "here"
    picture = evidence.path_of(str(samples["sha256"])).read_bytes()
    with folders(here):
        assert evidence.store(picture) == samples["sha256"]
        evidence.write(evidence.still_of("BJ-12"), picture)
        checkpoints.write(here / "checkpoints", here / "key.pem")
        yield str(samples["sha256"])


def _rows() -> dict[str, list[object]]:
    """What a house would miss most."""
    return {
        "journal": list(JournalEntry.objects.order_by("pk").values_list("body", "sha256")),
        "rounds": list(Round.objects.order_by("pk").values_list("number", "shoe_key", "opened_at")),
        "entries": list(Entry.objects.order_by("pk").values_list("kind", "body")),
    }


@in_a_database
def test_a_house_comes_back_whole_and_can_be_proved_and_goes_on(house: str, tmp_path: Path) -> None:
    backup = tmp_path / "house.backup"
    call_command("backup", str(backup), stdout=StringIO())
    assert backup.stat().st_mode & 0o777 == 0o600
    before = _rows()
    assert before["journal"][-1][0].count("backup.made") == 1  # type: ignore[index]
    said = StringIO()
    with another_machine(tmp_path / "there"):
        call_command("restore", str(backup), stdout=said)
        assert "The journal is whole" in said.getvalue()
        after = _rows()
        assert (after["rounds"], after["entries"]) == (before["rounds"], before["entries"])
        assert after["journal"][:-1] == before["journal"][:-1]  # then it was backed up here, and restored there
        assert "backup.restored" in after["journal"][-1][0]  # type: ignore[index]
        assert evidence.path_of(house).exists()
        assert not evidence.still_of("BJ-12").exists()
        call_command("verify_audit", checkpoints=tmp_path / "there" / "checkpoints", stdout=said)
        assert "1 checkpoints agree" in said.getvalue()
        checkpoints.write(tmp_path / "there" / "checkpoints", tmp_path / "there" / "key.pem")  # by the same key
        assert len(checkpoints.read(tmp_path / "there" / "checkpoints")) == 2
        with pytest.raises(DatabaseError, match="denied"):
            connections["default"].cursor().execute("UPDATE tables_entry SET body = ''")


def _spoiled(backup: Path, target: Path, change: Callable[[str, bytes], bytes | None]) -> Path:
    """A copy with members changed, or left out."""
    with tarfile.open(backup) as old, tarfile.open(target, "w") as new:
        for info in old:
            file = old.extractfile(info)
            assert file is not None
            text = change(info.name, file.read())
            if text is not None:
                info.size = len(text)
                new.addfile(info, io.BytesIO(text))
    return target


def _newer(name: str, text: bytes) -> bytes:
    if name != MANIFEST:
        return text
    told = json.loads(text)
    return json.dumps({**told, "migrations": [*told["migrations"], ["tables", "9999_later"]]}).encode()


SPOILED: list[tuple[Callable[[str, bytes], bytes | None], str]] = [
    (lambda name, text: text[:-1] + b"?" if name == DATABASE else text, r"database\.dump is not what the manifest"),
    (lambda name, text: None if name.startswith("checkpoints/") else text, r"checkpoints/.* is missing; take another"),
    (lambda name, text: None if name == MANIFEST else text, "has no manifest at its end"),
    (lambda name, text: b"{}" if name == MANIFEST else text, "a manifest that says nothing"),
    (_newer, "made by a newer program, with tables 9999_later"),
]


@in_a_database
def test_what_is_not_whole_or_finds_something_in_its_way_brings_nothing(boss: Staff, tmp_path: Path) -> None:
    backup, there = tmp_path / "house.backup", tmp_path / "there"
    audit.record(audit.HOUSE, boss, "test.written", about="house", facts={})
    with folders(tmp_path / "here"):
        checkpoints.write(tmp_path / "here" / "checkpoints", tmp_path / "here" / "key.pem")
        call_command("backup", str(backup), stdout=StringIO())
        with pytest.raises(CommandError, match="is there already; name another file"):
            call_command("backup", str(backup))
        with pytest.raises(CommandError, match="is not empty; make a new one"):
            call_command("restore", str(backup))
    with another_machine(there):
        for change, sentence in SPOILED:
            with pytest.raises(CommandError, match=sentence) as refused:
                call_command("restore", str(_spoiled(backup, tmp_path / "spoiled", change)))
            assert refused.value.returncode == 2
        assert not there.exists()
        (there / "checkpoints").mkdir(parents=True)
        (there / "checkpoints" / "public-key.hex").write_text("another house")
        with pytest.raises(CommandError, match=r"public-key\.hex is there and is not what the backup holds"):
            call_command("restore", str(backup))
        assert connections["owner"].introspection.table_names() == []


@pytest.mark.parametrize("name", ["../outside", "media/../../outside", "/etc/passwd", "media/.hidden", "keys/"])
def test_a_name_that_leads_elsewhere_is_refused(tmp_path: Path, name: str) -> None:
    path = tmp_path / "crafted"
    with tarfile.open(path, "w") as tar:
        tar.addfile(tarfile.TarInfo(name), io.BytesIO(b""))
    with pytest.raises(BadBackup, match="is nothing that a backup holds"):
        archive.check(path)


def test_a_backup_that_finds_no_room_leaves_nothing(tmp_path: Path) -> None:
    """No file may grow over 100 kB: the kernel refuses as it does on a full disk."""
    large = tmp_path / "large"
    large.write_bytes(bytes(300_000))
    before = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, hard))
    try:
        no_room = pytest.raises(BadBackup, match=r"cannot be written: File too large\. Nothing was kept\.")
        with no_room, archive.written(tmp_path / "house.backup") as backup:
            backup.add("media/large", large)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        signal.signal(signal.SIGXFSZ, before)
    assert list(tmp_path.iterdir()) == [large]
