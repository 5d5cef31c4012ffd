"""How far this machine's clock is from the database's, by which the whole house goes."""

import time
from datetime import UTC, datetime
from typing import Final

from django.db import connection

# Of a second ahead nobody notices anything; two seconds ahead a camera's observations are refused.
WARN_MS: Final = 500
WRONG_MS: Final = 2000


def database_time() -> tuple[datetime, int]:
    """The database's time, and by how many milliseconds this machine is ahead of it (less than 0: behind).

    The question takes a while; the answer is taken as of its middle.
    """
    asked = time.time()
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        at: datetime = cursor.fetchone()[0]
    middle = (asked + time.time()) / 2
    return at.astimezone(UTC), round((middle - at.timestamp()) * 1000)
