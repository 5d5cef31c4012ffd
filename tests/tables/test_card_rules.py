"""What rule packs ask of cards: who receives them, how old they may be, the daily count; and what the pit hears."""

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from django.test import Client
from django.utils import timezone

from casino import people
from casino.gaming_day import house_day, house_day_starts
from casino.models import Staff
from shoes import queries, services
from shoes.cards import format_card
from shoes.house_rules import NO_RULES, Clause
from shoes.models import Pack, ShoeEvent, ShoeKind
from shoes.packs import composition
from tables.models import Table
from tables.queries import pit_page
from tables.queries.card_alerts import card_alerts
from tables.queries.card_rules import card_rules_of
from tables.services import tables
from tables.wording import alert as in_words
from tests.tables.conftest import LIMITS, PROFILE, Tapper
from tests.tables.play import a_plain_round

pytestmark = pytest.mark.django_db

PA = Clause("pennsylvania", "58 Pa. Code 633a.3(d)", True)


@pytest.fixture
def pennsylvania(table: Table, boss: Staff) -> datetime:
    """BJ-12 plays under Pennsylvania's rules; since when its shoe is in play."""
    tables.post_sign(table, PROFILE, limits=LIMITS, by=boss, pack="pennsylvania")
    return ShoeEvent.objects.get(kind="in_play").at


def levels(at: datetime) -> list[tuple[str, str, str]]:
    return [(level, code, found.shoe_key) for level, code, _since, found in card_alerts(at)]


def test_a_house_without_such_a_clause_is_asked_for_nothing(table: Table) -> None:
    assert queries.house_rules() == NO_RULES
    assert queries.age_of("S-000001") is None
    assert card_alerts(timezone.now() + timedelta(days=30)) == []


def test_cards_are_replaced_after_24_hours(pennsylvania: datetime) -> None:
    """58 Pa. Code 633a.3(d): warned of three hours before, a need from then on."""
    hour = timedelta(hours=1)
    assert levels(pennsylvania + 20.9 * hour) == []
    assert levels(pennsylvania + 21.1 * hour) == [("look", "BJ-12", "S-000001")]
    assert levels(pennsylvania + 24.1 * hour) == [("act", "BJ-12", "S-000001")]
    age = queries.age_of("S-000001")
    assert age is not None
    assert (age.since, age.limit.hours, age.limit.clause, age.level) == (pennsylvania, 24, PA, "calm")


def test_cards_dealt_from_the_hand_are_replaced_after_four(
    pennsylvania: datetime, boss: Staff, second_boss: Staff, table: Table
) -> None:
    """58 Pa. Code 633a.3(d)"""
    services.receive([f"H-{number}" for number in range(6)], "fr52", "red", by=boss)
    services.load("S-HAND", list(Pack.objects.filter(serial__startswith="H-")), by=boss, kind=ShoeKind.HAND)
    services.verify("S-HAND", by=second_boss)
    for step in (services.shuffle, lambda key, by: services.cut(key, by=by, cut_by="declined")):
        step("S-HAND", by=boss)
    services.place_stop_card("S-HAND", 10, by=boss)
    services.burn("S-HAND", 1, by=boss)
    services.start("S-HAND", by=boss)
    tables.change_shoe(table, "S-HAND", by=boss)
    rules = card_rules_of("S-HAND")
    assert rules is not None
    assert rules.age is not None
    assert rules.age.hours == 4
    began = queries.in_use_since(["S-HAND"])["S-HAND"]
    assert levels(began + timedelta(hours=3, minutes=31)) == [("look", "BJ-12", "S-HAND")]
    assert levels(began + timedelta(hours=4, minutes=1)) == [("act", "BJ-12", "S-HAND")]


def test_the_pit_hears_of_old_cards_in_words(
    pennsylvania: datetime, boss: Staff, monkeypatch: pytest.MonkeyPatch
) -> None:
    later = pennsylvania + timedelta(hours=25)
    monkeypatch.setattr(timezone, "now", lambda: later)
    found = next(alert for alert in pit_page.needs_a_person(boss) if alert.kind == "cards")
    said = in_words(found)
    assert said.what == "Cards of shoe S-000001 are in play for more than 24 h: replace them"
    assert said.why == "pennsylvania, 58 Pa. Code 633a.3(d)."


def test_packs_are_received_by_two_departments_and_reconciled_daily(
    table: Table, boss: Staff, person: Callable[..., Staff], monkeypatch: pytest.MonkeyPatch
) -> None:
    """N.J.A.C. 13:69E-1.18"""
    options = {"max_hands": 3}
    tables.post_sign(table, PROFILE, limits=LIMITS, by=boss, pack="new-jersey", options=options)
    rules = queries.house_rules()
    assert rules.receipt is not None
    assert (rules.receipt.people, rules.receipt.is_other_role) == (2, True)
    clause = Clause("new-jersey", "N.J.A.C. 13:69E-1.18", True)
    assert rules.receipt.clause == rules.reconciled_daily == clause
    today, guard = house_day(), person("security")
    assert [one for one in card_alerts() if one[1] == ""] == []
    tomorrow = house_day_starts(today + timedelta(days=1)) + timedelta(hours=1)
    monkeypatch.setattr(timezone, "now", lambda: tomorrow)
    ((level, _code, since, found),) = [one for one in card_alerts() if one[1] == ""]
    assert (level, since, found.day) == ("act", house_day_starts(today + timedelta(days=1)), today)
    services.sign_tally(services.tally(today, queries.counted_now(), by=guard), by=boss)
    assert card_alerts() == []


