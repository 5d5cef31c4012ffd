"""Secrets: those that a machine makes for itself, once, and keeps in its data folder, and those given as files."""

import os
import secrets
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from casino.environment import BadSetting

# What may stand in a file that `…_FILE` names: an environment is read by every program that a process starts.
IN_FILES: Final = (
    *("SEVENTEEN_SECRET_KEY", "SEVENTEEN_OLD_SECRET_KEY", "SEVENTEEN_CAMERA_TOKEN", "SEVENTEEN_CAMERA_SOURCE"),
    *("DATABASE_URL", "DATABASE_OWNER_URL", "CELERY_BROKER_URL"),
)


def from_files(environ: Mapping[str, str]) -> dict[str, str]:
    """`environ` with what files hold in place of the names of the files. Raises BadSetting."""
    found = dict(environ)
    for name in IN_FILES:
        path = found.pop(f"{name}_FILE", "")
        if path and found.get(name):
            raise BadSetting(f"{name} and {name}_FILE are both set; set one of them.")
        if path:
            found[name] = _read(Path(path).expanduser(), f"{name}_FILE")
    return found


def _read(path: Path, name: str) -> str:
    try:
        text = path.read_text(encoding="utf-8").strip()
    except (OSError, ValueError) as wrong:
        why = getattr(wrong, "strerror", None) or "it is no text"
        raise BadSetting(f"{name} names {path}, which cannot be read: {why}.") from None
    if not text:
        raise BadSetting(f"{name} names {path}, which is empty; it holds the secret and nothing else.")
    return text


def kept(path: Path) -> str:
    """The secret of `path`, made on first use; two processes starting at once get the same one."""
    try:
        return path.read_text()
    except FileNotFoundError:
        return make(path, secrets.token_urlsafe(48))


def make(path: Path, text: str) -> str:
    """Write `text` to `path` for this user only, unless somebody was first; returns what stands there."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    making = path.with_name(f".{path.name}.{os.getpid()}.{secrets.token_hex(4)}")
    making.touch(mode=0o600)
    making.write_text(text)
    try:
        os.link(making, path)
    except FileExistsError:
        pass
    finally:
        making.unlink()
    return path.read_text()
