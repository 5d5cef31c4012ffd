"""Dealer school: a trainee's session in progress, and the record of each that ended."""

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

from casino.append_only import append_only


class Migration(migrations.Migration):
    dependencies = [
        ("casino", "0002_journal"),
        ("tables", "0004_evenings"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="SchoolSession",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("plan", models.JSONField()),
                ("state", models.JSONField()),
                (
                    "version",
                    models.PositiveIntegerField(
                        default=1, help_text="Counts the acts: an act is about the screen it came from."
                    ),
                ),
                ("begun_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "trainee",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="SchoolRecord",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("game", models.CharField(max_length=40)),
                ("profile", models.CharField(max_length=40)),
                ("level", models.CharField(max_length=8)),
                ("rounds", models.PositiveSmallIntegerField()),
                ("mistakes", models.PositiveSmallIntegerField()),
                ("helps", models.PositiveSmallIntegerField()),
                (
                    "dealt_ms",
                    models.BigIntegerField(
                        help_text="From the first act to the last gathering, of all rounds together."
                    ),
                ),
                ("body", models.JSONField(help_text="The plan, and each round: facts and marks.")),
                ("begun_at", models.DateTimeField()),
                ("ended_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "trainee",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
            options={
                "ordering": ["-ended_at", "-pk"],
                "indexes": [models.Index(fields=["trainee", "ended_at"], name="school_by_trainee")],
            },
        ),
        *append_only("tables_schoolrecord"),
    ]
