"""The auditor's pages as the server answers them: queries, filters, export, document, proof."""

import csv
import io
import json
from pathlib import Path
from urllib.parse import parse_qs, urlparse

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from pytest_django.fixtures import Settings

from casino.audit import checkpoints
from casino.audit.models import JournalEntry
from casino.models import Staff
from shoes import services as shoe_life
from tables.models import Round, RoundDocument
from tables.queries import proof
from tables.queries.records import last_ending, rounds_list
from tables.queries.shapes import RoundsFilter, Sample
from tests.tables.conftest import Tapper
from tests.tables.play import a_mistaken_round, a_plain_round

pytestmark = pytest.mark.django_db


@pytest.fixture
def reader(client: Client, auditor: Staff) -> Client:
    client.force_login(auditor)
    return client


def queries(reader: Client, address: str) -> int:
    with CaptureQueriesContext(
        connection,
    ) as caught:
        assert reader.get(address).status_code == 200
    return len(caught)


def test_the_list_asks_as_much_for_three_rounds_as_for_one(reader: Client, tap: Tapper) -> None:
    a_mistaken_round(tap)
    reader.get("/log")
    one = queries(reader, "/log")
    a_plain_round(tap)
    a_mistaken_round(tap)
    assert queries(reader, "/log") == one


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("", [2, 1]),
        ("?table=BJ-12", [2, 1]),
        ("?outcome=open", [1]),
        ("?outcome=upheld", []),
        ("?rule=I-16", [1]),
        ("?find=I-16", [1]),
        ("?find=2", [2]),
        ("?find=BJ-12+1", [1]),
        ("?since=2999-01-01", []),
        ("?until=2000-01-01", []),
    ],
)
def test_filters_leave_what_they_say(reader: Client, tap: Tapper, query: str, found: list[int]) -> None:
    a_mistaken_round(tap)
    a_plain_round(tap)
    answer = reader.get(f"/log{query}")
    assert [row.number for row in answer.context["page"].rows] == found


@pytest.mark.parametrize(
    "query", ["?since=yesterday", "?page=0", "?table=XX-1", "?find=%25%25", "?dealer=none", "?truth=x"]
)
def test_a_filter_that_means_nothing_is_answered_with_a_sentence(reader: Client, tap: Tapper, query: str) -> None:
    answer = reader.get(f"/log{query}")
    assert answer.status_code == 422
    assert 'role="alert"' in answer.content.decode()


def test_a_hash_leads_to_its_round(reader: Client, tap: Tapper) -> None:
    a_plain_round(tap)
    sha256 = RoundDocument.objects.get().sha256
    answer = reader.get("/log", {"find": sha256[:20]})
    assert answer.headers["Location"] == reverse("log-round", args=[tap.round.pk])


def test_the_export_holds_the_rounds_of_the_filter_and_no_card(reader: Client, tap: Tapper) -> None:
    a_mistaken_round(tap)
    a_plain_round(tap)
    answer = reader.get("/log/export.csv?rule=I-16")
    rows = list(csv.reader(io.StringIO(answer.content.decode())))
    assert [row[:2] for row in rows[1:]] == [["BJ-12", "1"]]
    assert rows[1][9] == "I-16 open"
    assert JournalEntry.objects.filter(chain="house", body__contains="rounds.exported").count() == 1


def test_a_random_sample_can_be_drawn_again_and_is_journaled(reader: Client, tap: Tapper) -> None:
    for _nth in range(3):
        a_plain_round(tap)
    answer = reader.post("/log/sample?table=BJ-12&page=7")
    drawn = reader.get(answer.headers["Location"])
    asked = parse_qs(urlparse(answer.headers["Location"]).query)
    assert (asked["table"], asked["sample"], "page" in asked) == (["BJ-12"], ["20"], False)
    assert f"random sample, seed {asked['seed'][0]}" in drawn.content.decode()
    assert JournalEntry.objects.filter(chain="house", body__contains=f"seed={asked['seed'][0]}").count() == 1


def test_a_sample_stays_the_same_when_more_rounds_end(reader: Client, tap: Tapper, boss: Staff) -> None:
    def numbers(seed: str, upto: int) -> set[int]:
        found = rounds_list(RoundsFilter(sample=Sample(2, seed, upto)), boss)
        assert (found.found, found.total) == (2, 5)
        return {row.number for row in found.rows}

    for _nth in range(5):
        a_plain_round(tap)
    upto = last_ending()
    first = {seed: numbers(seed, upto) for seed in "abcdefgh"}
    for _nth in range(3):
        a_plain_round(tap)
    assert {seed: numbers(seed, upto) for seed in "abcdefgh"} == first
    assert len(set(map(frozenset, first.values()))) > 1  # the seed decides
    assert max(max(drawn) for drawn in first.values()) <= 5


