from django.db import migrations, models


class Migration(migrations.Migration):
    """Seats may have the name of a team."""

    dependencies = [("matches", "0003_contents_and_decks")]

    operations = [
        migrations.AddField(
            model_name="seatassignment",
            name="team",
            field=models.CharField(blank=True, max_length=80),
        ),
    ]
