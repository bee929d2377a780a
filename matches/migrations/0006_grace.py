from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("matches", "0005_unlisted_matches"),
    ]

    operations = [
        migrations.AddField(
            model_name="match",
            name="grace_ms",
            field=models.IntegerField(default=0),
        ),
    ]
