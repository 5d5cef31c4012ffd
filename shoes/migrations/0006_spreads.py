"""Opening spreads of packs as cameras read them. Insert-only."""

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

from casino.append_only import append_only

OF_EXPECTED = models.Q(("right__lte", models.F("expected")))


def key() -> models.BigAutoField:
    return models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")


def signed_by() -> models.ForeignKey:
    return models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL)


class Migration(migrations.Migration):
    dependencies = [
        ("shoes", "0005_cards"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Spread",
            fields=[
                ("id", key()),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                ("expected", models.PositiveSmallIntegerField()),
                ("right", models.PositiveSmallIntegerField()),
                ("wrong", models.PositiveSmallIntegerField()),
                ("missing", models.JSONField(default=list)),
                ("extra", models.JSONField(default=list)),
                ("pack_kind", models.CharField(max_length=8)),
                ("gaming_day", models.DateField()),
                ("calibration", models.PositiveIntegerField(help_text="Its version.")),
                ("pictures", models.PositiveSmallIntegerField(help_text="How many were read together.")),
                ("picture_sha256", models.CharField(max_length=64)),
                (
                    "unsure",
                    models.PositiveSmallIntegerField(help_text="How many cards lay there that were not read for sure."),
                ),
                ("reads", models.JSONField(help_text="[card, per mille, [x0, y0, x1, y1]] each.")),
                ("by", signed_by()),
                (
                    "camera",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="spreads", to="shoes.camera"
                    ),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["camera", "gaming_day"], name="spread_by_day")],
                "constraints": [models.CheckConstraint(condition=OF_EXPECTED, name="spread_right_of_expected")],
            },
        ),
        migrations.CreateModel(
            name="SpreadPack",
            fields=[
                ("id", key()),
                ("pack", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, to="shoes.pack")),
                ("spread", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, to="shoes.spread")),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("spread", "pack"), name="spread_pack_once")],
            },
        ),
        migrations.AddField(
            model_name="spread",
            name="packs",
            field=models.ManyToManyField(related_name="spreads", through="shoes.SpreadPack", to="shoes.pack"),
        ),
        migrations.CreateModel(
            name="SpreadAnswer",
            fields=[
                ("id", key()),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                ("expected", models.PositiveSmallIntegerField()),
                ("right", models.PositiveSmallIntegerField()),
                ("wrong", models.PositiveSmallIntegerField()),
                ("missing", models.JSONField(default=list)),
                ("extra", models.JSONField(default=list)),
                ("by", signed_by()),
                (
                    "spread",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT, related_name="answer", to="shoes.spread"
                    ),
                ),
            ],
            options={
                "constraints": [models.CheckConstraint(condition=OF_EXPECTED, name="spread_answer_right_of_expected")],
            },
        ),
        *append_only("shoes_spread"),
        *append_only("shoes_spreadpack"),
        *append_only("shoes_spreadanswer"),
    ]
