"""Django's PostgreSQL backend on the embedded server, which starts when somebody first connects."""

from typing import Any

from django.conf import settings
from django.db import OperationalError
from django.db.backends.postgresql import base

from casino.servers.layout import ServerError
from casino.servers.postgres import postgres


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection to the embedded server, started (again) first if it is not there."""

    def get_connection_params(self) -> dict[str, Any]:
        try:
            server = postgres(settings.DATA)
            server.ensure()
        except ServerError as wrong:
            raise OperationalError(str(wrong)) from wrong
        return {**super().get_connection_params(), "host": str(server.launch.sockets)}
