"""Make a backup while the tables are open: the database as of one moment, then files, which are only ever added."""

import hashlib
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings
from django.db import connections, transaction
from django.utils import timezone

from casino import audit
from casino.audit.canonical import utc_ms
from casino.audit.models import JournalHead
from casino.backup import postgres
from casino.backup.archive import DATABASE, BadBackup, Manifest, written
from casino.health import heartbeats

SECRET_KEY = "keys/secret-key"  # noqa: S105  (the name of a file)
CHECKPOINT_KEY = "keys/checkpoint-key.pem"
PASSING = ("stills",)  # the newest still of each camera proves nothing


@dataclass(frozen=True)
class Made:
    """What was written."""

    path: Path
    files: int
    size: int
    sha256: str


def make(path: Path, *, with_keys: bool = True) -> Made:
    """A backup of everything at `path`. Raises BadBackup."""
    path = path.expanduser().absolute()
    with written(path) as backup, tempfile.TemporaryDirectory(dir=path.parent, prefix=".seventeen-") as folder:
        dumped = Path(folder) / DATABASE
        heads, migrations = _dump(dumped)
        backup.add(DATABASE, dumped)
        dumped.unlink()
        for name, file in _files(with_keys=with_keys):
            backup.add(name, file)
        sha256 = backup.close(
            Manifest(
                at=utc_ms(timezone.now()),
                heads=heads,
                migrations=migrations,
                secret_key=fingerprint(),
                members=tuple(backup.members),
            )
        )
    made = Made(path, len(backup.members) - 1, path.stat().st_size, sha256)
    _note(made)
    return made


def fingerprint() -> str:
    """Tells secret keys apart and tells nothing of them: they have more than two hundred random bits."""
    return hashlib.sha256(b"seventeen backup\n" + str(settings.SECRET_KEY).encode()).hexdigest()[:16]


def places() -> dict[str, Path]:
    """Where the folders of a backup belong on this machine."""
    return {"media": Path(settings.MEDIA_ROOT), "checkpoints": Path(settings.CHECKPOINTS)}


def keys() -> dict[str, Path]:
    """Where its keys belong; the secret key only where this machine keeps it itself."""
    own = {} if settings.ENVIRONMENT.secret_key else {SECRET_KEY: Path(settings.DATA) / "secret-key"}
    return {CHECKPOINT_KEY: Path(settings.CHECKPOINT_KEY), **own}


def _dump(target: Path) -> tuple[tuple[tuple[str, int, str], ...], tuple[tuple[str, str], ...]]:
    """Dump the database; the journal's heads and the migrations as the same snapshot sees them."""
    with transaction.atomic(using="owner"), connections["owner"].cursor() as cursor:
        cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        cursor.execute("SELECT pg_export_snapshot()")
        snapshot = str(cursor.fetchone()[0])
        heads = tuple(JournalHead.objects.using("owner").order_by("chain").values_list("chain", "sequence", "sha256"))
        cursor.execute("SELECT app, name FROM django_migrations ORDER BY app, name")
        migrations = tuple((str(app), str(name)) for app, name in cursor.fetchall())
        postgres.dump(target, snapshot=snapshot)
    return heads, migrations


def _files(*, with_keys: bool) -> Iterator[tuple[str, Path]]:
    """Name in the backup and path of each file; unfinished ones begin with a dot."""
    for top, folder in places().items():
        for path in sorted(folder.rglob("*")):
            parts = path.relative_to(folder).parts
            is_whole = path.is_file() and not path.is_symlink() and not any(part.startswith(".") for part in parts)
            if is_whole and parts[0] not in PASSING:
                yield "/".join((top, *parts)), path
    if with_keys:
        yield from keys().items()


def _note(made: Made) -> None:
    facts = {"files": made.files, "bytes": made.size, "manifest_sha256": made.sha256}
    audit.record(audit.HOUSE, None, "backup.made", about="house", facts=facts)
    heartbeats.beat(heartbeats.BACKUP)


__all__ = ["BadBackup", "Made", "fingerprint", "keys", "make", "places"]
