"""The sign form and the signs' pages, without script."""

import hashlib
import html
import json
import re
from datetime import timedelta

import pytest
from django.db import DatabaseError, connection, transaction
from django.test import Client
from django.utils import timezone

from casino.audit.models import JournalEntry
from casino.models import Staff
from tables import document
from tables.models import RoundDocument, Sign, Table
from tables.rules.shapes import KindLimits, Limits
from tables.rules.terms import terms_from_json
from tables.rules.text import posting
from tables.services import tables
from tests.tables.conftest import LIMITS, Tapper
from tests.tables.play import a_plain_round

FORM = {
    "profile": "casino-s17",
    "lowest": "10",
    "highest": "500",
    "step": "5",
    "when": "now",
    "seen": "1",
    "do": "post",
}
PAGE = "/tables/BJ-12/sign"


@pytest.fixture
def boss_client(boss: Staff) -> Client:
    client = Client()
    client.force_login(boss)
    return client


def test_the_form_begins_like_the_sign_that_hangs(closed_table: Table, boss: Staff, boss_client: Client) -> None:
    tables.post_sign(closed_table, "casino-h17", limits=LIMITS, options={"decks": 8}, by=boss)
    body = boss_client.get(PAGE).content.decode()
    assert 'name="profile" value="casino-h17"' in body
    assert '<input class="field few" id="opt-decks" name="opt-decks" maxlength="12" value="8"' in body
    assert 'name="lowest" inputmode="decimal" required maxlength="20" value="10"' in body
    assert 'name="seen" value="2"' in body
    assert "8 packs are used." in body


def test_a_table_without_a_sign_begins_with_the_houses_rules(boss: Staff, boss_client: Client) -> None:
    tables.add("BJ-21", name="", pit="Pit 3", by=boss)
    body = boss_client.get("/tables/BJ-21/sign").content.decode()
    assert 'name="profile" value="casino-s17"' in body
    assert 'name="seen" value="0"' in body


def test_another_profile_is_asked_for_and_nothing_is_posted(closed_table: Table, boss_client: Client) -> None:
    body = boss_client.post(PAGE, FORM | {"lowest": "20", "to": "pontoon-000"}).content.decode()
    assert 'name="profile" value="pontoon-000"' in body
    assert 'value="20"' in body
    assert "A player may buy closed cards." in body
    assert "Six packs" not in body.split('id="options"')[1]
    assert Sign.objects.count() == 1


def test_the_preview_is_the_sign_in_both_languages(closed_table: Table, boss_client: Client) -> None:
    form = FORM | {"do": "preview", "opt-insurance": "off"}
    body = boss_client.post(PAGE, form, headers={"HX-Request": "true"}).content.decode()
    assert "<html" not in body
    assert re.findall(r'<article class="poster small" lang="(\w+)"', body) == ["en", "ru"]
    assert "Insurance is not offered." in body
    assert "Страховку не предлагают." in body
    assert 'id="says-insurance" class="changed"' in body
    assert Sign.objects.count() == 1


def test_a_reader_of_russian_sees_the_russian_sign_first(closed_table: Table, boss_client: Client) -> None:
    boss_client.cookies["django_language"] = "ru"
    body = boss_client.post(PAGE, FORM | {"do": "preview"}, headers={"HX-Request": "true"}).content.decode()
    assert re.findall(r'<article class="poster small" lang="(\w+)"', body) == ["ru", "en"]


def test_the_rule_pack_is_chosen_with_the_sign(closed_table: Table, boss_client: Client) -> None:
    form = FORM | {"opt-hole_card": "dealt_last", "opt-surrender": "off", "opt-even_money": "false"}
    body = boss_client.get(PAGE).content.decode()
    choices = re.findall(r'<option value="([\w@-]+)"', body.split('name="pack"')[1])
    assert "originals" in choices
    assert "queensland" in choices
    refused = boss_client.post(PAGE, form | {"pack": "no-such-pack"})
    assert refused.status_code == 422
    assert Sign.objects.count() == 1
    posted = boss_client.post(PAGE, form | {"pack": "originals"})
    assert posted.status_code == 302
    assert Sign.objects.get(version=2).pack == "originals"


