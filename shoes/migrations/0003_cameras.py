"""Cameras and what they saw; what they said is never changed."""

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

from casino.append_only import append_only

TABLES = ("cameracalibration", "observation", "crop")


class Migration(migrations.Migration):
    dependencies = [
        ("casino", "0002_journal"),
        ("shoes", "0002_append_only"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Camera",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=24, unique=True)),
                ("made_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("new", "never heard of"),
                            ("watching", "watching"),
                            ("lost", "no picture"),
                            ("frozen", "picture frozen"),
                            ("dark", "dark"),
                            ("moved", "moved: calibrate anew"),
                            ("silent", "silent"),
                        ],
                        default="new",
                        max_length=8,
                    ),
                ),
                ("state_at_ms", models.BigIntegerField(default=0, help_text="Since when.")),
                (
                    "said_at_ms",
                    models.BigIntegerField(
                        default=0, help_text="The newest word on its state: an older one says nothing."
                    ),
                ),
                ("heard_at", models.DateTimeField(null=True)),
                ("frames", models.BigIntegerField(default=0)),
                ("dropped", models.BigIntegerField(default=0)),
                ("behind_ms", models.BigIntegerField(default=0)),
                ("spooled", models.BigIntegerField(default=0)),
                (
                    "trouble",
                    models.CharField(
                        blank=True, help_text="What the watching process says is wrong: a code.", max_length=40
                    ),
                ),
                (
                    "unplaced",
                    models.CharField(
                        blank=True, help_text="Why its last card came into no round: a code.", max_length=40
                    ),
                ),
                ("still_wanted_at", models.DateTimeField(null=True)),
                ("still_at", models.DateTimeField(null=True)),
            ],
            options={
                "ordering": ["name"],
            },
        ),
        migrations.CreateModel(
            name="Crop",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("sha256", models.CharField(max_length=64, unique=True)),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                ("size", models.PositiveIntegerField()),
                (
                    "camera",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="crops", to="shoes.camera"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="CameraCalibration",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("version", models.PositiveIntegerField()),
                ("body", models.JSONField()),
                ("sha256", models.CharField(max_length=64)),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "camera",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="calibrations", to="shoes.camera"
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("camera", "version"), name="calibration_one_a_version")
                ],
            },
        ),
        migrations.CreateModel(
            name="Observation",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("key", models.CharField(max_length=30)),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("read", "Read"),
                            ("turned", "Turned"),
                            ("moved", "Moved"),
                            ("parted", "Parted"),
                            ("lifted", "Lifted"),
                            ("camera", "Camera"),
                        ],
                        max_length=6,
                    ),
                ),
                ("read", models.CharField(blank=True, max_length=30)),
                ("at_ms", models.BigIntegerField()),
                ("arrived_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("place", models.CharField(blank=True, max_length=16)),
                ("card", models.CharField(blank=True, max_length=2)),
                ("face", models.CharField(blank=True, max_length=4)),
                ("lie", models.CharField(blank=True, max_length=6)),
                ("confidence_permille", models.PositiveSmallIntegerField(null=True)),
                ("body", models.TextField(help_text="The whole of it as canonical JSON.")),
                ("crop_sha256", models.CharField(blank=True, max_length=64)),
                (
                    "camera",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="observations", to="shoes.camera"
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(fields=["camera", "at_ms"], name="observation_by_time"),
                    models.Index(fields=["camera", "read"], name="observation_by_read"),
                ],
                "constraints": [models.UniqueConstraint(fields=("camera", "key"), name="observation_key_once")],
            },
        ),
        *(operation for table in TABLES for operation in append_only(f"shoes_{table}")),
    ]
