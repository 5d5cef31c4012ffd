"""Evenings: what happens around the rounds of a table whose bank players hold."""

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models
from django.db.migrations import RunSQL

from casino.append_only import append_only

INSERT_ONLY = (
    "evening",
    "eveningevent",
    "eveningend",
    "eveningdocument",
    "eveningverdict",
    "eveningverdictclosing",
)

ONE_EVENING = """
CREATE FUNCTION refuse_second_evening() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_catalog AS $$
BEGIN
    IF EXISTS (SELECT FROM tables_evening e WHERE e.table_id = NEW.table_id AND e.id <> NEW.id
               AND NOT EXISTS (SELECT FROM tables_eveningend d WHERE d.evening_id = e.id)) THEN
        RAISE EXCEPTION 'an evening runs at this table already' USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER one_evening BEFORE INSERT ON tables_evening FOR EACH ROW EXECUTE FUNCTION refuse_second_evening();
"""
ONE_EVENING_UNDONE = """
DROP TRIGGER one_evening ON tables_evening;
DROP FUNCTION refuse_second_evening();
"""

OWN_EVENING = """
CREATE FUNCTION refuse_own_evening() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_catalog AS $$
BEGIN
    IF EXISTS (SELECT FROM tables_eveningverdict v WHERE v.id = NEW.verdict_id AND v.dealer_id = NEW.by_id) THEN
        RAISE EXCEPTION 'nobody decides on what they dealt' USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER own_hand BEFORE INSERT ON tables_eveningverdictclosing
    FOR EACH ROW EXECUTE FUNCTION refuse_own_evening();
"""
OWN_EVENING_UNDONE = """
DROP TRIGGER own_hand ON tables_eveningverdictclosing;
DROP FUNCTION refuse_own_evening();
"""


class Migration(migrations.Migration):
    dependencies = [
        ("casino", "0002_journal"),
        ("tables", "0003_cameras"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Evening",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField()),
                ("began_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "sign",
                    models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="+", to="tables.sign"),
                ),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="evenings", to="tables.table"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="EveningDocument",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("revision", models.PositiveSmallIntegerField()),
                ("text", models.TextField()),
                ("sha256", models.CharField(max_length=64)),
                ("previous_sha256", models.CharField(blank=True, max_length=64)),
                ("engine", models.PositiveSmallIntegerField()),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "evening",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="documents", to="tables.evening"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="EveningEnd",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "why",
                    models.CharField(
                        choices=[("closed", "Closed"), ("game_over", "Game Over"), ("other_game", "Other Game")],
                        max_length=10,
                    ),
                ),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "evening",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT, related_name="end", to="tables.evening"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="EveningEvent",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField()),
                ("kind", models.CharField(max_length=12)),
                ("source", models.CharField(max_length=8)),
                ("at_ms", models.BigIntegerField()),
                ("arrived_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("key", models.CharField(max_length=80)),
                ("body", models.TextField()),
                (
                    "by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "evening",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="events", to="tables.evening"
                    ),
                ),
                (
                    "round",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="evening_events",
                        to="tables.round",
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="+", to="tables.table"),
                ),
            ],
        ),
        migrations.CreateModel(
            name="EveningVerdict",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("key", models.CharField(max_length=160)),
                ("revision", models.PositiveSmallIntegerField(default=1)),
                (
                    "state",
                    models.CharField(
                        choices=[("new", "New"), ("replaced", "Replaced"), ("withdrawn", "Withdrawn")], max_length=9
                    ),
                ),
                ("rule", models.CharField(max_length=40)),
                ("level", models.CharField(choices=[("stop", "Stop"), ("act", "Act"), ("look", "Look")], max_length=4)),
                ("slot", models.CharField(max_length=24)),
                ("finding", models.JSONField()),
                ("because", models.PositiveIntegerField(help_text="Number of the event that brought this row about.")),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "dealer",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "evening",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="verdicts", to="tables.evening"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="EveningVerdictClosing",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("key", models.CharField(max_length=160)),
                (
                    "outcome",
                    models.CharField(
                        choices=[
                            ("upheld", "Upheld"),
                            ("put_right", "Put Right"),
                            ("misread", "Misread"),
                            ("entered_wrong", "Entered Wrong"),
                            ("rule_set_wrong", "Rule Set Wrong"),
                        ],
                        max_length=14,
                    ),
                ),
                ("reason", models.CharField(max_length=1000)),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "evening",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="closings", to="tables.evening"
                    ),
                ),
                (
                    "verdict",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="closings", to="tables.eveningverdict"
                    ),
                ),
            ],
        ),
        migrations.AddConstraint(
            model_name="evening",
            constraint=models.UniqueConstraint(fields=("table", "number"), name="evening_one_a_number"),
        ),
        migrations.AddConstraint(
            model_name="eveningdocument",
            constraint=models.UniqueConstraint(fields=("evening", "revision"), name="evening_document_one_a_revision"),
        ),
        migrations.AddConstraint(
            model_name="eveningdocument",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("revision", 1), ("previous_sha256", "")),
                    models.Q(("revision__gt", 1), models.Q(("previous_sha256", ""), _negated=True)),
                    _connector="OR",
                ),
                name="evening_document_first_has_no_previous",
            ),
        ),
        migrations.AddConstraint(
            model_name="eveningevent",
            constraint=models.UniqueConstraint(fields=("evening", "number"), name="evening_event_one_a_number"),
        ),
        migrations.AddConstraint(
            model_name="eveningevent",
            constraint=models.UniqueConstraint(fields=("table", "key"), name="evening_event_one_a_key"),
        ),
        migrations.AddConstraint(
            model_name="eveningverdict",
            constraint=models.UniqueConstraint(
                fields=("evening", "key", "revision"), name="evening_verdict_one_a_revision"
            ),
        ),
        migrations.AddConstraint(
            model_name="eveningverdictclosing",
            constraint=models.UniqueConstraint(fields=("evening", "key"), name="evening_closing_one_a_key"),
        ),
        *(operation for model in INSERT_ONLY for operation in append_only(f"tables_{model}")),
        RunSQL(ONE_EVENING, ONE_EVENING_UNDONE),
        RunSQL(OWN_EVENING, OWN_EVENING_UNDONE),
    ]
