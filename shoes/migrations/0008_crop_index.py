"""Observations by the picture that proves them; made while tables are open."""

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("shoes", "0007_clips")]

    operations = [
        AddIndexConcurrently(
            "observation",
            models.Index(
                condition=models.Q(("crop_sha256", ""), _negated=True),
                fields=["crop_sha256"],
                name="observation_by_crop",
            ),
        )
    ]
