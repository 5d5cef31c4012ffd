"""The auditor's list of evenings and the page of one, as the server answers them."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import translation

from casino.models import Staff
from casino.money import format as money
from casino.roles import ROLES
from shoes import services as shoe_life
from tables import wording
from tables.models import Evening, EveningDocument, EveningVerdict, Round
from tables.queries import proof, round_view, table_view
from tables.queries.evening_pages import EveningStep, evening_page, evenings_list
from tables.rules.happenings import CORRECTED, EVENTS
from tables.rules.holding import Result
from tables.services import evenings, tables
from tests.tables.banked import READY, SEATED, THIRD_NATURAL, TWO_NATURALS, Banked, MakeBanked, four_rounds

pytestmark = pytest.mark.django_db

TEN_CARDS = "9S 8D 7H 7C 9D 8C KS TD 2C 2D"
SAID: dict[str, tuple[Any, ...]] = {
    "seated": (("1", "2"),),
    "banker": ("1",),
    "dealt_up": ("KS AH",),
    "shuffled": ("0",),
    "wished": ("2",),
    "asked": ("right",),
    "cut": ("2",),
    "bookmarked": (20,),
    "burned": ("QH",),
    "put_up": (50_00,),
    "counted": (40_00,),
    "opened": (7, "1", ("2",), 0, None),
    "dealt": (5,),
    "settled": (Result(naturals=(1,), dealer_natural=True, taker=1, is_pack_used=True, is_wild_out=True), 0),
    "called_off": (),
    "left": (),
    "bid": ("2", 15_00),
    "hammered": (),
    "refused": ("2",),
    "sold": ("1", "2", 5_00),
    "took": ("2",),
    "demanded": ("2",),
    "brought": (),
    "posted": ({},),
    "corrected": (3, ("cut", "2"), "misheard"),
    "voided": (3, "misheard"),
}
"""An event of each kind."""


@pytest.fixture
def reader(client: Client, auditor: Staff) -> Client:
    client.force_login(auditor)
    return client


@pytest.fixture
def ended(make_banked: MakeBanked, boss: Staff) -> Evening:
    """Four rounds, one event corrected, one taken back; the table is closed and its shoe ended."""
    banked = make_banked(options={"sell_deal_right": True})
    four_rounds(banked)
    banked.tell(("corrected", number_of("bid"), ["bid", "2", 12_00], "misheard"))
    banked.tell(("voided", number_of("sold"), "never sold"))
    tables.close(banked.table, by=boss)
    shoe_life.end("S-VB-1", by=boss, reason="done")
    return Evening.objects.get()


def number_of(kind: str) -> int:
    return int(Evening.objects.get().events.filter(kind=kind).order_by("number")[0].number)


def step_of(evening: Evening, kind: str) -> EveningStep:
    return next(step for step in evening_page(evening).steps if _first(step)[0] == kind)


def _first(step: EveningStep) -> tuple[Any, ...]:
    event = step.tellings[0].event
    assert event is not None
    return event


def queries(reader: Client, address: str) -> int:
    with CaptureQueriesContext(connection) as caught:
        assert reader.get(address).status_code == 200
    return len(caught)


def address(evening: Evening) -> str:
    return reverse("log-evening", args=[evening.pk])


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("kind", [*EVENTS, *CORRECTED])
def test_every_kind_of_event_has_words(kind: str, language: str) -> None:
    with translation.override(language):
        said = wording.happened((kind, *SAID[kind]), ("2",))
    assert said
    assert said != kind
    assert "%(" not in said
    if language == "ru":
        with translation.override("en"):
            assert said != wording.happened((kind, *SAID[kind]), ("2",))


def test_what_is_told_is_in_the_words() -> None:
    assert wording.happened(("dealt_up", "KS AH")).endswith("king of spades, ace of hearts")
    settled = wording.happened(("settled", *SAID["settled"]), ("4",))
    assert "natural: box\u00a04" in settled.replace(" 4", "\u00a04")
    assert wording.happened(("asked", "right")).endswith("the neighbour on the banker’s right")
    assert wording.happened(("asked", "0")).endswith("banker")


def test_the_list_tells_who_banked_what_lies_there_and_how_it_ended(ended: Evening, reader: Client) -> None:
    [row] = evenings_list().rows
    assert (row.table_code, row.number, row.rounds, row.why) == ("VB-1", 1, 4, "closed")
    assert row.bankers == ("1", "4", "3")
    assert (row.open, row.closed) == (1, 0)  # without the sale box 2 had no right to the bank
    page = reader.get("/log/evenings").content.decode()
    assert address(ended) in page
    assert "table closed" in page
    assert "/log/evenings" in reader.get("/log").content.decode()


def test_money_that_is_carried_on_is_told(make_banked: MakeBanked) -> None:
    banked = make_banked("ochko36-online", kind="fr36")
    banked.tell(SEATED, ("banker", "1"), *READY, ("put_up", 50_00))
    [row] = evenings_list().rows
    assert row.bank.bank_minor == 50_00
    assert money(50_00, language="en") in str(wording.bank(row.bank))


def test_findings_are_counted_open_and_closed(banked: Banked, reader: Client, boss: Staff) -> None:
    """I-28: the banker cut the cards himself."""
    banked.tell(SEATED, ("banker", "1"), ("shuffled", "1"), ("cut", "1"))
    banked.play(THIRD_NATURAL)
    [row] = evenings_list().rows
    assert (row.open, row.closed) == (1, 0)
    found = EveningVerdict.objects.open().get()
    evenings.close_verdict(found, "upheld", by=boss, reason="told at once")
    [row] = evenings_list().rows
    assert (row.open, row.closed) == (0, 1)
    evening = Evening.objects.get()
    page = reader.get(address(evening)).content.decode()
    assert f'id="finding-{found.pk}"' in page
    assert "told at once" in page
    marked = [step for step in evening_page(evening).steps if step.verdicts]
    assert [(_first(step)[0], step.verdicts[0].rule) for step in marked] == [("opened", "I-28")]


def test_it_is_narrowed_to_tables(
    ended: Evening, make_banked: MakeBanked, person: Callable[..., Staff], reader: Client
) -> None:
    other = make_banked(code="VB-2", dealer=person("dealer", "other"))
    other.tell(SEATED)
    for query, found in (
        ("", ["VB-2", "VB-1"]),
        ("?table=VB-1", ["VB-1"]),
        ("?table=VB-1&table=VB-2", ["VB-2", "VB-1"]),
    ):
        assert [row.table_code for row in reader.get(f"/log/evenings{query}").context["page"].rows] == found


@pytest.mark.parametrize("query", ["?table=XX-9", "?page=0", "?page=two"])
def test_a_filter_that_means_nothing_is_answered_with_a_sentence(ended: Evening, reader: Client, query: str) -> None:
    answer = reader.get(f"/log/evenings{query}")
    assert answer.status_code == 422
    assert 'role="alert"' in answer.content.decode()


def test_without_an_evening_the_list_says_so(reader: Client) -> None:
    assert "No evening yet" in reader.get("/log/evenings").content.decode()


def test_the_list_asks_as_much_for_three_evenings_as_for_one(
    make_banked: MakeBanked, person: Callable[..., Staff], reader: Client
) -> None:
    first = make_banked()
    first.tell(SEATED, ("banker", "1"), ("shuffled", "1"), ("cut", "1"))
    first.play(THIRD_NATURAL)
    reader.get("/log/evenings")
    one = queries(reader, "/log/evenings")
    for code in ("VB-2", "VB-3"):
        more = make_banked(code=code, dealer=person("dealer", code.lower()))
        more.tell(SEATED, ("banker", "1"), ("shuffled", "1"), ("cut", "1"))
        more.play(THIRD_NATURAL)
    assert queries(reader, "/log/evenings") == one


def test_an_evening_asks_as_much_for_two_rounds_as_for_one(banked: Banked, reader: Client) -> None:
    banked.tell(SEATED, ("banker", "1"), ("shuffled", "1"), ("cut", "1"))
    banked.play(THIRD_NATURAL)
    evening = Evening.objects.get()
    reader.get(address(evening))
    one = queries(reader, address(evening))
    banked.tell(("took", "4"))
    banked.play(TWO_NATURALS)
    assert queries(reader, address(evening)) == one


def test_each_event_tells_who_entered_it_and_who_banks_after_it(ended: Evening, reader: Client) -> None:
    took = step_of(ended, "took")
    assert (took.tellings[0].by, took.tellings[0].source) == ("Dealer", "entered")
    assert took.bank is not None
    assert took.bank.place == "4"
    opened = [step for step in evening_page(ended).steps if step.round_id]
    assert [step.round_id for step in opened] == [round.pk for round in Round.objects.order_by("number")]
    page = reader.get(address(ended)).content.decode()
    for step in opened:
        assert reverse("log-round", args=[step.round_id]) in page
    settled = step_of(ended, "settled")
    assert wording.happened(_first(settled), settled.playing).endswith("natural: box 4")


def test_a_correction_strikes_out_and_shows_what_was_told(ended: Evening, reader: Client) -> None:
    bid, sold = step_of(ended, "bid"), step_of(ended, "sold")
    assert [telling.event for telling in bid.tellings] == [("bid", "2", 15_00), ("bid", "2", 12_00)]
    assert (bid.stands, bid.tellings[1].reason) == (True, "misheard")
    assert (sold.stands, sold.bank, sold.tellings[1].reason) == (False, None, "never sold")
    page = reader.get(address(ended)).content.decode()
    assert "<del>Box 2 bids 15.00</del>" in page
    assert "Box 2 bids 12.00" in page
    assert "<del>Box 1 sells the deal to box 2 for 5.00</del>" in page
    assert "misheard" in page


def test_the_proof_is_that_of_the_evening_and_finds_a_changed_document(ended: Evening, reader: Client) -> None:
    view = evening_page(ended)
    assert {entry.what for entry in view.proof} == {"evening.began", "evening.told", "evening.ended"}
    judged = proof.evening_proof(ended)
    assert judged is not None
    assert (judged.record, judged.why) == ("sound", ())
    page = reader.get(address(ended)).content.decode()
    kept = EveningDocument.objects.get()
    assert kept.sha256 in page
    assert reverse("api-evening-document", args=[ended.pk]) in page
    assert reverse("api-evening-export", args=[ended.pk]) in page
    assert "Folded again by engine 1: the same findings" in page
    with connection.cursor() as cursor:
        cursor.execute("CREATE TEMP TABLE tables_eveningdocument AS SELECT * FROM public.tables_eveningdocument")
        cursor.execute("UPDATE pg_temp.tables_eveningdocument SET sha256 = repeat('0', 64)")
    judged = proof.evening_proof(ended)
    assert judged is not None
    assert judged.record == "damaged"


def test_no_counting_aid(make_banked: MakeBanked, reader: Client, boss: Staff) -> None:
    """Cards, counts and naturals of a shoe in play are told to nobody, nor what corrects them; afterwards they are."""
    banked = make_banked("pontoon-004")
    banked.tell(SEATED, ("dealt_up", "KS 9D JC"), *READY, ("burned", "3C"))
    banked.tell(("corrected", number_of("burned"), ["burned", "4C"], "misheard"))
    evening = Evening.objects.get()
    _tells_nothing(evening, reader)
    banked.play(TEN_CARDS)
    _tells_nothing(evening, reader)
    tables.close(banked.table, by=boss)
    evening = Evening.objects.get()
    _tells_nothing(evening, reader)
    shoe_life.end("S-VB-1", by=boss, reason="done")
    view = evening_page(evening)
    assert not view.withheld
    told = [telling.event for step in view.steps for telling in step.tellings]
    assert ("burned", "3C") in told
    assert ("burned", "4C") in told
    assert "4 of clubs" in reader.get(address(evening)).content.decode()


def test_cards_before_the_first_round_wait_for_their_shoe_too(
    make_banked: MakeBanked, reader: Client, boss: Staff
) -> None:
    """An evening without a round names no shoe by its rounds; cards were dealt up from one all the same."""
    banked = make_banked("pontoon-004")
    banked.tell(SEATED, ("dealt_up", "KS 9D JC"))
    tables.close(banked.table, by=boss)
    evening = Evening.objects.get()
    _tells_nothing(evening, reader)
    document = reader.get(reverse("api-evening-document", args=[evening.pk]))
    assert document.json()["code"] == "shoe-in-play"


def _tells_nothing(evening: Evening, reader: Client) -> None:
    view = evening_page(Evening.objects.select_related("table", "sign", "end").get(pk=evening.pk))
    assert view.withheld
    told = [telling.event for step in view.steps for telling in step.tellings if telling.event]
    fields = [event[1:] for event in told if event[0] in ("dealt_up", "burned", "dealt")]
    assert fields
    assert set(fields) == {(None,)}
    assert {event[1] for event in told if event[0] == "settled"} <= {None}
    page = reader.get(address(evening)).content.decode().split("<main")[1]
    for word in ("KS", "3C", "4C", "king", "3 of", "4 of", "9 of", "natural:", "cards dealt"):
        assert word not in page, word
    assert reverse("api-evening-document", args=[evening.pk]) not in page
    assert "king" not in reader.get("/log/evenings").content.decode()


def test_round_and_table_lead_to_their_evening(banked: Banked, reader: Client, boss: Staff) -> None:
    banked.tell(SEATED, ("banker", "1"), *READY)
    banked.play(THIRD_NATURAL)
    evening = Evening.objects.get()
    played = Round.objects.get()
    assert round_view(played, boss).evening == table_view(banked.table, boss).evening
    assert address(evening) in reader.get(reverse("log-round", args=[played.pk])).content.decode()
    pit = Client()
    pit.force_login(boss)
    assert address(evening) in pit.get("/tables/VB-1").content.decode()


def test_the_pages_are_for_those_who_read_rounds(ended: Evening, person: Callable[..., Staff]) -> None:
    readers = {role for role, permissions in ROLES.items() if "rounds.read" in permissions}
    people = {role: person(role, f"reads-{role}") for role in ROLES}
    for path in ("/log/evenings", address(ended)):
        let_in = set()
        for role in ROLES:
            somebody = Client(headers={"Accept": "application/json"})
            somebody.force_login(people[role])
            let_in |= {role} if somebody.get(path).status_code == 200 else set()
        assert let_in == readers


def test_an_evening_that_is_none_is_not_found(reader: Client) -> None:
    assert reader.get("/log/evenings/999999").status_code == 404
