"""People changed, their licences, PINs and badges: by whom, when, why; and the pages on which that is done."""

import json
from datetime import date
from typing import Any

import pytest
from django.contrib.auth.hashers import check_password
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from casino import people
from casino.audit.models import JournalEntry
from casino.errors import Refused
from casino.models import Staff

PASSWORD = "a long pass phrase"
LICENSED: dict[str, Any] = {"licence": "L-1", "licence_until": date(2027, 3, 31)}


@pytest.fixture
def admin(db: None) -> Staff:
    return people.enrol("root", "Rita", role="administrator", password=PASSWORD)


@pytest.fixture
def anna(admin: Staff) -> Staff:
    return people.enrol("anna", "Anna Berg", role="dealer", password=PASSWORD, by=admin)


def last_entry() -> dict[str, object]:
    body = JournalEntry.objects.filter(chain="house").order_by("-pk").values_list("body", flat=True)[0]
    return {name: value for name, value in json.loads(body).items() if name != "at"}


def test_what_changes_is_journaled_as_it_was_and_as_it_is(admin: Staff, anna: Staff) -> None:
    people.change(anna, name="Anna Berg", role="dealer", **LICENSED, by=admin)
    facts = {"licence": ["", "L-1"], "licence_until": [None, "2027-03-31"]}
    expected = {"about": anna.signature, "by": admin.signature, "what": "staff.changed", "facts": facts}
    assert last_entry() == expected
    entries = JournalEntry.objects.count()
    people.change(anna, name="Anna Berg", role="dealer", **LICENSED, by=admin)
    assert JournalEntry.objects.count() == entries


def test_a_licence_holds_to_the_end_of_its_last_day(admin: Staff, anna: Staff) -> None:
    people.change(anna, name="Anna Berg", role="dealer", **LICENSED, by=admin)
    anna.refresh_from_db()
    assert [anna.is_licensed(date(2027, 3, 31)), anna.is_licensed(date(2027, 4, 1))] == [True, False]
    assert not Staff(role="dealer").is_licensed(date(2027, 1, 1))


def test_a_pin_is_hashed_and_one_that_is_guessed_at_once_is_refused(admin: Staff, anna: Staff) -> None:
    for weak in ("12345", "123456789", "123456", "987654", "111122", "12a456", "１２３４５６"):
        with pytest.raises(people.WeakPin):
            people.set_pin(anna, weak, by=admin)
    people.set_pin(anna, "402957", by=admin)
    anna.refresh_from_db()
    assert check_password("402957", anna.pin)
    assert "402957" not in str(list(JournalEntry.objects.values_list("body", flat=True)))
    people.set_pin(anna, "", by=admin)
    anna.refresh_from_db()
    assert anna.pin == ""


def test_a_badge_is_kept_as_a_keyed_hash_and_opens_for_one_person(admin: Staff, anna: Staff) -> None:
    people.set_badge(anna, " 0004711-88\n", by=admin)
    anna.refresh_from_db()
    assert anna.badge == people.badge_mac("0004711-88")
    assert "4711" not in str(anna.badge)
    with pytest.raises(people.BadgeTaken):
        people.set_badge(admin, "0004711-88", by=admin)
    with pytest.raises(people.BadBadge):
        people.set_badge(admin, "1234", by=admin)


def test_nobody_changes_their_own_role_and_the_last_administrator_stays(admin: Staff, anna: Staff) -> None:
    as_they_are: dict[str, Any] = {"name": admin.name, "licence": "", "licence_until": None}
    with pytest.raises(people.NotYourself):
        people.change(admin, role="dealer", **as_they_are, by=admin)
    with pytest.raises(people.LastAdministrator):
        people.let_go(admin, by=anna, reason="no")
    people.enrol("second", "Second", role="administrator", password=PASSWORD, by=admin)
    people.change(admin, role="dealer", **as_they_are, by=anna)
    admin.refresh_from_db()
    assert admin.role == "dealer"


def test_who_comes_back_may_log_in_again(admin: Staff, anna: Staff, client: Client) -> None:
    people.let_go(anna, by=admin, reason="left the house")
    assert last_entry()["facts"] == {"name": "Anna Berg", "reason": "left the house"}
    people.take_back(anna, by=admin, reason="came back")
    assert client.post("/login", {"username": "anna", "password": PASSWORD}).status_code == 302


def test_the_pages_of_an_administrator_enrol_change_and_let_go(admin: Staff, client: Client) -> None:
    client.force_login(admin)
    new = {"username": "ben", "name": "Ben Ito", "role": "dealer", "password": ""}
    page = client.post("/staff/new", new)["Location"]
    ben = Staff.objects.get(username="ben")
    assert page == f"/staff/{ben.pk}"
    assert not ben.has_usable_password()
    person = {"name": "Ben Ito", "role": "dealer", "licence": "L-7", "licence_until": "2020-01-31"}
    assert client.post(page, person).status_code == 302
    assert client.post(f"{page}/pin", {"secret": "402957"}).status_code == 302
    assert client.post(f"{page}/badge", {"secret": "card 00017"}).status_code == 302
    assert client.post(f"{page}/password", {"secret": "short"}).status_code == 422
    assert client.post(f"{page}/let-go", {"reason": ""}).status_code == 422
    assert "ran out" in client.get("/staff?q=ben").text
    assert "let go" not in client.get(page).text
    assert client.post(f"{page}/let-go", {"reason": "left"}).status_code == 302
    assert "let go" in client.get(page).text
    assert client.get("/staff?q=nobody+like+that").status_code == 200


def test_the_list_asks_the_same_number_of_questions_for_one_and_for_three(admin: Staff, client: Client) -> None:
    client.force_login(admin)
    counts = []
    for names in ((), ("ben", "cleo")):
        for name in names:
            people.enrol(name, name.title(), role="dealer", password=PASSWORD, by=admin)
        with CaptureQueriesContext(
            connection,
        ) as asked:
            assert client.get("/staff").status_code == 200
        counts.append(len(asked))
    assert counts[0] == counts[1]


def test_somebody_changes_their_own_password_and_pin_and_nobody_else_does_it_for_them(
    anna: Staff, client: Client
) -> None:
    client.post("/login", {"username": "anna", "password": PASSWORD})
    new = "another long phrase"
    assert client.post("/account/password", {"old": "wrong", "new": new}).status_code == 422
    assert client.post("/account/password", {"old": PASSWORD, "new": new}).status_code == 302
    assert client.get("/account").status_code == 200  # still logged in here
    assert client.post("/account/pin", {"old": new, "pin": "402957"}).status_code == 302
    anna.refresh_from_db()
    assert check_password("402957", anna.pin)
    assert anna.check_password(new)


def test_a_refused_name_says_which(admin: Staff, anna: Staff) -> None:
    with pytest.raises(Refused, match="anna"):
        people.enrol("anna", "Another", role="dealer", password=PASSWORD, by=admin)
