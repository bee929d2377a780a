"""What can be done to a match. Keyword-only, each in one transaction; the world is told after the commit."""

from matches.services.acting import match_act, match_settle
from matches.services.boards import board_code, board_code_renew, board_hold, board_take
from matches.services.calls import call_close, call_open, call_release, call_take
from matches.services.claiming import match_claim
from matches.services.contents import content_add, content_upload
from matches.services.creating import SeatSpec, match_create
from matches.services.decks import deck_change, deck_copy, deck_create, deck_delete
from matches.services.looking import look_open
from matches.services.purging import match_purge
from matches.services.quarantine import match_quarantine
from matches.services.recovery import make_good
from matches.services.results import result_sign
from matches.services.resuming import resume_due
from matches.services.ruling import Moment, Preview, match_rule, ruling_preview

__all__ = [
    "Moment",
    "Preview",
    "SeatSpec",
    "board_code",
    "board_code_renew",
    "board_hold",
    "board_take",
    "call_close",
    "call_open",
    "call_release",
    "call_take",
    "content_add",
    "content_upload",
    "deck_change",
    "deck_copy",
    "deck_create",
    "deck_delete",
    "look_open",
    "make_good",
    "match_act",
    "match_claim",
    "match_create",
    "match_purge",
    "match_quarantine",
    "match_rule",
    "match_settle",
    "result_sign",
    "resume_due",
    "ruling_preview",
]
