"""Supervisors and up show more than a password: a code of an authenticator, or a recovery code, each taken once."""

import base64
import re
import time
from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
from cryptography.hazmat.primitives.hashes import SHA1
from cryptography.hazmat.primitives.twofactor.totp import TOTP
from django.test import Client, override_settings

from casino import environment, people, sealing, second_factor
from casino.audit.models import JournalEntry
from casino.models import RecoveryCode, SecondFactor, Staff
from casino.roles import ROLES

PASSWORD = "a long pass phrase"
LOG_IN = {"username": "vera", "password": PASSWORD}


@pytest.fixture(autouse=True)
def asked() -> Iterator[None]:
    with override_settings(SECOND_FACTOR=True):
        yield


@pytest.fixture
def vera(db: None) -> Staff:
    return people.enrol("vera", "Vera Halloran", role="supervisor", password=PASSWORD)


def code_at(secret: str, moment: float) -> str:
    return TOTP(base64.b32decode(secret), 6, SHA1(), 30).generate(int(moment)).decode()  # noqa: S303


def confirmed(person: Staff) -> tuple[str, list[str]]:
    """A second factor that was set up two minutes ago."""
    secret = second_factor.begin(person)
    then = time.time() - 120
    return secret, second_factor.confirm(person, code_at(secret, then), at=datetime.fromtimestamp(then, UTC))


def is_in(client: Client) -> bool:
    return "_auth_user_id" in client.session


def test_the_secret_and_its_codes_are_those_of_rfc_6238(vera: Staff) -> None:
    secret = base64.b32encode(b"12345678901234567890").decode()
    SecondFactor.objects.create(staff=vera, sealed=sealing.seal(secret, "totp"))
    assert second_factor.confirm(vera, "287082", at=datetime.fromtimestamp(59, UTC)) != []
    assert second_factor.check(vera, "081804", at=datetime.fromtimestamp(1111111109, UTC))
    assert secret not in SecondFactor.objects.get().sealed
    assert second_factor.address(vera, secret).startswith("otpauth://totp/Seventeen%3Avera?secret=GEZDGNBV")


def test_a_password_alone_opens_nothing_and_the_first_log_in_sets_the_factor_up(vera: Staff, client: Client) -> None:
    assert client.post("/login", {**LOG_IN, "next": "/chips"})["Location"] == "/login/authenticator"
    assert not is_in(client)
    assert client.get("/pit")["Location"] == "/login?next=/pit"
    page = client.get("/login/authenticator").text
    secret = "".join(re.findall(r'<p class="mono key">([A-Z2-7 ]+)</p>', page)[0].split())
    assert "<svg" in page
    assert client.post("/login/authenticator", {"code": "000000"}).status_code == 422
    done = client.post("/login/authenticator", {"code": code_at(secret, time.time())})
    assert len(re.findall(r"<li>[A-Z2-9]{5}-[A-Z2-9]{5}</li>", done.text)) == 10
    assert 'href="/chips"' in done.text
    assert is_in(client)


def test_the_second_step_takes_a_code_once(vera: Staff, client: Client) -> None:
    secret, _codes = confirmed(vera)
    assert client.post("/login", LOG_IN)["Location"] == "/login/code"
    code = code_at(secret, time.time())
    assert client.post("/login/code", {"code": "000000"}).status_code == 422
    assert not is_in(client)
    assert client.post("/login/code", {"code": f"{code[:3]} {code[3:]}"})["Location"] == "/"
    assert is_in(client)
    other = Client()
    other.post("/login", LOG_IN)
    assert other.post("/login/code", {"code": code}).status_code == 422
    assert not is_in(other)


def test_a_recovery_code_opens_once_and_is_journaled(vera: Staff, client: Client) -> None:
    _secret, codes = confirmed(vera)
    client.post("/login", LOG_IN)
    assert client.post("/login/code", {"code": codes[0].lower()}).status_code == 302
    assert not second_factor.check(vera, codes[0])
    assert '"what":"staff.recovery_code_used"' in JournalEntry.objects.order_by("-pk")[0].body
    assert codes[1].replace("-", "") not in str(list(RecoveryCode.objects.values()))


def test_a_code_without_the_password_is_nothing(vera: Staff, client: Client) -> None:
    secret, _codes = confirmed(vera)
    assert client.post("/login/code", {"code": code_at(secret, time.time())})["Location"] == "/login"
    assert not is_in(client)


def test_five_wrong_codes_lock_the_name(vera: Staff, client: Client) -> None:
    secret, _codes = confirmed(vera)
    client.post("/login", LOG_IN)
    answers = [client.post("/login/code", {"code": "000000"}).status_code for _ in range(5)]
    assert answers == [422, 422, 422, 422, 429]
    assert client.post("/login/code", {"code": code_at(secret, time.time())}).status_code == 429


def test_an_administrator_resets_what_was_lost_with_the_reason(vera: Staff, client: Client) -> None:
    confirmed(vera)
    admin = people.enrol("root", "Rita", role="administrator", password=PASSWORD)
    client.force_login(admin)
    assert client.post(f"/staff/{vera.pk}/second-factor", {"reason": "telephone lost"}).status_code == 302
    assert '"reason":"telephone lost"' in JournalEntry.objects.order_by("-pk")[0].body
    assert (SecondFactor.objects.count(), RecoveryCode.objects.count()) == (0, 0)
    assert client.post(f"/staff/{vera.pk}/second-factor", {"reason": "again"}).status_code == 409
    assert Client().post("/login", LOG_IN)["Location"] == "/login/authenticator"


def test_new_recovery_codes_void_the_old_ones(vera: Staff, client: Client) -> None:
    _secret, codes = confirmed(vera)
    client.force_login(vera)
    page = client.post("/account/codes", {"code": codes[0]}).text
    assert len(set(re.findall(r"[A-Z2-9]{5}-[A-Z2-9]{5}", page)) - set(codes)) == 10
    assert not second_factor.check(vera, codes[1])
    assert client.post("/account/codes", {"code": "wrong"}).status_code == 422


def test_another_secret_key_cannot_read_the_factor_and_says_what_to_do(vera: Staff, client: Client) -> None:
    confirmed(vera)
    client.post("/login", LOG_IN)
    with override_settings(SECRET_KEY="x" * 50):
        client.post("/login", LOG_IN)
        assert "secret key was changed" in client.post("/login/code", {"code": "123456"}).text


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.django_db
def test_it_is_asked_of_supervisors_and_up(role: str, client: Client) -> None:
    people.enrol("somebody", "Somebody", role=role, password=PASSWORD)
    client.post("/login", {"username": "somebody", "password": PASSWORD})
    assert is_in(client) == (role in ("dealer", "cage", "security"))


def test_it_is_on_in_production_and_off_for_the_demo() -> None:
    asked = [
        environment.read(values).second_factor
        for values in ({}, {"SEVENTEEN_HTTPS": "1"}, {"SEVENTEEN_HTTPS": "1", "SEVENTEEN_SECOND_FACTOR": "0"})
    ]
    assert asked == [False, True, False]
    assert environment.read({"SEVENTEEN_HTTPS": "1"}).enrolled_tablets


@override_settings(SECOND_FACTOR=False)
def test_where_it_is_off_whoever_set_one_up_is_asked_for_it(vera: Staff, client: Client) -> None:
    assert client.post("/login", LOG_IN)["Location"] == "/"
    client.post("/logout")
    confirmed(vera)
    assert client.post("/login", LOG_IN)["Location"] == "/login/code"
