"""A full disk, a database or a broker that is away: people are told in a sentence, and nothing is half stored."""

import errno
from collections.abc import Callable, Iterator

import pytest
from django.core.handlers.exception import response_for_exception
from django.db import DatabaseError, InterfaceError, OperationalError, connections
from django.http import HttpResponse
from django.test import Client, RequestFactory
from django.urls import reverse
from django.utils import translation
from kombu.exceptions import OperationalError as BrokerAway

from casino import outages
from casino.models import JournalEntry, Staff

FULL = "RAISE EXCEPTION 'could not extend file' USING ERRCODE = 'disk_full'"


@pytest.fixture
def full_disk(transactional_db: None) -> Iterator[None]:
    """PostgreSQL refuses what is written to the journal as it does on a full disk."""
    with connections["owner"].cursor() as cursor:
        cursor.execute(f"CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN {FULL}; END $$")
        cursor.execute("CREATE TRIGGER a_full_disk BEFORE INSERT ON casino_journal EXECUTE FUNCTION no_room()")
    yield
    with connections["owner"].cursor() as cursor:
        cursor.execute("DROP FUNCTION no_room() CASCADE")


@pytest.mark.django_db(transaction=True, databases=["default", "owner"])
def test_a_full_database_is_said_in_a_sentence_and_nothing_is_stored(
    full_disk: None, client: Client, person: Callable[..., Staff]
) -> None:
    client.force_login(person("administrator"))
    asked = {"username": "anna", "name": "Anna", "role": "dealer", "password": "a long enough one"}
    page = client.post(reverse("enrol"), asked)
    assert page.status_code == 503
    assert "disk is full: nothing was stored" in page.content.decode()
    assert page["Retry-After"] == "5"
    told = client.post(reverse("enrol"), asked, headers={"Accept": "application/json"}).json()
    assert (told["code"], told["status"]) == ("disk-full", 503)
    assert not Staff.objects.filter(username="anna").exists()
    assert not JournalEntry.objects.exists()


def _database(kind: type[DatabaseError | InterfaceError], state: str | None, words: str = "secret detail") -> Exception:
    wrong = kind(words)
    wrong.__cause__ = type("Cause", (Exception,), {"sqlstate": state})()
    return wrong


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        (OSError(errno.ENOSPC, "No space left on device"), "disk-full"),
        (OSError(errno.EDQUOT, "Disk quota exceeded"), "disk-full"),
        (OSError(errno.EACCES, "Permission denied"), None),
        (_database(OperationalError, "53100"), "disk-full"),
        (_database(OperationalError, None), "away"),
        (_database(OperationalError, None, "connection failed: FATAL: No space left on device"), "disk-full"),
        (_database(OperationalError, "57P01"), "away"),
        (_database(OperationalError, "53300"), "away"),
        (_database(InterfaceError, None), "away"),
        (_database(OperationalError, "40P01"), None),
        (_database(DatabaseError, "42703"), None),
        (BrokerAway("redis://:secret@broker"), "away"),
        (ValueError("a mistake of ours"), None),
    ],
)
def test_what_is_nobodys_mistake_is_told_apart_from_ours(wrong: Exception, code: str | None) -> None:
    refusal = outages.refusal_of(wrong)
    assert (refusal.code if refusal else None) == code
    assert "secret" not in str(refusal)


@pytest.mark.parametrize("language", ["en", "ru"])
def test_the_page_needs_no_database(language: str, rf: RequestFactory) -> None:
    """No database is allowed here: this test has none."""
    request = rf.get("/rounds?since=today", headers={"Accept": "text/html"})
    with translation.override(language):
        refusal = outages.refusal_of(_database(OperationalError, None))
        assert refusal is not None
        page = outages.answer(request, refusal)
    assert page.status_code == 503
    assert str(refusal) in page.content.decode()
    assert 'href="/rounds?since=today"' in page.content.decode()


def test_an_outage_outside_of_a_view_is_told_too(rf: RequestFactory) -> None:
    """Such as in the middleware that reads the session."""
    answer = HttpResponse()
    try:
        raise _database(OperationalError, "08006")
    except OperationalError as wrong:
        answer = response_for_exception(rf.get("/"), wrong)
    assert answer.status_code == 503
    assert "The database does not answer" in answer.content.decode()
