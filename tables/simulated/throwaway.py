"""A database that is made, migrated, used and dropped: for the score, which must not write into a floor's record."""

import os
from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connections
from django.test.utils import setup_databases, teardown_databases

from shoes.signals import shoe_ended
from tables.services.shoes import listen

REAUDIT = "tables.reaudit"


@contextmanager
def database() -> Iterator[None]:
    """The owner makes it; what runs inside works in it as the run-time role, as the site does."""
    # Shoes that end in here are audited again by whoever made it, not by the worker of the real database.
    shoe_ended.disconnect(dispatch_uid=REAUDIT)
    owner, run_time = connections["owner"], connections["default"]
    run_time.close()
    usual = owner.settings_dict["TEST"]["NAME"]
    owner.settings_dict["TEST"]["NAME"] = f"seventeen_score_{os.getpid()}"
    name = run_time.settings_dict["NAME"]
    made = setup_databases(verbosity=0, interactive=False, aliases={"owner": False}, serialized_aliases=set())
    run_time.settings_dict["NAME"] = owner.settings_dict["NAME"]
    try:
        yield
    finally:
        run_time.close()
        teardown_databases(made, verbosity=0)
        run_time.settings_dict["NAME"] = name
        owner.settings_dict["TEST"]["NAME"] = usual
        listen()
