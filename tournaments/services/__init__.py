"""What can be done in a tournament.

Keyword-only; each takes `by`, who acts, asks the table of permissions, and writes its audit line in its transaction.
Refusals are `TournamentError` with a stable code, and change nothing.
"""

from tournaments.services.advance import games_catch_up, stage_advance
from tournaments.services.archives import tournament_archive, tournament_restore
from tournaments.services.corrections import Change, Effects, game_void, result_correct, result_effects, result_preview
from tournaments.services.draw import round_draft, stage_draw, stage_undraw
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
from tournaments.services.imports import Problem, entry_import_accept, entry_import_preview, problems_of
from tournaments.services.links import player_link_revoke, player_link_rotate, player_open
from tournaments.services.mail import player_links_send
from tournaments.services.results import result_report, result_set
from tournaments.services.rounds import RoundStarted, round_close, round_publish, round_start, round_unpublish
from tournaments.services.rulings import call_decide, call_take_up, match_ruling, pause_all, unpause_all
from tournaments.services.screens import NewScreen, screen_create, screen_open, screen_revoke, screen_update
from tournaments.services.staff import (
    Invited,
    invitation_accept,
    invitation_create,
    invitation_open,
    invitation_revoke,
    staff_remove,
)
from tournaments.services.tournaments import (
    Template,
    announcement_post,
    stage_update,
    template_of,
    tournament_create,
    tournament_finish,
    tournament_open,
    tournament_update,
)

__all__ = [
    "Change",
    "Effects",
    "Invited",
    "NewScreen",
    "PlayerData",
    "Problem",
    "Registered",
    "RoundStarted",
    "Template",
    "announcement_post",
    "call_decide",
    "call_take_up",
    "check_in",
    "check_in_undo",
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
    "invitation_accept",
    "invitation_create",
    "invitation_open",
    "invitation_revoke",
    "match_ruling",
    "pause_all",
    "player_link_revoke",
    "player_link_rotate",
    "player_links_send",
    "player_open",
    "problems_of",
    "result_correct",
    "result_effects",
    "result_preview",
    "result_report",
    "result_set",
    "round_close",
    "round_draft",
    "round_publish",
    "round_start",
    "round_unpublish",
    "screen_create",
    "screen_open",
    "screen_revoke",
    "screen_update",
    "staff_remove",
    "stage_advance",
    "stage_draw",
    "stage_undraw",
    "stage_update",
    "template_of",
    "tournament_archive",
    "tournament_create",
    "tournament_finish",
    "tournament_open",
    "tournament_restore",
    "tournament_update",
    "unpause_all",
]
