"""Clips: asked for, kept, deleted; and how much room evidence takes. The request and that sum change, nothing else."""

import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models

from casino.append_only import append_only

ID = models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")


class Migration(migrations.Migration):
    dependencies = [("shoes", "0006_spreads")]

    operations = [
        migrations.CreateModel(
            name="ClipRequest",
            fields=[
                ("id", ID),
                ("at_ms", models.BigIntegerField()),
                ("from_ms", models.BigIntegerField()),
                ("until_ms", models.BigIntegerField()),
                (
                    "state",
                    models.CharField(
                        choices=[("asked", "Asked"), ("sent", "Sent"), ("made", "Made"), ("none", "None")],
                        default="asked",
                        max_length=5,
                    ),
                ),
                ("why", models.CharField(blank=True, max_length=40)),
                ("frames", models.PositiveIntegerField(default=0)),
                ("asked_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("changed_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "camera",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="clip_requests", to="shoes.camera"
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=models.Q(("state", "asked")),
                        fields=["camera", "until_ms"],
                        name="clip_request_asked",
                    ),
                    models.Index(
                        condition=models.Q(("state__in", ["asked", "sent"])),
                        fields=["changed_at"],
                        name="clip_request_waiting",
                    ),
                ],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("camera", "at_ms", "from_ms", "until_ms"), name="clip_request_once"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("from_ms__lte", models.F("at_ms")), ("until_ms__gte", models.F("at_ms"))),
                        name="clip_request_holds_its_moment",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("state", "none"), models.Q(("why", ""), _negated=True)),
                            models.Q(models.Q(("state", "none"), _negated=True), ("why", "")),
                            _connector="OR",
                        ),
                        name="clip_request_says_why_not",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Clip",
            fields=[
                ("id", ID),
                ("sha256", models.CharField(db_index=True, max_length=64)),
                ("size", models.PositiveIntegerField()),
                ("still_sha256", models.CharField(db_index=True, max_length=64)),
                ("still_size", models.PositiveIntegerField()),
                ("still_at_ms", models.BigIntegerField()),
                ("from_ms", models.BigIntegerField()),
                ("until_ms", models.BigIntegerField()),
                ("frames", models.PositiveIntegerField()),
                ("is_masked", models.BooleanField()),
                ("calibration", models.PositiveIntegerField()),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "request",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT, related_name="clip", to="shoes.cliprequest"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="ClipGone",
            fields=[
                ("id", ID),
                ("why", models.CharField(max_length=40)),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "clip",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT, related_name="gone", to="shoes.clip"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="CropGone",
            fields=[
                ("id", ID),
                ("why", models.CharField(max_length=40)),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "crop",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT, related_name="gone", to="shoes.crop"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="EvidenceUse",
            fields=[
                ("id", ID),
                ("bytes", models.BigIntegerField(default=0)),
                ("pictures", models.BigIntegerField(default=0)),
                ("clips", models.BigIntegerField(default=0)),
                ("crop_upto", models.BigIntegerField(default=0, help_text="The last row that is counted.")),
                ("clip_upto", models.BigIntegerField(default=0)),
                ("measured_at", models.DateTimeField(default=django.utils.timezone.now)),
            ],
        ),
        *append_only("shoes_clip"),
        *append_only("shoes_clipgone"),
        *append_only("shoes_cropgone"),
    ]
