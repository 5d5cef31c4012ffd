"""Pits, layouts, limits by kind of bet, maxima raised for single boxes, and what became of a sign."""

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

from casino.append_only import append_only

# Signs never change; this gives the older ones the number of boxes that their terms were made with.
BOXES_OF_OLD_SIGNS = """
ALTER TABLE tables_sign DISABLE TRIGGER append_only;
UPDATE tables_sign SET boxes = tables_table.boxes FROM tables_table WHERE tables_table.id = tables_sign.table_id;
ALTER TABLE tables_sign ENABLE TRIGGER append_only;
"""
PITS_OF_TABLES = "INSERT INTO tables_pit (name) SELECT DISTINCT pit FROM tables_table ORDER BY pit"
IN_A_PIT = """
ALTER TABLE tables_table ADD CONSTRAINT table_stands_in_a_pit
    FOREIGN KEY (pit) REFERENCES tables_pit (name) ON UPDATE CASCADE DEFERRABLE INITIALLY IMMEDIATE
"""


class Migration(migrations.Migration):
    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("casino", "0002_journal"),
        ("tables", "0007_packs"),
    ]

    operations = [
        migrations.CreateModel(
            name="Pit",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=40, unique=True)),
            ],
            options={
                "ordering": ["name"],
            },
        ),
        migrations.CreateModel(
            name="Layout",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=60, unique=True)),
                ("game", models.CharField(max_length=40)),
                ("boxes", models.PositiveSmallIntegerField()),
                ("printed", models.JSONField(blank=True, default=dict)),
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
            ],
            options={
                "ordering": ["name"],
            },
        ),
        migrations.AddConstraint(
            model_name="layout",
            constraint=models.CheckConstraint(condition=models.Q(("boxes__range", (1, 9))), name="layout_boxes_1_to_9"),
        ),
        migrations.AddField(
            model_name="round",
            name="raised",
            field=models.JSONField(blank=True, default=dict),
        ),
        migrations.AddField(
            model_name="sign",
            name="boxes",
            field=models.PositiveSmallIntegerField(default=7),
        ),
        migrations.AddField(
            model_name="sign",
            name="kinds",
            field=models.JSONField(blank=True, default=dict),
        ),
        migrations.AddField(
            model_name="table",
            name="is_in_use",
            field=models.BooleanField(default=True),
        ),
        migrations.AddField(
            model_name="table",
            name="layout",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="tables",
                to="tables.layout",
            ),
        ),
        migrations.CreateModel(
            name="RaisedMaximum",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("place", models.CharField(max_length=2)),
                ("max_minor", models.BigIntegerField()),
                ("player", models.CharField(blank=True, max_length=80)),
                ("reason", models.CharField(max_length=200)),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                ("until", models.DateTimeField()),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="raised", to="tables.table"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="RaisedMaximumEnd",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "raised",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT, related_name="end", to="tables.raisedmaximum"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="SignAnnounced",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "sign",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT, related_name="announced", to="tables.sign"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="SignInForce",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "sign",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT, related_name="came", to="tables.sign"
                    ),
                ),
            ],
        ),
        migrations.AddIndex(
            model_name="raisedmaximum",
            index=models.Index(fields=["table", "-until"], name="raised_maximum_newest"),
        ),
        migrations.AddConstraint(
            model_name="raisedmaximum",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("max_minor__gt", 0), ("until__gt", models.F("at")), models.Q(("reason", ""), _negated=True)
                ),
                name="raised_maximum_has_sum_time_reason",
            ),
        ),
        migrations.AddConstraint(
            model_name="raisedmaximum",
            constraint=models.CheckConstraint(
                condition=models.Q(("place__regex", "^[1-9]$")), name="raised_maximum_of_a_box"
            ),
        ),
        migrations.RunSQL(PITS_OF_TABLES, migrations.RunSQL.noop),
        migrations.RunSQL(IN_A_PIT, "ALTER TABLE tables_table DROP CONSTRAINT table_stands_in_a_pit"),
        migrations.RunSQL(BOXES_OF_OLD_SIGNS, migrations.RunSQL.noop),
        *append_only("tables_layout"),
        *append_only("tables_signannounced"),
        *append_only("tables_signinforce"),
        *append_only("tables_raisedmaximum"),
        *append_only("tables_raisedmaximumend"),
    ]
