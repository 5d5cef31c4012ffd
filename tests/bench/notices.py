"""How long from a commit until the browsers hear of it: 300 streams of server-sent events on one web process."""

import asyncio
import json
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from statistics import quantiles

from django.conf import settings
from django.db import transaction
from django.test import Client

from casino import live, processes
from casino.models import Staff
from tests.bench import Line

CLIENTS = 300
COMMITS = 60
EVERY_S = 0.1
TABLE = "BENCH"


def measure(scale: float) -> Iterator[Line]:
    clients, commits = max(10, int(CLIENTS * scale)), max(10, int(COMMITS * scale))
    port = processes.free_port(18_500, lambda line: None)
    with _web(port):
        heard_ms = asyncio.run(_listen(port, clients, commits))
    p50, p99 = quantiles(heard_ms, n=100)[49], quantiles(heard_ms, n=100)[98]
    yield Line(
        f"commit to notice, {clients} streams",
        f"p50 {p50:.0f} ms, p99 {p99:.0f} ms",
        "",
        f"{commits} commits, {len(heard_ms):,} notices heard, one web process, clients on the same machine",
    )


@contextmanager
def _web(port: int) -> Iterator[None]:
    program = processes.web(port)
    with subprocess.Popen(program.command, stdout=subprocess.DEVNULL) as server:
        try:
            if not processes.wait_for(port, seconds=60):
                raise RuntimeError("the web process did not answer")
            yield
        finally:
            server.terminate()


def _cookie() -> str:
    boss = Staff.objects.filter(role="supervisor").first() or Staff.objects.create(
        username="bench-boss", name="Bench", role="supervisor"
    )
    client = Client()
    client.force_login(boss)
    return client.cookies[settings.SESSION_COOKIE_NAME].value


async def _listen(port: int, clients: int, commits: int) -> list[float]:
    cookie = await asyncio.to_thread(_cookie)
    began: dict[int, float] = {}
    heard_ms: list[float] = []
    streams = [await _open(port, cookie) for _ in range(clients)]
    readers = [asyncio.create_task(_read(stream, began, heard_ms)) for stream, _writer in streams]
    await asyncio.sleep(1)
    writer = threading.Thread(target=_commit, args=(commits, began))
    writer.start()
    with suppress(TimeoutError):
        await asyncio.wait_for(_until(heard_ms, clients * commits), timeout=commits * EVERY_S + 30)
    writer.join()
    for reader in readers:
        reader.cancel()
    return heard_ms


async def _open(port: int, cookie: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """One stream that has said hello; its writer is kept, since it closes the connection when it goes."""
    reader, writer = await asyncio.open_connection(processes.HOST, port)
    head = f"GET /live HTTP/1.1\r\nHost: {processes.HOST}\r\nCookie: {settings.SESSION_COOKIE_NAME}={cookie}\r\n\r\n"
    writer.write(head.encode())
    await reader.readuntil(b"event: hello")
    return reader, writer


async def _read(stream: asyncio.StreamReader, began: dict[int, float], heard_ms: list[float]) -> None:
    while line := await stream.readline():
        if line.startswith(b"data: {") and b'"round"' in line:
            number = json.loads(line[len("data: ") :])["round"]
            heard_ms.append(1000 * (time.perf_counter() - began[number]))


async def _until(heard_ms: list[float], count: int) -> None:
    while len(heard_ms) < count:
        await asyncio.sleep(0.05)


def _commit(commits: int, began: dict[int, float]) -> None:
    """Commits with a notice, one after another; the clock starts where the commit does."""
    for number in range(1, commits + 1):
        with transaction.atomic():
            live.tell("table", table=TABLE, round=number)
            began[number] = time.perf_counter()
        time.sleep(EVERY_S)
