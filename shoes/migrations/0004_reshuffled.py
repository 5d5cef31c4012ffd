"""Cards may be shuffled again at the table while their shoe is in play."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("shoes", "0003_cameras")]

    operations = [
        migrations.AlterField(
            model_name="shoeevent",
            name="kind",
            field=models.CharField(
                choices=[
                    ("loaded", "packs loaded"),
                    ("verified", "packs verified"),
                    ("shuffled", "shuffled"),
                    ("cut", "cut"),
                    ("stop_card", "stop card placed"),
                    ("burned", "burned"),
                    ("in_play", "in play"),
                    ("stop_out", "stop card out"),
                    ("ended", "ended"),
                    ("counted", "packs counted"),
                    ("discarded", "cards discarded"),
                    ("alarm", "alarm"),
                    ("reshuffled", "shuffled again at the table"),
                ],
                max_length=10,
            ),
        ),
    ]
