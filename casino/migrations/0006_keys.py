import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("casino", "0005_people"),
    ]

    operations = [
        migrations.CreateModel(
            name="AnsweredKey",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("owner", models.CharField(max_length=60)),
                ("key", models.CharField(max_length=200)),
                ("asked_sha256", models.CharField(max_length=64)),
                ("status", models.PositiveSmallIntegerField(default=0)),
                ("answer", models.TextField(default="")),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
            ],
            options={
                "indexes": [models.Index(fields=["at"], name="answered_key_by_time")],
                "constraints": [models.UniqueConstraint(fields=("owner", "key"), name="answered_key_once")],
            },
        ),
    ]
