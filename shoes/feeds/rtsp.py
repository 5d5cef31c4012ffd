"""What an RTSP camera says of its stream; and where it says no, what is wrong and what would be right."""

import errno
import re
import socket
import ssl
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from typing import Final

from shoes.feeds.addresses import Address
from shoes.feeds.logins import authorization

LIMIT_S: Final = 3.0
MOST_BYTES: Final = 64_000
STATUS: Final = re.compile(r"RTSP/\d\.\d (\d{3})")
# Payload types that need no a=rtpmap (RFC 3551).
STATIC: Final = {"26": "JPEG", "31": "H261", "32": "MPV", "34": "H263"}
READ: Final = ("H264", "H265", "JPEG", "MP4V-ES", "VP8", "VP9", "H261", "H263", "H263-1998", "H263-2000", "MPV")
NO_ROUTE: Final = (errno.EHOSTUNREACH, errno.ENETUNREACH, errno.ENETDOWN, errno.EHOSTDOWN)

AWAY, LOGIN, PATH, CODEC, SILENT = "camera-away", "camera-login", "camera-path", "camera-codec", "camera-silent"


class NoStream(Exception):
    """The camera gives no stream: a sentence with what is wrong and what would be right, and a code of it."""

    def __init__(self, message: str, code: str) -> None:
        super().__init__(message)
        self.code = code


@dataclass(frozen=True)
class Answer:
    """One answer of an RTSP server."""

    status: int
    headers: tuple[tuple[str, str], ...]
    body: str

    def all(self, name: str) -> list[str]:
        return [value for found, value in self.headers if found == name]


@contextmanager
def asked(address: Address) -> Iterator[str]:
    """In what form the camera sends its picture, such as H264; empty where it does not say. Raises NoStream.

    Its server goes on listening to us: one that shows the same to all who ask would end it when we go, and whoever
    opens the stream just then would wait in vain.
    """
    with ExitStack() as connections:
        try:
            answer = _described(connections.enter_context(_connected(address)), address)
        except ssl.SSLError:
            raise NoStream(f"{address.name} does not speak TLS; write rtsp:// instead of rtsps://.", AWAY) from None
        except UnicodeError:  # no name of a host can be so
            raise NoStream(_unreached(address, socket.gaierror()), AWAY) from None
        except OSError as wrong:
            raise NoStream(_unreached(address, wrong), AWAY) from None
        yield _form(address, answer)


def _form(address: Address, answer: Answer) -> str:
    if 300 <= answer.status < 400:
        return ""  # it sends us elsewhere, and whoever opens the stream will go there
    if answer.status != 200:
        raise _refused(address, answer.status)
    forms = _pictures(answer.body)
    if not forms:
        raise NoStream(f"{address.name} sends no picture at this path; name the path of one.", PATH)
    return next((form for form in forms if form in READ), forms[0])


def not_shown(address: Address, sent: str) -> NoStream:
    """Why a stream that the camera offers cannot be shown."""
    if sent and sent not in READ:
        return NoStream(
            f"{address.name} sends its picture as {sent}, which is not read; set the camera to H.264, H.265 or MJPEG.",
            CODEC,
        )
    return NoStream(
        f"{address.name} answers, but no picture comes that can be read; restart the camera,"
        " and see that it sends H.264, H.265 or MJPEG.",
        SILENT,
    )


def _unreached(address: Address, wrong: OSError) -> str:
    name = address.name
    if isinstance(wrong, socket.gaierror):
        return f"{name} is not known by that name; correct the host, or write its IP address."
    if isinstance(wrong, ConnectionRefusedError):
        return f"{name} refuses connections to port {address.port}; correct the port, or switch RTSP on in the camera."
    if wrong.errno in NO_ROUTE:
        return f"There is no way to {name}; look at the network's cable, and whether the address is right."
    if isinstance(wrong, _Foreign):
        return f"{name} answers, but not as an RTSP camera does; correct the port, which is 554 as a rule."
    if isinstance(wrong, TimeoutError):
        return f"{name} does not answer; look at the camera's power and cable, and whether address and port are right."
    return f"{name} ends the connection ({wrong.strerror or type(wrong).__name__}); restart the camera."


