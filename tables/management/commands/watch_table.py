"""`manage.py watch_table TABLE --source SRC`: watch a table, print what is seen, and post it to the server."""

import json
import re
import secrets
import signal
import string
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from shoes.camera.plane import Calibration
from shoes.camera.sights import Sight
from shoes.camera.truth import BadTruth, Happening, parse_truth, score
from shoes.camera.watch import Watch
from shoes.feeds import sources
from shoes.feeds.clock import FilmTimes, LiveTimes, PacedTimes, RunningTimes, Times
from shoes.feeds.lines import Lines, in_words
from shoes.feeds.post import NotPosted, Post
from shoes.feeds.post import calibration_of as calibration_of_server
from shoes.feeds.reader import Reader
from shoes.feeds.spool import SpoolTaken
from shoes.feeds.watching import Sees, Unwatched, Watching, WrongSize
from shoes.weights import load_eyes
from tables.rules.terms import Terms
from tables.watched import Findings, NotGiven, boxes_of, calibration_of, terms_of

BAD: Final = (sources.NoSource, NotGiven, NotPosted, SpoolTaken, WrongSize, BadTruth)
DRY_RUN: Final = "dryrun"
NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,23}")


def open_eyes() -> Callable[[Calibration], Sees]:
    """What makes watches, with the eyes that are shipped; loading them takes a second."""
    eyes = load_eyes()
    return lambda calibration: Watch(eyes, calibration)


class Command(BaseCommand):
    help = "Watch a table through a camera, a film or a folder of pictures. With --dry-run it needs no server."
    requires_system_checks = []
    open_eyes = staticmethod(open_eyes)

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("table", help="the table's code, such as BJ-12")
        parser.add_argument(
            "--source",
            metavar="SRC",
            help="video file, folder, rtsp://…, /dev/video0; else what SEVENTEEN_CAMERA_SOURCE says",
        )
        parser.add_argument("--camera", metavar="NAME", help="the camera's name, if it is not the table's code")
        parser.add_argument(
            "--calibration", type=Path, metavar="FILE", help="with --dry-run: instead of SRC.calibration.json"
        )
        parser.add_argument("--json", action="store_true", help="one JSON line for each thing that is seen")
        parser.add_argument("--dry-run", action="store_true", help="post nothing; judge a recording by its cards alone")
        parser.add_argument("--truth", type=Path, metavar="FILE", help="score what was seen in a recording")
        parser.add_argument("--paced", action="store_true", help="a recording in real time, as if it were a camera")
        parser.add_argument("--loop", action="store_true", help="with --paced: again and again, as if it had no end")
        parser.add_argument("--quiet", action="store_true", help="print nothing of what is seen")
        parser.add_argument("--since", metavar="TIME", help="when a recording begins, such as 2026-03-01T18:00:00Z")
        parser.add_argument("--fps", type=float, default=sources.FRAMES_A_SECOND, help="of a folder of pictures")

    def handle(self, *_args: Any, **options: Any) -> None:
        run = Run(self, options)
        try:
            run.watch()
        except BAD as wrong:
            raise CommandError(str(wrong), returncode=2) from None
        except Unwatched as wrong:
            raise CommandError(str(wrong)) from None
        finally:
            run.close()


