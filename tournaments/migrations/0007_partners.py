from django.db import migrations, models


def mark_players(apps, _schema_editor):
    """What was said of an entry holds for its players."""
    players = apps.get_model("tournaments", "Player").objects
    players.filter(entry__free=True).update(free=True)
    entry = apps.get_model("tournaments", "Entry").objects.filter(pk=models.OuterRef("entry_id"))
    players.filter(entry__checked_in_at_ms__isnull=False).update(
        checked_in_at_ms=models.Subquery(entry.values("checked_in_at_ms")[:1])
    )


class Migration(migrations.Migration):
    """Partners check in, and may be taken over, each for themselves."""

    dependencies = [("tournaments", "0006_deck_choice")]

    operations = [
        migrations.AddField(
            model_name="player",
            name="checked_in_at_ms",
            field=models.BigIntegerField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="player",
            name="free",
            field=models.BooleanField(default=False),
        ),
        migrations.RunPython(mark_players, migrations.RunPython.noop),
    ]
