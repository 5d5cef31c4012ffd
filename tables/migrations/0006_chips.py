"""Chips, slips and the ledger, and what the database itself holds of them.

Sums agree with their lines; numbers of slips have no gap; nobody signs twice; an opener and a closer a gaming day;
every movement of money adds up to zero.
"""

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models
from django.db.migrations import RunSQL

from casino.append_only import append_only, owner_only

INSERT_ONLY = (
    "chipset",
    "chipcount",
    "chipcountsigned",
    "slip",
    "slipsignature",
    "slipvoid",
    "slipvoidsigned",
    "dropcount",
    "dropconfirmed",
    "chipdifference",
    "chipdifferenceseen",
    "ledgerentry",
    "posting",
)

# A sum agrees with its lines, {"value": pieces}, in every row that was counted.
LINES = """
CREATE FUNCTION chips_total(lines jsonb) RETURNS bigint LANGUAGE sql IMMUTABLE SET search_path = pg_catalog AS $$
    SELECT coalesce(sum(key::bigint * value::bigint), 0)::bigint FROM jsonb_each_text(lines)
$$;
CREATE FUNCTION chips_are_pieces(lines jsonb) RETURNS boolean LANGUAGE sql IMMUTABLE SET search_path = pg_catalog AS $$
    SELECT jsonb_typeof(lines) = 'object' AND NOT EXISTS (
        SELECT FROM jsonb_each_text(lines) WHERE key !~ '^[1-9][0-9]{0,14}$' OR value !~ '^[0-9]{1,7}$')
$$;
ALTER TABLE tables_chipcount ADD CONSTRAINT chip_count_adds_up
    CHECK (chips_are_pieces(lines) AND total_minor = chips_total(lines));
ALTER TABLE tables_slip ADD CONSTRAINT slip_adds_up
    CHECK (chips_are_pieces(lines) AND total_minor = chips_total(lines));
ALTER TABLE tables_dropcount ADD CONSTRAINT drop_count_adds_up
    CHECK (chips_are_pieces(lines) AND total_minor = chips_total(lines));
"""
LINES_UNDONE = """
ALTER TABLE tables_dropcount DROP CONSTRAINT drop_count_adds_up;
ALTER TABLE tables_slip DROP CONSTRAINT slip_adds_up;
ALTER TABLE tables_chipcount DROP CONSTRAINT chip_count_adds_up;
DROP FUNCTION chips_are_pieces(jsonb);
DROP FUNCTION chips_total(jsonb);
"""

# Numbers are given by the database alone: the row of the year stays locked until the slip commits, and a slip that
# is rolled back gives its number back. The run-time role may read the row and not write it.
NUMBER = """
CREATE FUNCTION slip_number() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    INSERT INTO public.tables_slipnumber AS given (kind, year, last) VALUES (NEW.kind, NEW.year, 1)
    ON CONFLICT (kind, year) DO UPDATE SET last = given.last + 1 RETURNING given.last INTO NEW.number;
    RETURN NEW;
END $$;
CREATE TRIGGER slip_number BEFORE INSERT ON tables_slip FOR EACH ROW EXECUTE FUNCTION slip_number();
ALTER TABLE tables_slip ADD CONSTRAINT slip_is_of_its_year CHECK (
    year BETWEEN extract(year FROM (at - interval '1 day') AT TIME ZONE 'UTC')
             AND extract(year FROM (at + interval '1 day') AT TIME ZONE 'UTC'));
"""
NUMBER_UNDONE = """
ALTER TABLE tables_slip DROP CONSTRAINT slip_is_of_its_year;
DROP TRIGGER slip_number ON tables_slip;
DROP FUNCTION slip_number();
"""

