"""Nothing of a shoe is ever changed: PostgreSQL refuses it."""

from django.db import migrations

from casino.append_only import append_only

TABLES = ("pack", "packevent", "shoe", "shoepack", "shoeevent", "shoecard")


class Migration(migrations.Migration):
    dependencies = [("casino", "0002_journal"), ("shoes", "0001_initial")]
    operations = [operation for table in TABLES for operation in append_only(f"shoes_{table}")]
