"""`manage.py audit_rounds FILE [--json]`: judge a file of `table-round/1` documents anew. Needs no database."""

import gc
import json
import os
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from typing import IO, Any, Final

import orjson
from django.core.management.base import BaseCommand, CommandError, CommandParser
from tqdm import tqdm

from tables import document
from tables.document import BadDocument, Judgement
from tables.rules.shapes import Finding
from tables.wording import finding as words_of

FOLDS_A_COLLECTION: Final = (50_000, 20, 20)
"""A fold leaves a few hundred small objects that name each other; look for such after some hundred folds, not each."""
OK: Final = "ok"
MISTAKES: Final = "mistakes"
LONGEST_LINE: Final = 4 * 1024 * 1024


class Command(BaseCommand):
    help = (
        "Judge settled rounds anew: one verdict line a round, then totals. Exit 1 if anything is wrong, 2 on bad input."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="FILE", help="round documents, one JSON object a line; - is standard input")
        parser.add_argument("--json", action="store_true", help="one JSON object a line instead of text")

    def handle(self, *_args: Any, **options: Any) -> None:
        try:
            counts = self._audit(options["file"], _as_json if options["json"] else _as_text)
            self.stdout.write(_totals(counts, as_json=options["json"]))
            self.stdout.flush()
        except BadDocument as wrong:
            self.stdout.flush()
            raise CommandError(str(wrong), returncode=2) from None
        except BrokenPipeError:  # whoever read has seen enough; Python must not complain when it closes the pipe
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            sys.exit(1)
        if counts.total() != counts[OK]:
            sys.exit(1)

    def _audit(self, name: str, show: Callable[[Judgement, str], str]) -> Counter[str]:
        """Write a line for each document; how many there were of each verdict."""
        gc.set_threshold(*FOLDS_A_COLLECTION)
        counts: Counter[str] = Counter()
        write = self.stdout._out.write  # type: ignore[attr-defined]  # Django's wrapper styles and flushes each line
        with _opened(name) as lines:
            for judgement in _judgements(lines, name):
                verdict = verdict_of(judgement)
                counts[verdict] += 1
                write(show(judgement, verdict) + "\n")
        return counts


def verdict_of(judgement: Judgement) -> str:
    """One word for a round: the record's state where it is not sound, else what happened at the table."""
    if judgement.record != document.SOUND:
        return judgement.record
    return MISTAKES if judgement.findings else OK


def _opened(name: str) -> IO[bytes]:
    if name == "-":
        return sys.stdin.buffer
    try:
        return open(name, "rb")
    except OSError as wrong:
        raise BadDocument(
            f"{name}: {wrong.strerror}; name a file of round documents, or - for standard input."
        ) from None


def _judgements(lines: IO[bytes], name: str) -> Iterator[Judgement]:
    """Each document judged; one line is held at a time, and the hash of the one before."""
    previous: Judgement | None = None
    number = 0
    with tqdm(total=_size(lines), unit="B", unit_scale=True, disable=not sys.stderr.isatty(), file=sys.stderr) as bar:
        while line := lines.readline(LONGEST_LINE + 1):
            number += 1
            if len(line) > LONGEST_LINE:
                raise BadDocument(f"{name}:{number}: this line is longer than {LONGEST_LINE} bytes; a document is not.")
            bar.update(len(line))
            if not line.strip():
                continue
            try:
                previous = document.audit(line, previous=previous)
            except BadDocument as wrong:
                raise BadDocument(f"{name}:{number}: {wrong}") from None
            yield previous


def _size(lines: IO[bytes]) -> int | None:
    try:
        return os.fstat(lines.fileno()).st_size or None
    except OSError:
        return None


def _as_json(judgement: Judgement, verdict: str) -> str:
    row = {
        "id": judgement.name,
        "revision": judgement.revision,
        "verdict": verdict,
        "why": judgement.why,
        "engine": judgement.engine,
        "findings": [finding.as_json() for finding in judgement.findings],
    }
    return orjson.dumps(row).decode()


def _as_text(judgement: Judgement, verdict: str) -> str:
    head = judgement.name if judgement.revision == 1 else f"{judgement.name} revision {judgement.revision}"
    if verdict == OK:
        return f"{head}: ok"
    if verdict == document.JUDGED_OTHERWISE:
        verdict = f"judged otherwise, by engine {judgement.engine} when it was written"
    elif verdict == document.DAMAGED:
        verdict = "record damaged"
    told = [*judgement.why, *(_sentence(finding) for finding in judgement.findings)]
    return f"{head}: {verdict}: {'; '.join(told)}"


def _sentence(finding: Finding) -> str:
    """A finding in one line: clause, what, what was due, the money and who is short of it."""
    words = words_of(finding)
    due = f", due: {words.due}" if words.due and finding.done != "paid" else ""
    money = ""
    if finding.money_minor:
        money = f", {abs(finding.money_minor) / 100:.2f} ({words.hangs})"
    return f"{finding.rule} {words.what}{due}{money}"


def _totals(counts: Counter[str], *, as_json: bool) -> str:
    names = {
        "rounds": counts.total(),
        "ok": counts[OK],
        "mistakes": counts[MISTAKES],
        "judged_otherwise": counts[document.JUDGED_OTHERWISE],
        "damaged": counts[document.DAMAGED],
    }
    if as_json:
        return json.dumps({"totals": names})
    return ", ".join(f"{number} {name.replace('_', ' ')}" for name, number in names.items())
