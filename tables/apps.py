"""THE GAME: tables, rounds, verdicts, disputes."""

from django.apps import AppConfig


class TablesConfig(AppConfig):
    name = "tables"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from tables import compiled
        from tables.services import clips, observations, shoes

        compiled.check()
        shoes.listen()
        observations.listen()
        clips.listen()
