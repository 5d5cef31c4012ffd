"""What a test committed is gone before the next, and what guards the rows stands again."""

from collections.abc import Callable

import pytest
from django.core.management import call_command
from django.db import connection

from tests.emptying import KEPT, empty_tables

SLEEPING = "SELECT tgname FROM pg_trigger WHERE NOT tgisinternal AND tgenabled <> 'O'"


def flush() -> None:
    call_command("flush", interactive=False, verbosity=0)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("empty", [empty_tables, flush])
def test_no_row_is_left_and_every_trigger_is_awake(samples: dict[str, object], empty: Callable[[], None]) -> None:
    assert len(_filled()) > 30
    empty()
    assert _filled() == set(KEPT)
    with connection.cursor() as cursor:
        cursor.execute(SLEEPING)
        assert cursor.fetchall() == []


def _filled() -> set[str]:
    """Tables that have rows."""
    with connection.cursor() as cursor:
        names = connection.introspection.table_names(cursor)
        cursor.execute(" UNION ALL ".join(f"SELECT '{name}' WHERE EXISTS (SELECT FROM {name})" for name in names))
        return {name for (name,) in cursor.fetchall()}
