"""A house upgrades with open tables: a migration may not make everybody wait, nor break the version that still runs.

What was there before the first release is exempt. A migration that must do otherwise says so with `for_a_closed_house`.
"""

from collections.abc import Sequence
from typing import Any

import pytest
from django.contrib.postgres.operations import AddConstraintNotValid, AddIndexConcurrently
from django.db import models
from django.db.migrations import operations as do
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations.base import Operation

EXEMPT = {"casino": 7, "shoes": 5, "tables": 12}  # the last number of each that no house has run yet
AWAY = "the version that still runs needs it; stop using it now and take it away in the next version"
SCANS = "it reads the whole table while everybody waits"
REFUSED: dict[type[Operation], str] = {
    do.RemoveField: AWAY,
    do.RenameField: AWAY,
    do.RenameModel: AWAY,
    do.DeleteModel: AWAY,
    do.AlterModelTable: AWAY,
    do.AddIndex: f"{SCANS}; use AddIndexConcurrently in a migration with atomic = False",
    do.AddConstraint: f"{SCANS}; use AddConstraintNotValid, and ValidateConstraint in the next migration",
    do.AlterField: f"{SCANS}, or writes it anew; add a field beside it",
}


def held_up(operations: Sequence[Operation]) -> list[str]:
    """Why a house with open tables would notice; tables that the migration makes itself are nobody's yet."""
    new = {each.name_lower for each in operations if isinstance(each, do.CreateModel)}
    return [
        f"{each.describe()}: {why}"
        for each in operations
        if getattr(each, "model_name", getattr(each, "name", "")).lower() not in new and (why := _why(each))
    ]


def _why(operation: Operation) -> str:
    if isinstance(operation, AddConstraintNotValid | AddIndexConcurrently):
        return ""
    if isinstance(operation, do.AddField):
        field: Any = operation.field
        is_filled = field.null or field.many_to_many or field.has_db_default()
        return "" if is_filled else "rows of the version that still runs have none; give it null=True or a db_default"
    return REFUSED.get(type(operation), "")


def test_no_migration_of_ours_holds_up_open_tables() -> None:
    found = {
        f"{app}.{name}": told
        for (app, name), migration in MigrationLoader(None).disk_migrations.items()
        if app in EXEMPT and int(name[:4]) > EXEMPT[app] and not getattr(migration, "for_a_closed_house", False)
        if (told := held_up(migration.operations))
    }
    assert found == {}


TEXT = models.CharField(max_length=9)
CHECK = models.CheckConstraint(condition=models.Q(pk__gt=0), name="checked")
INDEX = models.Index(fields=["at"], name="indexed")


@pytest.mark.parametrize(
    ("operations", "count"),
    [
        ([do.AddField("entry", "word", TEXT)], 1),
        ([do.AddField("entry", "word", models.CharField(max_length=9, null=True))], 0),
        ([do.AddField("entry", "word", models.CharField(max_length=9, db_default=""))], 0),
        ([do.RemoveField("entry", "word"), do.RenameField("entry", "a", "b")], 2),
        ([do.AddConstraint("entry", CHECK), do.AddIndex("entry", INDEX), do.AlterField("entry", "word", TEXT)], 3),
        ([AddConstraintNotValid("entry", CHECK), AddIndexConcurrently("entry", INDEX)], 0),
        ([do.CreateModel("Word", [("word", TEXT)]), do.AddIndex("word", INDEX), do.AddField("word", "x", TEXT)], 0),
        ([do.RunSQL("SELECT 1")], 0),
    ],
)
def test_the_check_sees_what_it_forbids(operations: list[Operation], count: int) -> None:
    assert len(held_up(operations)) == count
