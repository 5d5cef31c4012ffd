"""Logging in at an RTSP server: the header that answers its challenges (RFC 7617, RFC 7616)."""

import hashlib
import re
from base64 import b64encode
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from shoes.feeds.addresses import Address

HASHES: Final[dict[str, Callable[[bytes], "hashlib._Hash"]]] = {"MD5": hashlib.md5, "SHA-256": hashlib.sha256}
FIRST: Final = "00000001"
FIELD: Final = re.compile(r'(\w+)\s*=\s*(?:"([^"]*)"|([^\s,]+))')


def authorization(address: Address, challenges: Sequence[str], method: str) -> str | None:
    """The header's value, digest before basic; None where a server wants what is not known here."""
    for challenge in challenges:
        if challenge.lower().startswith("digest "):
            fields = {name.lower(): quoted or bare for name, quoted, bare in FIELD.findall(challenge)}
            if fields.get("algorithm", "MD5").upper() in HASHES:
                ours = hashlib.md5(fields.get("nonce", "").encode(), usedforsecurity=False).hexdigest()[:16]
                return digest((address.user, address.password), fields, (method, address.without_login), ours)
    if any(challenge.lower().startswith("basic") for challenge in challenges):
        return f"Basic {b64encode(f'{address.user}:{address.password}'.encode()).decode()}"
    return None


def digest(login: tuple[str, str], fields: Mapping[str, str], asked: tuple[str, str], ours: str) -> str:
    """The answer to a digest challenge of these fields, for a method and its address, with a nonce of ours."""
    realm, nonce = fields.get("realm", ""), fields.get("nonce", "")

    def hashed(*parts: str) -> str:
        return HASHES[fields.get("algorithm", "MD5").upper()](":".join(parts).encode()).hexdigest()

    who, what = hashed(login[0], realm, login[1]), hashed(*asked)
    said = {"username": login[0], "realm": realm, "nonce": nonce, "uri": asked[1]}
    bare = f", algorithm={fields['algorithm']}" if "algorithm" in fields else ""
    if "auth" in re.split(r"\s*,\s*", fields.get("qop", "")):
        said |= {"response": hashed(who, nonce, FIRST, ours, "auth", what), "cnonce": ours}
        bare += f", qop=auth, nc={FIRST}"
    else:
        said["response"] = hashed(who, nonce, what)
    if "opaque" in fields:
        said["opaque"] = fields["opaque"]
    return "Digest " + ", ".join(f'{name}="{value}"' for name, value in said.items()) + bare
