"""The file itself: a tar of members, and last a manifest that names each with its SHA-256. No database here."""

import hashlib
import json
import os
import re
import tarfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from io import BytesIO
from pathlib import Path
from typing import IO, Any, Final

from casino.audit.canonical import canonical

FORMAT: Final = "seventeen-backup/1"
DATABASE: Final = "database.dump"
MANIFEST: Final = "manifest.json"
# Folders of a backup; what else a file claims to hold is none of ours.
MEMBER: Final = re.compile(
    r"database\.dump|(?:media|checkpoints|keys)/(?:[A-Za-z0-9_-][A-Za-z0-9._-]*/)*[A-Za-z0-9_-][A-Za-z0-9._-]*"
)
LARGEST_MANIFEST: Final = 1_000_000_000
PIECE: Final = 1 << 20


class BadBackup(Exception):
    """A backup that cannot be made or taken; the message says why and what to do."""


@dataclass(frozen=True)
class Member:
    """One file in a backup."""

    name: str
    size: int
    sha256: str


@dataclass(frozen=True)
class Manifest:
    """What a backup says of itself.

    heads       (chain, sequence, SHA-256) of the journal as it was dumped.
    migrations  (app, name) of each that the database had.
    secret_key  a fingerprint of the key that sessions, badges and second factors hang on.
    """

    at: str
    heads: tuple[tuple[str, int, str], ...]
    migrations: tuple[tuple[str, str], ...]
    secret_key: str
    members: tuple[Member, ...]

    def text(self) -> str:
        return canonical({"format": FORMAT, **json.loads(json.dumps(asdict(self)))})


class Writer:
    """Adds members to a backup, hashing what passes."""

    def __init__(self, tar: tarfile.TarFile) -> None:
        self.members: list[Member] = []
        self._tar = tar

    def add(self, name: str, path: Path) -> None:
        """The file as `name`; one that is gone meanwhile is left out. Raises OSError."""
        if not MEMBER.fullmatch(name):
            raise BadBackup(f"{path} has a name that no backup can hold; remove or rename it.")
        try:
            file = path.open("rb")
        except FileNotFoundError:
            return
        with file:
            size = os.fstat(file.fileno()).st_size
            hashed = _Hashed(file)
            self._tar.addfile(_info(name, size), hashed)  # type: ignore[arg-type]  # it reads, and no more is asked
        self.members.append(Member(name, size, hashed.sha256()))

    def close(self, manifest: Manifest) -> str:
        """Write the manifest, last; its SHA-256, which stands for the whole."""
        text = manifest.text().encode()
        hashed = _Hashed(BytesIO(text))
        self._tar.addfile(_info(MANIFEST, len(text)), hashed)  # type: ignore[arg-type]
        return hashed.sha256()


@contextmanager
def written(path: Path) -> Iterator[Writer]:
    """A new backup at `path`, whole or not at all, for this user only. Raises BadBackup."""
    making = path.with_name(f".{path.name}.making")
    try:
        if path.exists():
            raise BadBackup(f"{path} is there already; name another file.")
        with open(os.open(making, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
            with tarfile.open(fileobj=file, mode="w", format=tarfile.PAX_FORMAT) as tar:
                yield Writer(tar)
            file.flush()
            os.fsync(file.fileno())
        making.replace(path)
    except OSError as wrong:
        raise BadBackup(f"{path} cannot be written: {wrong.strerror or wrong}. Nothing was kept.") from wrong
    finally:
        making.unlink(missing_ok=True)


@dataclass(frozen=True)
class Checked:
    """A backup of which every byte is what the manifest says; `sha256` is the manifest's."""

    path: Path
    manifest: Manifest
    sha256: str


def check(path: Path) -> Checked:
    """Read all of a backup. Raises BadBackup with the member that is not what it was."""
    try:
        with tarfile.open(path, mode="r:") as tar:
            found, text = _members(tar)
    except (OSError, tarfile.TarError) as wrong:
        why = getattr(wrong, "strerror", None) or "it is no whole backup of Seventeen"
        raise BadBackup(f"{path} cannot be read: {why}.") from None
    if text is None:
        raise BadBackup(f"{path} has no manifest at its end; it was not written to its end, or is no backup.")
    manifest = _manifest(path, text)
    due = {member.name: member for member in manifest.members}
    for member in found:
        if due.pop(member.name, None) != member:
            raise BadBackup(f"{path}: {member.name} is not what the manifest says; take another backup.")
    if due:
        raise BadBackup(f"{path}: {next(iter(due))} is missing; take another backup.")
    return Checked(path, manifest, hashlib.sha256(text).hexdigest())


def unpack(checked: Checked, targets: dict[str, Path]) -> None:
    """Write members to their targets, each whole or not at all. Raises OSError."""
    with tarfile.open(checked.path, mode="r:") as tar:
        for info in tar:
            target = targets.get(info.name)
            if target is None:
                continue
            target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            making = target.with_name(f".{target.name}.making")
            try:
                with open(os.open(making, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
                    for piece in _pieces(tar, info):
                        file.write(piece)
                    file.flush()
                    os.fsync(file.fileno())
                making.replace(target)
            finally:
                making.unlink(missing_ok=True)


def sha256_of(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _members(tar: tarfile.TarFile) -> tuple[list[Member], bytes | None]:
    found: list[Member] = []
    for info in tar:
        if info.name == MANIFEST and info.size <= LARGEST_MANIFEST:
            return found, b"".join(_pieces(tar, info))
        if not (info.isreg() and MEMBER.fullmatch(info.name)):
            raise BadBackup(f"{info.name!r} is nothing that a backup holds.")
        digest = hashlib.sha256()
        for piece in _pieces(tar, info):
            digest.update(piece)
        found.append(Member(info.name, info.size, digest.hexdigest()))
    return found, None


def _pieces(tar: tarfile.TarFile, info: tarfile.TarInfo) -> Iterator[bytes]:
    file = tar.extractfile(info)
    if file is None:
        raise BadBackup(f"{info.name!r} is nothing that a backup holds.")
    left = info.size
    while left:
        piece = file.read(min(PIECE, left))
        if not piece:
            raise BadBackup(f"The backup ends in the middle of {info.name}; copy it again.")
        left -= len(piece)
        yield piece


def _manifest(path: Path, text: bytes) -> Manifest:
    try:
        told: dict[str, Any] = json.loads(text)
        if told["format"] != FORMAT:
            raise BadBackup(f"{path} is a {told['format']}; this program reads {FORMAT}.")
        return Manifest(
            at=str(told["at"]),
            heads=tuple((str(chain), int(number), str(sha256)) for chain, number, sha256 in told["heads"]),
            migrations=tuple((str(app), str(name)) for app, name in told["migrations"]),
            secret_key=str(told["secret_key"]),
            members=tuple(Member(**member) for member in told["members"]),
        )
    except (ValueError, KeyError, TypeError):
        raise BadBackup(f"{path} has a manifest that says nothing; it is no backup of Seventeen.") from None


def _info(name: str, size: int) -> tarfile.TarInfo:
    info = tarfile.TarInfo(name)
    info.size, info.mode = size, 0o600
    return info


class _Hashed:
    """A file that is hashed as it is read."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file, self._digest = file, hashlib.sha256()

    def read(self, size: int) -> bytes:
        piece = self._file.read(size)
        self._digest.update(piece)
        return piece

    def sha256(self) -> str:
        return self._digest.hexdigest()
