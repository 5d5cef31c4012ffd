"""Disputes step by step, rulings on appeal, what rulings move in the ledger, and evidence that is held."""

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models
from django.db.migrations import RunSQL

from casino.append_only import append_only

INSERT_ONLY = ("disputestep", "hold", "holdlifted")

# Rulings of before have their step too, so that the state of every dispute is its last step.
RULED_BEFORE = """
INSERT INTO tables_disputestep (dispute_id, position, kind, ruling_id, words, by_id, at)
SELECT dispute_id, 1, 'ruled', id, '', by_id, at FROM tables_ruling ORDER BY id;
SET CONSTRAINTS ALL IMMEDIATE;
SET CONSTRAINTS ALL DEFERRED;
"""

ORDER = """
CREATE FUNCTION dispute_in_order() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_catalog AS $$
DECLARE
    was text := 'open';
    last integer := 0;
BEGIN
    SELECT kind, position INTO was, last FROM tables_disputestep
     WHERE dispute_id = NEW.dispute_id ORDER BY position DESC LIMIT 1;
    was := coalesce(was, 'open');
    IF NEW.position <> coalesce(last, 0) + 1 OR was || ' ' || NEW.kind NOT IN (
        'open review', 'review review', 'appealed review', 'open ruled', 'review ruled', 'appealed ruled',
        'ruled appealed', 'closed appealed', 'ruled closed') THEN
        RAISE EXCEPTION 'a dispute that is % does not become %', was, NEW.kind USING ERRCODE = 'check_violation';
    END IF;
    IF NEW.ruling_id IS NOT NULL AND NOT EXISTS (
        SELECT FROM tables_ruling WHERE id = NEW.ruling_id AND dispute_id = NEW.dispute_id) THEN
        RAISE EXCEPTION 'the ruling is on another dispute' USING ERRCODE = 'check_violation';
    END IF;
    IF EXISTS (SELECT FROM tables_dispute d JOIN tables_round r ON r.id = d.round_id
                WHERE d.id = NEW.dispute_id AND r.dealer_id = NEW.by_id) THEN
        RAISE EXCEPTION 'nobody decides on a hand that they dealt' USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER in_order BEFORE INSERT ON tables_disputestep FOR EACH ROW EXECUTE FUNCTION dispute_in_order();
"""
ORDER_UNDONE = """
DROP TRIGGER in_order ON tables_disputestep;
DROP FUNCTION dispute_in_order();
"""

# Whoever dealt the hand is refused by `own_hand` (migration 0002), on appeal too.
APPEAL = """
CREATE FUNCTION appeal_by_another() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_catalog AS $$
BEGIN
    IF NEW.stage = 2 AND NOT EXISTS (
        SELECT FROM tables_disputestep WHERE dispute_id = NEW.dispute_id AND kind = 'appealed') THEN
        RAISE EXCEPTION 'nobody appealed against the first ruling' USING ERRCODE = 'check_violation';
    END IF;
    IF NEW.stage = 2 AND EXISTS (
        SELECT FROM tables_ruling WHERE dispute_id = NEW.dispute_id AND stage = 1 AND by_id = NEW.by_id) THEN
        RAISE EXCEPTION 'an appeal is decided by somebody who did not rule' USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER by_another BEFORE INSERT ON tables_ruling FOR EACH ROW EXECUTE FUNCTION appeal_by_another();
"""
APPEAL_UNDONE = """
DROP TRIGGER by_another ON tables_ruling;
DROP FUNCTION appeal_by_another();
"""

