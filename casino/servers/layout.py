"""Where one machine keeps its servers' files. Nothing here starts anything."""

import hashlib
import os
import stat
from dataclasses import dataclass
from pathlib import Path

# sockaddr_un holds 107 bytes and a closing zero; the longest name in the folder is ".s.PGSQL.5432.lock".
LONGEST_SOCKET = 107
LONGEST_NAME = "/.s.PGSQL.5432.lock"


class ServerError(Exception):
    """A server that cannot run here; the message says why and what to do."""


@dataclass(frozen=True)
class Layout:
    """The folders of one data folder."""

    data: Path

    @property
    def key(self) -> str:
        """A short name of this data folder."""
        return hashlib.sha256(os.fsencode(self.data)).hexdigest()[:10]

    @property
    def postgres(self) -> Path:
        return self.data / "postgres"

    @property
    def valkey(self) -> Path:
        return self.data / "valkey"

    @property
    def log(self) -> Path:
        return self.data / "log"

    @property
    def sockets(self) -> Path:
        """The folder of the sockets: in the data folder, or a short one named after it where that path is too long."""
        inside = self.data / "run"
        if len(os.fsencode(inside)) + len(LONGEST_NAME) <= LONGEST_SOCKET:
            return inside
        runtime = os.environ.get("XDG_RUNTIME_DIR")
        base = Path(runtime) if runtime and len(runtime) < 40 and os.path.isdir(runtime) else Path("/tmp")  # noqa: S108  (private_folder checks whose it is)
        return base / f"seventeen-{os.getuid()}-{self.key}"

    @property
    def valkey_socket(self) -> Path:
        return self.sockets / "valkey.sock"

    @property
    def broker_url(self) -> str:
        return f"redis+socket://{self.valkey_socket}"


def private_folder(path: Path) -> Path:
    """Make `path` a folder that only this user may enter. Raises ServerError if it is somebody else's."""
    try:
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
        found = path.lstat()
        if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.getuid():
            raise ServerError(f"{path} belongs to somebody else; remove it or set SEVENTEEN_DATA to another folder.")
        if stat.S_IMODE(found.st_mode) != 0o700:
            path.chmod(0o700)
    except OSError as wrong:
        raise ServerError(
            f"{path} cannot be used ({wrong.strerror}); set SEVENTEEN_DATA to a folder you own."
        ) from wrong
    return path