SIGNATURES = """
CREATE FUNCTION refuse_same_person() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_catalog AS $$
DECLARE
    first_by bigint;
BEGIN
    EXECUTE format('SELECT by_id FROM %I WHERE id = ($1).%I', TG_ARGV[0], TG_ARGV[1]) USING NEW INTO first_by;
    IF first_by = NEW.by_id THEN
        RAISE EXCEPTION 'nobody signs twice: a second person is needed' USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER second_person BEFORE INSERT ON tables_chipcountsigned
    FOR EACH ROW EXECUTE FUNCTION refuse_same_person('tables_chipcount', 'count_id');
CREATE TRIGGER second_person BEFORE INSERT ON tables_dropconfirmed
    FOR EACH ROW EXECUTE FUNCTION refuse_same_person('tables_dropcount', 'drop_id');
CREATE TRIGGER second_person BEFORE INSERT ON tables_slipvoidsigned
    FOR EACH ROW EXECUTE FUNCTION refuse_same_person('tables_slipvoid', 'void_id');

CREATE FUNCTION slip_signed_in_order() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_catalog AS $$
DECLARE
    signing_order jsonb;
    signed integer;
BEGIN
    SELECT signing INTO signing_order FROM tables_slip WHERE id = NEW.slip_id;
    SELECT count(*) INTO signed FROM tables_slipsignature WHERE slip_id = NEW.slip_id;
    IF NEW.position <> signed + 1 OR NEW.step IS DISTINCT FROM signing_order ->> signed THEN
        RAISE EXCEPTION 'a slip is signed in its order' USING ERRCODE = 'check_violation';
    END IF;
    IF EXISTS (SELECT FROM tables_slipvoid WHERE slip_id = NEW.slip_id) THEN
        RAISE EXCEPTION 'a slip that is to be void is signed no more' USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER in_order BEFORE INSERT ON tables_slipsignature
    FOR EACH ROW EXECUTE FUNCTION slip_signed_in_order();

CREATE FUNCTION slip_is_under_way() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_catalog AS $$
BEGIN
    IF (SELECT count(*) FROM tables_slipsignature WHERE slip_id = NEW.slip_id)
       >= (SELECT jsonb_array_length(signing) FROM tables_slip WHERE id = NEW.slip_id) THEN
        RAISE EXCEPTION 'a slip that all have signed cannot be void' USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER under_way BEFORE INSERT ON tables_slipvoid FOR EACH ROW EXECUTE FUNCTION slip_is_under_way();

CREATE FUNCTION slip_has_its_asker() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_catalog AS $$
BEGIN
    IF NOT EXISTS (SELECT FROM tables_slipsignature WHERE slip_id = NEW.id AND position = 1 AND by_id = NEW.by_id) THEN
        RAISE EXCEPTION 'a slip is signed by whoever asked for it' USING ERRCODE = 'check_violation';
    END IF;
    RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER has_its_asker AFTER INSERT ON tables_slip
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION slip_has_its_asker();
"""
SIGNATURES_UNDONE = """
DROP TRIGGER has_its_asker ON tables_slip;
DROP TRIGGER under_way ON tables_slipvoid;
DROP TRIGGER in_order ON tables_slipsignature;
DROP TRIGGER second_person ON tables_slipvoidsigned;
DROP TRIGGER second_person ON tables_dropconfirmed;
DROP TRIGGER second_person ON tables_chipcountsigned;
DROP FUNCTION slip_has_its_asker();
DROP FUNCTION slip_is_under_way();
DROP FUNCTION slip_signed_in_order();
DROP FUNCTION refuse_same_person();
"""

# One opener and one closer a gaming day (unique constraints), the closer after the opener; a recount is of the same.
COUNTS = """
CREATE FUNCTION chip_count_in_its_day() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_catalog AS $$
BEGIN
    IF NEW.kind NOT IN ('opener', 'closer') THEN
        RAISE EXCEPTION 'chips are counted as opener or closer' USING ERRCODE = 'check_violation';
    END IF;
    IF NEW.kind = 'closer' AND NOT EXISTS (
        SELECT FROM tables_chipcount c WHERE c.table_id = NEW.table_id AND c.gaming_day = NEW.gaming_day
           AND c.kind = 'opener' AND c.at <= NEW.at) THEN
        RAISE EXCEPTION 'a closer comes after the opener of its gaming day' USING ERRCODE = 'check_violation';
    END IF;
    IF NEW.kind = 'opener' AND EXISTS (
        SELECT FROM tables_chipcount c WHERE c.table_id = NEW.table_id AND c.gaming_day = NEW.gaming_day
           AND c.kind = 'closer') THEN
        RAISE EXCEPTION 'an opener is not counted once the closer is' USING ERRCODE = 'check_violation';
    END IF;
    IF NEW.replaces_id IS NOT NULL AND NOT EXISTS (
        SELECT FROM tables_chipcount c WHERE c.id = NEW.replaces_id AND c.table_id = NEW.table_id
           AND c.gaming_day = NEW.gaming_day AND c.kind = NEW.kind) THEN
        RAISE EXCEPTION 'a recount is of the same table, day and kind' USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER in_its_day BEFORE INSERT ON tables_chipcount FOR EACH ROW EXECUTE FUNCTION chip_count_in_its_day();

CREATE FUNCTION drop_count_of_its_day() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_catalog AS $$
BEGIN
    IF NEW.replaces_id IS NOT NULL AND NOT EXISTS (
        SELECT FROM tables_dropcount d WHERE d.id = NEW.replaces_id AND d.table_id = NEW.table_id
           AND d.gaming_day = NEW.gaming_day) THEN
        RAISE EXCEPTION 'a recount is of the same table and day' USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER in_its_day BEFORE INSERT ON tables_dropcount FOR EACH ROW EXECUTE FUNCTION drop_count_of_its_day();
"""
COUNTS_UNDONE = """
DROP TRIGGER in_its_day ON tables_dropcount;
DROP TRIGGER in_its_day ON tables_chipcount;
DROP FUNCTION drop_count_of_its_day();
DROP FUNCTION chip_count_in_its_day();
"""

