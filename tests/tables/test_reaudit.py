"""When a shoe ends, a real worker folds its rounds again and records the result; killed in the middle, once."""

import pytest
from django.db import connections, transaction

from casino.audit.models import JournalEntry
from casino.models import Staff
from casino.servers.processes import wait_until
from shoes import services as shoe_life
from tables.models import Reaudit, RoundDocument
from tables.services import reaudits
from tests.conftest import Worker
from tests.tables.conftest import Tapper
from tests.tables.play import a_mistaken_round, a_plain_round


@pytest.mark.django_db
def test_an_ended_shoe_is_audited_again(tap: Tapper, boss: Staff) -> None:
    a_plain_round(tap)
    a_mistaken_round(tap)
    shoe_life.end(tap.round.shoe_key, by=boss, reason="test")
    row = reaudits.record(tap.round.shoe_key)
    assert (row.rounds, row.ok, row.judged_otherwise, row.damaged, row.detail) == (2, 2, 0, 0, [])


@pytest.mark.django_db
def test_a_damaged_record_is_told_apart(tap: Tapper, boss: Staff) -> None:
    a_plain_round(tap)
    good = RoundDocument.objects.get()
    forged = good.text.replace('"KH"', '"KD"')
    RoundDocument.objects.create(
        round=good.round, revision=2, text=forged, sha256=good.sha256, previous_sha256=good.sha256, engine=good.engine
    )
    shoe_life.end(tap.round.shoe_key, by=boss, reason="test")
    row = reaudits.record(tap.round.shoe_key)
    assert (row.rounds, row.ok, row.damaged) == (1, 0, 1)
    assert row.detail[0]["round"] == good.round_id


@pytest.mark.django_db
def test_asked_twice_it_is_recorded_once(tap: Tapper, boss: Staff) -> None:
    a_plain_round(tap)
    shoe_life.end(tap.round.shoe_key, by=boss, reason="test")
    first = reaudits.record(tap.round.shoe_key)
    before = JournalEntry.objects.count()
    assert reaudits.record(tap.round.shoe_key) == first
    assert JournalEntry.objects.count() == before
    assert reaudits.missed() == []


@pytest.mark.django_db
def test_a_shoe_in_play_is_not_audited(tap: Tapper) -> None:
    a_plain_round(tap)
    with pytest.raises(reaudits.ShoeNotEnded):
        reaudits.record(tap.round.shoe_key)
    assert not Reaudit.objects.exists()


@pytest.mark.django_db
def test_a_shoe_that_was_missed_is_found(tap: Tapper, boss: Staff) -> None:
    a_plain_round(tap)
    assert reaudits.missed() == []
    shoe_life.end(tap.round.shoe_key, by=boss, reason="test")
    assert reaudits.missed() == [tap.round.shoe_key]


@pytest.mark.django_db(transaction=True, databases=["default", "owner"])
def test_a_worker_killed_in_the_middle_has_it_done_once(tap: Tapper, boss: Staff, worker: Worker) -> None:
    a_plain_round(tap)
    with transaction.atomic(using="owner"), connections["owner"].cursor() as cursor:
        cursor.execute("LOCK TABLE tables_reaudit IN EXCLUSIVE MODE")
        shoe_life.end(tap.round.shoe_key, by=boss, reason="test")
        wait_until(_somebody_waits_for_the_lock, seconds=60, otherwise="the worker did not begin")
        worker.kill()
    assert not Reaudit.objects.exists()
    worker.start()
    wait_until(Reaudit.objects.exists, seconds=90, otherwise="the job did not come back")
    row = Reaudit.objects.get()
    assert (row.shoe_key, row.rounds, row.ok) == (tap.round.shoe_key, 1, 1)
    assert JournalEntry.objects.filter(body__contains='"what":"shoe.reaudited"').count() == 1


def _somebody_waits_for_the_lock() -> bool:
    with connections["owner"].cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_locks WHERE NOT granted AND relation = 'tables_reaudit'::regclass")
        return bool(cursor.fetchone()[0])
