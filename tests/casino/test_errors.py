"""A refused request says what happened and what would be right, in the form in which it was asked."""

import json

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import IntegrityError
from django.http import Http404, HttpRequest
from django.test import Client, RequestFactory
from rest_framework import exceptions

from casino.errors import RefusalMiddleware, Refused, answer, answer_api, kinds, refused_if
from casino.models import ServiceToken, Staff


def _request(path: str = "/pit", **headers: str) -> HttpRequest:
    request = RequestFactory().get(path, headers=headers)
    request.user = AnonymousUser()
    return request


@pytest.mark.parametrize(("path", "headers"), [("/api/tables", {}), ("/pit", {"Accept": "application/json"})])
def test_a_program_gets_code_and_detail(path: str, headers: dict[str, str]) -> None:
    response = answer(_request(path, **headers), Refused("The table is closed; open it first.", code="table-closed"))
    assert (response.status_code, response["Content-Type"]) == (409, "application/problem+json")
    assert json.loads(response.content) == {
        "type": "/api/problems#table-closed",
        "title": "Table closed",
        "status": 409,
        "detail": "The table is closed; open it first.",
        "code": "table-closed",
    }


def test_the_middleware_answers_refusals_and_leaves_the_rest() -> None:
    middleware = RefusalMiddleware(lambda request: answer(request, Refused()))
    refused = middleware.process_exception(_request("/api/x"), Refused(status=422))
    assert refused is not None
    assert refused.status_code == 422
    assert middleware.process_exception(_request("/api/x"), ValueError()) is None


@pytest.mark.django_db
@pytest.mark.parametrize(
    "address", ["/login?next=%00", "/login?%00=1", "/login%00", "/api/rounds?table=BJ-1&table=%00"]
)
def test_a_zero_byte_in_an_address_is_refused(client: Client, address: str) -> None:
    assert client.get(address).status_code == 400


@pytest.mark.parametrize(
    ("exception", "status", "code", "detail", "fields"),
    [
        (Refused("No.", code="no"), 409, "no", "No.", None),
        (exceptions.NotAuthenticated("Who?"), 401, "not-authenticated", "Who?", None),
        (Http404("gone"), 404, "not-found", "gone", None),
        (
            exceptions.ValidationError({"at": ["It lies in the future."]}),
            400,
            "malformed",
            "The request is malformed; see fields.",
            {"at": ["It lies in the future."]},
        ),
        (
            exceptions.ValidationError(["No."]),
            400,
            "malformed",
            "The request is malformed; see fields.",
            {"body": ["No."]},
        ),
    ],
)
def test_the_api_has_one_form_of_problem(
    exception: Exception, status: int, code: str, detail: str, fields: dict[str, list[str]] | None
) -> None:
    response = answer_api(exception, {})
    assert response is not None
    title = code.replace("-", " ").capitalize()
    told = {"type": f"/api/problems#{code}", "title": title, "status": status, "detail": detail, "code": code}
    assert (response.status_code, response.content_type) == (status, "application/problem+json")
    assert response.data == told | ({"fields": fields} if fields else {})


def test_every_kind_of_problem_has_its_code_once() -> None:
    codes = [kind.code for kind in kinds()]
    assert codes == sorted(set(codes))
    assert {"refused", "not-allowed", "key-reused", "stale-form"} <= set(codes)


@pytest.mark.django_db
def test_what_is_not_there_is_a_problem_to_a_program_and_a_page_to_people(client: Client) -> None:
    assert client.get("/api/nowhere")["Content-Type"] == "application/problem+json"
    assert client.get("/nowhere")["Content-Type"].startswith("text/html")


def test_an_unforeseen_error_is_not_dressed_up() -> None:
    assert answer_api(ZeroDivisionError(), {}) is None


@pytest.mark.django_db
def test_a_broken_constraint_becomes_the_refusal_and_leaves_nothing() -> None:
    with pytest.raises(Refused, match="taken"), refused_if("service_token_permission_known", Refused("taken")):
        ServiceToken.objects.create(name="a", permission="rounds.read", sha256="1")
        ServiceToken.objects.create(name="b", permission="anything", sha256="2")
    assert ServiceToken.objects.count() == 0


@pytest.mark.django_db
def test_another_constraint_is_no_refusal() -> None:
    with pytest.raises(IntegrityError), refused_if("some_other_constraint", Refused("taken")):
        ServiceToken.objects.create(name="b", permission="anything", sha256="2")


LARGER = b'{"text": "' + b"x" * 3_000_000 + b'"}'


@pytest.mark.django_db
def test_a_body_larger_than_any_is_refused_with_a_sentence_on_pages_and_in_the_api(people: dict[str, Staff]) -> None:
    client = Client(enforce_csrf_checks=True)
    client.get("/login")  # for its cookie
    page = client.post("/login", LARGER, content_type="application/x-www-form-urlencoded")
    assert page.status_code == 413
    assert b"send it in parts" in page.content
    client.force_login(people["supervisor"])
    said = client.post("/api/rule-packs/upload", LARGER, content_type="application/json")
    assert (said.status_code, said["Content-Type"]) == (413, "application/problem+json")
    assert said.json()["code"] == "too-large"
