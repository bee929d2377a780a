"""Staff, screens, announcements, imports, and the audit trail."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from matches.ids import new_id
from tournaments.models.tournament import Tournament
from tournaments.permissions import STAFF_ROLES, Role

_ROLES = [(role.value, role.label) for role in Role if role in STAFF_ROLES]


class StaffRole(models.Model):
    """A role that a user has in one tournament."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="staff")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="tournament_roles")
    role = models.CharField(max_length=14, choices=_ROLES)
    since_ms = models.BigIntegerField()

    class Meta:
        ordering = ["since_ms"]
        constraints = [models.UniqueConstraint(fields=["tournament", "user", "role"], name="role_once")]

    def __str__(self) -> str:
        return f"{self.user}: {self.role}"


class Invitation(models.Model):
    """A link that makes its first user a member of the staff. Only its hash is kept."""

    id = models.CharField(primary_key=True, max_length=12, default=new_id, editable=False)
    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="invitations")
    role = models.CharField(max_length=14, choices=_ROLES)
    note = models.CharField(max_length=120, blank=True)
    link_hash = models.CharField(max_length=64, unique=True)
    made_at_ms = models.BigIntegerField()
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    expires_at_ms = models.BigIntegerField()
    used_at_ms = models.BigIntegerField(null=True, blank=True)
    used_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    revoked_at_ms = models.BigIntegerField(null=True, blank=True)

    class Meta:
        ordering = ["-made_at_ms"]

    def __str__(self) -> str:
        return f"{self.tournament}: {self.role}"


class ScreenToken(models.Model):
    """A link without log-in for a screen in the hall; `playlist` names what it shows, in order."""

    id = models.CharField(primary_key=True, max_length=12, default=new_id, editable=False)
    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="screens")
    name = models.CharField(max_length=60)
    playlist = models.JSONField(default=list)
    message = models.CharField(max_length=200, blank=True)
    link_hash = models.CharField(max_length=64, unique=True)
    made_at_ms = models.BigIntegerField()
    revoked_at_ms = models.BigIntegerField(null=True, blank=True)

    class Meta:
        ordering = ["made_at_ms"]

    def __str__(self) -> str:
        return self.name


class Announcement(models.Model):
    """Something said to everybody who looks at the tournament's page: a text of the staff, or a note of the service.

    A note has a `code` and `data` instead of a text, so that everybody reads it in their own language.
    """

    id = models.CharField(primary_key=True, max_length=12, default=new_id, editable=False)
    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="announcements")
    text = models.TextField(max_length=2000, blank=True)
    code = models.CharField(max_length=30, blank=True)
    data = models.JSONField(default=dict)
    at_ms = models.BigIntegerField()
    by_user = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")

    class Meta:
        ordering = ["-at_ms"]

    def __str__(self) -> str:
        return self.text[:60] or self.code


class EntryImport(models.Model):
    """An uploaded list of entries that waits for the organizer's consent. It has changed nothing yet."""

    id = models.CharField(primary_key=True, max_length=12, default=new_id, editable=False)
    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="imports")
    file_name = models.CharField(max_length=120)
    rows = models.JSONField()
    at_ms = models.BigIntegerField()
    by_user = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    accepted_at_ms = models.BigIntegerField(null=True, blank=True)

    class Meta:
        ordering = ["-at_ms"]

    def __str__(self) -> str:
        return self.file_name


class AuditLine(models.Model):
    """One act: who, when, what, why, before and after. A database trigger refuses to change or delete it.

    People and things are named by text, so that the line stays as it was when they go.
    """

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="audit")
    at_ms = models.BigIntegerField()
    actor = models.CharField(max_length=40)
    actor_name = models.CharField(max_length=120, blank=True)
    role = models.CharField(max_length=20, blank=True)
    act = models.CharField(max_length=40)
    subject = models.CharField(max_length=60, blank=True)
    subject_name = models.CharField(max_length=200, blank=True)
    reason = models.TextField(blank=True)
    before = models.JSONField(null=True, blank=True)
    after = models.JSONField(null=True, blank=True)

    class Meta:
        ordering = ["-id"]
        indexes = [models.Index(fields=["tournament", "act"], name="audit_act")]

    def __str__(self) -> str:
        return f"{self.act} {self.subject}"
