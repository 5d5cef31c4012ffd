"""`manage.py replay [FILE or -] [--json]`: judge cases as in rules/CASES.md. Needs no database."""

import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO, Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tables.rules.replay.cases import BadCase, Outcome, judge_line


class Command(BaseCommand):
    help = "Judge cases: one line each. Exit 1 if any differs from what it expects, 2 on bad input."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "file", nargs="?", default="-", metavar="FILE", help="cases, one JSON object a line; - is standard input"
        )
        parser.add_argument("--json", action="store_true", help="one JSON object a case instead of text")

    def handle(self, *_args: Any, **options: Any) -> None:
        name: str = options["file"]
        show = _as_json if options["json"] else _as_text
        told: list[Outcome] = []
        try:
            with _opened(name) as lines:
                for outcome in _outcomes(lines, "standard input" if name == "-" else name):
                    told.append(outcome)
                    self.stdout.write(show(outcome))
        except BadCase as wrong:
            self.stdout.flush()
            raise CommandError(str(wrong), returncode=2) from None
        except BrokenPipeError:  # the reader has seen enough
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            sys.exit(1)
        differ = sum(1 for outcome in told if outcome.ok is False)
        if not options["json"]:
            self.stdout.write(f"{len(told)} cases, {differ} differ.")
        if differ:
            sys.exit(1)


@contextmanager
def _opened(name: str) -> Iterator[IO[str]]:
    if name == "-":
        yield sys.stdin
        return
    try:
        with open(name, encoding="utf-8") as lines:
            yield lines
    except OSError as error:
        raise BadCase(f"{name}: {error.strerror}; name a file of cases, one JSON object a line.") from None


def _outcomes(lines: IO[str], name: str) -> Iterator[Outcome]:
    number = 0
    try:
        for line in lines:
            number += 1
            if line.strip():
                yield judge_line(line)
    except BadCase as wrong:
        raise BadCase(f"{name} line {number}: {str(wrong).rstrip('.')}.") from None
    except UnicodeDecodeError:
        raise BadCase(f"{name} line {number + 1}: the bytes are no UTF-8; write cases as UTF-8 text.") from None


def _as_json(outcome: Outcome) -> str:
    return json.dumps(outcome.as_json(), ensure_ascii=False)


def _as_text(outcome: Outcome) -> str:
    if "error" in outcome.got:
        return f"{outcome.id}: {outcome.got['error']}"
    word = {True: "ok", False: "DIFFERS", None: "judged"}[outcome.ok]
    detail = "" if outcome.ok else " " + json.dumps(outcome.got, ensure_ascii=False)
    return f"{outcome.id}: {word}{detail}"
