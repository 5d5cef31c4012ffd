from django.apps import AppConfig


class ShoesConfig(AppConfig):
    name = "shoes"
    default_auto_field = "django.db.models.BigAutoField"
