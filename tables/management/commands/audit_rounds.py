"""`manage.py audit_rounds FILE [--json]`: judge a file of round documents anew, and evenings. Needs no database."""

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

from tables import document, evening_document
from tables.document import BadDocument, Judgement
from tables.evening_document import EveningJudgement, Line
from tables.rules import pack as packs
from tables.rules.pack import BadPack
from tables.rules.pack_reader import parse_pack
from tables.rules.shapes import Finding
from tables.wording import finding as words_of
from tables.wording.speaking import of_game

FOLDS_A_COLLECTION: Final = (50_000, 20, 20)
"""A fold leaves a few hundred small objects that name each other; look for such after some hundred folds, not each."""
OK: Final = "ok"
MISTAKES: Final = "mistakes"
ROUNDS: Final = "rounds"
EVENINGS: Final = "evenings"
LONGEST_LINE: Final = 4 * 1024 * 1024
LARGEST_PACK: Final = 1_000_000


class Command(BaseCommand):
    help = (
        "Judge settled rounds anew: one verdict line a round, then totals. Exit 1 if anything is wrong, 2 on bad input."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="FILE", help="round documents, one JSON object a line; - is standard input")
        parser.add_argument(
            "--pack",
            metavar="PACK",
            action="append",
            default=[],
            help="text of a house's own rule pack; may be repeated",
        )
        parser.add_argument("--json", action="store_true", help="one JSON object a line instead of text")

    def handle(self, *_args: Any, **options: Any) -> None:
        try:
            for pack in options["pack"]:
                _know(pack)
            counts = self._audit(options["file"], _as_json if options["json"] else _as_text)
            self.stdout.write(_totals(counts, as_json=options["json"]))
            self.stdout.flush()
        except BadDocument as wrong:
            self.stdout.flush()
            raise CommandError(str(wrong), returncode=2) from None
        except BrokenPipeError:  # whoever read has seen enough; Python must not complain when it closes the pipe
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            sys.exit(1)
        if counts[OK] != counts[ROUNDS] + counts[EVENINGS]:
            sys.exit(1)

    def _audit(self, name: str, show: Callable[[Judgement | EveningJudgement, str], str]) -> Counter[str]:
        """Write a line for each document; how many there were of each kind, and of each verdict."""
        gc.set_threshold(*FOLDS_A_COLLECTION)
        counts: Counter[str] = Counter()
        write = self.stdout._out.write  # type: ignore[attr-defined]  # Django's wrapper styles and flushes each line
        with _opened(name) as lines:
            for judgement in _judgements(lines, name):
                verdict = verdict_of(judgement)
                counts[verdict] += 1
                counts[EVENINGS if isinstance(judgement, EveningJudgement) else ROUNDS] += 1
                write(show(judgement, verdict) + "\n")
        return counts


def _know(name: str) -> None:
    """Let documents name the rule pack of a file. Raises BadDocument."""
    try:
        with open(name, encoding="utf-8-sig") as file:
            pack = parse_pack(file.read(LARGEST_PACK + 1), name)
    except OSError as wrong:
        raise BadDocument(f"{name}: {wrong.strerror}; name the text of a rule pack.") from None
    except UnicodeDecodeError:
        raise BadDocument(f"{name}: this is no UTF-8; name the text of a rule pack.") from None
    except BadPack as wrong:
        raise BadDocument(str(wrong)) from None
    if pack.version is None:
        raise BadDocument(f"{name}: the pack has no version, so it is none of a house's own; those are known already.")
    packs.know(pack)


def verdict_of(judgement: Judgement | EveningJudgement) -> str:
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


class Evenings:
    """Evenings of a file, each judged once all its rounds were; what has not come by the end is missing."""

    def __init__(self) -> None:
        self._rounds: dict[str, dict[tuple[int, int], Judgement]] = {}
        self._waiting: list[Line] = []
        self._previous: EveningJudgement | None = None

    def see(self, judgement: Judgement) -> None:
        if judgement.bridge is not None:
            self._rounds.setdefault(judgement.table, {})[judgement.round, judgement.revision] = judgement

    def judge(self, text: bytes) -> Iterator[EveningJudgement]:
        """Judge the evening of a line, unless it stands before some of its rounds."""
        line = evening_document.read(text)
        if self._waiting or not all((one.round, one.revision) in self._rounds_of(line) for one in line.rounds):
            self._waiting.append(line)
        else:
            yield self._judged(line)

    def judge_rest(self) -> Iterator[EveningJudgement]:
        yield from map(self._judged, self._waiting)

    def _judged(self, line: Line) -> EveningJudgement:
        self._previous = evening_document.audit(line, self._rounds_of(line), previous=self._previous)
        return self._previous

    def _rounds_of(self, line: Line) -> dict[tuple[int, int], Judgement]:
        return self._rounds.get(line.members["table"], {})


def _judgements(lines: IO[bytes], name: str) -> Iterator[Judgement | EveningJudgement]:
    """Each document judged; one line is held at a time, and the hash of the one before."""
    previous: Judgement | None = None
    evenings = Evenings()
    number = 0
    with tqdm(total=_size(lines), unit="B", unit_scale=True, disable=not sys.stderr.isatty(), file=sys.stderr) as bar:
        while line := lines.readline(LONGEST_LINE + 1):
            number += 1
            if len(line) > LONGEST_LINE:
                raise BadDocument(f"{name}:{number}: this line is longer than {LONGEST_LINE} bytes; a document is not.")
            bar.update(len(line))
            if line.isspace():
                continue
            try:
                if evening_document.MARK in line:
                    yield from evenings.judge(line)
                    continue
                previous = document.audit(line, previous=previous)
            except BadDocument as wrong:
                raise BadDocument(f"{name}:{number}: {wrong}") from None
            evenings.see(previous)
            yield previous
        yield from evenings.judge_rest()


def _size(lines: IO[bytes]) -> int | None:
    try:
        return os.fstat(lines.fileno()).st_size or None
    except OSError:
        return None


def _as_json(judgement: Judgement | EveningJudgement, verdict: str) -> str:
    row = {
        "id": judgement.name,
        "revision": judgement.revision,
        "verdict": verdict,
        "why": judgement.why,
        "engine": judgement.engine,
        "findings": [finding.as_json() for finding in judgement.findings],
    }
    return orjson.dumps(row).decode()


def _as_text(judgement: Judgement | EveningJudgement, verdict: str) -> str:
    head = judgement.name if judgement.revision == 1 else f"{judgement.name} revision {judgement.revision}"
    if verdict == OK:
        return f"{head}: ok"
    if verdict == document.JUDGED_OTHERWISE:
        verdict = f"judged otherwise, by engine {judgement.engine} when it was written"
    elif verdict == document.DAMAGED:
        verdict = "record damaged"
    with of_game(judgement.game):
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
    evenings = {"evenings": counts[EVENINGS]} if counts[EVENINGS] else {}  # a file of rounds says nothing of them
    names = {
        "rounds": counts[ROUNDS],
        **evenings,
        "ok": counts[OK],
        "mistakes": counts[MISTAKES],
        "judged_otherwise": counts[document.JUDGED_OTHERWISE],
        "damaged": counts[document.DAMAGED],
    }
    if as_json:
        return json.dumps({"totals": names})
    told = ", ".join(f"{number} {name.replace('_', ' ')}" for name, number in names.items())
    return told.replace(" 1 evenings,", " 1 evening,")
