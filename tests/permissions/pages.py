"""What every page of tournaments and matches needs, to look (GET) and to act (POST), by the name of its address."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from tests.permissions.needs import ANYBODY, LOGGED_IN, Need, decides, reads, writes

WITHOUT_ROWS: Final[Mapping[str, str]] = {
    "join": "an invitation that waits in the session",
    "match-take": "whoever types the code of a real board",
    "clock-editor": "a part of a form, and of no tournament",
    **dict.fromkeys(
        ("decks", "deck-new", "deck-check", "deck-import", "deck", "deck-copy", "deck-delete", "deck-file"),
        "a deck is its keeper's alone, whoever that is",
    ),
    **dict.fromkeys(("lobby-deck", "match-deck"), "the deck of an entry is its own alone"),
    **dict.fromkeys(("match-rematch", "match-drop"), "matches of practice, which are nobody's tournament"),
}
"""Addresses about which the table is silent, and what they go by; each has tests of its own."""

_PUBLIC = reads("published")
_DESK = reads("draft_round")
_SEAT = writes("play", "match")
_SELF = writes("play", "self")
_RULES = decides("rule")
_RULES_HERE = decides("rule", apart=True)
_SETTINGS = reads("settings")

LOOKS: Final[Mapping[str, Need]] = {
    **dict.fromkeys(("home", "games", "game", "game-rules", "game-how", "game-cards", "practice"), ANYBODY),
    **dict.fromkeys(("content-file", "match-face-worker", "result-key"), ANYBODY),
    **dict.fromkeys(("player-link", "invitation-link", "screen"), ANYBODY),
    **dict.fromkeys(("tournament-new", "tournament-new-game", "tournament-report-read"), LOGGED_IN),
    # What is published
    **dict.fromkeys(
        (
            *("tournament", "tournament-bracket", "tournament-cards", "tournament-entries", "tournament-entry"),
            *("tournament-standings", "tournament-standings-print", "tournament-standings-file"),
            *("tournament-crosstable", "tournament-crosstable-print", "tournament-report", "tournament-board"),
            *("tournament-wallchart", "tournament-wallchart-print", "tournament-round", "tournament-round-print"),
            *("tournament-round-why", "tournament-pairings-file", "tournament-enter", "tournament-place"),
            *("match", "match-snap", "match-replay", "match-frame", "match-log", "match-clock", "match-clock-file"),
            *("match-check", "match-face", "disputes", "dispute", "match-disputes"),
            *("match-moves", "match-position", "match-evidence", "match-result"),
            *("match-check", "match-face", "match-moves", "match-position", "match-disputes", "disputes", "dispute"),
            *("match-check", "match-face", "match-moves", "match-position", "match-evidence", "match-result"),
        ),
        _PUBLIC,
    ),
    "dispute-new": writes("open_dispute", "match").sending(match="@match_id"),
    # One's own
    **dict.fromkeys(("lobby", "lobby-withdraw"), _SELF),
    # Players call from their seat; staff open disputes.
    **dict.fromkeys(("match-resign", "match-leave", "match-call"), _SEAT),
    # Arbiters
    **dict.fromkeys(("arbiter", "arbiter-board", "arbiter-codes"), _RULES),
    **dict.fromkeys(("arbiter-round", "arbiter-all"), decides("rule_round")),
    "arbiter-several": _RULES,
    "match-desk": _RULES_HERE,
    # The console: whoever may look and not act finds the buttons disabled.
    **dict.fromkeys(
        (
            *("console", "console-entries", "console-entry", "console-rounds", "console-edit", "console-edit-end"),
            *("console-stages", "console-conduct", "console-board", "console-screens", "console-print"),
            *("console-poster", "console-exchange", "console-report", "console-add", "console-upload"),
            "console-import",
        ),
        _DESK,
    ),
    "console-entries-file": reads("screens"),
    # It makes new links.
    "console-links": writes("register"),
    **dict.fromkeys(("rulings", "rulings-file"), _SETTINGS),
    **dict.fromkeys(("console-settings", "console-staff", "console-audit", "console-stage"), _SETTINGS),
    **dict.fromkeys(("console-content", "console-archive"), _SETTINGS),
}

_PAIR = writes("pair")
_PUBLISH = writes("publish")
_REGISTER = writes("register")
_CONFIGURE = writes("settings")
_SCREENS = writes("screens")
_REASON: Final = {"reason": "the bell rang"}

ACTS: Final[Mapping[str, Need]] = {
    **dict.fromkeys(("player-link", "practice", "match-check"), ANYBODY),
    **dict.fromkeys(("tournament-new-game", "tournament-report-read", "tournament-report-take"), LOGGED_IN),
    # Who has not logged in is asked to; nothing is given before.
    "invitation-link": ANYBODY,
    # While a tournament is open, players enter themselves: see the page about permissions.
    **dict.fromkeys(("tournament-enter", "tournament-place"), ANYBODY),
    # A file is checked for whoever may see the match; nothing is changed.
    "match-check": _PUBLIC,
    # One's own
    **dict.fromkeys(("lobby-check-in", "lobby-check-in-undo", "lobby-report", "lobby-withdraw", "lobby-bye"), _SELF),
    "lobby-bye-remove": writes("play", "entry"),
    **dict.fromkeys(("match-act", "match-ready", "match-autopass", "match-resume", "match-resign"), _SEAT),
    **dict.fromkeys(("match-leave", "match-claim", "match-call"), _SEAT),
    "dispute-new": writes("open_dispute", "match").sending(match="@match_id"),
    # Arbiters
    "dispute": _RULES_HERE.sending(act="take"),
    "arbiter-several": _RULES,
    "arbiter-board": _RULES,
    **dict.fromkeys(("arbiter-round", "arbiter-all"), decides("rule_round")),
    **dict.fromkeys(("arbiter-take", "arbiter-close", "arbiter-code"), _RULES_HERE),
    # What somebody else has stays theirs.
    "arbiter-release": _RULES,
    "match-look": decides("hidden_live", apart=True).sending(**_REASON),
    **dict.fromkeys(("match-rule", "match-call-take", "match-call-close"), _RULES_HERE),
    # The console
    **dict.fromkeys(("console-add", "console-seeds", "console-upload", "console-import", "console-links"), _REGISTER),
    **dict.fromkeys(("console-links-mail", "console-entry"), _REGISTER),
    "console-link-revoke": writes("register", "entry"),
    "console-entry-act": writes("check_in", "entry"),
    **dict.fromkeys(("console-open", "console-finish", "console-announce", "console-close"), _PUBLISH),
    **dict.fromkeys(("console-publish", "console-unpublish", "console-start", "console-stage-end"), _PUBLISH),
    **dict.fromkeys(("console-postpone", "console-resume"), _PUBLISH),
    **dict.fromkeys(("console-edit", "console-edit-begin", "console-edit-end", "console-edit-cancel"), _PAIR),
    **dict.fromkeys(("console-pair", "console-pair-cancel", "console-by-hand", "console-draw"), _PAIR),
    **dict.fromkeys(("console-draft", "console-bye-give", "console-bye", "console-apart", "console-apart-end"), _PAIR),
    **dict.fromkeys(("console-number", "console-venue", "console-stage-feed", "console-undraw"), _PAIR),
    **dict.fromkeys(("console-penalty", "console-penalty-end"), decides("correct_current")),
    "console-board": decides("confirm_result", apart=True).sending(outcome="adjudicated:0", **_REASON),
    "console-void": _RULES_HERE.sending(**_REASON),
    "console-correction-undo": decides("correct_current", apart=True).sending(**_REASON),
    **dict.fromkeys(("pending-confirm", "pending-reject"), decides("correct_current", apart=True).sending(**_REASON)),
    **dict.fromkeys(("console-stages", "console-stage", "console-stage-format", "console-stage-remove"), _CONFIGURE),
    **dict.fromkeys(("console-staff", "console-invitation-end"), _CONFIGURE),
    "console-staff-end": _CONFIGURE.sending(user="@keeper_id", role="scorekeeper"),
    **dict.fromkeys(("console-content", "console-settings"), _CONFIGURE),
    **dict.fromkeys(("console-screens", "console-screen", "console-screen-end"), _SCREENS),
}

VALUES: Final[Mapping[str, Mapping[str, Any]]] = {
    **{name: {"form": "trf"} for name in ("console-report", "tournament-report")},
    **{name: {"slug": "cards"} for name in ("console-content", "tournament-cards")},
    **{name: {"key": "flagged"} for name in ("content-file", "game-cards")},
    "console-bye": {"name": "grant"},
    "console-entry-act": {"name": "check-in"},
    "match-rule": {"act": "pause"},
}
"""Values for the parameters of an address where those of the world do not do."""
