"""The server as a camera sees it: its own few addresses, one kept connection, and two ways to fail."""

import http.client
import json
from typing import Any, Final
from urllib.parse import quote, urlsplit

from shoes.feeds.segments import Row

TIMEOUT_S: Final = 5.0


class Away(Exception):
    """The server, or the database behind it, is not there now; the same may be tried again."""


class Refused(Exception):
    """The server will not have this; trying again changes nothing unless somebody changes the server."""

    def __init__(self, status: int, code: str, detail: str) -> None:
        super().__init__(detail)
        self.status, self.code, self.detail = status, code, detail

    @property
    def is_about_the_account(self) -> bool:
        """The token or the camera is at fault, not what was sent."""
        return self.status in (401, 403, 404)


class Server:
    """One connection, for one thread; `address` is such as http://host:8017, `token` the camera's secret."""

    def __init__(self, address: str, token: str, camera: str) -> None:
        parts = urlsplit(address)
        self._host, self._port = parts.hostname or "", parts.port
        self._is_secure = parts.scheme == "https"
        self._prefix = f"{parts.path.rstrip('/')}/api/cameras/{quote(camera, safe='')}"
        self._headers = {"Authorization": f"Bearer {token}", "Accept": "application/json"}
        self._connection: http.client.HTTPConnection | None = None

    def camera(self) -> dict[str, Any]:
        """Which table this camera watches, its calibration and the terms on the sign."""
        return self._ask("GET", "", None, "")

    def observe(self, rows: list[Row]) -> dict[str, Any]:
        return self._post("/observations", {"observations": rows})

    def alive(self, said: dict[str, Any]) -> dict[str, Any]:
        return self._post("/alive", said)

    def crop(self, sha256: str, picture: bytes) -> None:
        self._ask("POST", f"/crops/{sha256}", picture, "image/jpeg")

    def still(self, picture: bytes) -> None:
        self._ask("POST", "/still", picture, "image/jpeg")

    def clip_frame(self, clip: int, at_ms: int, picture: bytes) -> None:
        self._ask("POST", f"/clips/{clip}/frames/{at_ms}", picture, "image/jpeg")

    def clip_still(self, clip: int, at_ms: int, picture: bytes) -> None:
        self._ask("POST", f"/clips/{clip}/still/{at_ms}", picture, "image/jpeg")

    def clip_sent(self, clip: int, *, frames: int, why: str) -> None:
        """All of it is there; or there is nothing, and why."""
        self._post(f"/clips/{clip}", {"frames": frames, "why": why})

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _post(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        return self._ask("POST", path, json.dumps(body).encode(), "application/json")

    def _ask(self, method: str, path: str, body: bytes | None, kind: str) -> dict[str, Any]:
        """The answer. Raises Away, Refused."""
        headers = {**self._headers, **({"Content-Type": kind} if kind else {})}
        is_kept = self._connection is not None
        try:
            status, text = self._send(method, path, body, headers)
        except (OSError, http.client.HTTPException) as wrong:
            self.close()
            if not is_kept:
                raise Away(f"{type(wrong).__name__}: {wrong}") from wrong
            # A kept connection may have been closed by the other side meanwhile; every request may be made twice.
            return self._ask(method, path, body, kind)
        if (status >= 500 and status != http.HTTPStatus.INSUFFICIENT_STORAGE) or status in (408, 425, 429):
            raise Away(f"the server answered {status}")
        return _answer(status, text)

    def _send(self, method: str, path: str, body: bytes | None, headers: dict[str, str]) -> tuple[int, bytes]:
        if self._connection is None:
            kind = http.client.HTTPSConnection if self._is_secure else http.client.HTTPConnection
            self._connection = kind(self._host, self._port, timeout=TIMEOUT_S)
        self._connection.request(method, self._prefix + path, body, headers)
        answer = self._connection.getresponse()
        return answer.status, answer.read()


def _answer(status: int, text: bytes) -> dict[str, Any]:
    try:
        answer = json.loads(text or b"{}")
    except ValueError:
        answer = None
    if not isinstance(answer, dict) or (status >= 300 and "code" not in answer):
        raise Away(f"the answer ({status}) is not that of Seventeen; look at SEVENTEEN_SERVER")
    if status >= 300:
        detail = str(answer.get("detail", ""))
        if "fields" in answer:
            detail += f" {answer['fields']}"
        raise Refused(status, str(answer["code"]), detail)
    return answer
