"""Secrets that a machine makes for itself, once, and keeps in its data folder."""

import os
import secrets
from pathlib import Path


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
