"""Lines of the audit trail in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any, Final

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from matches.words import clock_text
from tournaments.models import Bye, Dispute, Entry, Outcome, Pairing, PendingRuling, Result
from tournaments.permissions import Role

_ACTS: Final[Mapping[str, Any]] = {
    "tournament_create": _("tournament made"),
    "tournament_update": _("settings changed"),
    "tournament_open": _("tournament opened"),
    "tournament_finish": _("tournament ended"),
    "report_import": _("report file taken over"),
    "tournament_restore": _("tournament restored from an archive"),
    "stage_update": _("format changed"),
    "stage_draw": _("seeds fixed"),
    "stage_undraw": _("seeds opened again"),
    "stage_finish": _("stage finished"),
    "entry_seeds_set": _("seeds numbered"),
    "player_links_send": _("private links mailed"),
    "announcement_post": _("announced"),
    "entry_register": _("entered"),
    "entry_update": _("entry changed"),
    "entry_confirm": _("entry confirmed"),
    "entry_withdraw": _("withdrawn"),
    "entry_disqualify": _("disqualified"),
    "entry_reinstate": _("taken back in"),
    "entry_import": _("list taken over"),
    "check_in": _("checked in"),
    "check_in_undo": _("check-in taken back"),
    "player_link_rotate": _("private link made anew"),
    "player_link_revoke": _("private link revoked"),
    "round_draft": _("round paired"),
    "round_pair": _("pairing asked for"),
    "round_pair_cancel": _("pairing called off"),
    "round_paired": _("round paired"),
    "round_by_hand": _("round begun by hand"),
    "round_pause": _("all boards of the round paused"),
    "round_unpause": _("boards of the round go on"),
    "round_add_time": _("more time for the round"),
    "boards_pause": _("chosen boards paused"),
    "boards_unpause": _("chosen boards go on"),
    "boards_add_time": _("more time for chosen boards"),
    "round_edit_begin": _("editing of pairings begun"),
    "round_edit_end": _("pairings edited"),
    "round_edit_cancel": _("editing of pairings given up"),
    "pairing_postpone": _("board postponed"),
    "pairing_resume": _("board taken up again"),
    "board_code_replace": _("new code for the clock of a board"),
    "venue_set": _("where it is played"),
    "bye_ask": _("bye asked for"),
    "bye_give": _("bye given"),
    "bye_grant": _("bye granted"),
    "bye_decline": _("bye declined"),
    "bye_remove": _("bye taken back"),
    "apart_add": _("entries kept apart"),
    "apart_remove": _("entries may meet again"),
    "penalty_add": _("points taken off"),
    "penalty_remove": _("points given back"),
    "stage_number_set": _("pairing number changed"),
    "stage_add": _("stage added"),
    "stage_format_set": _("format changed"),
    "stage_remove": _("stage removed"),
    "stage_feed": _("places taken over from another stage"),
    "stage_end": _("stage ended early"),
    "correction_undo": _("correction taken back"),
    "round_publish": _("round published"),
    "round_unpublish": _("round taken back"),
    "round_start": _("round started"),
    "round_close": _("round closed"),
    "result_set": _("result set"),
    "result_correct": _("result corrected"),
    "result_correct_record": _("result corrected for the record"),
    "game_void": _("match annulled"),
    "ruling_propose": _("decided; waits for a second arbiter"),
    "ruling_confirm": _("confirmed as second arbiter"),
    "ruling_reject": _("not confirmed as second arbiter"),
    "game_reopen": _("result withdrawn, match goes on"),
    "match_ruling": _("ruling on a match"),
    "match_look": _("looked behind the screen of a match"),
    "call_decide": _("call decided"),
    "dispute_open": _("dispute opened"),
    "dispute_take": _("dispute taken up"),
    "dispute_decide": _("dispute decided"),
    "dispute_withdraw": _("dispute withdrawn"),
    "appeal_open": _("decision appealed"),
    "appeal_decide": _("appeal decided"),
    "deck_choose": _("deck chosen"),
    "entry_take_over": _("free place taken"),
    "screen_create": _("screen made"),
    "screen_update": _("screen changed"),
    "screen_revoke": _("screen revoked"),
    "invitation_create": _("invited"),
    "invitation_accept": _("invitation taken"),
    "invitation_revoke": _("invitation revoked"),
    "staff_remove": _("role taken away"),
}
_KEYS: Final[Mapping[str, Any]] = {
    "status": pgettext_lazy("audit", "state"),
    "seed": pgettext_lazy("audit", "seed"),
    "rating": pgettext_lazy("audit", "rating"),
    "name": pgettext_lazy("audit", "name"),
    "seeding": pgettext_lazy("audit", "seeds"),
    "order": pgettext_lazy("audit", "order"),
    "rounds": pgettext_lazy("audit", "rounds"),
    "role": pgettext_lazy("audit", "role"),
    "entries": pgettext_lazy("audit", "entries"),
    "players": pgettext_lazy("audit", "players"),
    "matches": pgettext_lazy("audit", "matches"),
    "playlist": pgettext_lazy("audit", "shows"),
    "act": pgettext_lazy("audit", "act"),
    "kind": pgettext_lazy("audit", "kind"),
    "winner": pgettext_lazy("audit", "winner"),
    "advances": pgettext_lazy("audit", "goes on"),
    "half_points_0": pgettext_lazy("audit", "half points, first"),
    "half_points_1": pgettext_lazy("audit", "half points, second"),
    "step": pgettext_lazy("audit", "decided by"),
    "reason": pgettext_lazy("audit", "reason"),
    "round": pgettext_lazy("audit", "round"),
    "boards": pgettext_lazy("audit", "boards"),
    "left": pgettext_lazy("audit", "not reached"),
    "number": pgettext_lazy("audit", "number"),
    "tenths": pgettext_lazy("audit", "tenths of a point"),
    "as_draw": pgettext_lazy("audit", "counted as drawn"),
    "rematches": pgettext_lazy("audit", "may meet again"),
    "deviations": pgettext_lazy("audit", "changed boards"),
    "warnings": pgettext_lazy("audit", "confirmed"),
    "format": pgettext_lazy("audit", "format"),
    "source": pgettext_lazy("audit", "from stage"),
    "places": pgettext_lazy("audit", "places"),
    "outcome": pgettext_lazy("audit", "decided"),
    "about": pgettext_lazy("audit", "about"),
    "match": pgettext_lazy("audit", "match"),
    "ply": pgettext_lazy("audit", "move"),
    "pairs_as": pgettext_lazy("audit", "pairings count"),
}
"""What the keys of a change are called. Settings keep the names that they have in the API."""

_CODES: Final[Mapping[str, Any]] = {
    **{
        choice.value: choice.label
        for kind in (
            Entry.Status,
            Pairing.State,
            Result.Kind,
            Bye.Kind,
            Bye.State,
            PendingRuling.Act,
            Dispute.About,
            Dispute.Reason,
            Outcome,
        )
        for choice in kind
    },
    **{role.value: role.label for role in Role},
    "given": pgettext_lazy("audit", "as numbered"),
    "lot": pgettext_lazy("audit", "by lot"),
    "ruling": pgettext_lazy("audit", "a ruling"),
    "reported": pgettext_lazy("audit", "both players"),
}
_RULINGS: Final[Mapping[str, Any]] = {
    "pause": _("paused"),
    "unpause": _("goes on"),
    "release": _("back in play"),
    "result draw": _("drawn"),
    "forfeit both": _("both sides forfeit"),
    "annul": _("annulled"),
    "reopen": _("stands as before its end"),
    "quiet on": _("limit of quiet moves on"),
    "quiet off": _("limit of quiet moves off"),
}
_LONGEST: Final = 160


def act_text(act: str) -> str:
    """Return what was done, in words."""
    return str(_ACTS.get(act, act))


def change_text(before: Any, after: Any) -> str:
    """Return what changed, short: "seed: 3 → 5"; what only began or ended to be is told by itself."""
    if isinstance(after, Mapping) and "ruling" in after:
        return ruling_text(str(after["ruling"]))
    if isinstance(before, Mapping) and isinstance(after, Mapping):
        keys = [key for key in after if before.get(key) != after[key]]
        return _short(", ".join(f"{_key(key)}: {_value(before.get(key))} → {_value(after[key])}" for key in keys))
    if before is not None and after is not None:
        return _short(f"{_value(before)} → {_value(after)}")
    return _short(_value(after if after is not None else before))


def ruling_text(ruling: str) -> str:
    """Return a ruling, kept in the table's words, in those of people."""
    known = _RULINGS.get(ruling)
    if known is not None:
        return str(known)
    word, *about = ruling.split()
    told = _TOLD.get(word)
    return ruling if told is None else told(*about)


