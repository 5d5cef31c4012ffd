"""Addresses of network cameras: what may be printed of one, and what opens it."""

import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final
from urllib.parse import quote, unquote, urlsplit

PORTS: Final = {"rtsp": 554, "rtsps": 322}
# What a path may hold as it is; the rest is written as %20 and the like.
PATH: Final = "/?&=%:@!$'()*+,;~-._#[]"


class BadAddress(ValueError):
    """No address of a camera; the message says what would be right, and nothing of the address."""


@dataclass(frozen=True)
class Address:
    """`name` is all of it that is ever printed: a path may hold a password too."""

    scheme: str
    host: str
    port: int
    name: str
    path: str = field(repr=False)
    user: str = field(repr=False)
    password: str = field(repr=False)

    @property
    def without_login(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{self.scheme}://{host}:{self.port}{self.path}"

    @property
    def with_login(self) -> str:
        if not self.user:
            return self.without_login
        login = f"{quote(self.user, safe='')}:{quote(self.password, safe='')}"
        return self.without_login.replace("://", f"://{login}@", 1)

    @property
    def is_secret(self) -> bool:
        """Whether it may hold what no list of processes should show."""
        return bool(self.user) or "?" in self.path or "=" in self.path


def is_address(text: str) -> bool:
    return text.startswith(tuple(f"{scheme}://" for scheme in PORTS))


def parse(text: str) -> Address:
    """The address of an RTSP camera. Raises BadAddress."""
    scheme, _colon, rest = text.partition("://")
    authority, slash, path = rest.partition("/")
    if "@" in path and "@" not in authority and ":" in authority:
        raise BadAddress(
            "The rtsp:// address can be read in two ways; write a / of the password as %2F, or an @ of the path as %40."
        )
    login, _at, place = authority.rpartition("@")
    place, question, query = place.partition("?")
    user, _colon, password = login.partition(":")
    try:
        parts = urlsplit(f"//{place}")
        host, port = parts.hostname, parts.port
    except ValueError:
        host, port = None, None
    if not host or port == 0:
        raise BadAddress(f"The {scheme}:// address names no host; write {scheme}://user:password@host:554/path.")
    shown = f"[{host}]" if ":" in host else host
    return Address(
        scheme=scheme,
        host=host,
        port=port or PORTS[scheme],
        name=f"{scheme}://{shown}{f':{port}' if port else ''}",
        path=quote(f"{question}{query}{slash}{path}", safe=PATH),
        user=unquote(user),
        password=unquote(password),
    )


def hidden(words: Sequence[str]) -> tuple[list[str], str] | None:
    """A command line without its option that holds a secret address, and that; None where nothing is to be hidden."""
    for at, word in enumerate(words):
        option, _equals, address = word.partition("=") if word.startswith("--") else ("", "", word)
        with suppress(BadAddress):
            if is_address(address) and parse(address).is_secret:
                return [*words[: at if option else at - 1], *words[at + 1 :]], address
    return None


def without_password(text: str) -> str:
    """Any address as it may be printed."""
    return re.sub(r"(?<=://).*@", "", text)