# At commit, what the ledger moved for a dispute is what the ruling says that stands.
MOVED = """
CREATE FUNCTION ruling_is_carried_out() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_catalog AS $$
DECLARE
    due bigint;
    moved numeric;
BEGIN
    IF NOT EXISTS (SELECT FROM tables_disputestep WHERE ruling_id = NEW.id) THEN
        RAISE EXCEPTION 'a ruling is a step of its dispute' USING ERRCODE = 'check_violation';
    END IF;
    SELECT CASE WHEN paid_from = 'bank' THEN 0 ELSE refund_minor END INTO due
      FROM tables_ruling WHERE dispute_id = NEW.dispute_id ORDER BY stage DESC LIMIT 1;
    SELECT coalesce(sum(p.amount_minor), 0) INTO moved
      FROM tables_posting p JOIN tables_ledgerentry e ON e.id = p.entry_id
     WHERE e.kind = 'refund' AND p.account LIKE 'refund:%'
       AND e.about IN (SELECT 'ruling:' || id FROM tables_ruling WHERE dispute_id = NEW.dispute_id);
    IF moved <> due THEN
        RAISE EXCEPTION 'the ledger moved % for a ruling of %', moved, due USING ERRCODE = 'check_violation';
    END IF;
    RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER carried_out AFTER INSERT ON tables_ruling
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ruling_is_carried_out();
"""
MOVED_UNDONE = """
DROP TRIGGER carried_out ON tables_ruling;
DROP FUNCTION ruling_is_carried_out();
"""


