"""Log lines: one form for all that a process says, found again by request, without secrets and cards."""

import json
import logging
import subprocess
import sys
from collections.abc import Callable

import pytest
from django.test import Client

from casino import logs, tracing
from casino.environment import CHECKOUT
from casino.logs import Json, Line, clean
from casino.models import Staff
from casino.tasks import heartbeat


@pytest.mark.parametrize(
    ("said", "left"),
    [
        ("token 17-Zx8kQ_vV2mJ4nR6tY8uI0pA2sD4fG6hJ was refused", "token 17-··· was refused"),
        ("cannot reach postgresql://seventeen:p%2Fw@db/floor", "cannot reach postgresql://···@db/floor"),
        ("{'password': 'correct horse', 'name': 'Anna'}", "{'password': ···, 'name': 'Anna'}"),
        ("Authorization: Bearer abc.def", "Authorization: ···"),
        ("read QH at 3, then T? and ??, not AS", "read ··· at 3, then ··· and ···, not ···"),
        ('duplicate key\nDETAIL:  Failing row contains (7, {"card": "QH"}).', "duplicate key\n"),
        ("table BJ-12, shoe S-000001, round 7", "table BJ-12, shoe S-000001, round 7"),
        ("a token is missing; the session has ended", "a token is missing; the session has ended"),
    ],
)
def test_what_looks_like_a_secret_or_a_card_is_crossed_out(said: str, left: str) -> None:
    assert clean(said) == left


def _record(**more: object) -> logging.LogRecord:
    record = logging.LogRecord("casino.requests", logging.INFO, __file__, 1, "%s done", ("all",), None)
    record.created = 1_800_000_000.25
    vars(record).update(more)
    return record


def test_a_record_is_one_json_object_and_names_its_request() -> None:
    logs.request_id.set("abcdef12")
    try:
        told = json.loads(Json().format(_record(route="login", status=200, ms=3, by="staff:7", args_of_nobody=1)))
    finally:
        logs.request_id.set("")
    assert told == {
        "at": "2027-01-15T08:00:00.250Z",
        "level": "info",
        "logger": "casino.requests",
        "message": "all done",
        "request": "abcdef12",
        "route": "login",
        "status": 200,
        "ms": 3,
        "by": "staff:7",
    }


@pytest.mark.parametrize("formatter", [Json(), Line()], ids=["json", "text"])
def test_an_error_keeps_its_traceback_and_loses_its_secrets(formatter: logging.Formatter) -> None:
    try:
        raise ValueError("password=hunter2 for QH")
    except ValueError:
        text = formatter.format(_record(exc_info=sys.exc_info()))
    assert "Traceback" in text
    assert "hunter2" not in text
    assert "QH" not in text


def test_each_request_has_a_name_a_time_and_one_line(
    client: Client, caplog: pytest.LogCaptureFixture, person: Callable[..., Staff]
) -> None:
    client.force_login(person("administrator"))
    with caplog.at_level(logging.INFO, "casino.requests"):
        given = client.get("/account?secret=1", headers={"X-Request-ID": "from-the-proxy-7"})
        own = client.get("/nothing/QH", headers={"X-Request-ID": "bad id\n"})
    assert given["X-Request-ID"] == "from-the-proxy-7"
    assert len(own["X-Request-ID"]) == 32
    known, unknown = caplog.records
    assert vars(known)["by"].startswith("staff:")
    assert "secret" not in known.getMessage()
    assert unknown.getMessage().startswith("GET /none 404 in ")


def test_a_job_carries_the_name_of_the_request_that_asked_for_it() -> None:
    headers: dict[str, object] = {}
    logs.request_id.set("abcdef12")
    tracing._give_on(headers=headers)
    logs.request_id.set("")
    heartbeat.push_request(**headers)
    tracing._take_on(task=heartbeat, task_id="job-7")
    heartbeat.pop_request()
    assert logs.request_id.get() == "abcdef12"
    tracing._let_go()
    assert logs.request_id.get() == ""


def test_everything_that_a_process_says_has_the_chosen_form() -> None:
    """Uvicorn has set up handlers of its own by then; the site's take their place."""
    code = (
        "import logging, logging.config, uvicorn.config; logging.config.dictConfig(uvicorn.config.LOGGING_CONFIG);"
        "from casino import logs; logging.config.dictConfig(logs.configuration('json'));"
        "logging.getLogger('uvicorn.error').info('started'); logging.getLogger('celery.worker').warning('late')"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=CHECKOUT, capture_output=True, text=True, check=True)
    assert [json.loads(line)["message"] for line in done.stdout.splitlines()] == ["started", "late"]
    assert done.stderr == ""
