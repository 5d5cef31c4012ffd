"""What the database itself does for the journal: chain, refusal of changes, rights."""

from django.db import migrations

from casino.append_only import append_only, guard, owner_only
from casino.audit.sql import CHAIN, UNCHAIN


class Migration(migrations.Migration):
    dependencies = [("casino", "0001_initial")]
    operations = [
        guard(),
        migrations.RunSQL(CHAIN, UNCHAIN),
        *append_only("casino_journal"),
        *owner_only("casino_journal_head"),
    ]
