"""Payouts drawn at random, what surveillance saw of them, and which became disputes."""

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models
from django.db.migrations import RunSQL

from casino.append_only import append_only

INSERT_ONLY = ("payoutsample", "sampledpayout", "payoutanswer", "payoutdispute")

HOLDS = """
CREATE FUNCTION payout_answer_holds() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_catalog AS $$
BEGIN
    IF EXISTS (SELECT FROM tables_sampledpayout p JOIN tables_round r ON r.id = p.round_id
               WHERE p.id = NEW.payout_id AND r.dealer_id = NEW.by_id) THEN
        RAISE EXCEPTION 'nobody reviews a payout of their own' USING ERRCODE = 'check_violation';
    END IF;
    IF NEW.replaces_id IS NOT NULL AND NOT EXISTS (
        SELECT FROM tables_payoutanswer WHERE id = NEW.replaces_id AND payout_id = NEW.payout_id) THEN
        RAISE EXCEPTION 'an answer replaces one about the same payout' USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER holds BEFORE INSERT ON tables_payoutanswer FOR EACH ROW EXECUTE FUNCTION payout_answer_holds();

CREATE FUNCTION payout_dispute_holds() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_catalog AS $$
BEGIN
    IF NOT EXISTS (SELECT FROM tables_payoutanswer a JOIN tables_sampledpayout p ON p.id = a.payout_id
                   JOIN tables_dispute d ON d.id = NEW.dispute_id AND d.round_id = p.round_id
                   WHERE a.id = NEW.answer_id AND a.outcome = 'wrong') THEN
        RAISE EXCEPTION 'a dispute is made of a wrong payout of its round' USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER holds BEFORE INSERT ON tables_payoutdispute FOR EACH ROW EXECUTE FUNCTION payout_dispute_holds();
"""
HOLDS_UNDONE = """
DROP TRIGGER holds ON tables_payoutdispute;
DROP FUNCTION payout_dispute_holds();
DROP TRIGGER holds ON tables_payoutanswer;
DROP FUNCTION payout_answer_holds();
"""


class Migration(migrations.Migration):
    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("tables", "0009_assignments"),
    ]

    operations = [
        migrations.CreateModel(
            name="PayoutAnswer",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "outcome",
                    models.CharField(
                        choices=[("right", "Right"), ("wrong", "Wrong"), ("cant_see", "Can’t see")], max_length=8
                    ),
                ),
                ("paid_minor", models.BigIntegerField(blank=True, null=True)),
                ("words", models.CharField(blank=True, max_length=1000)),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "replaces",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="replaced_by",
                        to="tables.payoutanswer",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="PayoutDispute",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "answer",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT, related_name="disputed", to="tables.payoutanswer"
                    ),
                ),
                (
                    "dispute",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT, related_name="payout", to="tables.dispute"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="PayoutSample",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("gaming_day", models.DateField()),
                ("shift", models.CharField(max_length=16)),
                ("starts_at", models.DateTimeField()),
                ("ends_at", models.DateTimeField()),
                ("seed", models.CharField(max_length=32)),
                ("asked", models.PositiveSmallIntegerField()),
                ("population", models.PositiveIntegerField()),
                ("population_sha256", models.CharField(max_length=64)),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
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
            ],
        ),
        migrations.CreateModel(
            name="SampledPayout",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("position", models.PositiveSmallIntegerField()),
                ("slot", models.CharField(max_length=24)),
                (
                    "due_minor",
                    models.BigIntegerField(help_text="Beside the stake; None where a stake is unknown.", null=True),
                ),
                ("pays", models.JSONField()),
                (
                    "document",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="tables.rounddocument"
                    ),
                ),
                (
                    "round",
                    models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="+", to="tables.round"),
                ),
                (
                    "sample",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="payouts", to="tables.payoutsample"
                    ),
                ),
            ],
            options={
                "ordering": ["position"],
            },
        ),
        migrations.AddField(
            model_name="payoutanswer",
            name="payout",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="answers", to="tables.sampledpayout"
            ),
        ),
        migrations.AddConstraint(
            model_name="payoutsample",
            constraint=models.UniqueConstraint(
                condition=models.Q(("by", None)), fields=("gaming_day", "shift"), name="payout_sample_one_a_shift"
            ),
        ),
        migrations.AddConstraint(
            model_name="payoutsample",
            constraint=models.CheckConstraint(
                condition=models.Q(("seed__regex", "^[0-9a-f]{32}$")), name="payout_sample_has_a_seed"
            ),
        ),
        migrations.AddConstraint(
            model_name="sampledpayout",
            constraint=models.UniqueConstraint(fields=("sample", "position"), name="sampled_payout_one_a_position"),
        ),
        migrations.AddConstraint(
            model_name="sampledpayout",
            constraint=models.UniqueConstraint(fields=("sample", "round", "slot"), name="sampled_payout_once"),
        ),
        migrations.AddConstraint(
            model_name="payoutanswer",
            constraint=models.UniqueConstraint(
                condition=models.Q(("replaces", None)), fields=("payout",), name="payout_answer_first_one_a_payout"
            ),
        ),
        migrations.AddConstraint(
            model_name="payoutanswer",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("replaces", None), models.Q(("outcome", "wrong"), _negated=True)),
                    models.Q(("words", ""), _negated=True),
                    _connector="OR",
                ),
                name="payout_answer_says_why",
            ),
        ),
        migrations.AddConstraint(
            model_name="payoutanswer",
            constraint=models.CheckConstraint(
                condition=models.Q(("paid_minor", None), ("outcome", "wrong"), _connector="OR"),
                name="payout_answer_paid_only_if_wrong",
            ),
        ),
        *(operation for model in INSERT_ONLY for operation in append_only(f"tables_{model}")),
        RunSQL(HOLDS, HOLDS_UNDONE),
    ]
