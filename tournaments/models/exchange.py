"""What is kept of a file from which a tournament was made."""

from __future__ import annotations

from django.db import models

from tournaments.models.stages import Stage


class ImportedReport(models.Model):
    """The tournament report file from which a stage was made; an export writes back what it says beside the record.

    `text` is the whole file; `numbers` are its starting numbers by entry id.
    """

    stage = models.OneToOneField(Stage, models.CASCADE, primary_key=True, related_name="imported_report")
    text = models.TextField()
    numbers = models.JSONField(default=dict)

    def __str__(self) -> str:
        return f"report of {self.stage}"
