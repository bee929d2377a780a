"""Lines of the audit trail in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django.utils.translation import gettext_lazy as _

_ACTS: Final[Mapping[str, Any]] = {
    "tournament_create": _("tournament made"),
    "tournament_update": _("settings changed"),
    "tournament_open": _("tournament opened"),
    "tournament_finish": _("tournament ended"),
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
    "round_publish": _("round published"),
    "round_unpublish": _("round taken back"),
    "round_start": _("round started"),
    "round_close": _("round closed"),
    "result_set": _("result set"),
    "result_correct": _("result corrected"),
    "result_correct_record": _("result corrected for the record"),
    "game_void": _("match annulled"),
    "match_ruling": _("ruling on a match"),
    "pause_all": _("all matches paused"),
    "unpause_all": _("all matches resumed"),
    "call_decide": _("call decided"),
    "screen_create": _("screen made"),
    "screen_update": _("screen changed"),
    "screen_revoke": _("screen revoked"),
    "invitation_create": _("invited"),
    "invitation_accept": _("invitation taken"),
    "invitation_revoke": _("invitation revoked"),
    "staff_remove": _("role taken away"),
}
_LONGEST: Final = 160


def act_text(act: str) -> str:
    """Return what was done, in words."""
    return str(_ACTS.get(act, act))


def change_text(before: Any, after: Any) -> str:
    """Return what changed, short: "seed: 3 → 5"; what only began or ended to be is told by itself."""
    if isinstance(before, Mapping) and isinstance(after, Mapping):
        keys = [key for key in after if before.get(key) != after[key]]
        return _short(", ".join(f"{key}: {_value(before.get(key))} → {_value(after[key])}" for key in keys))
    if before is not None and after is not None:
        return _short(f"{_value(before)} → {_value(after)}")
    return _short(_value(after if after is not None else before))


def _value(value: Any) -> str:
    if value is None:
        return "–"
    if isinstance(value, Mapping):
        return ", ".join(f"{key}: {_value(part)}" for key, part in value.items())
    if isinstance(value, list):
        return ", ".join(_value(part) for part in value)
    return str(value)


def _short(text: str) -> str:
    text = "" if text == "–" else text
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"
