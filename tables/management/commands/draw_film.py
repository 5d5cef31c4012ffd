"""`manage.py draw_film FILE`: a table at play as a video, drawn here, with calibration, truth and taps beside it."""

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import cv2
from django.core.management.base import BaseCommand, CommandError, CommandParser

from shoes.scenes.play.film import Film, Look, film
from shoes.scenes.play.ground import GROUNDS
from shoes.scenes.play.lens import ANGLES, Lens
from shoes.scenes.play.looks import DECKS
from tables.rules import IllegalOption, Limits, Terms, compile_terms
from tables.simulated.script import Show, written

# Measured at 1080p: MPEG-4 takes 20 ms and 50 kB a frame, Motion JPEG 180 kB, VP8 400 ms and 200 kB.
CODECS: Final = {".mp4": "mp4v", ".avi": "MJPG"}
LIMITS: Final = Limits(10_00, 500_00, 5_00)
MOST_BOXES: Final = 7
MOST_SECONDS: Final = 3600


class Command(BaseCommand):
    help = "Draw a table at play as a video to try watch_table on. Needs no database."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, metavar="FILE", help=f"the video: {', '.join(CODECS)}")
        parser.add_argument("--seconds", type=float, help="how long; cut off in the middle of a round (20)")
        parser.add_argument("--rounds", type=int, help="so many whole rounds instead")
        parser.add_argument("--seed", type=int, default=21, help="another seed, another film (21)")
        parser.add_argument("--angle", default="above", help=f"{', '.join(ANGLES)} (above)")
        parser.add_argument("--boxes", type=int, default=5)
        parser.add_argument("--profile", default="casino-s17", help="the posted rules; players' cards face up")
        parser.add_argument("--width", type=int, default=1920, help="of the picture in pixels; 16 to 9 (1920)")
        parser.add_argument("--noise", type=float, default=3.0, help="of the sensor; less makes a smaller file (3)")
        parser.add_argument("--jumbo", action="store_true", help="cards with large indices")
        parser.add_argument("--felt", default="green", help=f"what the cards lie on: {', '.join(GROUNDS)} (green)")
        parser.add_argument("--deck", default="plain", help=f"the maker's design: {', '.join(DECKS)} (plain)")
        parser.add_argument("--glare", type=float, default=0.0, help="of a lamp that wanders, steps of 255 (0)")
        parser.add_argument("--mistakes", action="store_true", help="the dealer makes mistakes that a camera can see")

    def handle(self, *args: Any, **options: Any) -> None:
        file: Path = options["file"]
        self._check(file, options)
        terms = _terms(options["profile"], options["boxes"])
        seconds = options["seconds"] if options["rounds"] or options["seconds"] is not None else 20.0
        show = written(
            terms, seed=options["seed"], rounds=options["rounds"], seconds=seconds, has_mistakes=options["mistakes"]
        )
        lens = Lens(options["width"], options["width"] * 9 // 16, options["angle"])
        as_seen = {name: options[name] for name in ("jumbo", "felt", "deck", "glare", "noise")}
        drawn = film(show.script, Look(**as_seen), lens, seed=options["seed"])
        frames = _draw(drawn, file)
        _write(f"{file}.calibration.json", [{**drawn.calibration.as_json(), "terms": _posted(terms)}])
        _write(f"{file}.truth.jsonl", drawn.truth)
        _write(f"{file}.taps.jsonl", _taps(show))
        cards = sum("card" in line for line in drawn.truth)
        self.stdout.write(
            json.dumps({"path": str(file), "frames": frames, "cards": cards, "mistakes": len(show.planted)})
        )

    def _check(self, file: Path, options: Mapping[str, Any]) -> None:
        """Refuse what cannot be drawn, in one sentence."""
        seconds, rounds, boxes = options["seconds"], options["rounds"], options["boxes"]
        if file.suffix.lower() not in CODECS or not file.parent.is_dir() or file.is_dir():
            raise _bad(f"{file} cannot be written; name a {', '.join(CODECS)} file in a folder that exists.")
        if seconds is not None and rounds is not None:
            raise _bad("--seconds and --rounds contradict each other; give one of them.")
        if seconds is not None and not 1 <= seconds <= MOST_SECONDS:
            raise _bad(f"--seconds is {seconds:g}; a film lasts 1 to {MOST_SECONDS} seconds.")
        if rounds is not None and not 1 <= rounds <= MOST_SECONDS // 20:
            raise _bad(f"--rounds is {rounds}; a film has 1 to {MOST_SECONDS // 20} rounds.")
        if not 1 <= boxes <= MOST_BOXES:
            raise _bad(f"--boxes is {boxes}; a drawn table has 1 to {MOST_BOXES} boxes.")
        if options["width"] % 32 or not 320 <= options["width"] <= 3840:
            raise _bad(f"--width is {options['width']}; it is a multiple of 32 from 320 to 3840.")
        if not 0 <= options["noise"] <= 30:
            raise _bad(f"--noise is {options['noise']:g}; it is 0 to 30.")
        if options["seed"] < 0:
            raise _bad(f"--seed is {options['seed']}; it is a whole number from 0.")
        if options["angle"] not in ANGLES:
            raise _bad(f"--angle is {options['angle']}; it is one of {', '.join(ANGLES)}.")
        _check_look(options)


def _check_look(options: Mapping[str, Any]) -> None:
    if not 0 <= options["glare"] <= 255:
        raise _bad(f"--glare is {options['glare']:g}; it is 0 to 255.")
    for name, known in (("felt", GROUNDS), ("deck", DECKS)):
        if options[name] not in known:
            raise _bad(f"--{name} is {options[name]}; it is one of {', '.join(known)}.")


def _terms(profile: str, boxes: int) -> Terms:
    try:
        terms = compile_terms(profile, limits=LIMITS, boxes=boxes)
    except IllegalOption as error:
        raise _bad(str(error)) from error
    if not terms.is_open or terms.is_free:
        raise _bad(f"{profile} is dealt with players' cards face down or by a free bank; film casino-s17 or the like.")
    return terms


def _draw(drawn: Film, file: Path) -> int:
    """Write the video whole or not at all; how many frames it has."""
    try:
        with TemporaryDirectory(prefix=".film-", dir=file.parent) as folder:
            part = Path(folder) / file.name
            frames = _write_video(drawn, part)
            if _frames_in(part) != frames:
                raise _bad(f"{file} could not be written whole; look whether the disk is full.")
            part.replace(file)
    except OSError as error:
        raise _bad(f"{file} could not be written: {error.strerror or error}.") from error
    return frames


def _write_video(drawn: Film, file: Path) -> int:
    codec = cv2.VideoWriter.fourcc(*CODECS[file.suffix.lower()])
    writer = cv2.VideoWriter(str(file), cv2.CAP_FFMPEG, codec, drawn.fps, drawn.calibration.picture)
    frames = 0
    try:
        for _, picture in drawn.frames():
            writer.write(picture)
            frames += 1
    finally:
        writer.release()
    return frames


def _frames_in(file: Path) -> int:
    """How many frames a video holds, counted."""
    video = cv2.VideoCapture(str(file), cv2.CAP_FFMPEG)
    count = 0
    while video.grab():
        count += 1
    video.release()
    return count


def _posted(terms: Terms) -> dict[str, Any]:
    """The sign on the drawn table."""
    limits = terms.limits
    return {
        "profile": terms.profile,
        "options": {},
        "limits": {
            "min_minor": limits.min_minor,
            "max_minor": limits.max_minor,
            "step_minor": limits.step_minor,
        },
    }


def _taps(show: Show) -> list[dict[str, Any]]:
    """What is tapped and what is planted, by its time."""
    lines: list[dict[str, Any]] = [
        *({"at": tap.at, "kind": tap.kind, "fields": list(tap.fields)} for tap in show.taps),
        *({"at": made.at, "planted": made.kind, "rule": made.rule, "slot": made.slot} for made in show.planted),
    ]
    return sorted(lines, key=lambda line: float(line["at"]))


def _write(path: str, lines: Iterable[Mapping[str, Any]]) -> None:
    try:
        Path(path).write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    except OSError as error:
        raise _bad(f"{path} could not be written: {error.strerror or error}.") from error


def _bad(sentence: str) -> CommandError:
    return CommandError(sentence, returncode=2)
