"""What `manage.py check --deploy` says about an installation."""

import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, Warning, register  # noqa: A004  (Django's name)
from django.db import DatabaseError, connections

from casino.secrets import IN_FILES

OWNS: Final = """
SELECT rolsuper, rolcreaterole OR rolbypassrls,
       EXISTS (SELECT 1 FROM pg_class WHERE relowner = pg_roles.oid AND relnamespace = 'public'::regnamespace)
  FROM pg_roles WHERE rolname = current_user
"""


@register(Tags.database, Tags.security, deploy=True)
def run_time_role_is_not_the_owner(**_: Any) -> list[CheckMessage]:
    """The journal is worth nothing if the role that the site runs as may change it."""
    run_time, owner = settings.DATABASES["default"], settings.DATABASES["owner"]
    if (run_time["USER"], run_time["NAME"]) != (owner["USER"], owner["NAME"]):
        return []
    return [
        Error(
            "The run-time role and the owner of the database are one.",
            hint="Give DATABASE_OWNER_URL the owner's log-in and DATABASE_URL that of a role that owns nothing.",
            id="casino.E001",
        )
    ]


@register(Tags.database, deploy=True)
def run_time_role_has_no_more_rights_than_it_needs(**asked: Any) -> list[CheckMessage]:
    """Asked of the database itself: `check --deploy --database default`."""
    if "default" not in (asked.get("databases") or []):
        return []
    try:
        with connections["default"].cursor() as cursor:
            cursor.execute(OWNS)
            is_super, may_more, owns = cursor.fetchone()
    except DatabaseError as wrong:
        return [Error(f"The database does not answer: {wrong}", id="casino.E003")]
    if not (is_super or may_more or owns):
        return []
    return [
        Error(
            "The run-time role is a superuser, owns tables, or may give itself rights.",
            hint="Make it with CREATE ROLE … LOGIN and nothing else; `migrate` gives it what it needs.",
            id="casino.E002",
        )
    ]


@register(Tags.security, deploy=True)
def secrets_are_kept_as_secrets(**_: Any) -> list[CheckMessage]:
    """Files with secrets are for one account; addresses with passwords do not stand in the environment."""
    return [
        *(
            Warning(
                f"{path} can be read by other accounts of this machine.",
                hint="Give it to the account that Seventeen runs as, with mode 600 (or 440 for systemd's credentials).",
                id="casino.W001",
            )
            for path in _secret_files()
            if path.exists() and stat.S_IMODE(path.stat().st_mode) & stat.S_IRWXO
        ),
        *(
            Warning(
                f"{name} stands in the environment, which every program that the process starts can read.",
                hint=f"Put it into a file and name that in {name}_FILE.",
                id="casino.W002",
            )
            for name in IN_FILES
            if os.environ.get(name) and (name.startswith("SEVENTEEN_") or _has_password(os.environ[name]))
        ),
    ]


@register(Tags.security, deploy=True)
def the_house_is_told_apart(**_: Any) -> list[CheckMessage]:
    """Settings whose defaults are meant for one machine to try."""
    environment = settings.ENVIRONMENT
    found: list[CheckMessage] = []
    if not environment.hosts:
        hint = "Name the host names that people type, by commas."
        found.append(
            Warning("SEVENTEEN_HOSTS is not set: the site answers this machine only.", hint=hint, id="casino.W003")
        )
    for name, is_on, danger in (
        ("SEVENTEEN_SECOND_FACTOR", environment.second_factor, "a stolen password is enough to rule and to pay"),
        ("SEVENTEEN_ENROLLED_TABLETS", environment.enrolled_tablets, "any device with a dealer's password is a tablet"),
    ):
        if not is_on:
            hint = f"Set {name}=1, or leave it out and set SEVENTEEN_HTTPS=1."
            number = "W005" if "SECOND" in name else "W006"
            found.append(Warning(f"{name} is off: {danger}.", hint=hint, id=f"casino.{number}"))
    if environment.data in environment.checkpoints.parents and environment.data in environment.checkpoint_key.parents:
        found.append(
            Warning(
                "Checkpoints and the key that signs them are kept in the data folder.",
                hint="Set SEVENTEEN_CHECKPOINTS and SEVENTEEN_CHECKPOINT_KEY to where the database's owner cannot go.",
                id="casino.W004",
            )
        )
    return found


def _secret_files() -> Iterator[Path]:
    for name in IN_FILES:
        if path := os.environ.get(f"{name}_FILE"):
            yield Path(path).expanduser()
    yield settings.CHECKPOINT_KEY
    yield settings.DATA / "secret-key"


def _has_password(address: str) -> bool:
    return ":" in address.partition("://")[2].rpartition("@")[0]
