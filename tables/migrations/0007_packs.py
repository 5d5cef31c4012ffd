"""A house's own rule packs."""

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

from casino.append_only import append_only


class Migration(migrations.Migration):
    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("casino", "0002_journal"),
        ("tables", "0006_chips"),
    ]

    operations = [
        migrations.CreateModel(
            name="HousePack",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=32)),
                ("version", models.PositiveIntegerField()),
                ("jurisdiction", models.CharField(max_length=200)),
                ("text", models.TextField()),
                ("sha256", models.CharField(max_length=64)),
                ("effective_from", models.DateTimeField()),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["name", "-version"],
                "constraints": [
                    models.UniqueConstraint(fields=("name", "version"), name="house_pack_one_a_version"),
                    models.CheckConstraint(condition=models.Q(("version__gte", 1)), name="house_pack_version_from_1"),
                ],
            },
        ),
        *append_only("tables_housepack"),
    ]
