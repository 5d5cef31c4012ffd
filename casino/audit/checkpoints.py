"""Signed checkpoints: the heads of all chains, written outside the database every hour.

Against somebody who owns the database only these prove anything, and only where that person cannot reach them: send
the folder elsewhere. A checkpoint names the one before it, so that none can be taken out of the middle unseen.
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

from casino import secrets
from casino.audit.canonical import canonical, utc_ms
from casino.audit.models import JournalHead

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
    key = signing_key(key_file)
    folder.mkdir(parents=True, exist_ok=True)
    _publish(folder, key.public_key())
    before = _files(folder)
    number = _number(before[-1]) + 1 if before else 1
    body = canonical(
        {
            "at": utc_ms(timezone.now()),
            "heads": [[head.chain, head.sequence, head.sha256] for head in JournalHead.objects.order_by("chain")],
            "number": number,
            "previous_sha256": _sha256(before[-1]) if before else FIRST,
        }
    )
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
    """All checkpoints of `folder`, each signed by the key and following the one before. Raises BadCheckpoint."""
    files = _files(folder)
    if not files:
        raise BadCheckpoint(f"{folder} holds no checkpoint; name the folder that `checkpoint` writes to.")
    key = _public_key(folder, public_key)
    points: list[Checkpoint] = []
    previous = FIRST
    for path in files:
        body = _signed_body(path, key)
        if body["number"] != _number(path) or body["previous_sha256"] != previous:
            raise BadCheckpoint(f"{path.name} does not follow the checkpoint before it; one was taken out or replaced.")
        heads = tuple((chain, sequence, sha256) for chain, sequence, sha256 in body["heads"])
        points.append(Checkpoint(body["number"], body["at"], heads))
        previous = _sha256(path)
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
        path.write_text(key.public_bytes(Encoding.Raw, PublicFormat.Raw).hex() + "\n")


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
