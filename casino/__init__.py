"""The house: settings, staff and roles, money, the journal, live pages, embedded servers."""

from casino.celery import app as celery_app

__all__ = ["celery_app"]