# Double entry: what an entry's postings move adds up to zero when the transaction commits, and none comes later.
LEDGER = """
CREATE FUNCTION ledger_transaction() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog AS $$
BEGIN
    NEW.transaction := pg_current_xact_id()::text::bigint;
    RETURN NEW;
END $$;
CREATE TRIGGER of_transaction BEFORE INSERT ON tables_ledgerentry FOR EACH ROW EXECUTE FUNCTION ledger_transaction();

CREATE FUNCTION posting_in_time() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_catalog AS $$
BEGIN
    IF NOT EXISTS (SELECT FROM tables_ledgerentry e
                    WHERE e.id = NEW.entry_id AND e.transaction = pg_current_xact_id()::text::bigint) THEN
        RAISE EXCEPTION 'a posting is made together with its entry' USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER in_time BEFORE INSERT ON tables_posting FOR EACH ROW EXECUTE FUNCTION posting_in_time();

CREATE FUNCTION ledger_adds_up() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_catalog AS $$
DECLARE
    entry bigint := coalesce((to_jsonb(NEW) ->> 'entry_id')::bigint, NEW.id);
    moved numeric;
    postings integer;
BEGIN
    SELECT coalesce(sum(amount_minor), 0), count(*) INTO moved, postings FROM tables_posting WHERE entry_id = entry;
    IF moved <> 0 OR postings < 2 THEN
        RAISE EXCEPTION 'postings of entry % add up to %, in % postings; they add up to 0, in two or more',
            entry, moved, postings USING ERRCODE = 'check_violation';
    END IF;
    RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER adds_up AFTER INSERT ON tables_posting
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ledger_adds_up();
CREATE CONSTRAINT TRIGGER adds_up AFTER INSERT ON tables_ledgerentry
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ledger_adds_up();
"""
LEDGER_UNDONE = """
DROP TRIGGER adds_up ON tables_ledgerentry;
DROP TRIGGER adds_up ON tables_posting;
DROP TRIGGER in_time ON tables_posting;
DROP TRIGGER of_transaction ON tables_ledgerentry;
DROP FUNCTION ledger_adds_up();
DROP FUNCTION posting_in_time();
DROP FUNCTION ledger_transaction();
"""


