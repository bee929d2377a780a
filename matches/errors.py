"""What can be wrong with a request to a match: one table of stable codes and sentences.

Refusals of a game or of the table (`NOT_YOUR_TURN`, `PIECE_IMMOBILE`, …) keep the upper-case codes of the rule pages
and their sentences there; the lower-case codes below belong to the service. `sentence` speaks for both.
"""

from __future__ import annotations

from typing import Final

from django.utils.translation import get_language, override
from django.utils.translation import gettext_lazy as _

from gameengine.core.errors import TABLE_REFUSALS
from gameengine.games.registry import GAMES

SENTENCES: Final = {
    # about the command
    "stale_ply": _("The board has changed since you chose this move. Nothing was played; look again and choose."),
    "not_your_seat": _("You do not sit at this board."),
    "not_board": _("This match is not played on a real board; it has no clock that could be taken over."),
    "code_wrong": _("This is not the code of this board."),
    "code_spent": _("There were too many wrong attempts. An arbiter can make a new code for this board."),
    "no_stamps": _("In this game only the instant counts at which the service receives a move."),
    "flag_pending": _("The time of the other side is up, but a press in time may still be on its way. Wait a minute."),
    "which_seat": _("This device plays for both seats. Say for which one."),
    "may_not_rule": _("Only an arbiter of this tournament may do this."),
    "may_not_reverse": _("Only a chief arbiter may take back what somebody else has ruled."),
    "may_not_look": _(
        "Only an arbiter who plays neither in this match nor on a rival board may look behind the screen."
    ),
    "look_never": _("The rules of this game say that nobody, not even an arbiter, sees what is hidden before the end."),
    "look_needless": _("There is nothing to look behind: nothing is hidden in this match now."),
    "may_not_play": _("This token may read, but not play."),
    "may_not_see": _("This match is not public."),
    "stale_state": _("The match has changed since you looked at it. Nothing was changed; look again and decide."),
    "later_round_paired": _(
        "A later round or game has followed from this result. The match stays as it is; correct its result instead."
    ),
    "match_over": _("The match is over."),
    "match_not_over": _("The match is not over. Its signed result and its evidence can be had then."),
    "paused": _("An arbiter has paused the match. Your time stands still."),
    "quarantined": _("The match waits for an arbiter, because the service failed on it. Your time stands still."),
    "no_such_match": _("There is no such match."),
    "unknown_command": _("The service does not know this command."),
    "bad_command": _("The command lacks a field or has one of the wrong kind."),
    "reason_missing": _("A reason is needed."),
    "call_open": _("You have already called the arbiter. The call is in the queue."),
    "not_practice": _("This is no practice match that could still be changed."),
    "no_call": _("There is no such open call."),
    "claims_off": _("In this match nobody may claim because somebody is away. Call the arbiter if there is one."),
    "nobody_away": _("Nobody is away for whom the match waits."),
    "claim_early": _("It is too early for that: who is away may still come back."),
    "wait": _("Try again in %(seconds)s seconds."),
    # about decks
    "no_decks": _("This game has no decks."),
    "no_such_deck": _("There is no such deck, or it is not yours."),
    "too_many_decks": _("You have as many decks of this game as one person may keep. Delete one first."),
    "deck_name_missing": _("Give the deck a name."),
    "deck_refused": _("This deck cannot be played here."),
    "deck_unreadable": _("This is not a deck: the number of cards and their name in each line, and the hero."),
    "deck_fixed": _("The deck cannot be changed any more: you are marked as ready, or the match has begun."),
    "deck_by_organizer": _("Here heroes and decks are given; nobody chooses them."),
    "deck_ready_only": _("Here everybody plays the ready deck of a hero."),
    # about contents
    "no_contents": _("The content of this game cannot be replaced."),
    "too_many_contents": _("You have uploaded as many contents of this game as one person may."),
    "no_such_content": _("There is no such content."),
    "content_refused": _("This content cannot be played. Everything that is wrong with it is listed."),
    "content_too_large": _("The file is larger than 64 KiB, or has more than 10,000 values."),
    "content_not_utf8": _("The file is not UTF-8."),
    "content_unreadable": _("The file is not YAML; from here on it cannot be read."),
    "content_empty": _("The file is empty."),
    "content_documents": _("The file has more than one document (---)."),
    "content_alias": _("Anchors (&) and aliases (*) are not allowed. Write the part again where it is needed."),
    "content_tag": _("Tags (!) are not allowed."),
    "content_too_deep": _("The values are nested more than 12 deep."),
    "content_twice": _("The name stands here for the second time."),
    "content_key": _("The name of a value must be a word."),
    "content_number": _("Numbers are whole and have at most 15 digits. A text that looks like a number needs quotes."),
    # about free tables
    "no_such_table": _("There is no such table."),
    "table_gone": _("This table is closed."),
    "table_full": _("Every seat at this table is taken."),
    "table_playing": _("A game is being played at this table. Wait for its end."),
    "table_by_link": _("Only who has the link of this table may sit down at it. Ask its host for it."),
    "table_link_unknown": _("This link leads to no table, or to none that is still there. Ask its host for a new one."),
    "table_incomplete": _("A seat at this table is free. Wait for somebody to take it."),
    "joined_twice": _("You sit at this table already."),
    "not_at_table": _("You do not sit at this table."),
    "not_host": _("Only the host of this table may do this."),
    "seat_taken": _("This seat is taken. Choose another."),
    "no_such_seat": _("There is no such seat, or nobody sits there."),
    "bad_seats": _("This game, with these options, is not played by so many."),
    "own_seat_missing": _("Choose a seat for yourself."),
    "own_seat_twice": _("You can sit at one seat only. Leave the others to somebody else."),
    "no_such_level": _("The computer does not play this game at such a strength."),
    "untimed_listed": _("Without a time limit a table is open by its link alone: nobody shall wait for a stranger."),
    "too_many_tables": _("You sit at as many tables as one person may. Leave one first."),
    "too_few_players": _("For this game there are too few at the table."),
    "no_game_over": _("No game has ended at this table yet."),
    "guest_name_missing": _("Tell the others your name."),
    # about the way in
    "bad_frame": _("This message is not a JSON object. Nothing was changed."),
    "frame_too_large": _("This message is longer than 8 KiB. Nothing was changed."),
    "rate_limited": _("Too many messages in a short time. Wait some seconds."),
    "version": _("This page is older than the service. Load it again."),
    "revoked": _("This access was withdrawn."),
    "slow": _("The connection is too slow; it is opened again."),
    "restarting": _("The service is being started anew; the connection is opened again."),
    "unavailable": _("The service cannot be reached at the moment."),
    "busy": _("The service is busy. Nothing was changed; try again."),
    "server_fault": _(
        "The service failed on this command. The match was taken out of play, and an arbiter was called."
    ),
}
"""For each code of the service: what a person reads."""


class MatchError(ValueError):
    """A use case was refused and changed nothing. `code` is a key of `SENTENCES` or a refusal of a game."""

    def __init__(self, code: str, detail: str = "") -> None:
        super().__init__(f"{code}: {detail}" if detail else code)
        self.code = code


class BusyError(MatchError):
    """The queue of the writer is full; nothing was sent to the database."""

    def __init__(self) -> None:
        super().__init__("busy")


def sentence(code: str, game: str = "", language: str | None = None) -> str:
    """Return what a person reads for a code, in `language` or the active one; the code itself if it is unknown."""
    language = language or get_language() or "en"
    if code in SENTENCES:
        with override(language):
            return str(SENTENCES[code])
    known = {**TABLE_REFUSALS, **(GAMES[game].refusals if game in GAMES else {})}
    return known[code].text.to(language) if code in known else code
