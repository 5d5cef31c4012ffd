"""`manage.py servers start|stop|status`: the embedded PostgreSQL and Valkey of this machine."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from casino.servers.embedded import embedded
from casino.servers.layout import ServerError
from casino.servers.postgres import Postgres
from casino.servers.valkey import Valkey


class Command(BaseCommand):
    """Usually nobody needs this: the servers start when somebody connects."""

    help = "Start, stop or look at the embedded PostgreSQL and Valkey."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("what", choices=("start", "stop", "status"))

    def handle(self, *_args: Any, what: str, **_options: Any) -> None:
        try:
            for name, server in embedded().items():
                getattr(self, what)(name, server)
        except ServerError as wrong:
            raise CommandError(str(wrong)) from None

    def start(self, name: str, server: Postgres | Valkey) -> None:
        server.ensure()
        self.status(name, server)

    def stop(self, name: str, server: Postgres | Valkey) -> None:
        self.stdout.write(f"{name}: {'stopped' if server.stop() else 'was not running'}")

    def status(self, name: str, server: Postgres | Valkey) -> None:
        pid = server.pid()
        self.stdout.write(f"{name}: {f'process {pid}, {server.address}' if pid else 'not running'}")
