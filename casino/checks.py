"""What `manage.py check --deploy` says about an installation."""

from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, register


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
