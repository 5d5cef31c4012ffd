"""The journal: chained by the database, checked by anyone, its tail held by checkpoints."""

import hashlib
import json
from datetime import UTC, datetime
from pathlib import Path
from threading import Thread

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, connections, transaction
from django.test.utils import CaptureQueriesContext

from casino import audit
from casino.audit import checkpoints
from casino.audit.canonical import NotCanonical, canonical, utc_ms
from casino.audit.journal import record_all
from casino.audit.models import JournalEntry, JournalHead
from casino.audit.verify import Broken, Report, verify
from casino.models import Staff


def _write(count: int, chain: str = "table:BJ-1") -> None:
    for number in range(count):
        audit.record(chain, None, "round.noted", about=f"round:{number}", facts={"number": number})


def _as_owner(statement: str) -> None:
    """What only the owner of the database could do: past the trigger."""
    with connections["owner"].cursor() as cursor:
        cursor.execute("ALTER TABLE casino_journal DISABLE TRIGGER append_only")
        cursor.execute(statement)
        cursor.execute("ALTER TABLE casino_journal ENABLE TRIGGER append_only")


@pytest.mark.django_db
def test_an_entry_is_the_canonical_text_and_its_hash_covers_chain_place_and_past(boss: Staff) -> None:
    audit.record("house", boss, "staff.praised", about="staff:9", facts={"б": [1, True, None], "a": "x\n"})
    audit.record("house", boss, "staff.praised", about="staff:9", facts={})
    first, second = JournalEntry.objects.order_by("sequence")
    told = json.loads(first.body)
    assert told.pop("at").endswith("Z")
    assert told == {
        "about": "staff:9",
        "by": boss.signature,
        "facts": {"a": "x\n", "б": [1, True, None]},
        "what": "staff.praised",
    }
    assert first.sha256 == hashlib.sha256(f"house\n1\n{'0' * 64}\n{first.body}".encode()).hexdigest()
    assert second.previous_sha256 == first.sha256
    assert list(JournalHead.objects.values_list()) == [("house", 2, second.sha256)]


@pytest.mark.django_db
def test_many_entries_are_one_statement_and_keep_their_order() -> None:
    with CaptureQueriesContext(connection) as queries:
        record_all("house", None, [("counted", f"n:{n}", {"n": n}) for n in range(50)])
    assert len(queries) == 1
    numbers = [json.loads(entry.body)["facts"]["n"] for entry in JournalEntry.objects.order_by("sequence")]
    assert numbers == list(range(50))
    assert verify() == Report(50, 1, 0, None)


@pytest.mark.django_db(transaction=True)
def test_writers_at_the_same_time_make_one_chain_each() -> None:
    def work(chain: str) -> None:
        with transaction.atomic():
            _write(10, chain)
        _write(10, chain)
        connection.close()

    writers = [Thread(target=work, args=(chain,)) for chain in ("a", "b", "a", "a")]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    assert verify() == Report(80, 2, 0, None)


@pytest.mark.parametrize("value", [1.5, {"a": object()}, {1: "x"}, 2**60, [float("nan")], b"x"])
def test_what_has_no_canonical_text_is_refused(value: object) -> None:
    with pytest.raises(NotCanonical):
        canonical(value)


def test_canonical_text_follows_the_standard() -> None:
    assert canonical({"\u20ac": 1, "a": "\u00e9\u0001", "A": [None, True]}) == '{"A":[null,true],"a":"é\\u0001","€":1}'


def test_a_moment_is_utc_with_milliseconds() -> None:
    assert utc_ms(datetime(2026, 3, 1, 18, 0, 0, 250999, tzinfo=UTC)) == "2026-03-01T18:00:00.250Z"
    with pytest.raises(NotCanonical, match="no time zone"):
        utc_ms(datetime(2026, 3, 1))  # noqa: DTZ001


