"""`manage.py demo`: a running floor; with `--score N`, N rounds at full speed, held against what was planted."""

import random
import signal
import threading
import time
from argparse import ArgumentParser
from typing import Any, Final

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError

from casino import processes
from casino.servers.embedded import Running
from casino.servers.layout import ServerError
from tables.simulated import house as furnishing
from tables.simulated import opening, throwaway
from tables.simulated import score as scoring
from tables.simulated.mistakes import Mistakes

TEMPLATE: Final = "{:<34}{:>9}{:>9}{:>9}"
WEB_WITHIN_S: Final = 60


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
        stop = threading.Event()
        threads: list[threading.Thread] = []

        def started() -> None:
            if processes.wait_for(port, seconds=WEB_WITHIN_S):
                self._welcome(demo, port)
            threads.extend(demo.play(self._say, stop))

        try:
            processes.Supervisor(programs, say=self._say, watch=servers.look).run(started)
        finally:
            stop.set()
            for thread in threads:
                thread.join(timeout=10)

    def _welcome(self, demo: opening.Demo, port: int) -> None:
        self._say("")
        self._say(f"Seventeen is at http://{processes.HOST}:{port}/  (Ctrl-C stops everything)")
        self._say(f"Log in with the password {opening.PASSWORD} as")
        for username, name, role in opening.LOG_INS:
            self._say(f"  {username:<14}{name}, {role}")
        dealt = ", ".join(table.code for table, _dealer in demo.tables)
        self._say(f"Simulated dealers play at {dealt} and now and then make a mistake; the pit page tells of it.")
        self._say(f"{demo.person.code} waits for a person: log in as dealer and deal on the tablet.")
        self._say("")

    def _score(self, rounds: int, seed: int) -> None:
        signal.signal(signal.SIGTERM, signal.default_int_handler)  # so that its database goes when it is ended
        began = time.monotonic()
        chance = random.Random(seed)
        with throwaway.database():
            house = furnishing.simulated_house(chance)
            tables = [house.furnish(plan, furnishing.dealer_of(plan.code)) for plan in scoring.PLANS]
            result = scoring.Scorer(house, tables, Mistakes(chance)).play(rounds)
        self._print(result, seed, time.monotonic() - began)
        if not result.is_perfect:
            raise SystemExit(1)

    def _print(self, result: scoring.Score, seed: int, took_s: float) -> None:
        self.stdout.write(TEMPLATE.format("mistake", "planted", "caught", "false"))
        for line in result.lines():
            self.stdout.write(TEMPLATE.format(*line))
        totals = (result.planted.total(), result.caught.total(), result.false.total())
        self.stdout.write(TEMPLATE.format("total", *totals))
        self.stdout.write(f"{result.rounds} rounds from {result.shoes} shoes in {took_s:.0f} s, seed {seed}")

    def _say(self, line: str) -> None:
        self.stdout.write(line)
        self.stdout.flush()
