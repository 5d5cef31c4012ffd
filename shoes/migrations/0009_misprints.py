"""Misprinted cards of a spread, as they were read and as somebody found them."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("shoes", "0008_crop_index")]

    operations = [
        migrations.AddField("spread", "misprinted", models.JSONField(default=list, db_default=[])),
        migrations.AddField("spreadanswer", "misprinted", models.JSONField(default=list, db_default=[])),
    ]