class Migration(migrations.Migration):
    dependencies = [
        ("casino", "0002_journal"),
        ("tables", "0005_school"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="ChipCount",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                ("lines", models.JSONField()),
                ("total_minor", models.BigIntegerField()),
                ("gaming_day", models.DateField()),
                ("kind", models.CharField(choices=[("opener", "Opener"), ("closer", "Closer")], max_length=6)),
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
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="replaced_by",
                        to="tables.chipcount",
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="chip_counts", to="tables.table"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="ChipCountSigned",
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
                    "count",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT, related_name="signed", to="tables.chipcount"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="ChipDifference",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("gaming_day", models.DateField()),
                ("kind", models.CharField(choices=[("opener", "Opener"), ("rounds", "Rounds")], max_length=6)),
                ("should_minor", models.BigIntegerField()),
                ("counted_minor", models.BigIntegerField()),
                ("pieces", models.JSONField(default=dict)),
                ("duties", models.JSONField()),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="chip_differences", to="tables.table"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="ChipDifferenceSeen",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                ("reason", models.CharField(max_length=1000)),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "difference",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT, related_name="seen", to="tables.chipdifference"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="ChipSet",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                ("chips_minor", models.JSONField()),
                ("notes_minor", models.JSONField()),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="DropCount",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                ("lines", models.JSONField()),
                ("total_minor", models.BigIntegerField()),
                ("gaming_day", models.DateField()),
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
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="replaced_by",
                        to="tables.dropcount",
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="drops", to="tables.table"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="DropConfirmed",
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
                    "drop",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT, related_name="confirmed", to="tables.dropcount"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="LedgerEntry",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("opener", "Opener"),
                            ("fill", "Fill"),
                            ("credit", "Credit"),
                            ("closer", "Closer"),
                            ("drop", "Drop"),
                        ],
                        max_length=6,
                    ),
                ),
                ("about", models.CharField(max_length=60)),
                ("gaming_day", models.DateField()),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                ("transaction", models.BigIntegerField(default=0, editable=False)),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="ledger", to="tables.table"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Posting",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("account", models.CharField(max_length=40)),
                ("amount_minor", models.BigIntegerField()),
                (
                    "entry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="postings", to="tables.ledgerentry"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Slip",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                ("lines", models.JSONField()),
                ("total_minor", models.BigIntegerField()),
                ("kind", models.CharField(choices=[("fill", "Fill"), ("credit", "Credit")], max_length=6)),
                ("year", models.PositiveSmallIntegerField()),
                ("number", models.PositiveIntegerField(editable=False)),
                ("gaming_day", models.DateField()),
                ("pack", models.CharField(max_length=40)),
                ("signing", models.JSONField()),
                ("note", models.CharField(blank=True, max_length=200)),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="slips", to="tables.table"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="SlipNumber",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("kind", models.CharField(max_length=6)),
                ("year", models.PositiveSmallIntegerField()),
                ("last", models.PositiveIntegerField()),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("kind", "year"), name="slip_number_one_a_year")],
            },
        ),
        migrations.CreateModel(
            name="SlipSignature",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                ("position", models.PositiveSmallIntegerField()),
                ("step", models.CharField(max_length=20)),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "slip",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="signatures", to="tables.slip"
                    ),
                ),
            ],
            options={
                "ordering": ["position"],
            },
        ),
        migrations.CreateModel(
            name="SlipVoid",
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
                    "slip",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT, related_name="void", to="tables.slip"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="SlipVoidSigned",
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
                    "void",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT, related_name="signed", to="tables.slipvoid"
                    ),
                ),
            ],
        ),
        migrations.AddConstraint(
            model_name="chipcount",
            constraint=models.UniqueConstraint(
                condition=models.Q(("replaces", None)),
                fields=("table", "gaming_day", "kind"),
                name="chip_count_first_one_a_day",
            ),
        ),
        migrations.AddConstraint(
            model_name="chipcount",
            constraint=models.CheckConstraint(
                condition=models.Q(("replaces", None), models.Q(("reason", ""), _negated=True), _connector="OR"),
                name="chip_count_again_has_a_reason",
            ),
        ),
        migrations.AddConstraint(
            model_name="chipdifferenceseen",
            constraint=models.CheckConstraint(
                condition=models.Q(("reason", ""), _negated=True), name="chip_difference_seen_has_a_reason"
            ),
        ),
        migrations.AddConstraint(
            model_name="dropcount",
            constraint=models.UniqueConstraint(
                condition=models.Q(("replaces", None)),
                fields=("table", "gaming_day"),
                name="drop_count_first_one_a_day",
            ),
        ),
        migrations.AddConstraint(
            model_name="dropcount",
            constraint=models.CheckConstraint(
                condition=models.Q(("replaces", None), models.Q(("reason", ""), _negated=True), _connector="OR"),
                name="drop_count_again_has_a_reason",
            ),
        ),
        migrations.AddIndex(
            model_name="ledgerentry",
            index=models.Index(fields=["table", "gaming_day"], name="ledger_by_day"),
        ),
        migrations.AddConstraint(
            model_name="ledgerentry",
            constraint=models.CheckConstraint(
                condition=models.Q(("kind__in", ["opener", "fill", "credit", "closer", "drop"])),
                name="ledger_entry_kind_known",
            ),
        ),
        migrations.AddIndex(
            model_name="posting",
            index=models.Index(fields=["account"], name="posting_by_account"),
        ),
        migrations.AddConstraint(
            model_name="posting",
            constraint=models.CheckConstraint(
                condition=models.Q(("amount_minor", 0), _negated=True), name="posting_moves_something"
            ),
        ),
        migrations.AddConstraint(
            model_name="posting",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("account__regex", "^(cage|transit|house|(tray|box|result|variance|uncounted):[A-Za-z0-9-]{1,16})$")
                ),
                name="posting_account_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="slip",
            constraint=models.UniqueConstraint(fields=("kind", "year", "number"), name="slip_one_a_number"),
        ),
        migrations.AddConstraint(
            model_name="slip",
            constraint=models.CheckConstraint(condition=models.Q(("total_minor__gt", 0)), name="slip_moves_chips"),
        ),
        migrations.AddConstraint(
            model_name="slipsignature",
            constraint=models.UniqueConstraint(fields=("slip", "position"), name="slip_signature_one_a_step"),
        ),
        migrations.AddConstraint(
            model_name="slipsignature",
            constraint=models.UniqueConstraint(fields=("slip", "by"), name="slip_signature_one_a_person"),
        ),
        migrations.AddConstraint(
            model_name="slipvoid",
            constraint=models.CheckConstraint(
                condition=models.Q(("reason", ""), _negated=True), name="slip_void_has_a_reason"
            ),
        ),
        *(operation for model in INSERT_ONLY for operation in append_only(f"tables_{model}")),
        *owner_only("tables_slipnumber"),
        RunSQL(LINES, LINES_UNDONE),
        RunSQL(NUMBER, NUMBER_UNDONE),
        RunSQL(SIGNATURES, SIGNATURES_UNDONE),
        RunSQL(COUNTS, COUNTS_UNDONE),
        RunSQL(LEDGER, LEDGER_UNDONE),
    ]
