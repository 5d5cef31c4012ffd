"""Log lines: for people, or a JSON object each for a collector; without secrets and without cards.

A log is read by others than the record is, and may leave the house. So what looks like a secret or a card is crossed
out in whatever is said, and so is the row that PostgreSQL repeats in its complaints. That is a net below code that does
not log such things in the first place.
"""

import contextvars
import logging
import re
from datetime import UTC, datetime
from typing import Any, Final

import orjson

request_id: Final = contextvars.ContextVar("request_id", default="")
"""Of the request, or the job, that is being answered; empty in between."""

CROSSED_OUT: Final = "···"
# Fields that a caller may add with `extra`; everything else of a record is Python's own.
EXTRA: Final = ("method", "route", "status", "ms", "by")

_SECRETS: Final = (
    re.compile(r"(?<=17-)[A-Za-z0-9_-]{20,}"),  # a service account's
    re.compile(r"(?<=://)[^/\s:@]*:[^/\s@]*(?=@)"),  # name and password in an address
    re.compile(
        r"(?i)\b((?:sessionid|csrf\w*|password|pin|badge|token|secret|authorization|cookie)[\"']?\s*[=:]\s*)"
        r"(?:\"[^\"]*\"|'[^']*'|(?:Bearer\s+)?[^\s,;)}\"']+)"
    ),
)
_CARD: Final = re.compile(r"(?<![\w-])(?:10|[2-9TJQKA])[CDHS](?![\w-])|(?<![\w-])(?:[2-9TJQKA]\?|\?\?)(?![\w?])")
_ROW: Final = re.compile(r"^(?:DETAIL|CONTEXT):.*$", re.MULTILINE)


def clean(text: str) -> str:
    """`text` without what looks like a secret, a card, or a row of the database."""
    text = _ROW.sub("", text)
    token, login, named = _SECRETS
    text = login.sub(CROSSED_OUT, token.sub(CROSSED_OUT, text))
    text = named.sub(rf"\1{CROSSED_OUT}", text)
    return _CARD.sub(CROSSED_OUT, text)


class Line(logging.Formatter):
    """One record as one line for people (a traceback follows)."""

    def __init__(self) -> None:
        super().__init__("{asctime} {levelname} {name}: {message}", style="{")

    def formatTime(self, record: logging.LogRecord, datefmt: str | None = None) -> str:  # noqa: N802  (Python's name)
        return _utc(record)

    def format(self, record: logging.LogRecord) -> str:
        return clean(super().format(record))


class Json(logging.Formatter):
    """One record as one JSON object: at, level, logger, message, request; what is told of a request; an error."""

    def format(self, record: logging.LogRecord) -> str:
        told: dict[str, Any] = {
            "at": _utc(record),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": clean(record.getMessage()),
        }
        if request_id.get():
            told["request"] = request_id.get()
        told.update({name: getattr(record, name) for name in EXTRA if getattr(record, name, "") != ""})
        if record.exc_info:
            told["error"] = clean(self.formatException(record.exc_info))
        return orjson.dumps(told, default=str).decode()


def _utc(record: logging.LogRecord) -> str:
    return datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def configuration(form: str) -> dict[str, Any]:
    """Django's LOGGING. `form` is `text`, for people, or `json`, with a line for each request.

    Uvicorn's and Celery's own handlers give way, so that everything a process says has one form.
    """
    chatty = "INFO" if form == "json" else "WARNING"
    plain = {"handlers": [], "propagate": True}
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"text": {"()": "casino.logs.Line"}, "json": {"()": "casino.logs.Json"}},
        "handlers": {
            "out": {
                "class": "logging.StreamHandler",
                "formatter": form,
                "stream": "ext://sys.stdout" if form == "json" else "ext://sys.stderr",
            }
        },
        "root": {"handlers": ["out"], "level": "WARNING"},
        "loggers": {
            "casino": {"level": "INFO"},
            "casino.requests": {"level": chatty},
            # Each request has its line from us; what failed comes with its traceback.
            "django.request": {**plain, "level": "ERROR"},
            "django.server": {**plain, "level": "WARNING"},
            "uvicorn": {**plain, "level": chatty},
            "uvicorn.error": {**plain, "level": chatty},
            "uvicorn.access": {**plain, "level": "WARNING"},
            "celery": {**plain, "level": "WARNING"},
            "celery.task": {**plain, "level": "WARNING"},
        },
    }
