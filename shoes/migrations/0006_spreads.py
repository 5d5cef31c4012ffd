from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("shoes", "0005_cards")]

    operations = []  # type: ignore[var-annotated]
