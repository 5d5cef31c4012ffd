"""`manage.py demo`: a running floor; with `--score N`, N rounds at full speed, held against what was planted."""

import random
import signal
import threading
import time
from argparse import ArgumentParser
from collections.abc import Sequence
from dataclasses import replace
from io import StringIO
from typing import Any, Final

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import connection

from casino import processes
from casino.servers.embedded import Running
from casino.servers.layout import ServerError
from shoes.camera.watch import Watch
from shoes.feeds.clock import utc_text
from shoes.weights import load_eyes
from tables.simulated import filming, filmscore, opening, throwaway
from tables.simulated import house as furnishing
from tables.simulated import score as scoring
from tables.simulated.filmed import put_camera
from tables.simulated.mistakes import Mistakes

TEMPLATE: Final = "{:<34}{:>9}{:>9}{:>9}"
WEB_WITHIN_S: Final = 60
LOOK_S: Final = 0.5
FILM_BEGINS_S: Final = 4.0
"""So long after its film is there a camera's process starts to show it: the networks are loaded first."""
GIVES_WAY: Final = 10
CAMERA_GIVES_WAY: Final = 3


class Command(BaseCommand):
    help = "Run a floor with simulated dealers, or score the engine on planted mistakes."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--score", type=int, metavar="N", help="play N rounds at full speed and score the findings")
        parser.add_argument("--seed", type=int, default=17, help="chance of cards, players and mistakes (default 17)")

    def handle(self, *_args: Any, score: int | None, seed: int, **_options: Any) -> None:
        if score is not None and score < 1:
            raise CommandError(f"--score is {score}; it is a number of rounds from 1.", returncode=2)
        if score is None and settings.ENVIRONMENT.database is not None:
            raise CommandError(
                "The demo makes log-ins that everybody knows, so it runs on its own database only; unset DATABASE_URL.",
                returncode=2,
            )
        try:
            with Running(self._say) as servers:
                if score is None:
                    self._run(servers, random.Random(seed))
                else:
                    self._score(score, seed)
        except ServerError as wrong:
            raise CommandError(str(wrong)) from None
        except KeyboardInterrupt:
            raise SystemExit(130) from None

    def _run(self, servers: Running, chance: random.Random) -> None:
        self._say("Making the tables ready …")
        call_command("migrate", verbosity=0)
        demo = opening.furnish(chance)
        port = processes.free_port(settings.ENVIRONMENT.port, self._say)
        programs = [processes.web(port), processes.worker(), processes.beat()]
        supervisor = processes.Supervisor(programs, say=self._say, watch=servers.look)
        stop = threading.Event()
        threads: list[threading.Thread] = []

        def started() -> None:
            if processes.wait_for(port, seconds=WEB_WITHIN_S):
                self._welcome(demo, port)
            threads.extend(demo.play(self._say, stop))
            film = filming.film_in(settings.ENVIRONMENT.data)
            if self._drawn(film, supervisor, stop):
                threads.extend(self._show(demo, film, supervisor, port=port, stop=stop))

        try:
            supervisor.run(started)
        finally:
            stop.set()
            for thread in threads:
                thread.join(timeout=10)

    def _drawn(self, film: filming.DrawnFilm, supervisor: processes.Supervisor, stop: threading.Event) -> bool:
        """Whether the film is there, after it was drawn if need be."""
        if film.is_whole:
            return True
        code = filming.FILMED.code
        self._say(f"The film of {code} is being drawn; in a few minutes the table plays. It is kept for the next time.")
        words = processes.command("film", *film.drawing)
        drawing = supervisor.add(replace(words, is_once=True, gives_way=GIVES_WAY))
        while drawing.exit_code is None:
            if stop.wait(LOOK_S):
                return False
        if drawing.exit_code != 0:
            self._say(f"The film of {code} could not be drawn; the table stays empty until the demo starts again.")
            return False
        film.note_whole()
        return True

    def _show(
        self,
        demo: opening.Demo,
        film: filming.DrawnFilm,
        supervisor: processes.Supervisor,
        *,
        port: int,
        stop: threading.Event,
    ) -> Sequence[threading.Thread]:
        """A real camera's process before the film, and the dealer's hand on the tablet."""
        table, _dealer = demo.filmed
        secret = put_camera(table, film, by=demo.house.boss)
        connection.close()  # this thread's
        since_ms = round((time.time() + FILM_BEGINS_S) * 1000)
        camera = camera_of(table.code, film, secret, server=f"http://{processes.HOST}:{port}", since_ms=since_ms)
        supervisor.add(replace(camera, gives_way=CAMERA_GIVES_WAY))
        self._say(f"{table.code} is on film: a camera's process reads it frame by frame as if it watched a table.")
        return [demo.show(film, self._say, stop, since_ms=since_ms)]

    def _welcome(self, demo: opening.Demo, port: int) -> None:
        self._say("")
        self._say(f"Seventeen is at http://{processes.HOST}:{port}/  (Ctrl-C stops everything)")
        self._say(f"Log in with the password {opening.PASSWORD} as")
        for username, name, role in opening.LOG_INS:
            self._say(f"  {username:<14}{name}, {role}")
        dealt = ", ".join(table.code for table, _dealer in demo.tables)
        self._say(f"Simulated dealers play at {dealt} and now and then make a mistake; the pit page tells of it.")
        self._say(f"{demo.filmed[0].code} is a film of a table: cards come from its camera, mistakes included.")
        self._say(f"{demo.person.code} waits for a person: log in as dealer and deal on the tablet.")
        self._say("")

    def _score(self, rounds: int, seed: int) -> None:
        signal.signal(signal.SIGTERM, signal.default_int_handler)  # so that its database goes when it is ended
        began = time.monotonic()
        chance = random.Random(seed)
        film = self._film_to_score()
        with throwaway.database():
            house = furnishing.simulated_house(chance)
            tables = [house.furnish(plan, furnishing.dealer_of(plan.code)) for plan in scoring.PLANS]
            result = scoring.Scorer(house, tables, Mistakes(chance)).play(rounds)
            played_s = time.monotonic() - began
            read = self._read_film(house, film)
        self._print(result, seed, played_s)
        self._print_film(read, time.monotonic() - began - played_s)
        if not (result.is_perfect and read.is_perfect):
            raise SystemExit(1)

    def _film_to_score(self) -> filming.DrawnFilm:
        film = filming.film_in(settings.ENVIRONMENT.data)
        if not film.is_whole:
            self._say(f"Drawing the demo's film, which takes a minute or two and is kept as {film.path}.")
            command, *words = film.drawing
            call_command(command, *words, stdout=StringIO())
            film.note_whole()
        return film

    def _read_film(self, house: furnishing.House, film: filming.DrawnFilm) -> filmscore.FilmScore:
        dealer = furnishing.dealer_of(filming.FILMED.code)
        eyes = load_eyes()
        scorer = filmscore.FilmScorer(house, house.furnish(filming.FILMED, dealer), dealer, film)
        return scorer.read(lambda calibration: Watch(eyes, calibration), say=self._say)

    def _print(self, result: scoring.Score, seed: int, took_s: float) -> None:
        self.stdout.write(TEMPLATE.format("mistake", "planted", "caught", "false"))
        for line in result.lines():
            self.stdout.write(TEMPLATE.format(*line))
        totals = (result.planted.total(), result.caught.total(), result.false.total())
        self.stdout.write(TEMPLATE.format("total", *totals))
        self.stdout.write(f"{result.rounds} rounds from {result.shoes} shoes in {took_s:.0f} s, seed {seed}")

    def _print_film(self, read: filmscore.FilmScore, took_s: float) -> None:
        self.stdout.write(TEMPLATE.format("on film, read by its camera", read.planted, read.caught, read.false))
        self.stdout.write(
            f"{read.rounds} rounds from a film of {read.frames} frames in {took_s:.0f} s, {read.dropped} dropped"
        )

    def _say(self, line: str) -> None:
        self.stdout.write(line)
        self.stdout.flush()


def camera_of(table: str, film: filming.DrawnFilm, secret: str, *, server: str, since_ms: int) -> processes.Program:
    """The process that watches a film over and over, as if it were a camera's picture since `since_ms`."""
    words = ("--source", str(film.path), "--paced", "--loop", "--quiet", "--since", utc_text(since_ms))
    environment = {"SEVENTEEN_CAMERA_TOKEN": secret, "SEVENTEEN_SERVER": server}
    return replace(processes.command(f"{table} camera", "watch_table", table, *words), environment=environment)