def test_a_sign_with_options_is_posted_and_shown(closed_table: Table, boss_client: Client) -> None:
    answer = boss_client.post(PAGE, FORM | {"opt-insurance": "off", "opt-decks": "8"})
    assert answer.headers["Location"] == "/tables/BJ-12/signs/2"
    sign = Sign.objects.get(version=2)
    assert (sign.profile, sign.options) == ("casino-s17", {"insurance": "off", "decks": 8})
    assert (sign.min_minor, sign.max_minor, sign.step_minor) == (10_00, 500_00, 5_00)
    body = boss_client.get("/tables/BJ-12/signs/2").content.decode()
    assert "Sign 2 is posted." in body
    assert "Insurance is not offered." in body
    assert "in force" in body


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"opt-hole_card": "no_peek"}, "Late surrender comes after the dealer has looked for a natural"),
        ({"opt-decks": "9"}, "“Packs” cannot be 9; it must be a whole number from 1 to 8."),
        ({"highest": "5"}, "The limits must rise from more than 0"),
        ({"step": "abc"}, "In steps of: “abc” is no sum of money"),
        ({"when": "later", "at": "2020-01-01T10:00"}, "2020-01-01 10:00 is past"),
        ({"when": "later", "at": "soon"}, "“soon” is no time"),
    ],
)
def test_what_cannot_hang_is_refused_and_stays_typed(
    closed_table: Table, boss_client: Client, wrong: dict[str, str], sentence: str
) -> None:
    answer = boss_client.post(PAGE, FORM | {"opt-insurance": "ten_or_ace"} | wrong)
    body = answer.content.decode()
    assert answer.status_code == 422
    assert sentence in body.split('id="refusal"')[1].split("</p>")[0]
    assert 'name="opt-insurance" value="ten_or_ace" checked' in body
    for text in wrong.values():
        assert f'value="{text}"' in body
    assert Sign.objects.count() == 1


def test_options_that_contradict_each_other_are_opened_and_marked(closed_table: Table, boss_client: Client) -> None:
    body = boss_client.post(PAGE, FORM | {"opt-hole_card": "no_peek"}).content.decode()
    assert re.findall(r'<details class="option" id="option-(\w+)" open>', body) == ["hole_card", "surrender"]


def test_rules_that_nobody_has_are_refused(closed_table: Table, boss_client: Client) -> None:
    for answer in (boss_client.get(PAGE + "?profile=whist"), boss_client.post(PAGE, FORM | {"profile": "whist"})):
        assert answer.status_code == 422
        assert "There are no rules called whist" in answer.content.decode()


def test_of_two_supervisors_the_second_sees_what_the_first_posted(
    closed_table: Table, boss: Staff, boss_client: Client
) -> None:
    tables.post_sign(closed_table, "casino-h17", limits=LIMITS, by=boss)
    answer = boss_client.post(PAGE, FORM | {"opt-insurance": "off"})
    body = answer.content.decode()
    assert answer.status_code == 409
    assert "posted sign 2 at" in body
    assert 'name="opt-insurance" value="off" checked' in body
    assert Sign.objects.count() == 2
    assert 'name="seen" value="2"' in body  # who posts again now means it
    assert boss_client.post(PAGE, FORM | {"opt-insurance": "off", "seen": "2"}).status_code == 302


def test_a_sign_may_be_posted_ahead_and_is_announced(closed_table: Table, boss_client: Client) -> None:
    at = timezone.localtime() + timedelta(days=2)
    boss_client.post(PAGE, FORM | {"profile": "casino-h17", "when": "later", "at": f"{at:%Y-%m-%dT%H:%M}"})
    body = boss_client.get("/tables/BJ-12").content.decode()
    assert f"from {at.day} {at:%b} {at:%H:%M}: Blackjack, 10–500" in body
    assert "S17, 6 packs" in body  # the other one still hangs


