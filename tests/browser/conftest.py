"""Real Chromium against the real site. A page that logs an error, such as a breach of its CSP, fails the test."""

import itertools
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Protocol

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, expect, sync_playwright

from casino.models import Staff
from tables.models import Table
from tables.rules.shapes import Limits
from tables.services import tables
from tests.bringing import bring_shoe
from tests.conftest import Site

# The engine without its windows takes a fifth of the processor's time; where it is not installed, chromium does.
HEADLESS, WHOLE = Path("/usr/bin/chromium-headless-shell"), Path("/usr/bin/chromium")
CHROMIUM = HEADLESS if HEADLESS.exists() else WHOLE
ARGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
]
TABLET = {"width": 1280, "height": 800}
# What a browser says by itself about an answer that a test provoked.
ANSWERED = "Failed to load resource"

PATIENT_MS = 20_000  # a busy machine is slow; a test that fails waits this long

_serials = itertools.count(1)
expect.set_options(timeout=PATIENT_MS)


class OpenPage(Protocol):
    """Opens `path` as `staff` in a browser of their own."""

    def __call__(
        self,
        staff: Staff | None,
        path: str,
        *,
        language: str = "en",
        theme: str = "dark",
        deck: str = "two",
        width: int = 1280,
        height: int = 800,
    ) -> Page: ...


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGS)
        yield browser
        browser.close()


@pytest.fixture
def open_page(chromium: Browser, site: Site) -> Iterator[OpenPage]:
    """`open_page(staff, "/pit", language="ru", theme="light")`."""
    contexts: list[BrowserContext] = []
    wrong: list[str] = []

    def keep(message: ConsoleMessage) -> None:
        if message.type == "error" and ANSWERED not in message.text and "net::ERR" not in message.text:
            wrong.append(message.text)

    def opened(
        staff: Staff | None,
        path: str,
        *,
        language: str = "en",
        theme: str = "dark",
        deck: str = "two",
        width: int = 1280,
        height: int = 800,
    ) -> Page:
        context = chromium.new_context(base_url=site.url, viewport={"width": width, "height": height}, has_touch=True)
        contexts.append(context)
        cookies = {"django_language": language, "theme": theme, "deck": deck}
        if staff:
            cookies["sessionid"] = site.cookie(staff)
        context.add_cookies([{"name": name, "value": value, "url": site.url} for name, value in cookies.items()])
        page = context.new_page()
        page.on("console", keep)
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.goto(path)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert wrong == []


@pytest.fixture
def make_table(boss: Staff, person: Callable[..., Staff]) -> Callable[..., Table]:
    """An open table with a shoe of its own in play: `make_table("BJ-12", dealer, profile="casino-s17", boxes=7)`."""
    second = person("supervisor", "verifier")

    def make(code: str, dealer: Staff, *, profile: str = "casino-s17", boxes: int = 7, decks: int = 6) -> Table:
        key = f"S-{next(_serials):06}"
        bring_shoe(key, "fr52", decks, boss=boss, second=second, from_bottom=75, burned=1)
        table = tables.add(code, name=f"Blackjack {code}", pit="Pit 3", boxes=boxes, by=boss)
        tables.post_sign(table, profile, limits=Limits(10_00, 500_00, 2_50), by=boss)
        tables.open(table, dealer=dealer, shoe_key=key, by=boss)
        return table

    return make