def _more_time(seat: str, ms: str) -> str:
    time = clock_text(int(ms))
    if seat == "all":
        return str(_("%(time)s more for everybody") % {"time": time})
    return str(_("%(time)s more for seat %(seat)s") % {"seat": int(seat) + 1, "time": time})


def _clock_set(seat: str, ms: str) -> str:
    return str(_("clock of seat %(seat)s set to %(time)s") % {"seat": int(seat) + 1, "time": clock_text(int(ms))})


def _goes_on_at(instant: str) -> str:
    at = datetime.fromtimestamp(int(instant) / 1000, UTC)
    return str(_("goes on at %(time)s UTC") % {"time": f"{at:%H:%M}"})


def _wins(seat: str) -> str:
    return str(_("seat %(seat)s wins") % {"seat": int(seat) + 1})


def _forfeits(seat: str) -> str:
    return str(_("seat %(seat)s forfeits") % {"seat": int(seat) + 1})


def _warned(seat: str) -> str:
    return str(_("seat %(seat)s warned") % {"seat": int(seat) + 1})


def _voided(ply: str) -> str:
    return str(_("void from action %(ply)s on") % {"ply": ply})


def _reversed(line: str) -> str:
    return str(_("ruling in line %(line)s taken back") % {"line": line})


_TOLD: Final[Mapping[str, Callable[..., str]]] = {
    "add-time": _more_time,
    "set-clock": _clock_set,
    "unpause-at": _goes_on_at,
    "result": _wins,
    "forfeit": _forfeits,
    "warn": _warned,
    "void": _voided,
    "reverse": _reversed,
}
"""Rulings with something behind their first word."""


def _key(key: str) -> str:
    return str(_KEYS.get(key, key))


def _value(value: Any) -> str:
    if value is None:
        return "–"
    if isinstance(value, Mapping):
        return ", ".join(f"{_key(key)}: {_value(part)}" for key, part in value.items())
    if isinstance(value, list):
        return ", ".join(_value(part) for part in value)
    return str(_CODES.get(value, value)) if isinstance(value, str) else str(value)


def _short(text: str) -> str:
    text = "" if text == "–" else text
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"
