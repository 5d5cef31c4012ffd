from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("casino", "0006_keys"),
    ]

    operations = [
        migrations.CreateModel(
            name="Heartbeat",
            fields=[
                ("name", models.CharField(max_length=120, primary_key=True, serialize=False)),
                ("at", models.DateTimeField()),
                ("offset_ms", models.IntegerField()),
            ],
            options={"db_table": "casino_heartbeat"},
        ),
    ]
