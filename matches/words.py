"""What people read about a match: whose turn it is, what happened besides moves, how it ended. Texts by gettext.

Callers have activated the language; texts of the engine come in the same one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from fractions import Fraction
from typing import Any, Final

from django.utils.translation import get_language, gettext_lazy, ngettext, pgettext
from django.utils.translation import gettext as _

from gameengine.core.game import DOUBLE_FORFEIT, Outcome
from gameengine.core.types import JsonObject
from gameengine.table import plays_on, reason_text
from matches import sides
from matches.branching import goes_back_to
from matches.picture import MatchPicture

TONES: Final[Mapping[str, Any]] = {
    "red": gettext_lazy("red"),
    "blue": gettext_lazy("blue"),
    "violet": gettext_lazy("violet"),
    "yellow": gettext_lazy("yellow"),
}
LEVELS: Final[Mapping[str, Any]] = {
    "beginner": gettext_lazy("beginner"),
    "normal": gettext_lazy("normal"),
    "expert": gettext_lazy("expert"),
}


def language() -> str:
    """Return the active language as the engine's texts know it."""
    return "de" if (get_language() or "en").startswith("de") else "en"


def clock_text(ms: int | None) -> str:
    """Return a time as a clock shows it: m:ss, h:mm:ss from an hour on, tenths below 20 seconds; "" for no limit.

    From a day on days and h:mm are enough.

    >>> [clock_text(ms) for ms in (3_723_000, 125_001, 19_950, 0, 183_780_000)]
    ['1:02:03', '2:06', '0:19.9', '0:00.0', '2d 03:03']
    """
    if ms is None:
        return ""
    if ms < 20_000:
        return f"0:{ms // 1000:02}.{ms // 100 % 10}"
    minutes, seconds = divmod(-(-ms // 1000), 60)
    hours, minutes = divmod(minutes, 60)
    days, hours = divmod(hours, 24)
    if days:
        return f"{days}d {hours:02}:{minutes:02}"
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def exact_text(ms: int | None) -> str:
    """Return a time to the millisecond, "" for none.

    >>> [exact_text(ms) for ms in (0, 12_345, 3_723_004, -1_500, None)]
    ['0:00.000', '0:12.345', '1:02:03.004', '−0:01.500', '']
    """
    if ms is None:
        return ""
    seconds, rest = divmod(abs(ms), 1000)
    hours, minutes, seconds = seconds // 3600, seconds // 60 % 60, seconds % 60
    clock = f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"
    return f"{'−' if ms < 0 else ''}{clock}.{rest:03}"


def instant_text(ms: int) -> str:
    """Return the time of day of an instant to the millisecond, in UTC.

    >>> instant_text(1_700_000_000_123)
    '22:13:20.123 UTC'
    """
    return f"{datetime.fromtimestamp(ms / 1000, UTC):%H:%M:%S}.{ms % 1000:03} UTC"


def span_text(ms: int) -> str:
    """Return how long something lasted, in whole seconds: m:ss, h:mm:ss from an hour on.

    >>> [span_text(ms) for ms in (12_900, 90_000, 3_723_000)]
    ['0:12', '1:30', '1:02:03']
    """
    minutes, seconds = divmod(ms // 1000, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def used_text(ms: int | None) -> str:
    """Return how long an action took, short: "4.2", "1:05".

    >>> [used_text(ms) for ms in (4_240, 65_000)]
    ['4.2', '1:05']
    """
    if ms is None:
        return ""
    return f"{ms / 1000:.1f}" if ms < 60_000 else f"{ms // 60_000}:{ms // 1000 % 60:02}"


# whose turn


def status_text(picture: MatchPicture) -> str:
    """Return the one short line that says where the match stands."""
    if picture.status == "over":
        return result_text(picture)
    if picture.status in _STANDING:
        return str(_STANDING[picture.status])
    if picture.is_own_turn:
        return _("Your move")
    names = " · ".join(picture.name(seat) for seat in picture.to_act)
    return _("%(name)s to move") % {"name": names}


_STANDING: Final[Mapping[str, Any]] = {
    "waiting": gettext_lazy("Not started yet"),
    "paused": gettext_lazy("Paused by the arbiter"),
    "quarantined": gettext_lazy("Waiting for an arbiter"),
}


def title_text(picture: MatchPicture, status: str | None = None) -> str:
    """Return the title of the page: what changed first, then who plays. `status` is its text if that is known."""
    return f"{status_text(picture) if status is None else status} – {versus(picture)}"


def versus(picture: MatchPicture) -> str:
    """Return the names of all sides as a list of pairings has them."""
    return sides.versus(picture.sides)


# how it ended


def result_text(picture: MatchPicture) -> str:
    """Return who won: "Ana wins", "Drawn", "You win", "Nobody appeared"."""
    outcome = picture.table.outcome
    if outcome is None:
        return _("Over")
    alike = outcome.reason == DOUBLE_FORFEIT or _is_drawn(outcome)
    if alike or picture.viewer is None or (len(picture.sides) > 2 and outcome.ranks[picture.viewer] > 1):
        return outcome_text(outcome, picture.sides)
    if outcome.winner is None:
        return _("You share the first place")
    won = outcome.ranks[picture.viewer] == 1
    return pgettext("result", "You win") if won else pgettext("result", "You lose")


def outcome_text(outcome: Outcome, found: Sequence[sides.Side]) -> str:
    """Return who won, as everybody reads it."""
    if outcome.reason == DOUBLE_FORFEIT:
        return _("All forfeit") if len(found) > 2 else _("Both forfeit")
    if _is_drawn(outcome):
        return _("Drawn")
    best = [side for side in found if outcome.ranks[side.seats[0]] == 1]
    if outcome.winner is None:
        return _("%(names)s share the first place") % {"names": ", ".join(side.name for side in best)}
    return wins_text(best[0])


def _is_drawn(outcome: Outcome) -> bool:
    return outcome.winner is None and len(set(outcome.ranks)) == 1


def wins_text(side: sides.Side) -> str:
    """Return that a side wins: one name, that of a team, or the names of several people."""
    return ngettext("%(name)s wins", "%(name)s win", 2 if side.many else 1) % {"name": side.name}


def result_reason(picture: MatchPicture) -> str:
    """Return why the match ended, in the words of the game or of the table."""
    outcome = picture.table.outcome
    return "" if outcome is None else reason_text(picture.table, outcome.reason).to(language())


def score_text(picture: MatchPicture) -> str:
    """Return the score as on a list of pairings: "1 : 0", "½ : ½"; forfeits with "+" and "-".

    Where more than two sides played it is their order with the places that they share: "1. Ana 45 · 2. Ben 38".
    """
    return outcome_score(picture.table.outcome, picture.sides)


def outcome_score(outcome: Outcome | None, found: Sequence[sides.Side]) -> str:
    """Return the score of an outcome; "" for a match that is not over."""
    if outcome is None:
        return ""
    firsts = [side.seats[0] for side in found]
    if len(firsts) > 2:
        return _ranking_text(outcome, found)
    if outcome.reason in {DOUBLE_FORFEIT, "FORFEIT"}:
        return " : ".join("+" if outcome.scores[seat] else "-" for seat in firsts)
    return " : ".join(_score(outcome.scores[seat]) for seat in firsts)


def _ranking_text(outcome: Outcome, found: Sequence[sides.Side]) -> str:
    if outcome.reason == DOUBLE_FORFEIT:
        return ""
    ranked = sorted((outcome.ranks[side.seats[0]], side.seats[0], side.name) for side in found)
    return " · ".join(f"{rank}. {name} {_score(outcome.scores[seat])}" for rank, seat, name in ranked)


def _score(score: Fraction) -> str:
    return "½" if score == Fraction(1, 2) else str(score)


# going


def going_text(picture: MatchPicture) -> str:
    """Return what it means for the viewer to give up or go: for the team, for the others, for the viewer alone."""
    own = () if picture.viewer is None else picture.side(picture.viewer).seats
    if picture.viewer is not None and plays_on(picture.table, picture.viewer):
        return _("You are out at once, and the others play on without you. This cannot be taken back.")
    if len(own) > 1:
        return _("Your team loses at once, your partner too. This cannot be taken back.")
    return _("You lose at once. This cannot be taken back.")


def leaving_text(picture: MatchPicture) -> str:
    """Return the same of leaving, and what to do instead."""
    return f"{going_text(picture)} " + _(
        "If you only have to go for a moment, close the page: your clock runs on, and you can come back."
    )


# what happened besides moves


def line_text(line: JsonObject, names: Sequence[str]) -> str:
    """Return the sentence about a line of the log that is no move; empty where there is nothing to tell."""
    kind = str(line["kind"])
    if kind in _PLAIN:
        return _with_reason(str(_PLAIN[kind]), line)
    if kind in _NAMED:
        return str(_NAMED[kind]) % {"name": _actor(line, names)}
    tell = _TELLERS.get(kind)
    return "" if tell is None else _with_reason(tell(line, names), line)


def pause_reason(lines: Sequence[JsonObject], names: Sequence[str]) -> str:
    """Return why a match was paused last: the arbiter's own words, or which ruling went back; empty if nothing did."""
    line = next((line for line in reversed(lines) if line["kind"] == "pause" or goes_back_to(line) is not None), None)
    if line is None:
        return ""
    return str(line["text"]).partition(" ")[2] if line["kind"] == "pause" else line_text(line, names)


_PLAIN: Final[Mapping[str, Any]] = {
    "start": gettext_lazy("The match begins."),
    "pause": gettext_lazy("Paused by the arbiter:"),
    "unpause": gettext_lazy("The arbiter lets the match go on."),
    "result": gettext_lazy("Decided by the arbiter:"),
    "forfeit": gettext_lazy("Forfeit by decision of the arbiter:"),
    "annul": gettext_lazy("Annulled by the arbiter:"),
    "fault": gettext_lazy("The service failed; the match waits for an arbiter."),
    "play_on": gettext_lazy("The match goes on, as announced."),
}
_NAMED: Final[Mapping[str, Any]] = {
    "prepare": gettext_lazy("%(name)s has chosen what to bring."),
    "ready": gettext_lazy("%(name)s is ready."),
    "resume": gettext_lazy("%(name)s has taken back control."),
    "resign": gettext_lazy("%(name)s resigns."),
    "leave": gettext_lazy("%(name)s leaves the match."),
}


def _actor(line: JsonObject, names: Sequence[str]) -> str:
    actor: Any = line["actor"]
    return names[actor] if actor >= 0 else _("The server")


_BEFORE_REASON: Final = {
    "pause": 1,
    "unpause": 1,
    "unpause_at": 2,
    "result": 2,
    "forfeit": 2,
    "annul": 1,
    "warn": 2,
    "void": 2,
    "reopen": 1,
    "reverse": 2,
    "set_quiet": 2,
    "add_time": 3,
    "set_clock": 3,
}
"""How many words of a ruling's text come before the arbiter's own."""


def _with_reason(sentence: str, line: JsonObject) -> str:
    """Return the sentence of a ruling with the arbiter's words, which follow the command in its text."""
    words = _BEFORE_REASON.get(str(line["kind"]))
    if words is None:
        return sentence
    reason = str(line["text"]).split(" ", words)[words:]
    return f"{sentence} {reason[0]}" if reason else sentence.removesuffix(":").removesuffix(".") + "."


def _seats(line: JsonObject) -> list[int]:
    """Return the seats that the line's events are about."""
    events: Any = line["events"]
    found: list[int] = []
    for event in events:
        found.extend(event.get("seats", [event["seat"]] if "seat" in event else []))
    return found


def _tell_timeout(line: JsonObject, names: Sequence[str]) -> str:
    return _("The time of %(name)s ran out.") % {"name": ", ".join(names[seat] for seat in _seats(line)[:1])}


def _tell_absent(line: JsonObject, names: Sequence[str]) -> str:
    return _("%(names)s did not appear in time.") % {
        "names": ", ".join(names[seat] for seat in dict.fromkeys(_seats(line)))
    }


def _tell_added(line: JsonObject, names: Sequence[str]) -> str:
    seat, ms = str(line["text"]).split()[1:3]
    if seat == "all":
        return _("The arbiter gives everybody %(time)s more.") % {"time": clock_text(int(ms))}
    return _("The arbiter gives %(name)s %(time)s more.") % {"name": names[int(seat)], "time": clock_text(int(ms))}


def _tell_set(line: JsonObject, names: Sequence[str]) -> str:
    seat, ms = str(line["text"]).split()[1:3]
    event = _first(line)
    given = {"name": names[int(seat)], "time": clock_text(int(ms)), "before": clock_text(event["before_ms"][int(seat)])}
    return _("The arbiter sets the clock of %(name)s from %(before)s to %(time)s.") % given


def _tell_announced(line: JsonObject, _names: Sequence[str]) -> str:
    wait_ms = int(str(line["text"]).split()[1]) - _whole(line["at_ms"])
    return _("The arbiter announces: play goes on in %(time)s.") % {"time": span_text(wait_ms)}


def _tell_outage(line: JsonObject, _names: Sequence[str]) -> str:
    lost_ms = int(str(line["text"]).split()[1])
    return _("The service was away for %(time)s; the time was given back.") % {"time": span_text(lost_ms)}


def _tell_claim(line: JsonObject, names: Sequence[str]) -> str:
    event = _first(line)
    given = {"by": names[event["by"]], "name": names[event["seat"]], "time": span_text(event["away_ms"])}
    if event["result"] == "draw":
        return _("%(by)s claims a draw: %(name)s has been away for %(time)s.") % given
    return _("%(by)s claims the win: %(name)s has been away for %(time)s.") % given


def _first(line: JsonObject) -> dict[str, Any]:
    events: Any = line["events"]
    found: dict[str, Any] = events[0]
    return found


def _whole(value: Any) -> int:
    return int(value)


def _tell_quiet(line: JsonObject, _names: Sequence[str]) -> str:
    limit = str(line["text"]).split()[1]
    if limit == "off":
        return _("The arbiter switches the limit of quiet moves off.")
    if limit == "on":
        return _("The arbiter switches the limit of quiet moves on.")
    return _("The arbiter sets the limit of quiet moves to %(limit)s.") % {"limit": limit}


def _tell_warning(line: JsonObject, names: Sequence[str]) -> str:
    event = _first(line)
    return _("The arbiter warns %(name)s (warning %(count)s):") % {
        "name": names[event["seat"]],
        "count": event["count"],
    }


def _tell_void(line: JsonObject, _names: Sequence[str]) -> str:
    number = str(line["text"]).split()[1]
    return _("The arbiter voids what was played from action %(number)s on:") % {"number": number}


def _tell_reopened(_line: JsonObject, _names: Sequence[str]) -> str:
    return _("The arbiter lets the match stand again as before its end:")


def _tell_reversal(line: JsonObject, _names: Sequence[str]) -> str:
    number = str(line["text"]).split()[1]
    return _("The arbiter takes the ruling in line %(number)s back:") % {"number": number}


_TELLERS: Final[Mapping[str, Callable[[JsonObject, Sequence[str]], str]]] = {
    "timeout": _tell_timeout,
    "no_show": _tell_absent,
    "add_time": _tell_added,
    "set_clock": _tell_set,
    "unpause_at": _tell_announced,
    "outage_credit": _tell_outage,
    "absence": _tell_claim,
    "set_quiet": _tell_quiet,
    "warn": _tell_warning,
    "void": _tell_void,
    "reopen": _tell_reopened,
    "reverse": _tell_reversal,
}
