"""What every operation of the API on tournaments and matches needs, by the name of its address and its method.

What is sent is sound: a right that is missing must not hide behind a body that is refused.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from tests.permissions.needs import ANYBODY, LOGGED_IN, Need, decides, reads, writes

WITHOUT_ROWS: Final[Mapping[str, str]] = {
    **dict.fromkeys(("api-decks", "api-deck"), "a deck is its keeper's alone, whoever that is"),
    **dict.fromkeys(("api-match-deck", "api-entry-deck"), "the deck of an entry is its own alone"),
    **dict.fromkeys(("api-catalogue", "api-contents", "api-content"), "what a game brings is everybody's"),
}

_PUBLIC = reads("published")
_STAFF = reads("draft_round")
_SEAT = writes("play", "match")
_PAIR = writes("pair")
_PUBLISH = writes("publish")
_CONFIGURE = writes("settings")
_REGISTER = writes("register", "entry")
_DISPUTE = writes("open_dispute", "match")
_RULES = decides("rule")
_RULES_HERE = decides("rule", apart=True)
_ROUND = decides("rule_round")
_WHY: Final = {"reason": "the bell rang"}
_BOARD: Final = {"on_board": None}

OPERATIONS: Final[Mapping[str, Mapping[str, Need]]] = {
    "api-games": {"GET": ANYBODY},
    "api-game": {"GET": ANYBODY},
    # Tournaments
    "api-tournaments": {"GET": ANYBODY, "POST": LOGGED_IN.sending(name="Cup", game="junqi")},
    "api-tournament": {"GET": _PUBLIC, "PATCH": _CONFIGURE.sending(place="Hall")},
    "api-opening": {"POST": _PUBLISH},
    "api-finish": {"POST": _PUBLISH},
    "api-announcements": {"GET": _PUBLIC, "POST": _PUBLISH.sending(text="Lunch")},
    "api-tournament-content": {"GET": _PUBLIC, "PUT": _CONFIGURE.sending(ref="@ref")},
    "api-lobby": {"GET": _PUBLIC},
    "api-stages": {"GET": _PUBLIC, "POST": _CONFIGURE.sending(format="knockout")},
    "api-rounds": {"GET": _PUBLIC},
    # While a tournament is open, players enter themselves: see the page about permissions.
    "api-entries": {"GET": _PUBLIC, "POST": ANYBODY.sending(name="Zoe", own=False)},
    "api-queue": {"GET": _RULES},
    # What somebody else has stays theirs.
    "api-queue-taking": {"POST": _RULES_HERE, "DELETE": _RULES},
    "api-calls": {"GET": _RULES},
    # Stages
    "api-stage": {"GET": _PUBLIC, "PATCH": _CONFIGURE.sending(name="Main"), "DELETE": _CONFIGURE},
    "api-draw": {"POST": _PAIR, "DELETE": _PAIR},
    "api-stage-rounds": {"GET": _PUBLIC, "POST": _PAIR},
    "api-standings": {"GET": _PUBLIC},
    "api-stage-venue": {"POST": _CONFIGURE.sending(**_BOARD)},
    "api-stage-feed": {"POST": _PAIR},
    "api-stage-end": {"POST": _PUBLISH.sending(**_WHY)},
    "api-report-file": {"GET": _PUBLIC},
    # Conduct
    "api-jobs": {"GET": _STAFF, "POST": _PAIR},
    "api-job": {"GET": _STAFF, "DELETE": _PAIR},
    "api-byes": {"GET": _PUBLIC, "POST": _REGISTER.sending(entry="@entry_id", round_number=3, kind="half")},
    "api-bye": {"GET": replace(_STAFF, of="entry", own=True), "DELETE": _REGISTER},
    "api-bye-decision": {"POST": _PAIR.sending(grant=True)},
    "api-apart": {"GET": _STAFF, "POST": _PAIR.sending(entries=["@entry_id", "@other_id"], **_WHY)},
    "api-apart-one": {"DELETE": _PAIR},
    "api-penalties": {
        "GET": _STAFF,
        "POST": decides("correct_current").sending(entry="@entry_id", round_number=1, tenths=5, **_WHY),
    },
    "api-penalty": {"DELETE": decides("correct_current")},
    # Entries
    "api-entry": {"GET": _PUBLIC, "PATCH": writes("contact_data", "entry").sending(name="Zoe")},
    "api-check-in": {"PUT": writes("check_in", "entry"), "DELETE": writes("check_in", "entry")},
    "api-withdrawal": {"POST": _REGISTER, "DELETE": writes("register")},
    "api-confirmation": {"POST": writes("register")},
    "api-disqualification": {"POST": decides("reverse_ruling").sending(**_WHY)},
    # Rounds and boards
    "api-round": {"GET": _PUBLIC},
    "api-publication": {"POST": _PUBLISH, "DELETE": _PUBLISH},
    "api-start": {"POST": _PUBLISH},
    "api-round-pause": {"POST": _ROUND.sending(**_WHY)},
    "api-round-resumption": {"POST": _ROUND.sending(**_WHY)},
    "api-round-extra-time": {"POST": _ROUND.sending(ms=1000, **_WHY)},
    "api-closing": {"POST": _PUBLISH},
    "api-round-venue": {"POST": _PAIR.sending(**_BOARD)},
    "api-trace": {"GET": _STAFF},
    "api-pairings": {"GET": _PUBLIC},
    "api-pairing": {"GET": _PUBLIC},
    "api-why": {"GET": _PUBLIC},
    "api-pairing-venue": {"POST": _PAIR.sending(**_BOARD)},
    "api-postponement": {"POST": _PUBLISH.sending(**_WHY), "DELETE": _PUBLISH},
    "api-result": {
        "GET": _PUBLIC,
        "POST": decides("confirm_result", apart=True).sending(kind="adjudicated", winner=0, **_WHY),
    },
    "api-report": {"POST": writes("report_result", "match").sending(winner=0)},
    "api-correction": {
        "POST": decides("correct_current", apart=True).sending(kind="adjudicated", winner=0, **_WHY),
    },
    "api-waiting-list": {"GET": _STAFF},
    "api-waiting": {"GET": _STAFF},
    "api-waiting-confirmation": {"POST": decides("correct_current", apart=True)},
    "api-waiting-rejection": {"POST": decides("correct_current", apart=True).sending(**_WHY)},
    # Matches
    "api-match": {"GET": _PUBLIC},
    "api-plies": {"GET": _PUBLIC, "POST": _SEAT.sending(action="resign", expected_ply=0, cmd="c")},
    "api-clock": {"GET": _PUBLIC},
    "api-log": {"GET": _PUBLIC},
    "api-match-result": {"GET": _PUBLIC},
    "api-match-claims": {"POST": _SEAT.sending(result="win", cmd="c")},
    # Disputes. Who has opened one takes it back.
    "api-disputes": {"GET": _PUBLIC, "POST": _DISPUTE.sending(about="result", pairing="@pairing_id", reason="score")},
    "api-dispute": {"GET": _PUBLIC},
    "api-dispute-taking": {"POST": _RULES_HERE},
    "api-dispute-decision": {"POST": _RULES_HERE.sending(outcome="granted", decision="Seen.")},
    "api-dispute-withdrawal": {"POST": writes("play", "entry")},
    "api-appeal": {"POST": _DISPUTE.sending(text="No.")},
    "api-appeal-decision": {"POST": decides("reverse_ruling").sending(outcome="granted", decision="Seen.")},
    # Players call from their seat; staff open disputes.
    "api-match-calls": {"GET": _PUBLIC, "POST": _SEAT.sending(reason="other", text="")},
    "api-rulings": {"GET": _PUBLIC, "POST": _RULES_HERE.sending(ruling="pause", **_WHY)},
    "api-ruling-preview": {"POST": _RULES_HERE.sending(ruling="pause")},
    "api-match-attempts": {"GET": _RULES_HERE},
    "api-call": {"GET": _RULES},
    "api-taking": {"POST": _RULES_HERE},
    "api-decision": {"POST": _RULES_HERE.sending(decision="Play on.")},
}

VALUES: Final[Mapping[tuple[str, str], Mapping[str, Any]]] = {
    **{("api-tournament-content", method): {"slug": "cards"} for method in ("GET", "PUT")},
    ("api-result", "GET"): {"pairing_id": "@decided_id"},
}
"""Values for the parameters of an address where those of the world do not do."""
