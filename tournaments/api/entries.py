"""Entries: entered, changed, checked in, out and in again."""

from __future__ import annotations

from typing import Any, Final

from django.db import transaction
from django.urls import reverse
from django.utils.decorators import method_decorator
from django.views.decorators.debug import sensitive_variables
from rest_framework.request import Request
from rest_framework.response import Response

from matches.api.operation import operation
from tournaments import services
from tournaments.api.serializers.common import ReasonIn, ReasonQuery
from tournaments.api.serializers.entries import (
    EntryChange,
    EntryIn,
    EntryOut,
    EntryQuery,
    RegisteredOut,
    WithdrawalIn,
)
from tournaments.api.views import TournamentView
from tournaments.models import Entry
from tournaments.permissions import Actor, Capability, may
from tournaments.selectors.open_to import Found, entry_open_to
from tournaments.selectors.public import entries_of
from tournaments.services import PlayerData
from tournaments.services.common import lock_entry

_CAN_BE_EMPTY: Final = ("rating", "seed")


class EntryList(TournamentView):
    """Who takes part."""

    tag = "entries"

    @operation("List the entries", gives=EntryOut, many=True, query=EntryQuery)
    def get(self, request: Request, slug: str) -> Response:
        """Return the entries; addresses of players to the staff and to themselves alone."""
        tournament, actor = self.here(slug)
        rows, field = entries_of(tournament), self.asked_for["ordering"]
        self.ordering = (field if field.endswith("name") else f"{field}_ms", "id")
        if "status" in self.asked_for:
            rows = rows.filter(status=self.asked_for["status"])
        return self.page(rows, actor=actor)

    @operation("Enter somebody", takes=EntryIn, gives=RegisteredOut, status=201, needs="play", once=True)
    @method_decorator(sensitive_variables("made", "links"))
    def post(self, request: Request, slug: str) -> Response:
        """Enter yourself while the tournament is open; the staff may enter anybody until the draw.

        The answer has the private links of the players, which are shown this once.
        """
        tournament, actor = self.here(slug)
        given = self.given
        user = request.user if given.pop("own", not may(actor, Capability.REGISTER)) else None
        roster = _roster(given, user if user and user.is_authenticated else None)
        made = services.entry_register(tournament_id=tournament.pk, by=actor, roster=roster, **given)
        links = [
            {"player": player.name, "url": request.build_absolute_uri(reverse("player-link", args=[secret]))}
            for player, secret in zip(made.players, made.links, strict=True)
        ]
        return self.answer({"entry": made.entry, "links": links}, actor=actor)


def _roster(given: dict[str, Any], user: Any) -> list[PlayerData]:
    """Take the people out of a request; the first of them is the user, if it is an own entry."""
    email = given.pop("email")
    people = given.pop("roster", None) or [{"name": given["name"], "email": email}]
    return [PlayerData(**person, user=user if place == 0 else None) for place, person in enumerate(people)]


class EntryView(TournamentView):
    """Something of one entry."""

    tag = "entries"

    def found(self, entry_id: str) -> Found[Entry]:
        """Return the entry of an address, and who asks in its tournament."""
        return entry_open_to(self.asker, entry_id)

    def entry(self, entry_id: str, actor: Actor) -> Response:
        """Return the answer with the entry as it is now."""
        return self.versioned(entry_open_to(self.asker, entry_id).row, actor=actor)


class EntryDetail(EntryView):
    """One entry."""

    @operation("Read an entry", gives=EntryOut)
    def get(self, request: Request, entry_id: str) -> Response:
        """Return the entry with its players."""
        found = self.found(entry_id)
        return self.versioned(found.row, actor=found.actor)

    @operation("Change an entry", takes=EntryChange, gives=EntryOut, needs="play", edits=True)
    def patch(self, request: Request, entry_id: str) -> Response:
        """Change what is given; null takes rating or seed away."""
        found = self.found(entry_id)
        cleared = [key for key in _CAN_BE_EMPTY if key in self.given and self.given[key] is None]
        with transaction.atomic():
            lock_entry(entry_id)
            self.require_version(self.found(entry_id).row, actor=found.actor)
            services.entry_update(entry_id=entry_id, by=found.actor, clear=cleared, **self.given)
            return self.entry(entry_id, found.actor)


class CheckIn(EntryView):
    """Being there before the draw."""

    @operation("Check in", gives=EntryOut, needs="play")
    def put(self, request: Request, entry_id: str) -> Response:
        """Say that the entry is here; twice is as once."""
        found = self.found(entry_id)
        services.check_in(entry_id=entry_id, by=found.actor)
        return self.entry(entry_id, found.actor)

    @operation("Take a check-in back", status=204, needs="play")
    def delete(self, request: Request, entry_id: str) -> Response:
        """Take it back, until the draw."""
        services.check_in_undo(entry_id=entry_id, by=self.found(entry_id).actor)
        return self.done()


class Withdrawal(EntryView):
    """Leaving, and coming back."""

    @operation("Withdraw an entry", takes=WithdrawalIn, gives=EntryOut, needs="play", once=True)
    def post(self, request: Request, entry_id: str) -> Response:
        """Take the entry out. What is decided stays; while a match runs, say what becomes of it."""
        found = self.found(entry_id)
        services.entry_withdraw(entry_id=entry_id, by=found.actor, **self.given)
        return self.entry(entry_id, found.actor)

    @operation("Take an entry back in", status=204, needs="manage", query=ReasonQuery)
    def delete(self, request: Request, entry_id: str) -> Response:
        """Take back an entry that was withdrawn or disqualified. Forfeits that have been counted stay."""
        found = self.found(entry_id)
        services.entry_reinstate(entry_id=entry_id, by=found.actor, **self.asked_for)
        return self.done()


class Confirmation(EntryView):
    """Taking an entry from the waiting list."""

    @operation("Confirm an entry", gives=EntryOut, needs="manage", once=True)
    def post(self, request: Request, entry_id: str) -> Response:
        """Take an entry from the waiting list, or confirm a pending one."""
        found = self.found(entry_id)
        services.entry_confirm(entry_id=entry_id, by=found.actor)
        return self.entry(entry_id, found.actor)


class Disqualification(EntryView):
    """Putting an entry out."""

    @operation("Disqualify an entry", takes=ReasonIn, gives=EntryOut, needs="manage", once=True)
    def post(self, request: Request, entry_id: str) -> Response:
        """Put the entry out of the tournament; a running match is forfeited."""
        found = self.found(entry_id)
        services.entry_disqualify(entry_id=entry_id, by=found.actor, **self.given)
        return self.entry(entry_id, found.actor)
