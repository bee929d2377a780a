"""The closing report of a simulation, as text."""

from __future__ import annotations

from collections import Counter
from typing import Final

from flagfall.simulation.bracket import bracket_text, champion
from flagfall.simulation.checking import Findings
from flagfall.simulation.plan import Character, Mood, Plan
from flagfall.simulation.standings import leader, standings_text
from flagfall.simulation.tally import Tally, spread
from gameengine.clock import control_from_json
from gameengine.games.registry import GAMES
from tournaments.formats.registry import format_of
from tournaments.models import Tournament
from tournaments.pages import words

_MOST_FAULTS: Final = 20


def report(tournament: Tournament, plan: Plan, people: tuple[Character, ...], tally: Tally, found: Findings) -> str:
    """Return the bracket or the standings, the figures, and what is wrong."""
    stage = tournament.stages.get()
    in_tree = format_of(stage.format).table is None
    seconds = found.span_ms / 1000
    lines = {
        "Champion": champion(stage) if in_tree else leader(stage),
        "Played": f"{words.say(GAMES[plan.game].name)}, {control_from_json(tournament.control).notation()}",
        "Players": f"{len(people)}{_teams(tournament)}{_moods(people)}",
        "Matches": f"{found.matches}, of them {found.extra_games} extra games",
        "Actions": f"{found.actions} in {seconds:.1f} s: {found.actions / max(seconds, 0.001):.1f}/s",
        "Endings": _counted(found.endings),
        "Vanished": _vanished(tally),
        "Flag falls": f"{found.falls}, then {found.automatic} moves by the autopilot",
        "Server time": _server_time(found),
        "Acknowledged": str(spread(tally.ack_ms)),
        "Flag lateness": str(spread(found.late_ms)),
        "Lines": f"{tally.lines_lost} lost and resumed, {tally.resent} commands sent again",
        "Refusals": _counted(tally.refused),
        "Logs": f"{found.verified} of {found.matches} verify (chain, randomness, replay)",
        "Receipts": f"{found.receipts} hashes that players were given, all compared with the logs",
    }
    figures = "\n".join(f"{name + ':':<15} {value}" for name, value in lines.items())
    outcome = bracket_text(stage) if in_tree else standings_text(stage)
    return f"{outcome}\n\n{figures}\n{_absences(found)}{_verdict([*tally.faults, *found.wrong])}"


def _teams(tournament: Tournament) -> str:
    size = tournament.roster_size
    return f" in teams of {size}" if size > 1 else ""


def _moods(people: tuple[Character, ...]) -> str:
    moods = Counter(person.mood.value for person in people if person.mood is not Mood.STEADY)
    return f" ({_counted(moods)})" if moods else ""


def _absences(found: Findings) -> str:
    """Return what became of those who were away, one board a line."""
    lines = "".join(f"  {line}\n" for line in found.absences)
    return f"\nWho was away, and what came of it:\n{lines}" if lines else ""


def _vanished(tally: Tally) -> str:
    """Return who closed the window for good, and how many of them before they came to a board."""
    gone = tally.departures
    never = sum(one.match_id is None for one in gone.values())
    return f"{', '.join(sorted(gone))}: {never} before the start, {len(gone) - never} in a match" if gone else "nobody"


def _server_time(found: Findings) -> str:
    told = "  ".join(f"p{percent} {ms:.1f}" for percent, ms in found.server_ms.items())
    return f"{told} ms of processor time per action" if told else "not told"


def _counted(counts: Counter[str]) -> str:
    return ", ".join(f"{name} {count}" for name, count in counts.most_common()) or "none"


def _verdict(wrong: list[str]) -> str:
    if not wrong:
        return "\nEverything holds."
    rest = [f"  … and {len(wrong) - _MOST_FAULTS} more"] if len(wrong) > _MOST_FAULTS else []
    return "\n".join(["", f"{len(wrong)} things are wrong:", *(f"  {one}" for one in wrong[:_MOST_FAULTS]), *rest])
