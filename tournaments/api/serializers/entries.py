"""Entries and their players."""

from __future__ import annotations

from typing import Any, get_args

from rest_framework import serializers

from matches.api.fields import Moment, OneOf, PageQuery, Shown, Strict, Whole, Words, YesNo
from tournaments.api.serializers.common import EntryRef
from tournaments.models import Entry, Player
from tournaments.permissions import Capability, Right, may
from tournaments.selectors.lobby import Situation


class PlayerOut(Shown):
    """A person of a roster."""

    id = serializers.CharField()
    name = serializers.CharField()
    bot_level = serializers.CharField(allow_blank=True, help_text="Empty for people.")
    free = serializers.BooleanField(help_text="Whether anybody may take this player's place over.")
    checked_in_at = Moment(source="checked_in_at_ms", allow_null=True)
    email = serializers.SerializerMethodField(
        allow_null=True, help_text="For the player and the staff; null for everybody else."
    )

    def get_email(self, player: Player) -> str | None:
        """Return the address, if whoever asks may read it."""
        actor = self.context["actor"]
        own = player.entry_id if player.pk in actor.players else None
        reads = may(actor, Capability.CONTACT_DATA, Right.READ, entry_id=own)
        return player.email if reads else None


class EntryOut(Shown):
    """A participation."""

    id = serializers.CharField()
    name = serializers.CharField()
    status = serializers.ChoiceField(choices=Entry.Status.values)
    seed = serializers.IntegerField(allow_null=True, help_text="As the organizer gave it; the draw may use it.")
    rating = serializers.IntegerField(allow_null=True)
    free = serializers.BooleanField(help_text="Whether anybody may take a place of it over.")
    entered_at = Moment(source="entered_at_ms")
    checked_in_at = Moment(source="checked_in_at_ms", allow_null=True, help_text="When the last of its players was.")
    players = PlayerOut(many=True)


class EntryQuery(PageQuery):
    """Which entries to list."""

    status = serializers.ChoiceField(choices=Entry.Status.values, required=False)
    ordering = serializers.ChoiceField(
        choices=["entered_at", "-entered_at", "name", "-name"], required=False, default="entered_at"
    )


class PlayerIn(Strict):
    """A person of a roster as they are entered."""

    name = Words(allow_blank=True)
    email = Words(required=False, allow_blank=True, default="")
    bot_level = Words(required=False, allow_blank=True, default="")


class EntryIn(Strict):
    """A new entry: yourself, or, by the staff, anybody."""

    name = Words(allow_blank=True)
    email = Words(required=False, allow_blank=True, default="", help_text="Of the only player.")
    roster = serializers.ListField(
        child=PlayerIn(),
        required=False,
        max_length=8,
        help_text="As many as play together, in the order of their seats; without it one player of the same name.",
    )
    own = YesNo(required=False, help_text="Whether it is yours: then your account plays. Staff must say so.")
    rating = Whole(required=False, allow_null=True, default=None)
    seed = Whole(required=False, allow_null=True, default=None)
    free = YesNo(required=False, default=False, help_text="Whether anybody may take the place over; for the staff.")


class LinkOut(Shown):
    """A private link, shown this once. Whoever has it plays as this player."""

    player = serializers.CharField()
    url = serializers.URLField()


class RegisteredOut(Shown):
    """A new entry with the private links of its players."""

    entry = EntryOut()
    links = LinkOut(many=True)


class EntryChange(Strict):
    """What may be changed. Name and address belong to the player and the organizer, rating and seed to the staff."""

    name = Words(required=False, allow_blank=True)
    email = Words(required=False, allow_blank=True)
    rating = Whole(required=False, allow_null=True)
    seed = Whole(required=False, allow_null=True)


class WithdrawalIn(Strict):
    """How to leave."""

    running = OneOf(
        choices=["finish", "forfeit"], required=False, allow_null=True, help_text="What becomes of a running match."
    )
    reason = Words(required=False, allow_blank=True, max_length=300)


class LobbyOut(Shown):
    """Where one of your players has to be now, or why nowhere."""

    player = serializers.CharField()
    entry = EntryRef()
    situation = serializers.ChoiceField(choices=get_args(Situation))
    pairing = serializers.CharField(allow_null=True)
    match = serializers.CharField(allow_null=True)
    seat = serializers.IntegerField(allow_null=True)
    side = serializers.IntegerField(allow_null=True)
    opponent = EntryRef(allow_null=True)
    can_check_in = serializers.BooleanField()


def lobby_values(player: Player, lobby: Any) -> dict[str, Any]:
    """Return a lobby as `LobbyOut` gives it."""
    return {
        "player": player.pk,
        "entry": lobby.entry,
        "situation": lobby.situation,
        "pairing": lobby.pairing.pk if lobby.pairing else None,
        "match": lobby.match_id,
        "seat": lobby.seat,
        "side": lobby.side,
        "opponent": lobby.opponent,
        "can_check_in": lobby.can_check_in,
    }
