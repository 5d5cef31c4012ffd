"""What administrators see of the installation: each part in a sentence, in both languages, and a page for an outage."""

from collections.abc import Callable

import pytest
from django.db import OperationalError
from playwright.sync_api import expect

from casino.health import heartbeats, views
from casino.health.probes import Kept
from casino.models import Staff
from tests.browser.conftest import OpenPage
from tests.browser.test_access import complaints

pytestmark = pytest.mark.django_db(transaction=True)


def test_an_administrator_reads_what_is_wrong_and_what_to_do(
    open_page: OpenPage, person: Callable[..., Staff], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(views, "KEPT", Kept())
    vera = person("administrator")
    page = open_page(vera, "/staff")
    page.get_by_role("link", name="Installation").click()
    expect(page.get_by_role("row", name="Worker")).to_contain_text("No worker was ever heard of")
    assert complaints(page) == []
    heartbeats.beat("worker:celery@pit-3")
    monkeypatch.setattr(views, "KEPT", Kept())
    page = open_page(vera, "/installation", language="ru", theme="light")
    expect(page.get_by_role("row", name="celery@pit-3")).to_be_visible()
    expect(page.locator("main")).not_to_contain_text("worker and")
    assert complaints(page) == []


def test_an_outage_is_a_page_of_its_own(
    open_page: OpenPage, person: Callable[..., Staff], monkeypatch: pytest.MonkeyPatch
) -> None:
    def away() -> None:
        raise OperationalError("connection refused")

    monkeypatch.setattr(views, "_names", away)
    page = open_page(person("administrator"), "/installation")
    expect(page.get_by_role("alert")).to_contain_text("The database does not answer: nothing was stored.")
    expect(page.get_by_role("link", name="Try again")).to_have_attribute("href", "/installation")
    assert complaints(page) == []
