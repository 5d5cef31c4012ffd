"""All rows but tables' own stay; and nobody rules on a hand that they dealt, whatever program asks."""

from django.db import migrations
from django.db.migrations import RunSQL

from casino.append_only import append_only

INSERT_ONLY = (
    "sign",
    "tableevent",
    "round",
    "entry",
    "roundclose",
    "rounddocument",
    "reaudit",
    "verdict",
    "verdicttaken",
    "verdictclosing",
    "dispute",
    "ruling",
    "call",
    "callanswered",
    "note",
)

OWN_HAND = """
CREATE FUNCTION refuse_own_hand() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_catalog AS $$
DECLARE
    dealt_by bigint;
BEGIN
    IF TG_TABLE_NAME = 'tables_ruling' THEN
        SELECT r.dealer_id INTO dealt_by
          FROM tables_dispute d JOIN tables_round r ON r.id = d.round_id WHERE d.id = NEW.dispute_id;
    ELSE
        SELECT dealer_id INTO dealt_by FROM tables_round WHERE id = NEW.round_id;
    END IF;
    IF dealt_by = NEW.by_id THEN
        RAISE EXCEPTION 'nobody decides on a hand that they dealt' USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER own_hand BEFORE INSERT ON tables_ruling FOR EACH ROW EXECUTE FUNCTION refuse_own_hand();
CREATE TRIGGER own_hand BEFORE INSERT ON tables_verdictclosing FOR EACH ROW EXECUTE FUNCTION refuse_own_hand();
"""
OWN_HAND_UNDONE = """
DROP TRIGGER own_hand ON tables_verdictclosing;
DROP TRIGGER own_hand ON tables_ruling;
DROP FUNCTION refuse_own_hand();
"""


# A round's page asks for its journal entries; each body begins with what it is about.
ABOUT = "CREATE INDEX journal_about ON casino_journal (chain, left(body, 40) text_pattern_ops)"


class Migration(migrations.Migration):
    dependencies = [("tables", "0001_initial"), ("casino", "0002_journal")]

    operations = [
        *(operation for model in INSERT_ONLY for operation in append_only(f"tables_{model}")),
        RunSQL(OWN_HAND, OWN_HAND_UNDONE),
        RunSQL(ABOUT, "DROP INDEX journal_about"),
    ]