def test_packs_too_old_go_into_no_shoe_again(
    pennsylvania: datetime, boss: Staff, monkeypatch: pytest.MonkeyPatch
) -> None:
    """58 Pa. Code 633a.3(d): refused where the house's clause is over; packs that were never in play are loaded."""
    services.end("S-000001", by=boss, reason="old")
    monkeypatch.setattr(timezone, "now", lambda: pennsylvania + timedelta(hours=23))
    used = list(Pack.objects.filter(shoes__key="S-000001"))
    counted = {format_card(card): number for card, number in composition(used[0].kind, len(used)).items()}
    services.count("S-000001", counted, by=boss)
    services.load("S-YOUNG", used[:1], by=boss)
    monkeypatch.setattr(timezone, "now", lambda: pennsylvania + timedelta(hours=25))
    with pytest.raises(services.PackTooOld, match=r"allows 24 h. Retire it, load another") as refused:
        services.load("S-OLD", used[1:], by=boss)
    assert refused.value.code == "pack-too-old"
    services.receive(["N-1"], "fr52", "red", by=boss)
    services.load("S-NEW", list(Pack.objects.filter(serial="N-1")), by=boss)


def test_new_packs_are_inspected_by_a_dealer_and_verified_by_a_supervisor(
    table: Table, boss: Staff, second_boss: Staff, person: Callable[..., Staff], client: Client
) -> None:
    """N.J.A.C. 13:69E-1.18A: each signs, the dealer by a PIN of their own; without it nothing is verified."""
    tables.post_sign(table, PROFILE, limits=LIMITS, by=boss, pack="new-jersey", options={"max_hands": 3})
    dealer, guard = person("dealer", "inspector"), person("security")
    people.set_pin(dealer, "246813", by=second_boss)
    move = services.receive(["N-1"], "fr52", "red", by=boss)
    services.agree(move, by=guard)
    services.load("S-NEW", list(Pack.objects.filter(serial="N-1")), by=boss)
    for inspectors in ((), (second_boss,), (boss,), (dealer, guard)):
        with pytest.raises(services.InspectionAsked, match="Dealer, Pit boss"):
            services.verify("S-NEW", by=second_boss, inspectors=inspectors)
    client.force_login(second_boss)
    page = client.get("/shoes/S-NEW").content.decode()
    assert "New packs are looked through and signed by: dealer, pit boss (new-jersey, N.J.A.C. 13:69E-1.18A)." in page
    said = {"inspector-0": dealer.pk, "pin-0": "000000"}
    assert client.post("/shoes/S-NEW/verified", said).status_code == 422
    assert not ShoeEvent.objects.filter(shoe__key="S-NEW", kind="verified").exists()
    assert client.post("/shoes/S-NEW/verified", said | {"pin-0": "246813"}).status_code == 302
    facts = ShoeEvent.objects.get(shoe__key="S-NEW", kind="verified").facts
    assert facts == {
        "inspected": [{"by": dealer.signature, "name": "Inspector", "role": "dealer"}],
        "clause": "new-jersey, N.J.A.C. 13:69E-1.18A",
    }
    assert "inspected by Inspector (new-jersey" in client.get("/shoes/S-NEW").content.decode()


def test_an_unconfirmed_clause_is_told_and_demands_nothing(
    pennsylvania: datetime, boss: Staff, second_boss: Staff, client: Client
) -> None:
    """58 Pa. Code 639a.4 was read in the chapter of another game."""
    services.receive(["N-1"], "fr52", "red", by=boss)
    services.load("S-NEW", list(Pack.objects.filter(serial="N-1")), by=boss)
    client.force_login(second_boss)
    assert "Nobody has confirmed this clause." in client.get("/shoes/S-NEW").content.decode()
    assert client.post("/shoes/S-NEW/verified", {}).status_code == 302
    assert ShoeEvent.objects.get(shoe__key="S-NEW", kind="verified").facts == {}


def test_no_page_of_packs_or_shoes_tells_a_card_of_a_shoe_in_play(tap: Tapper, boss: Staff, client: Client) -> None:
    """No counting aid: not the shoe's page, not a pack's, not the book of the day."""
    a_plain_round(tap)
    client.force_login(boss)
    pack = Pack.objects.earliest("pk")
    for path in ("/shoes", "/shoes/S-000001", "/packs", f"/packs/{pack.pk}", "/packs/days"):
        page = client.get(path)
        assert page.status_code == 200
        text = page.content.decode()
        assert 'class="mini' not in text
        assert "census-title" not in text
        assert not any(name in text for name in ("of hearts", "of spades", "of clubs", "of diamonds"))
    services.end("S-000001", by=boss, reason="closed")
    text = client.get("/shoes/S-000001").content.decode()
    assert "8 of spades" in text
    assert "7 of 312 cards came, 1 of them unread; 305 stayed undealt." in text