def test_a_running_round_is_in_no_sample(tap: Tapper, boss: Staff) -> None:
    tap.stakes(b1=25_00)
    assert rounds_list(RoundsFilter(sample=Sample(5, "1", 99)), boss).rows == ()


def test_half_a_sample_is_refused_with_a_sentence(reader: Client, tap: Tapper) -> None:
    answer = reader.get("/log?sample=20")
    assert (answer.status_code, "draw it anew" in answer.content.decode()) == (422, True)


def test_who_may_not_export_sees_no_button_and_gets_403(client: Client, boss: Staff, tap: Tapper) -> None:
    a_plain_round(tap)
    client.force_login(boss)
    assert "export.csv" not in client.get("/log").content.decode()
    assert client.get("/log/export.csv").status_code == 403


def test_the_document_comes_as_it_was_hashed_once_the_shoe_has_ended(reader: Client, tap: Tapper, boss: Staff) -> None:
    a_plain_round(tap)
    address = reverse("log-document", args=[tap.round.pk])
    assert reader.get(address).status_code == 403
    shoe_life.end(tap.round.shoe_key, by=boss, reason="test")
    answer = reader.get(address)
    assert answer.content.decode() == RoundDocument.objects.get().text
    assert json.loads(answer.content)["sha256"] == RoundDocument.objects.get().sha256
    assert reader.get(f"{address}?revision=7").status_code == 404


@pytest.mark.parametrize("step", ["-1", "two", "9" * 9])
def test_a_step_that_is_none_is_refused(reader: Client, tap: Tapper, step: str) -> None:
    a_plain_round(tap)
    assert reader.get(reverse("log-round", args=[tap.round.pk]), {"step": step}).status_code == 422


def test_an_empty_note_is_refused(reader: Client, tap: Tapper) -> None:
    a_plain_round(tap)
    assert reader.post(reverse("log-note", args=[tap.round.pk]), {"text": "  "}).status_code == 422


def test_the_proof_is_computed_and_finds_a_broken_entry(tap: Tapper) -> None:
    a_plain_round(tap)
    chain = tap.table.chain
    numbers = list(JournalEntry.objects.filter(chain=chain).values_list("sequence", flat=True))
    assert proof.chain_proof(chain, numbers) == proof.ChainProof(min(numbers), max(numbers), None)
    with connection.cursor() as cursor:
        cursor.execute("CREATE TEMP TABLE casino_journal AS SELECT * FROM public.casino_journal")
        cursor.execute("UPDATE pg_temp.casino_journal SET body = body || ' ' WHERE sequence = %s", [numbers[-2]])
    assert proof.chain_proof(chain, numbers) == proof.ChainProof(min(numbers), max(numbers), numbers[-2])
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM pg_temp.casino_journal WHERE sequence = %s", [numbers[-2]])
    broken = proof.chain_proof(chain, numbers)
    assert broken is not None
    assert not broken.is_whole


def test_the_document_is_judged_anew(tap: Tapper) -> None:
    a_mistaken_round(tap)
    judged = proof.document_proof(Round.objects.get())
    assert judged is not None
    assert (judged.revision, judged.record, judged.why) == (1, "sound", ())


def test_a_checkpoint_over_the_round_proves_it(tap: Tapper, tmp_path: Path, settings: Settings) -> None:
    settings.CHECKPOINTS = tmp_path / "checkpoints"
    a_plain_round(tap)
    numbers = list(JournalEntry.objects.filter(chain=tap.table.chain).values_list("sequence", flat=True))
    assert proof.checkpoint_proof(tap.table.chain, numbers) is None
    checkpoints.write(settings.CHECKPOINTS, tmp_path / "key.pem")
    covered = proof.checkpoint_proof(tap.table.chain, numbers)
    assert covered is not None
    assert (covered.number, covered.is_same) == (1, True)
    with connection.cursor() as cursor:
        cursor.execute("CREATE TEMP TABLE casino_journal AS SELECT * FROM public.casino_journal")
        cursor.execute("UPDATE pg_temp.casino_journal SET sha256 = repeat('0', 64)")
    changed = proof.checkpoint_proof(tap.table.chain, numbers)
    assert changed is not None
    assert not changed.is_same