def test_the_list_says_who_posted_what_and_when_it_hung(closed_table: Table, boss: Staff, boss_client: Client) -> None:
    soon = timezone.now() + timedelta(hours=1)
    tables.post_sign(closed_table, "casino-h17", limits=LIMITS, by=boss)
    tables.post_sign(closed_table, "casino-enhc", limits=LIMITS, by=boss, effective_from=soon)
    tables.post_sign(closed_table, "casino-s17", limits=LIMITS, by=boss, effective_from=soon, options={"decks": 8})
    body = boss_client.get("/tables/BJ-12/signs").content.decode()
    states = re.findall(r'<tr class="(\w+)"><th scope="row"><a href="/tables/BJ-12/signs/(\d)"', body)
    assert states == [("ahead", "4"), ("never", "3"), ("in_force", "2"), ("over", "1")]
    assert "1 option of its own" in body
    assert body.count(f"<td>{boss}</td>") == 4


def test_a_sign_is_read_in_the_language_asked_for(closed_table: Table, boss_client: Client) -> None:
    body = boss_client.get("/tables/BJ-12/signs/1?in=ru").content.decode()
    assert "Блэкджек оплачивается 3 к 2." in body
    assert "R-BJF-25" in body
    assert "Если что-то пошло не так" in body
    body = boss_client.get("/tables/BJ-12/signs/1?in=xx").content.decode()
    assert "A natural is paid 3 to 2." in body


def test_no_sign_of_that_number_is_not_found(closed_table: Table, boss_client: Client) -> None:
    assert boss_client.get("/tables/BJ-12/signs/9").status_code == 404
    assert boss_client.get("/tables/BJ-99/signs").status_code == 404


def test_a_round_leads_to_the_sign_it_was_dealt_under(tap: Tapper, boss_client: Client) -> None:
    tap.stakes(b1=25_00)
    body = boss_client.get(f"/log/{tap.round.pk}").content.decode()
    assert 'href="/tables/BJ-12/signs/1"' in body
    assert "Blackjack, 10–500, sign 1" in body


def test_the_sign_of_a_round_is_rebuilt_from_its_document_alone(tap: Tapper, boss: Staff, boss_client: Client) -> None:
    """PROCEDURES 40: years later, whatever hangs at the table then.

    The document has the sign's version and everything that it is made of, under its hash; the journal has the hash of
    what it said to players, so that sentences of another edition of the program are known as such.
    """
    limits = Limits(10_00, 200_00, 5_00, kinds={"insurance": KindLimits(5_00, 50_00, 5_00)})
    posted = tables.post_sign(tap.table, "casino-h17", options={"decks": 6}, limits=limits, by=boss)
    a_plain_round(tap)
    tables.post_sign(tap.table, "casino-enhc", limits=LIMITS, by=boss)
    members = json.loads(RoundDocument.objects.get().text)
    terms = terms_from_json(members["terms"])
    assert members["sign"] == {"version": posted.version, "hash": posted.terms_hash}
    assert hashlib.sha256(document.canonical(members["terms"])).hexdigest() == posted.terms_hash == terms.hash
    assert terms.limits == limits
    said = [clause.text for clause in posting.posted(terms, "en").headlines]
    page = html.unescape(boss_client.get(f"/tables/BJ-12/signs/{posted.version}").content.decode())
    assert len(said) > 5
    assert [text for text in said if f"<li>{text}</li>" not in page] == []
    journaled = [row.body for row in JournalEntry.objects.filter(chain=tap.table.chain) if '"sign.posted"' in row.body]
    hashes = json.loads(journaled[-2])["facts"]["wording_sha256"]
    assert hashes == {lang: posting.wording_hash(terms, lang) for lang in ("en", "ru")}
    assert hashes["en"] != hashes["ru"]
    with pytest.raises(DatabaseError, match=r"append-only|permission denied"), transaction.atomic():
        connection.cursor().execute("UPDATE tables_sign SET options = '{}'")
