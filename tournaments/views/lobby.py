"""A player's own page: where to be now, being there, checking in, leaving; and entering in the first place."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, Literal

from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_variables

from gameengine.games.registry import GAMES
from gameengine.table import load
from gameengine.table.decks import deck_choice
from matches import choosing
from matches.access import principal_of_request
from matches.decks import faults_of, hero_name, with_decks
from matches.errors import MatchError
from matches.errors import sentence as match_sentence
from matches.models import Match
from matches.presence import seats_here
from matches.views.choosing import choice_context
from tournaments import services
from tournaments.errors import NotAllowedError, NotFoundError, TournamentError
from tournaments.formats.registry import format_of
from tournaments.forms.conduct import AskByeForm
from tournaments.forms.entries import EnterForm, NameForm, WithdrawForm
from tournaments.links import remember_player
from tournaments.models import Bye, DeckChoice, Entry, PairingMatch, Player
from tournaments.pages import boards
from tournaments.pages import lobby as shown
from tournaments.pages.standings import place_text
from tournaments.seating import options_of
from tournaments.selectors.boards import games_by_id, is_playing
from tournaments.selectors.conduct import rounds_to_come, stage_with_byes
from tournaments.selectors.lobby import Lobby, lobby_of
from tournaments.selectors.stages import shown_stage
from tournaments.selectors.standings import standings_of
from tournaments.services.byes import half_byes_left, last_half_bye_round
from tournaments.views.common import Here, act, both, done, note, page, show


@page
def lobby(here: Here) -> HttpResponse:
    """Show a player where to be."""
    player = player_here(here)
    if player is None:
        return show(here, "tournaments/no_lobby.html", {}, status=403)
    found = cache(lambda: lobby_of(player))
    return show(
        here,
        "tournaments/lobby.html",
        {
            "player": player,
            "entry": player.entry,
            "lobby": found,
            "over": shown.OVER,
            "now": cache(lambda: _now(here, found())),
            "deck": lambda: _deck(here, player.entry, found()),
            "standing": lambda: _standing(player),
            "past": lambda: shown.past(found()),
            "byes": lambda: _byes(player.entry),
            "notices": lambda: _notices(found()),
        },
    )


def player_here(here: Here) -> Player | None:
    """Return the player who looks; of several the first, or the one that the address names."""
    mine = Player.objects.filter(pk__in=here.actor.players).select_related("entry__tournament").order_by("pk")
    wanted = here.request.GET.get("player", "")
    players = list(mine)
    return next((player for player in players if player.pk == wanted), players[0] if players else None)


def _now(here: Here, found: Lobby) -> dict[str, Any]:
    """Return the card with the match to sit down at."""
    match = Match.objects.filter(pk=found.match_id).first() if found.match_id else None
    waiting = match is not None and match.status == Match.Status.WAITING
    said = load(match.table).ready if match is not None and waiting else ()
    ready = found.seat is not None and bool(said) and said[found.seat]
    card = shown.card(
        found, here.tournament, deadline_ms=match.deadline_ms if match and not ready else None, waiting=waiting
    )
    return {
        "card": card,
        "match": match,
        "hint": f"match-{match.pk}" if match else "",
        "waiting": waiting,
        "ready": ready,
        "tile": _tile(here, match),
        "reports": _reports(here, found),
        "partners": shown.partners(found, **_there(match, said)) if found.partners else [],
        "rivals": ", ".join(player.name for player in found.rivals),
    }


def _there(match: Match | None, said: Sequence[bool]) -> dict[str, Any]:
    """Return which players are ready, if that is waited for, and which are at the board."""
    if match is None:
        return {"ready": None, "at_board": frozenset()}
    seats, here = {one.seat: one.player_ref for one in match.seats.all()}, seats_here(match.pk)
    ready = frozenset(seats[seat] for seat, is_ready in enumerate(said) if is_ready)
    return {"ready": ready if said else None, "at_board": frozenset(seats[seat] for seat in here)}


def _reports(here: Here, found: Lobby) -> dict[str, Any] | None:
    """Return who may be reported as the winner of a board in the hall, and what was said so far."""
    pairing = found.pairing
    if here.tournament.hosted or pairing is None or found.situation != "play":
        return None
    said = {report.side: report.winner for report in pairing.reports.all()}
    sides = [{"side": side, "name": entry.name if entry else ""} for side, entry in enumerate(pairing.entries)]
    own = found.side if found.side is not None else 0
    return {"sides": sides, "own": said.get(own), "other": said.get(1 - own)}


def _tile(here: Here, match: Match | None) -> boards.Tile | None:
    """Return the running match as a tile."""
    if match is None or match.status == Match.Status.WAITING:
        return None
    ids = PairingMatch.objects.filter(match=match).values_list("pk", flat=True)
    found = games_by_id(ids)
    return boards.tiles(found, own=here.actor.names, with_boards=True)[0] if found else None


def _standing(player: Player) -> str:
    """Return the place of a player in a stage with a table, once a round has counted."""
    stage = shown_stage(player.entry.tournament)
    if stage is None or format_of(stage.format).table is None:
        return ""
    return place_text(standings_of(stage), player.entry_id)


def _notices(found: Lobby) -> list[dict[str, Any]]:
    return [
        {
            "at_ms": notice.at_ms,
            "text": shown.notice_text(notice),
            "url": reverse("match", args=[notice.data["match"]]) if notice.data.get("match") else "",
        }
        for notice in found.notices
    ]


def _byes(entry: Entry) -> dict[str, Any] | None:
    """Return the rounds off of an entry and the form to ask for one; None where there is nothing to ask for."""
    stage = stage_with_byes(entry)
    if stage is None:
        return None
    coming = rounds_to_come(stage)
    asked = list(stage.byes.filter(entry=entry))
    return {
        "stage": stage,
        "asked": asked,
        "open_rounds": coming,
        "left": half_byes_left(stage, entry.pk),
        "until": last_half_bye_round(stage),
        "form": AskByeForm(coming, auto_id="bye-%s"),
    }


@act
def bye_ask(here: Here) -> HttpResponse:
    """Ask for a round off."""
    entry = own_entry(here)
    stage = stage_with_byes(entry)
    form = AskByeForm(rounds_to_come(stage) if stage else [], here.request.POST)
    if stage is None or not form.is_valid():
        raise TournamentError("bad_value", _("Round"))
    bye = services.bye_ask(stage_id=stage.pk, entry_id=entry.pk, by=here.actor, **form.cleaned_data)
    granted = _("You are off in round %(round)s.") % {"round": bye.round_number}
    asked = _("Asked for. The organizer decides; you see it here.")
    return done(here, granted if bye.state == Bye.State.GRANTED else asked, _lobby_url(here))


@act
def bye_remove(here: Here, bye_id: str) -> HttpResponse:
    """Take a request, or a round off, back."""
    entry = own_entry(here)
    bye = Bye.objects.filter(pk=bye_id, entry=entry).first()
    if bye is None:
        raise NotFoundError("no_such_bye")
    services.bye_remove(bye_id=bye.pk, by=here.actor)
    return done(here, _("Taken back: you play in round %(round)s.") % {"round": bye.round_number}, _lobby_url(here))


def own_entry(here: Here) -> Entry:
    """Return the entry of the player who acts. Raises NotAllowedError for anybody else."""
    player = player_here(here)
    if player is None:
        raise NotAllowedError
    return player.entry


def _deck(here: Here, entry: Entry, found: Lobby) -> dict[str, Any] | None:
    """Return the deck of an entry in words; None where there is none to choose."""
    if not here.has_decks or found.situation in shown.OVER or not entry.plays:
        return None
    game, options = GAMES[here.tournament.game], options_of(here.tournament)
    if deck_choice(options) == "fixed":
        return None
    chosen = DeckChoice.objects.filter(entry=entry).first()
    if chosen is None:
        return {"name": "", "faults": []}
    catalogue = with_decks(game).catalogue(options)
    return {"name": hero_name(catalogue, chosen.deck["hero"]), "faults": faults_of(game, options, chosen.deck)}


@both
def deck(here: Here) -> HttpResponse:
    """Choose the hero or deck for the coming matches, and for the one that waits."""
    entry = own_entry(here)
    game, options = GAMES[here.tournament.game], options_of(here.tournament)
    with_decks(game)
    chosen = DeckChoice.objects.filter(entry=entry).first()
    principal = principal_of_request(here.request)
    offered = choosing.choices(principal, game, options, chosen.deck if chosen else None)
    error = ""
    if here.request.method == "POST":
        try:
            services.deck_choose(
                entry_id=entry.pk, by=here.actor, deck=choosing.taken(offered, here.request.POST.get("deck", ""))
            )
        except MatchError as refusal:
            error = match_sentence(refusal.code, game.key)
        else:
            return done(here, _("Your deck is chosen."), _lobby_url(here))
    context = {
        "entry": entry,
        "error": error,
        "fixed": match_sentence("deck_by_organizer") if deck_choice(options) == "fixed" else "",
        **choice_context(game, options, offered, here.request.path),
    }
    return show(here, "tournaments/deck.html", context, status=409 if error else 200)


@act
def check_in(here: Here) -> HttpResponse:
    """Say "I am here" before the draw."""
    entry = services.check_in(entry_id=own_entry(here).pk, by=here.actor)
    return done(here, _("%(name)s is checked in.") % {"name": entry.name}, _lobby_url(here))


@act
def check_in_undo(here: Here) -> HttpResponse:
    """Take that back."""
    entry = services.check_in_undo(entry_id=own_entry(here).pk, by=here.actor)
    return done(here, _("%(name)s is not checked in any more.") % {"name": entry.name}, _lobby_url(here))


@act
def report(here: Here) -> HttpResponse:
    """Say who won at a board in the hall; it counts once the other side says the same."""
    player = player_here(here)
    pairing = lobby_of(player).pairing if player else None
    if pairing is None:
        raise NotAllowedError
    winners: dict[str, Literal[0, 1]] = {"0": 0, "1": 1}
    result = services.result_report(
        pairing_id=pairing.pk, by=here.actor, winner=winners.get(here.request.POST.get("winner", ""))
    )
    said = _("The result is written.") if result else _("Noted. It counts as soon as the other side says the same.")
    return done(here, said, _lobby_url(here))


@both
def withdraw(here: Here) -> HttpResponse:
    """Ask whether to leave, and what becomes of a running match; leave."""
    entry, form = own_entry(here), WithdrawForm(here.sent)
    context: dict[str, Any] = {"entry": entry, "form": form, "runs": is_playing(entry)}
    if here.request.method == "POST" and form.is_valid():
        try:
            services.entry_withdraw(
                entry_id=entry.pk, by=here.actor, running=form.chosen, reason=form.cleaned_data["reason"]
            )
        except TournamentError as refusal:
            note(form, refusal, "running" if refusal.code == "match_under_way" else None)
            return show(here, "tournaments/withdraw.html", {**context, "runs": is_playing(entry)}, status=409)
        return done(here, _("You do not take part any more."), _lobby_url(here))
    return show(here, "tournaments/withdraw.html", context)


def _lobby_url(here: Here) -> str:
    return reverse("lobby", args=[here.tournament.slug])


@both
@sensitive_variables("link")
def enter(here: Here) -> HttpResponse:
    """Enter oneself; the private link is shown once, and this browser remembers it."""
    if here.actor.players:
        return redirect(_lobby_url(here))
    user = here.request.user if here.request.user.is_authenticated else None
    form = EnterForm(here.tournament, here.sent, initial={"name": str(user) if user else ""})
    if here.request.method == "POST" and form.is_valid():
        try:
            return _entered(here, form, user)
        except TournamentError as refusal:
            note(form, refusal, "name" if refusal.code.startswith("name") else None)
            return show(here, "tournaments/enter.html", {"form": form}, status=409)
    return show(here, "tournaments/enter.html", {"form": form})


def _entered(here: Here, form: EnterForm, user: Any) -> HttpResponse:
    roster = form.roster
    roster[0] = services.PlayerData(roster[0].name, roster[0].email, user)
    made = services.entry_register(
        tournament_id=here.tournament.pk, by=here.actor, name=form.cleaned_data["name"], roster=roster
    )
    return _welcomed(here, made)


@sensitive_variables("made", "links")
def _welcomed(here: Here, made: services.Registered) -> HttpResponse:
    """Remember who this browser is, and show the private links this once."""
    remember_player(here.request.session, made.players[0])
    links = [
        {"name": player.name, "url": here.request.build_absolute_uri(reverse("player-link", args=[link]))}
        for player, link in zip(made.players, made.links, strict=True)
    ]
    return show(here, "tournaments/entered.html", {"entry": made.entry, "links": links})


@both
def take_over(here: Here) -> HttpResponse:
    """Take over a place that the organizer left free; a match that runs there goes on with whoever comes first."""
    if here.actor.players:
        return redirect(_lobby_url(here))
    user = here.request.user if here.request.user.is_authenticated else None
    form = NameForm(here.sent, initial={"name": str(user) if user else ""})
    place = here.free_place
    if here.request.method == "POST" and form.is_valid():
        try:
            if place is None:
                raise TournamentError("not_free")
            return _welcomed(
                here, services.entry_take_over(entry_id=place.pk, user=user, name=form.cleaned_data["name"])
            )
        except TournamentError as refusal:
            note(form, refusal, "name" if refusal.code.startswith("name") else None)
            return show(here, "tournaments/take_over.html", {"form": form, "left": place}, status=409)
    return show(here, "tournaments/take_over.html", {"form": form, "left": place})
