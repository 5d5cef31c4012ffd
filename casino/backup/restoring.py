"""Bring a backup into an empty database. What is wrong with it is found before anything is written."""

import tempfile
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings
from django.db import connections
from django.db.migrations.loader import MigrationLoader

from casino import audit, grants
from casino.audit import verify
from casino.audit.models import JournalHead
from casino.backup import postgres
from casino.backup.archive import DATABASE, BadBackup, Checked, Manifest, check, sha256_of, unpack
from casino.backup.making import fingerprint, keys, places


@dataclass(frozen=True)
class Restored:
    """What is there again. `must_migrate`: this program is newer than the backup. `same_key`: badges still work."""

    at: str
    files: int
    entries: int
    chains: int
    must_migrate: bool
    same_key: bool


def restore(path: Path) -> Restored:
    """Everything of the backup at `path`. Raises BadBackup; then the database is as empty as before."""
    checked = check(path.expanduser().absolute())
    must_migrate = _check_migrations(checked.manifest)
    if not postgres.is_empty():
        name = connections["owner"].settings_dict["NAME"]
        raise BadBackup(f"The database {name} is not empty; make a new one and restore into that.")
    targets = _targets(checked.manifest)
    _check_files(checked.manifest, targets)
    try:
        unpack(checked, targets)
        Path(settings.DATA).mkdir(mode=0o700, parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=settings.DATA, prefix=".restore-") as folder:
            dumped = Path(folder) / DATABASE
            unpack(checked, {DATABASE: dumped})
            postgres.restore(dumped)
    except OSError as wrong:
        raise BadBackup(
            f"A file cannot be written: {wrong.strerror or wrong} ({wrong.filename}). The database is still empty; make"
            " room and restore again."
        ) from wrong
    return _finish(checked, must_migrate=must_migrate)


def _finish(checked: Checked, *, must_migrate: bool) -> Restored:
    """Rights, statistics, and the proof that the journal is the one that was backed up."""
    grants.grant(grants.run_time_role())
    with connections["owner"].cursor() as cursor:
        cursor.execute("ANALYZE")
    heads = tuple(JournalHead.objects.order_by("chain").values_list("chain", "sequence", "sha256"))
    report = verify.verify()
    if heads != checked.manifest.heads or report.broken:
        raise BadBackup("What was restored is not the journal that the manifest names; do not use this database.")
    facts = {"made_at": checked.manifest.at, "manifest_sha256": checked.sha256}
    audit.record(audit.HOUSE, None, "backup.restored", about="house", facts=facts)
    return Restored(
        at=checked.manifest.at,
        files=len(checked.manifest.members) - 1,
        entries=report.entries,
        chains=report.chains,
        must_migrate=must_migrate,
        same_key=checked.manifest.secret_key == fingerprint(),
    )


def _check_migrations(manifest: Manifest) -> bool:
    """Whether this program has migrations that the backup has not. Raises BadBackup where it lacks some."""
    loader = MigrationLoader(None)
    known = set(loader.disk_migrations)
    replaced = {key for migration in loader.disk_migrations.values() for key in migration.replaces}
    newer = set(manifest.migrations) - known - replaced
    if newer:
        app, name = min(newer)
        raise BadBackup(f"The backup was made by a newer program, with {app} {name}; restore with that one.")
    return bool(known - replaced - set(manifest.migrations))


def _targets(manifest: Manifest) -> dict[str, Path]:
    """Where each file belongs here; a secret key that this machine is given otherwise is left out."""
    folders, own = places(), keys()
    found = {}
    for member in manifest.members:
        top, _, rest = member.name.partition("/")
        if top in folders:
            found[member.name] = folders[top] / rest
        elif member.name in own:
            found[member.name] = own[member.name]
    return found


def _check_files(manifest: Manifest, targets: dict[str, Path]) -> None:
    """What lies in the way must be the same already. Raises BadBackup."""
    due = {member.name: member.sha256 for member in manifest.members}
    for name, target in targets.items():
        if target.exists() and sha256_of(target) != due[name]:
            raise BadBackup(
                f"{target} is there and is not what the backup holds; move it away, or set SEVENTEEN_DATA to another"
                " folder."
            )
