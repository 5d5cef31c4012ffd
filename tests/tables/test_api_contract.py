"""The API keeps what /api/schema says: schemathesis asks every operation, with good requests and with bad ones.

Each operation is asked by somebody who may, on a floor where one of each thing is there, and leaves nothing behind.
"""

import json
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import numpy as np
import pytest
import schemathesis
from django.conf import settings as site
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections, transaction
from django.test import override_settings
from drf_spectacular.drainage import GENERATOR_STATS
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.renderers import OpenApiJsonRenderer
from drf_spectacular.validation import validate_schema
from hypothesis import HealthCheck, given, seed, settings
from hypothesis import strategies as st
from schemathesis.config import SchemathesisConfig
from schemathesis.generation import GenerationMode

from casino import tokens
from casino.access import addresses
from casino.models import Staff
from casino.roles import ROLES, SIGNED_IN
from shoes import services as cards
from shoes.camera.spread import Laid
from shoes.models import Camera
from shoes.scenes.spread import pack_in_order
from tests.browser.seen import jpeg
from tests.conftest import Site

pytestmark = pytest.mark.django_db
SEED = 17
EXAMPLES = 50
CSRF = "c" * 32
PARTS = 4  # so that several cores share the work
CONFIG = {
    "seed": SEED,
    # PostgreSQL's texts hold no zero byte; tests/casino/test_errors.py and test_fields.py see to those.
    "generation": {"allow-x00": False, "with-security-parameters": False},
    # 400: it has not the form that the schema describes. 422: it has, and cannot be. Only the first is a mistake here.
    # 413: longer than a body may be, whatever else is wrong with it.
    "checks": {
        "positive_data_acceptance": {"expected-statuses": ["2xx", "401", "403", "404", "409", "422"]},
        "negative_data_rejection": {
            "expected-statuses": ["400", "401", "403", "404", "405", "409", "413", "415", "422"]
        },
    },
}


@cache
def _generated() -> str:
    schema = SchemaGenerator().get_schema(public=True)  # type: ignore[no-untyped-call]
    return OpenApiJsonRenderer().render(schema).decode()


def _document() -> dict[str, Any]:
    made: dict[str, Any] = json.loads(_generated())
    return made


@pytest.fixture
def connected() -> Iterator[None]:
    """The connection of the test is that of the site, which would close it after every request."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@pytest.fixture
def sessions(samples: dict[str, object], person: Callable[..., Staff]) -> Iterator[dict[str, str]]:
    """The session cookie of somebody of each role; of those who are there already where there are some.

    Sessions lie in memory: thousands of requests would ask the database for them.
    """
    found = {role: Staff.objects.filter(role=role).order_by("pk").first() for role in ROLES}
    with override_settings(SESSION_ENGINE="django.contrib.sessions.backends.cache"):
        yield {role: Site.cookie(staff or person(role, f"asks-{role}")) for role, staff in found.items()}


@pytest.mark.parametrize("part", range(PARTS))
def test_every_operation_keeps_its_word(
    part: int, samples: dict[str, object], sessions: dict[str, str], connected: None, subtests: pytest.Subtests
) -> None:
    document = _with(samples | _of_the_house())
    schema = schemathesis.openapi.from_dict(document, config=SchemathesisConfig.from_dict(CONFIG))
    schema.app = get_wsgi_application()
    asks = {_path(address.route): _role(str(address.permission)) for address in addresses()}

    @schema.auth()
    class Session:
        """Logged in as somebody who may."""

        def get(self, case: Any, context: object) -> str:
            return sessions[asks[case.operation.path]]

        def set(self, case: Any, data: str, context: object) -> None:
            case.cookies = {site.SESSION_COOKIE_NAME: data, site.CSRF_COOKIE_NAME: CSRF}
            case.headers["X-CSRFToken"] = CSRF

    every = [found.ok() for found in schema.get_all_operations()]  # type: ignore[union-attr]  # checked below
    for operation in every[part::PARTS]:
        with subtests.test(operation.label), transaction.atomic():
            _ask(operation)
            transaction.set_rollback(True)


def _ask(operation: Any) -> None:
    """As many examples of what the schema allows and of what it does not, and every check on each answer."""
    cases = st.one_of([operation.as_strategy(generation_mode=mode) for mode in GenerationMode])

    @seed(SEED)
    @settings(max_examples=EXAMPLES, deadline=None, database=None, suppress_health_check=list(HealthCheck))
    @given(case=cases)
    def asked(case: Any) -> None:
        case.call_and_validate()

    asked()


def _of_the_house() -> dict[str, object]:
    """What only the API names."""
    token, _secret = tokens.issue("report", "record.read")
    camera, boss = Camera.objects.order_by("pk")[0], Staff.objects.get(username="boss")
    cards.receive(["Z-1"], "fr52", "red", by=boss)
    laid = [Laid(card, 0.99, (0, 0, 9, 9)) for card in pack_in_order()[1:]]
    picture = jpeg(np.full((20, 20, 3), 60, np.uint8))
    spread = cards.keep_spread(camera, ["Z-1"], laid, picture=picture, pictures=1, by=boss)
    return {"token_id": token.pk, "name": camera.name, "spread_id": spread.pk}


def _with(samples: dict[str, object]) -> dict[str, Any]:
    """The schema, with what is there and what is not as the only arguments of addresses."""
    document = _document()
    for path in document["paths"].values():
        for operation in path.values():
            for parameter in operation.get("parameters", ()):
                known = samples.get(parameter["name"])
                if parameter["in"] == "path" and known is not None:
                    parameter["schema"] = {"enum": [known, 999_999 if isinstance(known, int) else "nobody"]}
    return document


def _path(route: str) -> str:
    """The route as the schema writes it."""
    for kind in ("slug", "int", "str"):
        route = route.replace(f"<{kind}:", "{")
    return route.replace(">", "}")


def _role(permission: str) -> str:
    return next((role for role in ROLES if permission == SIGNED_IN or permission in ROLES[role]), "auditor")


def test_the_schema_is_openapi_3_1_without_a_doubt() -> None:
    GENERATOR_STATS.reset()
    _generated.cache_clear()
    document = _document()
    validate_schema(document)  # type: ignore[no-untyped-call]
    assert document["openapi"] == "3.1.0"
    assert not GENERATOR_STATS, GENERATOR_STATS