@pytest.mark.django_db(transaction=True, databases=["default", "owner"])
@pytest.mark.parametrize(
    ("tampering", "broken"),
    [
        ("UPDATE casino_journal SET body = replace(body, '3', '4') WHERE sequence = 4", (4, "not what was hashed")),
        ("DELETE FROM casino_journal WHERE sequence = 3", (4, "place 3 is missing")),
        ("UPDATE casino_journal SET previous_sha256 = repeat('a', 64) WHERE sequence = 2", (2, "does not follow")),
        ("DELETE FROM casino_journal WHERE sequence = 5", (5, "head does not name its last entry")),
        ("DELETE FROM casino_journal_head", (5, "head does not name its last entry")),
    ],
)
def test_the_first_broken_entry_is_named(tampering: str, broken: tuple[int, str]) -> None:
    _write(5)
    _write(2, "house")
    _as_owner(tampering.replace("WHERE", "WHERE chain = 'table:BJ-1' AND") if "WHERE" in tampering else tampering)
    found = verify().broken
    assert found is not None
    if tampering.endswith("casino_journal_head"):
        assert (found.chain, found.sequence) == ("house", 2)
    else:
        assert (found.chain, found.sequence) == ("table:BJ-1", broken[0])
    assert broken[1] in found.why


@pytest.mark.django_db(transaction=True, databases=["default", "owner"])
def test_a_tail_cut_off_by_the_owner_is_found_against_a_checkpoint(tmp_path: Path) -> None:
    _write(5)
    checkpoints.write(tmp_path / "points", tmp_path / "key.pem")
    _write(2)
    checkpoints.write(tmp_path / "points", tmp_path / "key.pem")
    points = checkpoints.read(tmp_path / "points")
    assert verify(points) == Report(7, 1, 2, None)
    _as_owner("DELETE FROM casino_journal WHERE sequence > 5")
    _as_owner(
        "UPDATE casino_journal_head h SET sequence = j.sequence, sha256 = j.sha256 FROM casino_journal j "
        "WHERE j.chain = h.chain AND j.sequence = 5"
    )
    assert verify() == Report(5, 1, 0, None), "without checkpoints a clean cut is not seen"
    assert verify(points).broken == Broken("table:BJ-1", 7, "checkpoint 2 signed it and it is gone")
    _write(3)
    assert verify(points).broken == Broken("table:BJ-1", 7, "checkpoint 2 signed another text")


@pytest.mark.django_db
def test_a_checkpoint_that_was_changed_taken_out_or_signed_by_another_proves_nothing(tmp_path: Path) -> None:
    folder, key = tmp_path / "points", tmp_path / "key.pem"
    first, second, third = (checkpoints.write(folder, key) for _ in range(3))
    assert key.stat().st_mode & 0o777 == 0o600
    text = second.read_text()
    second.write_text(text.replace('\\"number\\":2', '\\"number\\":9'))
    with pytest.raises(checkpoints.BadCheckpoint, match="not signed by the house's key"):
        checkpoints.read(folder)
    second.unlink()
    with pytest.raises(checkpoints.BadCheckpoint, match="taken out"):
        checkpoints.read(folder)
    third.unlink()
    assert [point.number for point in checkpoints.read(folder)] == [1]
    with pytest.raises(checkpoints.BadCheckpoint, match="not signed"):
        checkpoints.read(folder, "ab" * 32)
    first.write_text("[]")
    with pytest.raises(checkpoints.BadCheckpoint, match="is no checkpoint"):
        checkpoints.read(folder)


@pytest.mark.django_db(transaction=True, databases=["default", "owner"])
def test_the_command_says_whole_broken_or_unreadable(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _write(3)
    checkpoints.write(tmp_path / "points", tmp_path / "key.pem")
    call_command("verify_audit")
    call_command("verify_audit", checkpoints=tmp_path / "points")
    whole = "whole: 3 entries in 1 chains"
    assert capsys.readouterr().out.splitlines() == [whole, f"{whole}, 1 checkpoints agree"]
    with pytest.raises(CommandError, match="holds no checkpoint") as unreadable:
        call_command("verify_audit", checkpoints=tmp_path)
    assert unreadable.value.returncode == 2
    _as_owner("UPDATE casino_journal SET body = '{}' WHERE sequence = 2")
    with pytest.raises(SystemExit) as exit_:
        call_command("verify_audit")
    assert exit_.value.code == 1
    assert capsys.readouterr().out == "broken: table:BJ-1 entry 2: its text is not what was hashed\n"