class Migration(migrations.Migration):
    dependencies = [
        ("tables", "0010_reviews"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="DisputeStep",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("position", models.PositiveSmallIntegerField()),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("review", "Review"),
                            ("ruled", "Ruled"),
                            ("appealed", "Appealed"),
                            ("closed", "Closed"),
                        ],
                        max_length=8,
                    ),
                ),
                ("words", models.CharField(blank=True, max_length=1000)),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
            ],
        ),
        migrations.CreateModel(
            name="Hold",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("sha256", models.CharField(blank=True, db_index=True, max_length=64)),
                ("why", models.CharField(max_length=400)),
                ("until", models.DateField(help_text="Its last day; none: until somebody lifts it.", null=True)),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
            ],
        ),
        migrations.CreateModel(
            name="HoldLifted",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("why", models.CharField(max_length=400)),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
            ],
        ),
        migrations.RemoveConstraint(
            model_name="ledgerentry",
            name="ledger_entry_kind_known",
        ),
        migrations.RemoveConstraint(
            model_name="posting",
            name="posting_account_known",
        ),
        migrations.AddField(
            model_name="dispute",
            name="answer_by",
            field=models.DateField(help_text="Until when the house answers; none: nobody says until when.", null=True),
        ),
        migrations.AddField(
            model_name="dispute",
            name="came",
            field=models.CharField(choices=[("table", "Table"), ("letter", "Letter")], default="table", max_length=6),
        ),
        migrations.AddField(
            model_name="dispute",
            name="deadline_from",
            field=models.CharField(blank=True, help_text="The clause, or `house` for its setting.", max_length=120),
        ),
        migrations.AddField(
            model_name="dispute",
            name="late_by_days",
            field=models.PositiveIntegerField(
                help_text="How long after the pack's last day the letter came; 0 in time, none: the pack names none.",
                null=True,
            ),
        ),
        migrations.AddField(
            model_name="dispute",
            name="received_on",
            field=models.DateField(null=True),
        ),
        migrations.AddField(
            model_name="dispute",
            name="reference",
            field=models.CharField(blank=True, max_length=80),
        ),
        migrations.AddField(
            model_name="ruling",
            name="paid_from",
            field=models.CharField(
                choices=[("tray", "Tray"), ("cage", "Cage"), ("bank", "Bank")], default="tray", max_length=4
            ),
        ),
        migrations.AlterField(
            model_name="ledgerentry",
            name="kind",
            field=models.CharField(
                choices=[
                    ("opener", "Opener"),
                    ("fill", "Fill"),
                    ("credit", "Credit"),
                    ("closer", "Closer"),
                    ("drop", "Drop"),
                    ("refund", "Refund"),
                ],
                max_length=6,
            ),
        ),
        migrations.AlterField(
            model_name="ruling",
            name="stage",
            field=models.PositiveSmallIntegerField(choices=[(1, "Floor"), (2, "Appeal")], default=1),
        ),
        migrations.AddIndex(
            model_name="dispute",
            index=models.Index(fields=["answer_by"], name="dispute_by_deadline"),
        ),
        migrations.AddConstraint(
            model_name="dispute",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("came", "letter"), ("received_on__isnull", False)),
                    models.Q(("answer_by__isnull", True), ("came", "table"), ("received_on__isnull", True)),
                    _connector="OR",
                ),
                name="dispute_letter_has_its_day",
            ),
        ),
        migrations.AddConstraint(
            model_name="ledgerentry",
            constraint=models.CheckConstraint(
                condition=models.Q(("kind__in", ["opener", "fill", "credit", "closer", "drop", "refund"])),
                name="ledger_entry_kind_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="ledgerentry",
            constraint=models.UniqueConstraint(
                condition=models.Q(("kind", "refund")), fields=("about",), name="ledger_refund_posted_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="posting",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    (
                        "account__regex",
                        "^(cage|transit|house|(tray|box|result|variance|uncounted|refund):[A-Za-z0-9-]{1,16})$",
                    )
                ),
                name="posting_account_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="ruling",
            constraint=models.CheckConstraint(condition=models.Q(("stage__in", [1, 2])), name="ruling_stage_known"),
        ),
        migrations.AddField(
            model_name="disputestep",
            name="by",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.AddField(
            model_name="disputestep",
            name="dispute",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="steps", to="tables.dispute"
            ),
        ),
        migrations.AddField(
            model_name="disputestep",
            name="ruling",
            field=models.OneToOneField(
                null=True, on_delete=django.db.models.deletion.PROTECT, related_name="step", to="tables.ruling"
            ),
        ),
        migrations.AddField(
            model_name="hold",
            name="by",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.AddField(
            model_name="hold",
            name="round",
            field=models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.PROTECT, related_name="holds", to="tables.round"
            ),
        ),
        migrations.AddField(
            model_name="holdlifted",
            name="by",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.AddField(
            model_name="holdlifted",
            name="hold",
            field=models.OneToOneField(
                on_delete=django.db.models.deletion.PROTECT, related_name="lifted", to="tables.hold"
            ),
        ),
        migrations.AddConstraint(
            model_name="disputestep",
            constraint=models.UniqueConstraint(fields=("dispute", "position"), name="dispute_step_one_a_position"),
        ),
        migrations.AddConstraint(
            model_name="disputestep",
            constraint=models.UniqueConstraint(
                condition=models.Q(("kind", "appealed")), fields=("dispute",), name="dispute_step_one_appeal_a_dispute"
            ),
        ),
        migrations.AddConstraint(
            model_name="disputestep",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("kind", "ruled"), ("ruling__isnull", False)),
                    models.Q(models.Q(("kind", "ruled"), _negated=True), ("ruling__isnull", True)),
                    _connector="OR",
                ),
                name="dispute_step_names_its_ruling",
            ),
        ),
        migrations.AddConstraint(
            model_name="disputestep",
            constraint=models.CheckConstraint(
                condition=models.Q(("kind__in", ["review", "ruled", "appealed", "closed"])),
                name="dispute_step_kind_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="hold",
            constraint=models.CheckConstraint(condition=models.Q(("why", ""), _negated=True), name="hold_has_a_reason"),
        ),
        migrations.AddConstraint(
            model_name="hold",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("round__isnull", False), ("sha256", "")),
                    models.Q(("round__isnull", True), ("sha256__regex", "^[0-9a-f]{64}$")),
                    _connector="OR",
                ),
                name="hold_of_a_round_or_a_picture",
            ),
        ),
        migrations.AddConstraint(
            model_name="holdlifted",
            constraint=models.CheckConstraint(
                condition=models.Q(("why", ""), _negated=True), name="hold_lifted_has_a_reason"
            ),
        ),
        *(operation for model in INSERT_ONLY for operation in append_only(f"tables_{model}")),
        RunSQL(RULED_BEFORE, RunSQL.noop),
        RunSQL(ORDER, ORDER_UNDONE),
        RunSQL(APPEAL, APPEAL_UNDONE),
        RunSQL(MOVED, MOVED_UNDONE),
    ]
