"""Signed checkpoints: the heads of all chains, written outside the database every hour.

Against somebody who owns the database only these prove anything, and only where that person cannot reach them: send
the folder elsewhere. A checkpoint names the one before it, so that none can be taken out of the middle unseen.

The key is changed by a checkpoint that the old key signs and that names the new one, which signs from then on.
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_pem_private_key,
)
from django.utils import timezone

from casino import audit, secrets
from casino.audit.canonical import canonical, utc_ms
from casino.audit.models import JournalHead
from casino.servers.processes import one_at_a_time

PUBLIC_KEY = "public-key.hex"
FIRST = "0" * 64


class BadCheckpoint(Exception):
    """A checkpoint that proves nothing; the message names the file and why."""


@dataclass(frozen=True)
class Checkpoint:
    """What one file says: number, moment, and (chain, sequence, hash) of every head."""

    number: int
    at: str
    heads: tuple[tuple[str, int, str], ...]


def write(folder: Path, key_file: Path) -> Path:
    """Sign the heads of all chains as they are now; the next file of `folder`."""
    folder.mkdir(parents=True, exist_ok=True)
    with one_at_a_time(folder / ".lock"):
        _finish_change(folder, key_file)
        return _write(folder, signing_key(key_file))


def change_key(folder: Path, key_file: Path) -> tuple[Path, str]:
    """Let another key sign from now on; the checkpoint that names it, the old key's last, and the new public key.

    The old key is gone then: whoever finds a copy of it can sign nothing that follows that checkpoint.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with one_at_a_time(folder / ".lock"):
        _finish_change(folder, key_file)
        old = signing_key(key_file)
        new = _public_text(signing_key(_coming(key_file)).public_key())
        audit.record(audit.HOUSE, None, "checkpoint.key_changed", about="house", facts={"public_key": new})
        path = _write(folder, old, next_key=new)
        _finish_change(folder, key_file)
    return path, new


def _finish_change(folder: Path, key_file: Path) -> None:
    """Put the key in its place that the last checkpoint names, or drop one that none names: a change was cut short."""
    coming = _coming(key_file)
    if not coming.exists():
        return
    files = _files(folder)
    named = json.loads(json.loads(files[-1].read_text())["body"]).get("next_key") if files else None
    if named == _public_text(signing_key(coming).public_key()):
        coming.replace(key_file)
    else:
        coming.unlink()


def _coming(key_file: Path) -> Path:
    return key_file.with_name(f"{key_file.name}.new")


def _write(folder: Path, key: Ed25519PrivateKey, *, next_key: str = "") -> Path:
    _publish(folder, key.public_key())
    before = _files(folder)
    number = _number(before[-1]) + 1 if before else 1
    told = {
        "at": utc_ms(timezone.now()),
        "heads": [[head.chain, head.sequence, head.sha256] for head in JournalHead.objects.order_by("chain")],
        "number": number,
        "previous_sha256": _sha256(before[-1]) if before else FIRST,
    }
    body = canonical({**told, "next_key": next_key} if next_key else told)
    path = folder / f"checkpoint-{number:08d}.json"
    text = canonical({"body": body, "signature": key.sign(body.encode()).hex()})
    making = path.with_suffix(".making")
    making.write_text(text)
    # A link, since a second writer must find the number taken rather than write over it.
    try:
        path.hardlink_to(making)
    finally:
        making.unlink()
    return path


def read(folder: Path, public_key: str | None = None) -> list[Checkpoint]:
    """All checkpoints of `folder`, each signed by the key of its time and following the one before.

    `public_key` is one that somebody wrote down elsewhere: it must have signed some of them. Each names the hash of the
    one before, so that this vouches for all before them, and for those after by the keys that they name.
    Raises BadCheckpoint.
    """
    files = _files(folder)
    if not files:
        raise BadCheckpoint(f"{folder} holds no checkpoint; name the folder that `checkpoint` writes to.")
    key = _public_key(folder, None)
    trusted = _public_text(_public_key(folder, public_key))
    has_signed = False
    points: list[Checkpoint] = []
    previous = FIRST
    for path in files:
        body = _signed_body(path, key)
        if body["number"] != _number(path) or body["previous_sha256"] != previous:
            raise BadCheckpoint(f"{path.name} does not follow the checkpoint before it; one was taken out or replaced.")
        heads = tuple((chain, sequence, sha256) for chain, sequence, sha256 in body["heads"])
        points.append(Checkpoint(body["number"], body["at"], heads))
        previous = _sha256(path)
        has_signed = has_signed or _public_text(key) == trusted
        key = _public_key(folder, body.get("next_key")) if body.get("next_key") else key
    if not has_signed:
        raise BadCheckpoint(
            f"The checkpoints of {folder} are not signed by the key that you gave; they were signed anew."
        )
    return points


def signing_key(path: Path) -> Ed25519PrivateKey:
    """The house's key, made on first use and kept for this user only."""
    if not path.exists():
        new = Ed25519PrivateKey.generate()
        secrets.make(path, new.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()).decode())
    key = load_pem_private_key(path.read_bytes(), password=None)
    if not isinstance(key, Ed25519PrivateKey):
        raise BadCheckpoint(f"{path} holds no Ed25519 key; give one, or let the site make its own.")
    return key


def _signed_body(path: Path, key: Ed25519PublicKey) -> Mapping[str, Any]:
    try:
        whole = json.loads(path.read_text())
        key.verify(bytes.fromhex(whole["signature"]), whole["body"].encode())
        body: Mapping[str, Any] = json.loads(whole["body"])
    except InvalidSignature:
        raise BadCheckpoint(f"{path.name} is not signed by the house's key.") from None
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        raise BadCheckpoint(f"{path.name} is no checkpoint of Seventeen.") from None
    return body


def _publish(folder: Path, key: Ed25519PublicKey) -> None:
    path = folder / PUBLIC_KEY
    if not path.exists():
        path.write_text(_public_text(key) + "\n")


def _public_text(key: Ed25519PublicKey) -> str:
    return key.public_bytes(Encoding.Raw, PublicFormat.Raw).hex()


def _public_key(folder: Path, text: str | None) -> Ed25519PublicKey:
    try:
        return Ed25519PublicKey.from_public_bytes(bytes.fromhex(text or (folder / PUBLIC_KEY).read_text().strip()))
    except (OSError, ValueError):
        raise BadCheckpoint(f"{folder / PUBLIC_KEY} holds no key; it is 64 hexadecimal digits.") from None


def _files(folder: Path) -> list[Path]:
    return sorted(folder.glob("checkpoint-*.json"))


def _number(path: Path) -> int:
    return int(path.stem.removeprefix("checkpoint-"))


def _sha256(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()
