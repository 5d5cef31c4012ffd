"""Packs from the supplier to the shredder, and what the database itself holds of them.

A pack goes only from where it is to where it may go; out of the store, back into it and into the shredder only with
two signatures, of two people; a pack that is held goes nowhere but out of its shoe.
"""

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models
from django.db.migrations import RunSQL

from casino.append_only import append_only

INSERT_ONLY = ("packmove", "packmoved", "packmoveanswer", "packhold", "packholdlifted", "packtally", "packtallysigned")

# From where it lies a pack may go to: (state before, state after, kind of move that both signed, or none).
WAYS = """
CREATE FUNCTION pack_goes_its_way() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_catalog AS $$
DECLARE
    was text;
    moved text;
BEGIN
    PERFORM pg_advisory_xact_lock(17001, 0);
    SELECT state INTO was FROM shoes_packevent WHERE pack_id = NEW.pack_id ORDER BY id DESC LIMIT 1;
    SELECT m.kind INTO moved FROM shoes_packmove m
        JOIN shoes_packmoved p ON p.move_id = m.id AND p.pack_id = NEW.pack_id
        LEFT JOIN shoes_packmoveanswer a ON a.move_id = m.id
        WHERE m.id = NEW.move_id AND (a.is_agreed OR m.signatures = 1 OR (NEW.state = 'received' AND a.id IS NULL)
            OR (NEW.state = 'withdrawn' AND NOT a.is_agreed));
    IF (coalesce(was, ''), NEW.state, coalesce(moved, '')) NOT IN (
        ('', 'received', 'receive'), ('', 'free', 'receive'),
        ('received', 'free', 'receive'), ('received', 'withdrawn', 'receive'),
        ('free', 'issued', 'issue'), ('issued', 'free', 'return'), ('retired', 'destroyed', 'destroy'),
        ('free', 'loaded', ''), ('issued', 'loaded', ''), ('loaded', 'issued', ''),
        ('free', 'withdrawn', ''), ('issued', 'withdrawn', ''), ('loaded', 'withdrawn', ''),
        ('free', 'retired', ''), ('issued', 'retired', ''), ('withdrawn', 'retired', '')) THEN
        RAISE EXCEPTION 'a pack does not go from % to % so', coalesce(was, 'nowhere'), NEW.state
            USING ERRCODE = 'check_violation', CONSTRAINT = 'pack_goes_its_way';
    END IF;
    IF was IS DISTINCT FROM 'loaded' AND EXISTS (
        SELECT FROM shoes_packhold h LEFT JOIN shoes_packholdlifted l ON l.hold_id = h.id
        WHERE h.pack_id = NEW.pack_id AND l.id IS NULL) THEN
        RAISE EXCEPTION 'a pack under investigation is held'
            USING ERRCODE = 'check_violation', CONSTRAINT = 'pack_is_held';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER goes_its_way BEFORE INSERT ON shoes_packevent FOR EACH ROW EXECUTE FUNCTION pack_goes_its_way();
"""
WAYS_UNDONE = """
DROP TRIGGER goes_its_way ON shoes_packevent;
DROP FUNCTION pack_goes_its_way();
"""

SIGNATURES = """
CREATE FUNCTION pack_second_person() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_catalog AS $$
DECLARE
    first_by bigint;
BEGIN
    EXECUTE format('SELECT by_id FROM %I WHERE id = ($1).%I', TG_ARGV[0], TG_ARGV[1]) USING NEW INTO first_by;
    IF first_by = NEW.by_id THEN
        RAISE EXCEPTION 'nobody signs twice: a second person is needed'
            USING ERRCODE = 'check_violation', CONSTRAINT = 'pack_second_person';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER second_person BEFORE INSERT ON shoes_packholdlifted
    FOR EACH ROW EXECUTE FUNCTION pack_second_person('shoes_packhold', 'hold_id');
CREATE TRIGGER second_person BEFORE INSERT ON shoes_packtallysigned
    FOR EACH ROW EXECUTE FUNCTION pack_second_person('shoes_packtally', 'tally_id');
CREATE TRIGGER second_person BEFORE INSERT ON shoes_packmoveanswer
    FOR EACH ROW WHEN (NEW.is_agreed) EXECUTE FUNCTION pack_second_person('shoes_packmove', 'move_id');

CREATE FUNCTION pack_move_answered() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_catalog AS $$
DECLARE
    move shoes_packmove;
BEGIN
    SELECT * INTO move FROM shoes_packmove WHERE id = NEW.move_id;
    IF move.signatures = 1 THEN
        RAISE EXCEPTION 'this move asks for one signature' USING ERRCODE = 'check_violation';
    END IF;
    IF NEW.is_agreed AND move.is_other_role AND (SELECT count(DISTINCT role) FROM casino_staff
        WHERE id IN (NEW.by_id, move.by_id)) < 2 THEN
        RAISE EXCEPTION 'the second signature is that of another department'
            USING ERRCODE = 'check_violation', CONSTRAINT = 'pack_other_department';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER answered BEFORE INSERT ON shoes_packmoveanswer FOR EACH ROW EXECUTE FUNCTION pack_move_answered();
"""
SIGNATURES_UNDONE = """
DROP TRIGGER answered ON shoes_packmoveanswer;
DROP FUNCTION pack_move_answered();
DROP TRIGGER second_person ON shoes_packmoveanswer;
DROP TRIGGER second_person ON shoes_packtallysigned;
DROP TRIGGER second_person ON shoes_packholdlifted;
DROP FUNCTION pack_second_person();
"""


