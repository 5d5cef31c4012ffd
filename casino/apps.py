"""The house: staff, money, journal, live pages, servers."""

from django.apps import AppConfig
from django.db.models.signals import post_migrate


class CasinoConfig(AppConfig):
    name = "casino"

    def ready(self) -> None:
        from casino import checks, grants, openapi  # noqa: F401  (some register themselves; models are loaded by now)

        post_migrate.connect(grants.after_migrate, sender=self)
