"""The lobby of a player in words: the one card, the matches so far, the notices."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.models import Notice, Pairing, Player, Tournament
from tournaments.pages import words
from tournaments.pages.pairings import last_game, match_url, result_of
from tournaments.pages.when import Moment, moment
from tournaments.selectors.lobby import Lobby, Situation

_SENTENCES: Final[Mapping[Situation, Any]] = {
    "withdrawn": gettext_lazy("You have withdrawn."),
    "disqualified": gettext_lazy("You were disqualified."),
    "waiting_list": gettext_lazy("You are on the waiting list."),
    "pending": gettext_lazy("Your entry waits for the organizer."),
    "check_in": gettext_lazy("Check in: say that you are here."),
    "before_draw": gettext_lazy("You have entered. The seeds are not fixed yet."),
    "not_published": gettext_lazy("You have entered. The pairings are not published yet."),
    "not_drawn_in": gettext_lazy("You were not here when the seeds were fixed, and do not play."),
    "play": gettext_lazy("Your match is ready."),
    "round_not_started": gettext_lazy("The round has not begun yet."),
    "opponent_open": gettext_lazy("Your next opponent is not known yet."),
    "between_games": gettext_lazy("The next match of your pairing is about to be made."),
    "bye": gettext_lazy("You have a bye and go on without a match."),
    "next_round": gettext_lazy("The pairings of the next round are not published yet."),
    "next_stage": gettext_lazy("Your last match of this stage is played."),
    "out": gettext_lazy("You are out. Thank you for playing."),
    "champion": gettext_lazy("You have won the tournament."),
    "finished": gettext_lazy("Your last match is played."),
}

_NEXT: Final[Mapping[Situation, Any]] = {
    "withdrawn": gettext_lazy("Whoever withdrew by mistake asks the organizer."),
    "waiting_list": gettext_lazy("The organizer lets you in when a place becomes free."),
    "before_draw": gettext_lazy("This page tells you as soon as something happens; keep your link."),
    "not_published": gettext_lazy("This page tells you as soon as they are; keep it open or keep your link."),
    "next_round": gettext_lazy("This page tells you as soon as they are; keep it open or keep your link."),
    "next_stage": gettext_lazy("Who goes on is known when the last board of the stage is decided."),
    "opponent_open": gettext_lazy("This page tells you as soon as the other board is decided."),
    "not_drawn_in": gettext_lazy("If that is wrong, speak to the organizer now."),
}
"""What to do about it, where there is something to do."""

OVER: Final[frozenset[Situation]] = frozenset({"out", "champion", "finished"})
"""Where somebody stands who has nothing to withdraw from."""

_NOTICES: Final[Mapping[str, Any]] = {
    "match_ready": gettext_lazy("A match of yours was set up."),
}


@dataclass(frozen=True, slots=True)
class Card:
    """The card on top of the lobby. `until` is counted down to, with `until_text` telling what happens then."""

    situation: str
    title: str
    text: str
    over: str
    until: Moment | None = None
    until_text: str = ""
    starts: Moment | None = None


@dataclass(frozen=True, slots=True)
class Partner:
    """Who plays together with the player, and whether they are there."""

    name: str
    state: str
    here: bool


def partners(lobby: Lobby, *, ready: frozenset[str] | None, at_board: frozenset[str]) -> list[Partner]:
    """Return the partners. `ready` are the players who are ready, None unless a match waits for that."""
    return [_partner(lobby, player, ready=ready, at_board=at_board) for player in lobby.partners]


def _partner(lobby: Lobby, player: Player, *, ready: frozenset[str] | None, at_board: frozenset[str]) -> Partner:
    if player.bot_level:
        return Partner(player.name, _("computer"), here=True)
    if lobby.can_check_in or lobby.can_undo_check_in:
        here = player.checked_in_at_ms is not None
        return Partner(player.name, _("checked in") if here else _("not checked in yet"), here)
    if ready is not None:
        here = player.pk in ready
        return Partner(player.name, _("ready") if here else _("not ready yet"), here)
    if lobby.match_id is not None:
        here = player.pk in at_board
        return Partner(player.name, _("at the board") if here else _("not at the board"), here)
    return Partner(player.name, "", here=True)


@dataclass(frozen=True, slots=True)
class Past:
    """A board that is decided."""

    round: str
    opponent: str
    score: str
    outcome: str
    url: str


def card(lobby: Lobby, tournament: Tournament, *, deadline_ms: int | None, waiting: bool) -> Card:
    """Return the card. `deadline_ms` is when an absent seat of the waiting match forfeits."""
    pairing, opponent = lobby.pairing, lobby.opponent
    starts = moment(pairing.round.starts_at_ms, tournament.zone) if pairing else None
    title = str(_SENTENCES[lobby.situation])
    if opponent is not None and lobby.situation in ("play", "round_not_started", "between_games"):
        title = _("You play against %(name)s") % {"name": opponent.name}
    until, until_text = moment(deadline_ms if waiting else None, tournament.zone), _("until absence forfeits")
    if lobby.situation == "round_not_started" and starts is not None:
        until, until_text = starts, _("until the round begins")
    return Card(
        situation=lobby.situation,
        title=title,
        text=str(_NEXT.get(lobby.situation, "")),
        over=_where(pairing) if pairing else "",
        until=until,
        until_text=until_text,
        starts=starts,
    )


def _where(pairing: Pairing) -> str:
    """Return the round and the board."""
    return f"{words.round_name(pairing.round)} · " + _("board %(board)s") % {"board": pairing.board}


def past(lobby: Lobby) -> list[Past]:
    """Return the boards that are decided, latest first."""
    return [_past(lobby, pairing) for pairing in reversed(lobby.past)]


def _past(lobby: Lobby, pairing: Pairing) -> Past:
    side = 0 if pairing.entry_0_id == lobby.entry.pk else 1
    opponent, result = pairing.entries[1 - side], result_of(pairing)
    score = words.result_text(result)
    return Past(
        round=words.round_name(pairing.round),
        opponent=opponent.name if opponent else "–",
        score=" : ".join(reversed(score.split(" : "))) if side else score,
        outcome=words.result_note(result) if result else "",
        url=match_url(last_game(pairing)),
    )


def notice_text(notice: Notice) -> str:
    """Return what a notice says."""
    return str(_NOTICES.get(notice.kind, notice.kind))
