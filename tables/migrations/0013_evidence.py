"""Which clips were asked for about what."""

import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models

from casino.append_only import append_only


class Migration(migrations.Migration):
    dependencies = [("shoes", "0008_crop_index"), ("tables", "0012_reports")]

    operations = [
        migrations.CreateModel(
            name="RoundClip",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("about", models.CharField(max_length=180)),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "request",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="shoes.cliprequest"
                    ),
                ),
                (
                    "round",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="clips", to="tables.round"
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("round", "about", "request"), name="round_clip_once"),
                ],
            },
        ),
        *append_only("tables_roundclip"),
    ]
