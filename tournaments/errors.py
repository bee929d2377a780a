"""What can be wrong with a use case of a tournament: one class, one table of stable codes and sentences."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

SENTENCES: Final[Mapping[str, Promise]] = {
    # about people and rights
    "not_allowed": _("Your role in this tournament does not allow this."),
    "own_match": _("Who plays in a match cannot decide about it. Ask another arbiter."),
    "rival_board": _(
        "Who plays in a stage does not decide about its boards. Ask another arbiter, or the organizer to change the "
        "setting."
    ),
    "reason_missing": _("A reason is needed."),
    "no_such_item": _("This is not in the queue any more: it was settled."),
    "item_held": _("%(what)s has taken this. You may take it over."),
    "last_organizer": _("A tournament needs at least one organizer."),
    "no_such_user": _("There is no such person on the staff."),
    # about links
    "link_unknown": _("This link is not valid, or not any more. Ask the organizer for a new one."),
    "link_expired": _("This link has expired. Ask the organizer for a new one."),
    "link_used": _("This link has been used already."),
    # about the tournament
    "no_such_tournament": _("There is no such tournament."),
    "name_missing": _("A name is needed."),
    "name_too_long": _("This name is too long."),
    "slug_taken": _("This address is taken. Choose another one."),
    "bad_slug": _("An address has lower-case letters, digits and hyphens only."),
    "unknown_game": _("The server does not know this game."),
    "bad_option": _("An option of the game has a value that it does not allow: %(what)s."),
    "bad_control": _("The server does not understand this clock. %(what)s"),
    "round_not_running": _("This round is not being played."),
    "round_not_paused": _("The boards of this round are not paused together."),
    "bad_zone": _("The server does not know this time zone: %(what)s."),
    "bad_value": _("This value is not allowed: %(what)s."),
    "unknown_format": _("The server does not know this format."),
    "bad_setting": _("A setting of the format is not allowed: %(what)s."),
    "settings_locked": _("This cannot be changed any more, because matches have been made with it: %(what)s."),
    "already_open": _("The tournament is open already."),
    "not_open": _("The tournament is not open for entries."),
    "tournament_finished": _("The tournament is finished."),
    "already_finished": _("The tournament is finished already."),
    "not_finished": _("There are boards without a result: %(what)s."),
    # about entries
    "no_such_entry": _("There is no such entry."),
    "registration_closed": _("Players cannot enter themselves in this tournament."),
    "already_drawn": _("The seeds are fixed already; nobody can enter any more."),
    "name_taken": _("There is an entry of this name already."),
    "already_entered": _("You have entered already."),
    "seed_taken": _("Another entry has this seed."),
    "roster_size": _("An entry of this tournament has %(what)s player(s)."),
    "roster_of_game": _("With these rules an entry has %(what)s player(s): as many as sit on one side."),
    "roster_differs": _("%(what)s entries have another number of players than these rules need. Take them out first."),
    "no_pair": _("With these rules a match has more than two sides. A tournament needs two that fill all seats."),
    "bad_email": _("This is not an e-mail address."),
    "unknown_bot": _("There is no bot of this strength."),
    "already_withdrawn": _("The entry does not take part any more."),
    "not_withdrawn": _("The entry takes part."),
    "not_pending": _("The entry does not wait for a confirmation."),
    "match_under_way": _("A match of this entry is running. Choose whether to finish it or to forfeit it now."),
    "not_free": _("This place is not free any more."),
    "check_in_closed": _("Check-in is closed."),
    "not_confirmed": _("The entry is not confirmed."),
    # about imports
    "file_too_large": _("The file is larger than 1 MiB."),
    "file_unreadable": _("The file is neither CSV in UTF-8 nor XLSX."),
    "file_not_utf8": _("The file is not UTF-8; a byte that does not fit is in line and column %(what)s."),
    "file_empty": _("The file has no rows."),
    "too_many_rows": _("The file has more than 1,000 rows."),
    "no_name_column": _("The file has no column “name”."),
    "import_has_problems": _("The list still has problem rows. Correct the file, or leave these rows out."),
    "no_such_import": _("There is no such list, or it was taken over already."),
    # about report files
    "no_report": _("There is a report file of a Swiss or a round robin as soon as its seeds are fixed."),
    "penalties_need_trf26": _("The older report files (TRF16) have no place for penalties. Take TRF26."),
    "report_refused": _("The report file is refused: %(what)s."),
    # about archives
    "matches_under_way": _("Matches are being played: %(what)s. There can be an archive as soon as they are over."),
    "archive_unreadable": _("This is not an archive of a tournament: %(what)s."),
    "archive_version": _("The server does not know archives of version %(what)s."),
    "archive_damaged": _("The archive is damaged or was changed: its checksum does not fit."),
    "archive_bad": _("The archive contradicts itself: %(what)s."),
    "archive_log": _("The log of a match in the archive does not hold: %(what)s."),
    "archive_known": _("This tournament is on the server already, at the address “%(what)s”."),
    # about the draw and rounds
    "no_such_stage": _("There is no such stage."),
    "no_such_round": _("There is no such round."),
    "too_few_entries": _("At least %(what)s entries must take part."),
    "too_many_entries": _("At most %(what)s entries can take part."),
    "bad_seeds": _("Give every entry a seed of its own, or choose another way to seed."),
    "not_drawn": _("The seeds are not fixed yet."),
    "round_public": _("A round is published already. Take it back first."),
    "round_not_draft": _("The round is published already."),
    "round_not_published": _("The round is not published yet."),
    "round_under_way": _("The round has begun; it cannot be taken back."),
    "round_before_open": _("The round before it is not closed yet."),
    "no_pairing": _("No pairing of this round is possible: %(what)s."),
    "no_one_to_pair": _("There is no one to pair."),
    "not_by_round": _("In this format the rounds follow from the seeds; they are not paired one by one."),
    "round_not_started": _("The round before it is published, but has not begun."),
    "round_paired": _("The round is paired already."),
    "boards_unsettled": _("Boards without a result: %(what)s. Wait for them, or let them count as drawn by name."),
    "no_such_job": _("There is no such pairing under way."),
    "job_open": _("The round is being paired just now."),
    "gave_up": _("The pairing was begun %(what)s times and never finished. Try again, or pair by hand."),
    "keeps_changing": _("Results and entries keep changing while the round is paired. Try again."),
    "internal": _("The service made a mistake. Its operator finds the details in the log."),
    "being_edited": _("Somebody changes the pairings of this round by hand: %(what)s."),
    "not_editing": _("Nobody changes the pairings of this round."),
    "two_boards": _("At two boards at once: %(what)s."),
    "edit_refused": _("These pairings are not possible: %(what)s."),
    "edit_unconfirmed": _("There is something to confirm first: %(what)s."),
    "edit_changed": _("The pairings have changed since you looked at them. Look again."),
    "no_boards": _("The round has no boards."),
    "bye_and_board": _("Somebody at these boards has a bye in this round: %(what)s. Pair the round again."),
    "match_not_paused": _("The match at this board is being played. Pause it by a ruling first."),
    "already_postponed": _("The board is postponed already."),
    "not_postponed": _("The board is not postponed."),
    # about byes, numbers, penalties
    "no_such_bye": _("There is no such bye."),
    "bye_limit": _("No more half-point byes: %(what)s for each entry."),
    "bye_too_late": _("Half-point byes end with round %(what)s."),
    "bye_full": _("A full point without playing is given by the organizer alone."),
    "bye_decided": _("The bye has been decided already."),
    "no_such_rule": _("This is not there any more."),
    "no_table": _("This stage has no points that could be taken off."),
    "numbers_fixed": _("Round %(what)s has been paired; pairing numbers do not change any more."),
    # about stages that feed each other
    "fed_stage": _("The field of this stage comes from another one."),
    "no_source": _("No other stage feeds this one."),
    "source_open": _("The stage that feeds this one is not over."),
    "too_many_stages": _("A tournament has at most %(what)s stages."),
    "stage_needed": _("This stage cannot go: another one needs it, or it is the only one."),
    "over": _("All %(what)s rounds have been made."),
    "already_started": _("The round has been started already."),
    "already_closed": _("The round is closed already."),
    "boards_open": _("There are boards without a result: %(what)s."),
    # about results
    "no_such_pairing": _("There is no such board."),
    "seats_open": _("It is not known yet who plays at this board."),
    "result_exists": _("This board has a result already. Correct it instead."),
    "no_result": _("This board has no result yet."),
    "match_running": _("The match at this board is still being played. End it by a ruling instead."),
    "winner_missing": _("Say who goes on."),
    "bad_result": _("This result is not possible: %(what)s."),
    "result_by_rule": _("A bye, or a board at which nobody was, has no result to correct."),
    "nothing_to_undo": _("There is no correction to take back."),
    "second_needed": _("In this tournament a second arbiter must confirm that: decide it at its board in the console."),
    "no_such_proposal": _("There is nothing of that kind to confirm."),
    "own_proposal": _("Somebody else must confirm what you have decided."),
    "already_waiting": _("Something that was decided about this board waits for a second arbiter already."),
    "already_decided": _("It has been confirmed or rejected already."),
    "stale_proposal": _(
        "The result has changed since this was decided. Nothing was changed; reject it and decide anew."
    ),
    "nothing_changed": _("The result is the same as before."),
    "next_round_started": _(
        "Boards of a later round have begun with the result as it was: %(what)s. "
        "It can be corrected for the record only."
    ),
    "hosted": _("The result of a board played on this server comes from its match."),
    # about real boards
    "not_here": _("There is nothing to choose: no board is played on this server, or every one is a real board."),
    "no_duel": _("On a real board two sit down, one against one. With these options more of them play."),
    # about disputes
    "no_such_dispute": _("There is no such dispute."),
    "not_disputable": _("This cannot be disputed: %(what)s."),
    "no_such_ply": _("This match has no move with this number."),
    "bad_reason": _("This reason does not fit what is disputed."),
    "text_missing": _("Say in a few words what happened."),
    "text_too_long": _("At most 2,000 characters."),
    "already_disputed": _("You have disputed this already. An arbiter will decide it."),
    "claim_window_over": _("The time to dispute this is over."),
    "dispute_decided": _("The dispute has been decided already."),
    "dispute_closed": _("The dispute is closed."),
    "dispute_changed": _("Something has happened to this dispute since you looked at it. Look again."),
    "dispute_not_decided": _("The dispute has not been decided yet."),
    "own_dispute": _("Who has opened a dispute or an appeal cannot decide it. Ask another arbiter."),
    "not_yours": _("Only who has opened it can withdraw it."),
    "appeal_window_over": _("The time to appeal this decision is over."),
    "already_appealed": _("There is an appeal against this decision already."),
    "no_appeal": _("There is no appeal to decide."),
    "same_instance": _("Who has decided the dispute cannot decide the appeal. Ask another chief arbiter."),
    "no_such_ruling": _("This match has no ruling in this line of its log."),
    "disputes_open": _("There are disputes that nobody has decided: %(what)s."),
    # about screens
    "no_such_screen": _("There is no such screen."),
    "unknown_part": _("A screen cannot show this: %(what)s."),
}
"""For each code: what a person reads. `%(what)s` is the detail of the error."""


class TournamentError(ValueError):
    """A use case was refused and has changed nothing. `code` is a key of `SENTENCES` and never changes."""

    def __init__(self, code: str, what: object = "", **data: Any) -> None:
        super().__init__(f"{code}: {what}" if what != "" else code)
        self.code = code
        self.what = what
        self.data = data

    @property
    def message(self) -> str:
        """Return the sentence for people in the active language."""
        return sentence(self.code, self.what)


class NotAllowedError(TournamentError):
    """The actor's roles do not give the right to do this."""

    def __init__(self, code: str = "not_allowed") -> None:
        super().__init__(code)


class NotFoundError(TournamentError):
    """What the caller named does not exist, or not for them."""


def sentence(code: str, what: object = "") -> str:
    """Return what a person reads for a code in the active language."""
    return str(SENTENCES[code]) % {"what": what}
