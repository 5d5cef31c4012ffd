"""The run-time role cannot change what the journal holds (DESIGN 6)."""

import pytest
from django.db import DatabaseError, connection

from casino import audit
from casino.audit.models import JournalEntry, JournalHead

ATTACKS = [
    "UPDATE casino_journal SET body = '{}'",
    "DELETE FROM casino_journal",
    "TRUNCATE casino_journal",
    "ALTER TABLE casino_journal DISABLE TRIGGER ALL",
    "ALTER TABLE casino_journal DISABLE TRIGGER append_only",
    "DROP TRIGGER journal_chain ON casino_journal",
    "DROP TABLE casino_journal",
    "SET session_replication_role = replica",
    "UPDATE casino_journal_head SET sequence = 0",
    "DELETE FROM casino_journal_head",
    "TRUNCATE casino_journal_head",
    "INSERT INTO casino_journal_head VALUES ('house', 0, '') ON CONFLICT (chain) DO UPDATE SET sequence = 0",
    "CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'",
    "CREATE OR REPLACE FUNCTION casino_journal_chain() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END'",
    "SET ROLE seventeen_owner",
    "SELECT casino_journal_chain()",
    "CREATE TABLE public.casino_other (id int)",
]


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("attack", ATTACKS)
def test_the_run_time_role_is_refused(attack: str) -> None:
    audit.record(audit.HOUSE, None, "test.written", about="house", facts={})
    before = (list(JournalEntry.objects.values()), list(JournalHead.objects.values()))
    with pytest.raises(DatabaseError, match=r"denied|must be owner|can only be called as triggers"):
        connection.cursor().execute(attack)
    assert (list(JournalEntry.objects.values()), list(JournalHead.objects.values())) == before


@pytest.mark.django_db
def test_tests_run_as_the_run_time_role() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_user, session_user, usesuper FROM pg_user WHERE usename = current_user")
        assert cursor.fetchone() == ("seventeen", "seventeen", False)
        cursor.execute("SELECT tableowner FROM pg_tables WHERE tablename = 'casino_journal'")
        assert cursor.fetchone() == ("seventeen_owner",)


@pytest.mark.django_db(transaction=True)
def test_what_a_caller_claims_of_place_and_hash_is_overwritten() -> None:
    JournalEntry.objects.create(chain="house", sequence=77, body="{}", previous_sha256="f" * 64, sha256="f" * 64)
    entry = JournalEntry.objects.get()
    assert (entry.sequence, entry.previous_sha256) == (1, "0" * 64)
    assert entry.sha256 != "f" * 64
