"""A refused request says what happened and what would be right, in the form in which it was asked."""

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import IntegrityError
from django.http import Http404, HttpRequest
from django.test import Client, RequestFactory
from rest_framework import exceptions

from casino.errors import RefusalMiddleware, Refused, answer, answer_api, refused_if
from casino.models import ServiceToken


def _request(path: str = "/pit", **headers: str) -> HttpRequest:
    request = RequestFactory().get(path, headers=headers)
    request.user = AnonymousUser()
    return request


@pytest.mark.parametrize(("path", "headers"), [("/api/tables", {}), ("/pit", {"Accept": "application/json"})])
def test_a_program_gets_code_and_detail(path: str, headers: dict[str, str]) -> None:
    response = answer(_request(path, **headers), Refused("The table is closed; open it first.", code="table-closed"))
    assert response.status_code == 409
    assert response.content == b'{"code": "table-closed", "detail": "The table is closed; open it first."}'


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
    ("exception", "status", "data"),
    [
        (Refused("No.", code="no"), 409, {"code": "no", "detail": "No."}),
        (exceptions.NotAuthenticated("Who?"), 401, {"code": "not-authenticated", "detail": "Who?"}),
        (Http404("gone"), 404, {"code": "not-found", "detail": "gone"}),
        (
            exceptions.ValidationError({"at": ["It lies in the future."]}),
            400,
            {
                "code": "malformed",
                "detail": "The request is malformed; see fields.",
                "fields": {"at": ["It lies in the future."]},
            },
        ),
    ],
)
def test_the_api_has_one_form_of_problem(exception: Exception, status: int, data: dict[str, object]) -> None:
    response = answer_api(exception, {})
    assert response is not None
    assert (response.status_code, response.data) == (status, data)


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