def _refused(address: Address, status: int) -> NoStream:
    name = address.name
    if status == 401 and not address.user:
        return NoStream(f"{name} asks for a login; write rtsp://user:password@host/path.", LOGIN)
    if status in (401, 403):
        return NoStream(f"{name} refuses the login; correct user or password, which are the camera's own.", LOGIN)
    if status in (404, 410, 451, 454):
        return NoStream(f"{name} has no stream at this path; correct it as the camera's manual says.", PATH)
    return NoStream(f"{name} refuses with RTSP status {status}; look at the camera's own pages, or restart it.", AWAY)


class _Foreign(OSError):
    """What came is no RTSP."""


def _described(connection: socket.socket, address: Address) -> Answer:
    """The answer to DESCRIBE, with the login where it is asked for. Raises OSError."""
    answer = _ask(connection, address, 1, None)
    if answer.status != 401 or not address.user:
        return answer
    login = authorization(address, answer.all("www-authenticate"), "DESCRIBE")
    return answer if login is None else _ask(connection, address, 2, login)


@contextmanager
def _connected(address: Address) -> Iterator[socket.socket]:
    with closing(socket.create_connection((address.host, address.port), timeout=LIMIT_S)) as plain:
        if address.scheme == "rtsp":
            yield plain
            return
        # Cameras sign their certificates themselves; FFmpeg, which reads the stream, asks no more of them.
        context = ssl._create_unverified_context()  # noqa: S323
        with context.wrap_socket(plain, server_hostname=address.host) as safe:
            yield safe


def _ask(connection: socket.socket, address: Address, number: int, login: str | None) -> Answer:
    lines = [
        f"DESCRIBE {address.without_login} RTSP/1.0",
        f"CSeq: {number}",
        "Accept: application/sdp",
        "User-Agent: Seventeen",
        *([f"Authorization: {login}"] if login else []),
    ]
    connection.sendall("\r\n".join([*lines, "", ""]).encode())
    return _answered(connection)


def _answered(connection: socket.socket) -> Answer:
    text, deadline = b"", time.monotonic() + LIMIT_S
    while (size := _whole(text)) is None or len(text) < size:
        connection.settimeout(max(0.01, deadline - time.monotonic()))
        if len(text) > MOST_BYTES or not (more := connection.recv(4096)):
            raise _Foreign if text else ConnectionResetError
        text += more
    head, _blank, body = text[:size].decode("utf-8", "replace").partition("\r\n\r\n")
    status = STATUS.match(head)
    if status is None:
        raise _Foreign
    return Answer(int(status[1]), tuple(_headers(head)), body)


def _whole(text: bytes) -> int | None:
    """How long the answer is that begins so; None where its head is not complete."""
    if len(text) >= 5 and not text.startswith(b"RTSP/"):
        raise _Foreign
    head, blank, _body = text.partition(b"\r\n\r\n")
    if not blank:
        return None
    sizes = [value for name, value in _headers(head.decode("utf-8", "replace")) if name == "content-length"]
    return len(head) + 4 + (int(sizes[0]) if sizes and sizes[0].isdecimal() else 0)


def _headers(head: str) -> Iterator[tuple[str, str]]:
    for line in head.split("\r\n")[1:]:
        name, _colon, value = line.partition(":")
        yield name.strip().lower(), value.strip()


def _pictures(body: str) -> list[str]:
    """In what forms a session description (SDP) offers pictures; empty text for a form that it leaves open."""
    found: list[str] = []
    for part in re.split(r"(?m)^m=", body)[1:]:
        kind, *rest = part.split()
        if kind == "video" and len(rest) >= 3:
            named = re.search(rf"(?m)^a=rtpmap:{re.escape(rest[2])}\s+([\w.-]+)", part)
            found.append(named[1][:30].upper() if named else STATIC.get(rest[2], ""))
    return found
