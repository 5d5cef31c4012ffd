import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

from casino.append_only import append_only


class Migration(migrations.Migration):
    dependencies = [
        ("tables", "0013_evidence"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="BoxesTold",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("groups", models.JSONField(blank=True, default=list)),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="boxes_told", to="tables.table"
                    ),
                ),
            ],
            options={"indexes": [models.Index(fields=["table", "-id"], name="boxes_told_newest")]},
        ),
        *append_only("tables_boxestold"),
        migrations.AddField(
            model_name="disputestep",
            name="answer_by",
            field=models.DateField(help_text="Of an appeal: until when it is decided.", null=True),
        ),
        migrations.AddField(
            model_name="disputestep",
            name="deadline_from",
            field=models.CharField(
                blank=True, db_default="", help_text="The clause, or `house` for its setting.", max_length=120
            ),
        ),
    ]