class Migration(migrations.Migration):
    dependencies = [
        ("shoes", "0004_reshuffled"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AlterField(
            model_name="packevent",
            name="state",
            field=models.CharField(
                choices=[
                    ("received", "received, not yet signed for"),
                    ("free", "in the store"),
                    ("issued", "on the floor"),
                    ("loaded", "in a shoe"),
                    ("withdrawn", "withdrawn"),
                    ("retired", "retired"),
                    ("destroyed", "destroyed"),
                ],
                max_length=10,
            ),
        ),
        migrations.AlterField(
            model_name="shoe",
            name="kind",
            field=models.CharField(
                choices=[("shoe", "shoe"), ("hand", "dealt from the hand"), ("csm", "continuous shuffler")],
                default="shoe",
                max_length=4,
            ),
        ),
        migrations.CreateModel(
            name="PackHold",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                ("reason", models.CharField(max_length=400)),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "pack",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="holds", to="shoes.pack"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="PackHoldLifted",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                ("reason", models.CharField(max_length=400)),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "hold",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT, related_name="lifted", to="shoes.packhold"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="PackMove",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("receive", "Receipt"),
                            ("issue", "Issue to the floor"),
                            ("return", "Return to the store"),
                            ("destroy", "Destruction"),
                        ],
                        max_length=8,
                    ),
                ),
                ("words", models.CharField(blank=True, help_text="From whom, to where, or how.", max_length=200)),
                ("signatures", models.PositiveSmallIntegerField(default=2)),
                (
                    "is_other_role",
                    models.BooleanField(default=False, help_text="Whether the second person is of another department."),
                ),
                ("clause", models.CharField(blank=True, max_length=80)),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
        ),
        migrations.AddField(
            model_name="packevent",
            name="move",
            field=models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.PROTECT, related_name="events", to="shoes.packmove"
            ),
        ),
        migrations.CreateModel(
            name="PackMoveAnswer",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                ("is_agreed", models.BooleanField()),
                ("reason", models.CharField(blank=True, max_length=400)),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "move",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT, related_name="answer", to="shoes.packmove"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="PackMoved",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("move", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, to="shoes.packmove")),
                ("pack", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, to="shoes.pack")),
            ],
        ),
        migrations.AddField(
            model_name="packmove",
            name="packs",
            field=models.ManyToManyField(related_name="moves", through="shoes.PackMoved", to="shoes.pack"),
        ),
        migrations.CreateModel(
            name="PackTally",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                ("gaming_day", models.DateField()),
                ("counted", models.JSONField()),
                ("book", models.JSONField()),
                ("differs", models.BooleanField()),
                ("reason", models.CharField(blank=True, max_length=400)),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "replaces",
                    models.OneToOneField(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="replaced_by",
                        to="shoes.packtally",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="PackTallySigned",
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
                    "tally",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT, related_name="signed", to="shoes.packtally"
                    ),
                ),
            ],
            options={
                "abstract": False,
            },
        ),
        migrations.AddConstraint(
            model_name="packhold",
            constraint=models.CheckConstraint(
                condition=models.Q(("reason", ""), _negated=True), name="pack_hold_has_a_reason"
            ),
        ),
        migrations.AddConstraint(
            model_name="packholdlifted",
            constraint=models.CheckConstraint(
                condition=models.Q(("reason", ""), _negated=True), name="pack_hold_lifted_has_a_reason"
            ),
        ),
        migrations.AddConstraint(
            model_name="packmoveanswer",
            constraint=models.CheckConstraint(
                condition=models.Q(("is_agreed", True), models.Q(("reason", ""), _negated=True), _connector="OR"),
                name="pack_move_refused_has_a_reason",
            ),
        ),
        migrations.AddConstraint(
            model_name="packmoved",
            constraint=models.UniqueConstraint(fields=("move", "pack"), name="pack_moved_once_a_move"),
        ),
        migrations.AddConstraint(
            model_name="packmove",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("signatures", 2), models.Q(("signatures", 1), ("kind", "receive")), _connector="OR"
                ),
                name="pack_move_signatures",
            ),
        ),
        migrations.AddConstraint(
            model_name="packtally",
            constraint=models.UniqueConstraint(
                condition=models.Q(("replaces", None)), fields=("gaming_day",), name="pack_tally_first_one_a_day"
            ),
        ),
        migrations.AddConstraint(
            model_name="packtally",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("differs", False), ("replaces", None)),
                    models.Q(("reason", ""), _negated=True),
                    _connector="OR",
                ),
                name="pack_tally_says_why",
            ),
        ),
        *(operation for model in INSERT_ONLY for operation in append_only(f"shoes_{model}")),
        RunSQL(WAYS, WAYS_UNDONE),
        RunSQL(SIGNATURES, SIGNATURES_UNDONE),
    ]