@dataclass
class Run:
    """One run of the command."""

    command: Command
    options: dict[str, Any]
    sights: list[Sight] = field(default_factory=list)
    post: Post | None = None

    def __post_init__(self) -> None:
        self.stop = threading.Event()
        self._printing = threading.Lock()
        self._watching: Watching | None = None
        self._camera = self.options["camera"] or self.options["table"]

    def watch(self) -> None:
        """Raises what BAD names."""
        truth = self._truth()
        source = sources.find(self._source(), say=self.say, fps=self.options["fps"])
        self._check(source, truth is not None)
        self._obey_signals()
        calibration, terms = self._given(source)
        make = self.command.open_eyes()  # before a paced recording begins
        times, running = self._times(source)
        ring_bytes = settings.ENVIRONMENT.ring_mb * 1_000_000
        if self.post is not None and ring_bytes:
            make = self.post.keep_frames(make, times, ring_bytes)
        is_open = source.is_recording and (running is None or self.options["dry_run"])
        self._lines = Lines(times, shows_cards=is_open, run=self._run())
        self._findings = Findings(terms if is_open else None, self._camera)
        if isinstance(running, PacedTimes):
            paced = sources.Looped if self.options["loop"] else sources.Paced
            source = paced(source, running.begins)
        # Whoever tries an address wants to hear what is wrong with it; a camera's process waits until that is mended.
        reader = Reader(source, drops=running is not None, say=self.say, gives_up=self.options["dry_run"])
        watching = self._watching = Watching(
            reader,
            is_recording=source.is_recording,
            make=make,
            tell=self.tell,
            began=lambda: self._lines.begin(self._run()),
            say=self.say,
        )
        if calibration is not None:
            watching.calibrate(calibration)
        if self.post is not None:
            self.post.start(watching, reader, lambda: _now_ms(times, running))
        try:
            watching.run(running)
        finally:
            self._end(reader, times.shown(watching.latest_ms), truth)
        if self.post is not None and self.post.failed.is_set():
            raise CommandError("Nothing can be delivered any more; what was seen is in the spool. Start again.")
        if reader.cut_off:
            raise CommandError(reader.cut_off, returncode=2)

    def tell(self, sights: list[Sight]) -> None:
        """Keep what was seen, then print it: what is printed will reach the server."""
        said = [self._lines.of(sight) for sight in sights]
        if self.post is not None:
            self.post.send(said)
        if self.options["truth"]:
            self.sights += sights
        for one in said:
            self.print(one.line)
            for line in self._findings.take(one.row, one.line["at"]):
                self.print(line)

    def print(self, line: dict[str, Any]) -> None:
        if self.options["quiet"]:
            return
        with self._printing:
            self.command.stdout.write(json.dumps(line) if self.options["json"] else in_words(line))
            self.command.stdout.flush()

    def say(self, message: str) -> None:
        """To people, beside what is seen."""
        with self._printing:
            self.command.stderr.write(message)
            self.command.stderr.flush()

    def _source(self) -> str:
        source: str | None = self.options["source"] or settings.ENVIRONMENT.camera_source
        if not source:
            raise NotGiven("Name what is watched: --source SRC, or SEVENTEEN_CAMERA_SOURCE for what is secret.")
        return source

    def close(self) -> None:
        if self.post is not None:
            self.post.close()

    def _check(self, source: sources.Source, is_scored: bool) -> None:
        options = self.options
        if options["calibration"] and not options["dry_run"]:
            raise NotGiven("--calibration goes with --dry-run; without it the server knows the calibration.")
        if not source.is_recording and (options["paced"] or options["since"] or is_scored):
            raise NotGiven("--paced, --since and --truth are for recordings, which end; this is a camera.")
        if is_scored and options["paced"]:
            raise NotGiven("--truth does not go with --paced, which may leave frames out.")
        if options["loop"] and (options["dry_run"] or not options["paced"]):
            raise NotGiven("--loop goes with --paced and posts to the server; without them a recording has an end.")
        if not NAME.fullmatch(self._camera):
            raise NotGiven(f"{self._camera!r} names no camera; it is the table's code, or BJ-12a for a second one.")
        if not 0.1 <= options["fps"] <= 240:
            raise NotGiven(f"--fps is {options['fps']:g}; it is a number from 0.1 to 240.")

    def _given(self, source: sources.Source) -> tuple[Calibration | None, Terms | None]:
        """From the file or from the server. A camera may be without a calibration until somebody makes one."""
        options = self.options
        if options["dry_run"]:
            if not options["calibration"] and not source.is_recording:
                raise NotGiven(
                    "A camera in a --dry-run has no calibration beside it; name one with --calibration FILE."
                )
            return calibration_of(options["calibration"] or Path(f"{source.name.rstrip('/')}.calibration.json"))
        environment = settings.ENVIRONMENT
        if not environment.camera_token:
            raise NotGiven("SEVENTEEN_CAMERA_TOKEN is not set; it is what add_camera printed. Or use --dry-run.")
        folder = environment.data / "spool" / self._camera
        self.post = Post(environment.server, environment.camera_token, self._camera, folder, self.say)
        described = self.post.ask(self.stop)
        if described.get("table") != options["table"]:
            raise NotGiven(
                f"Camera {self._camera} watches {described.get('table')}, not {options['table']}; name that table."
            )
        calibration = calibration_of_server(described)
        if calibration is None:
            message = f"Camera {self._camera} has no calibration yet; make one on its page."
            if source.is_recording:
                raise NotGiven(message)
            self.say(message)
            return None, None
        return calibration, terms_of(described.get("terms"), boxes_of(calibration))

    def _times(self, source: sources.Source) -> tuple[Times, RunningTimes | None]:
        since_ms = _moment(self.options["since"])
        if not source.is_recording:
            live = LiveTimes()
            return live, live
        if self.options["paced"]:
            now_ms = round(time.time() * 1000)
            began_ms = now_ms if since_ms is None else since_ms
            paced = PacedTimes(began_ms, time.monotonic() + (began_ms - now_ms) / 1000)
            return paced, paced
        if self.options["dry_run"]:
            return FilmTimes(since_ms or 0), None
        if since_ms is None:
            if source.length_s is None:
                raise NotGiven(f"{source.name} does not say how long it is; tell when it begins with --since TIME.")
            since_ms = round((time.time() - source.length_s) * 1000)
        return FilmTimes(since_ms), None

    def _end(self, reader: Reader, at: str | float, truth: list[Happening] | None) -> None:
        for line in self._findings.end(at):
            self.print(line)
        waiting = self.post.finish(self.stop) if self.post is not None else 0
        if waiting:
            self.say(f"{waiting} observations wait in the spool; the next watch_table of this camera delivers them.")
        if truth is not None:
            scored = score(self.sights, truth)
            self.print({"score": scored.counts()})
            for fault in scored.faults():
                self.say(fault)
        self.print({"frames": reader.frames, "dropped": reader.dropped})

    def _truth(self) -> list[Happening] | None:
        path: Path | None = self.options["truth"]
        if path is None:
            return None
        try:
            return parse_truth(path.read_text(encoding="utf-8").splitlines())
        except BadTruth as wrong:
            raise NotGiven(f"{path}: {wrong}") from None
        except (OSError, UnicodeDecodeError) as wrong:
            raise NotGiven(f"{path} cannot be read ({wrong}); name a file of JSON lines.") from None

    def _run(self) -> str:
        if self.options["dry_run"]:
            return DRY_RUN
        return "".join(secrets.choice(string.ascii_lowercase) for _letter in range(6))

    def _obey_signals(self) -> None:
        if threading.current_thread() is threading.main_thread():
            for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
                signal.signal(number, self._on_signal)

    def _on_signal(self, *_: object) -> None:
        if self.stop.is_set():
            sys.exit(1)
        self.stop.set()
        if self._watching is not None:
            self._watching.stop.set()


def _now_ms(times: Times, running: RunningTimes | None) -> int:
    return round(time.time() * 1000) if running is None else times.utc_ms(running.stamp_ms())


def _moment(text: str | None) -> int | None:
    if text is None:
        return None
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        moment = None
    if moment is None or moment.tzinfo is None:
        raise NotGiven(f"--since is {text}; write a time with its zone, such as 2026-03-01T18:00:00Z.")
    return round(moment.timestamp() * 1000)
