"""Log-ins, roles, service accounts."""

from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.test import Client, RequestFactory
from django.utils import timezone
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from casino import people, tokens
from casino.audit.models import JournalEntry
from casino.errors import Refused
from casino.models import ServiceToken, Staff
from casino.permissions import May, may
from casino.roles import PERMISSIONS, ROLES

PASSWORD = "a long pass phrase"

# DESIGN 5, row by row: what a role must have, and what it must never have.
MUST_NOT = {
    "dealer": {"pit.see", "table.see", "dispute.rule", "verdict.close", "rounds.read", "evidence.see", "shoe.manage"},
    "supervisor": {"tablet.use", "fill.prepare", "drop.count", "fill.carry", "staff.manage", "tables.manage"},
    "cage": {"pit.see", "table.see", "dispute.rule", "rounds.read", "staff.manage"},
    "security": {"pit.see", "table.see", "dispute.rule", "rounds.read", "fill.prepare"},
    "surveillance": {"dispute.rule", "verdict.close", "table.open", "shoe.manage", "sign.post"},
    "auditor": PERMISSIONS
    - {"rounds.read", "rounds.export", "rounds.note", "journal.read", "evidence.see", "record.read"}
    - {"reports.read", "evidence.hold"},
    # The stream tells an administrator of cameras alone (casino/live TOPICS).
    "administrator": PERMISSIONS - {"staff.manage", "tables.manage", "cameras.manage", "live.see"},
}


@pytest.mark.parametrize("role", ROLES)
def test_a_role_has_nothing_that_is_not_its_business(role: str) -> None:
    assert ROLES[role] & MUST_NOT[role] == frozenset()


def test_only_the_supervisor_rules() -> None:
    assert [role for role, granted in ROLES.items() if "dispute.rule" in granted] == ["supervisor"]


def test_an_unknown_permission_is_a_mistake_of_the_programmer() -> None:
    with pytest.raises(ValueError, match="no permission"):
        may("pit.sea")
    with pytest.raises(ValueError, match="no permission"):
        May("pit.sea")


@pytest.mark.django_db
def test_somebody_enrolled_can_log_in_and_it_is_journaled(client: Client, boss: Staff) -> None:
    anna = people.enrol("anna", "Anna B.", role="dealer", password=PASSWORD, by=boss)
    assert anna.may("tablet.use")
    assert client.post("/login", {"username": "anna", "password": PASSWORD}).status_code == 302
    assert client.session["_auth_user_id"] == str(anna.pk)
    body = JournalEntry.objects.get(chain="house").body
    assert '"what":"staff.enrolled"' in body
    assert PASSWORD not in body


@pytest.mark.django_db
def test_a_name_twice_a_weak_password_and_an_unknown_role_are_refused() -> None:
    people.enrol("anna", "Anna", role="dealer", password=PASSWORD)
    for kind, role, password in (("anna", "dealer", PASSWORD), ("ben", "dealer", "12345"), ("ben", "king", PASSWORD)):
        with pytest.raises(Refused):
            people.enrol(kind, "Somebody", role=role, password=password)
    assert Staff.objects.count() == 1
    assert JournalEntry.objects.count() == 1


@pytest.mark.django_db
def test_somebody_let_go_may_nothing_and_cannot_log_in(client: Client, boss: Staff) -> None:
    anna = people.enrol("anna", "Anna", role="supervisor", password=PASSWORD)
    client.force_login(anna)
    people.let_go(anna, by=boss)
    assert client.get("/live").status_code in (302, 403)
    assert client.post("/login", {"username": "anna", "password": PASSWORD}).status_code == 200
    anna.refresh_from_db()
    assert not anna.may("pit.see")


@pytest.mark.django_db
def test_the_sixth_wrong_password_locks_the_name(client: Client) -> None:
    people.enrol("anna", "Anna", role="dealer", password=PASSWORD)
    answers = [client.post("/login", {"username": "anna", "password": "wrong"}).status_code for _ in range(5)]
    assert answers == [200, 200, 200, 200, 429]
    assert client.post("/login", {"username": "anna", "password": PASSWORD}).status_code == 429


@pytest.mark.django_db
def test_a_token_is_known_by_its_hash_only_and_dead_once_revoked(boss: Staff) -> None:
    token, secret = tokens.issue("camera 12a", "observations.post", by=boss, about="camera:BJ-12a")
    assert secret not in str(ServiceToken.objects.values())
    assert secret not in str(JournalEntry.objects.values())
    assert _who(secret) == token
    assert token.may("observations.post")
    assert not token.may("record.read")
    tokens.revoke(token, by=boss)
    for dead in (secret, "", "17-guess"):
        with pytest.raises(AuthenticationFailed):
            _who(dead)
    token.refresh_from_db()
    assert token.revoked_at is not None
    assert timezone.now() - token.revoked_at < timedelta(minutes=1)
    assert not token.may("observations.post")


def _who(secret: str) -> ServiceToken | None:
    request = Request(RequestFactory().get("/", headers={"Authorization": f"Bearer {secret}"}))
    found = tokens.TokenAuthentication().authenticate(request)
    return found[0] if found else None


@pytest.mark.django_db
def test_theme_and_deck_are_kept_in_cookies_and_go_back_only_to_this_site(client: Client) -> None:
    response = client.post("/theme", {"theme": "light", "deck": "five", "next": "https://elsewhere.example/"})
    assert (response.status_code, response["Location"]) == (302, "/")
    assert response.cookies["theme"].value == "light"
    assert "deck" not in response.cookies
    assert client.post("/theme", {"deck": "four", "next": "/pit"})["Location"] == "/pit"


@pytest.mark.django_db
def test_the_language_is_switched_and_kept(client: Client) -> None:
    assert client.post("/language", {"language": "ru", "next": "/login"})["Location"] == "/login"
    assert client.get("/login")["Content-Language"] == "ru"


@pytest.mark.django_db
def test_the_first_administrator_is_enrolled_from_the_command_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], client: Client
) -> None:
    monkeypatch.setattr("sys.stdin", StringIO(f"{PASSWORD}\n"))
    call_command("enrol", "root", name="Rita", role="administrator")
    assert capsys.readouterr().out == "Rita may log in as root (administrator).\n"
    assert client.post("/login", {"username": "root", "password": PASSWORD}).status_code == 302
    monkeypatch.setattr("sys.stdin", StringIO("12345\n"))
    with pytest.raises(CommandError, match="too short") as refused:
        call_command("enrol", "other", name="Otto", role="dealer")
    assert refused.value.returncode == 2


@pytest.mark.django_db
def test_a_token_is_issued_from_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("issue_token", "till", "record.read", about="client:till")
    token = _who(capsys.readouterr().out.strip())
    assert token is not None
    assert (token.name, token.permission, token.about) == ("till", "record.read", "client:till")
