import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("casino", "0004_more_permissions"),
    ]

    operations = [
        migrations.AddField(
            model_name="staff",
            name="badge",
            field=models.CharField(max_length=64, null=True, unique=True),
        ),
        migrations.AddField(
            model_name="staff",
            name="licence",
            field=models.CharField(blank=True, max_length=40, verbose_name="licence number"),
        ),
        migrations.AddField(
            model_name="staff",
            name="licence_until",
            field=models.DateField(blank=True, null=True, verbose_name="licence holds until"),
        ),
        migrations.AddField(
            model_name="staff",
            name="pin",
            field=models.CharField(blank=True, max_length=128),
        ),
        migrations.CreateModel(
            name="RecoveryCode",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("mac", models.CharField(max_length=64, unique=True)),
                ("used_at", models.DateTimeField(null=True)),
                (
                    "staff",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="recovery_codes",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="SecondFactor",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("sealed", models.TextField()),
                ("confirmed_at", models.DateTimeField(null=True)),
                ("last_step", models.BigIntegerField(default=0)),
                (
                    "staff",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="second_factor",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
    ]
