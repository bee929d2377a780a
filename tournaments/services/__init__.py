"""What can be done in a tournament.

Keyword-only; each takes `by`, who acts, asks the table of permissions, and writes its audit line in its transaction.
Refusals are `TournamentError` with a stable code, and change nothing.
"""

from tournaments.services.absence import absences_tell
from tournaments.services.advance import games_catch_up, stage_advance
from tournaments.services.archives import tournament_archive, tournament_restore
from tournaments.services.board_rulings import (
    boards_add_time,
    boards_pause,
    boards_unpause,
    tournament_pause,
    tournament_unpause,
)
from tournaments.services.byes import (
    bye_ask,
    bye_decline,
    bye_give,
    bye_grant,
    bye_remove,
    half_byes_left,
    last_half_bye_round,
)
from tournaments.services.chain import (
    stage_add,
    stage_end,
    stage_feed,
    stage_feed_if_due,
    stage_format_set,
    stage_remove,
    stages_feed_due,
)
from tournaments.services.contents import (
    tournament_content_add,
    tournament_content_set,
    tournament_content_upload,
)
from tournaments.services.corrections import (
    Change,
    Effects,
    correction_undo,
    game_void,
    result_correct,
    result_effects,
    result_preview,
)
from tournaments.services.decks import deck_choose
from tournaments.services.disputed import Disputed, may_open
from tournaments.services.disputes import (
    appeal_decide,
    appeal_open,
    dispute_decide,
    dispute_open,
    dispute_take,
    dispute_withdraw,
)
from tournaments.services.draw import round_draft, stage_draw, stage_undraw
from tournaments.services.editing import (
    Deviation,
    EditCheck,
    Warned,
    round_edit_begin,
    round_edit_cancel,
    round_edit_check,
    round_edit_end,
    round_edit_save,
)
from tournaments.services.entries import (
    Registered,
    check_in,
    check_in_undo,
    entry_confirm,
    entry_disqualify,
    entry_register,
    entry_reinstate,
    entry_seeds_set,
    entry_update,
    entry_withdraw,
)
from tournaments.services.entry_checks import PlayerData
from tournaments.services.free_places import entry_take_over
from tournaments.services.games import game_record
from tournaments.services.holds import queue_release, queue_take
from tournaments.services.imports import Problem, entry_import_accept, entry_import_preview, problems_of
from tournaments.services.links import player_link_revoke, player_link_rotate, player_open
from tournaments.services.mail import player_links_send
from tournaments.services.numbers import stage_number_set
from tournaments.services.pairing import (
    pairing_job_cancel,
    pairing_jobs_catch_up,
    round_by_hand,
    round_pair,
    round_pair_run,
)
from tournaments.services.postponing import pairing_postpone, pairing_resume, postponed_resume_due
from tournaments.services.report_imports import ReadReport, report_import, report_read
from tournaments.services.results import board_forfeit, result_report, result_set
from tournaments.services.round_rulings import BoardReport, RoundReport, round_add_time, round_pause, round_unpause
from tournaments.services.rounds import (
    RoundStarted,
    round_close,
    round_publish,
    round_start,
    round_start_if_due,
    round_unpublish,
    rounds_start_due,
    rounds_to_promote,
)
from tournaments.services.rulings import (
    board_code_replace,
    call_decide,
    call_take_up,
    match_ruling,
    match_ruling_preview,
)
from tournaments.services.screens import NewScreen, screen_create, screen_open, screen_revoke, screen_update
from tournaments.services.second import (
    correction_submit,
    pending_confirm,
    pending_reject,
    undo_submit,
    void_submit,
)
from tournaments.services.staff import (
    Invited,
    invitation_accept,
    invitation_create,
    invitation_open,
    invitation_revoke,
    staff_remove,
)
from tournaments.services.stage_rules import apart_add, apart_remove, penalty_add, penalty_remove
from tournaments.services.tournaments import (
    Template,
    announcement_post,
    presets_of,
    stage_update,
    template_of,
    tournament_create,
    tournament_finish,
    tournament_open,
    tournament_update,
)
from tournaments.services.venues import pairing_venue, round_venue, stage_venue

__all__ = [
    "BoardReport",
    "Change",
    "Deviation",
    "Disputed",
    "EditCheck",
    "Effects",
    "Invited",
    "NewScreen",
    "PlayerData",
    "Problem",
    "ReadReport",
    "Registered",
    "RoundReport",
    "RoundStarted",
    "Template",
    "Warned",
    "absences_tell",
    "announcement_post",
    "apart_add",
    "apart_remove",
    "appeal_decide",
    "appeal_open",
    "board_code_replace",
    "board_forfeit",
    "boards_add_time",
    "boards_pause",
    "boards_unpause",
    "bye_ask",
    "bye_decline",
    "bye_give",
    "bye_grant",
    "bye_remove",
    "call_decide",
    "call_take_up",
    "check_in",
    "check_in_undo",
    "correction_submit",
    "correction_undo",
    "deck_choose",
    "dispute_decide",
    "dispute_open",
    "dispute_take",
    "dispute_withdraw",
    "entry_confirm",
    "entry_disqualify",
    "entry_import_accept",
    "entry_import_preview",
    "entry_register",
    "entry_reinstate",
    "entry_seeds_set",
    "entry_take_over",
    "entry_update",
    "entry_withdraw",
    "game_record",
    "game_void",
    "games_catch_up",
    "half_byes_left",
    "invitation_accept",
    "invitation_create",
    "invitation_open",
    "invitation_revoke",
    "last_half_bye_round",
    "match_ruling",
    "match_ruling_preview",
    "may_open",
    "pairing_job_cancel",
    "pairing_jobs_catch_up",
    "pairing_postpone",
    "pairing_resume",
    "pairing_venue",
    "penalty_add",
    "penalty_remove",
    "pending_confirm",
    "pending_reject",
    "player_link_revoke",
    "player_link_rotate",
    "player_links_send",
    "player_open",
    "postponed_resume_due",
    "presets_of",
    "problems_of",
    "queue_release",
    "queue_take",
    "report_import",
    "report_read",
    "result_correct",
    "result_effects",
    "result_preview",
    "result_report",
    "result_set",
    "round_add_time",
    "round_by_hand",
    "round_close",
    "round_draft",
    "round_edit_begin",
    "round_edit_cancel",
    "round_edit_check",
    "round_edit_end",
    "round_edit_save",
    "round_pair",
    "round_pair_run",
    "round_pause",
    "round_publish",
    "round_start",
    "round_start_if_due",
    "round_unpause",
    "round_unpublish",
    "round_venue",
    "rounds_start_due",
    "rounds_to_promote",
    "screen_create",
    "screen_open",
    "screen_revoke",
    "screen_update",
    "staff_remove",
    "stage_add",
    "stage_advance",
    "stage_draw",
    "stage_end",
    "stage_feed",
    "stage_feed_if_due",
    "stage_format_set",
    "stage_number_set",
    "stage_remove",
    "stage_undraw",
    "stage_update",
    "stage_venue",
    "stages_feed_due",
    "template_of",
    "tournament_archive",
    "tournament_content_add",
    "tournament_content_set",
    "tournament_content_upload",
    "tournament_create",
    "tournament_finish",
    "tournament_open",
    "tournament_pause",
    "tournament_restore",
    "tournament_unpause",
    "tournament_update",
    "undo_submit",
    "void_submit",
]
