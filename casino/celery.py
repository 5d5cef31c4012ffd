"""Background jobs. Every task may run twice, since a killed worker's task is given to another."""

import os
from typing import Any

from celery import Celery
from celery.signals import beat_init, before_task_publish, setup_logging, worker_init

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")

app = Celery("seventeen")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@setup_logging.connect(weak=False)
def log_as_the_site_does(**_: Any) -> None:
    """Celery would add handlers of its own; Django has set up ours (casino/logs.py)."""


@before_task_publish.connect(weak=False)
@worker_init.connect(weak=False)
@beat_init.connect(weak=False)
def ensure_broker(**_: Any) -> None:
    """Start the embedded broker (again) where it is the one in use."""
    from django.conf import settings

    from casino.servers.layout import Layout
    from casino.servers.valkey import valkey

    if app.conf.broker_url == Layout(settings.DATA).broker_url:
        valkey(settings.DATA).ensure()
