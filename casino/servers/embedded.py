"""The servers that this installation keeps itself: none where URLs name others."""

from collections.abc import Callable

from django.conf import settings

from casino.servers.layout import ServerError
from casino.servers.postgres import Postgres, postgres
from casino.servers.valkey import Valkey, valkey


def embedded() -> dict[str, Postgres | Valkey]:
    """Name and launcher of each."""
    servers: dict[str, Postgres | Valkey] = {}
    if settings.ENVIRONMENT.database is None:
        servers["PostgreSQL"] = postgres(settings.DATA)
    if settings.ENVIRONMENT.broker_url is None:
        servers["Valkey"] = valkey(settings.DATA)
    return servers


class Running:
    """Keeps the embedded servers up while the block runs, and stops those that it started.

    with Running(say) as servers:
        Supervisor(programs, say=say, watch=servers.look).run()
    """

    def __init__(self, say: Callable[[str], None]) -> None:
        self._say = say
        self._started: list[Postgres | Valkey] = []

    def __enter__(self) -> "Running":
        for server in embedded().values():
            if server.pid() is None:
                self._started.append(server)
            server.ensure()
        return self

    def look(self) -> None:
        """Bring back a server that was killed."""
        for name, server in embedded().items():
            if server.is_ready():
                continue
            try:
                server.ensure()
            except ServerError as wrong:
                self._say(f"{name} is gone and does not come back yet. {wrong}")
            else:
                self._say(f"{name} was gone and is back.")

    def __exit__(self, *_: object) -> None:
        for server in reversed(self._started):
            server.stop()
