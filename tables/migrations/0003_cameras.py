"""Which camera watches which table."""

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

from casino.append_only import append_only


class Migration(migrations.Migration):
    dependencies = [
        ("casino", "0002_journal"),
        ("tables", "0002_append_only"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="TableCamera",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("camera", models.CharField(max_length=24, unique=True)),
                ("starts_watch_only", models.BooleanField(default=True)),
                ("since", models.DateTimeField(default=django.utils.timezone.now)),
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
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="cameras", to="tables.table"
                    ),
                ),
            ],
            options={"ordering": ["camera"]},
        ),
        *append_only("tables_tablecamera"),
    ]
