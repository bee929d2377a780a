"""Words of a tournament as people read them: rounds, states, scores, clocks. In the active language, by gettext."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from gameengine.clock.registry import control_from_json
from gameengine.core.abilities import HasPresets
from gameengine.core.types import JsonObject, Text
from gameengine.games.registry import GAMES
from tournaments.formats.double_elimination import DOUBLE_ELIMINATION
from tournaments.formats.registry import FORMATS
from tournaments.models import Pairing, Result, Round, Stage, Tournament

_HALVES: Final = ("", "½")

_STEPS: Final[Mapping[str, Any]] = {
    "extra_games": gettext_lazy("after extra games"),
    "sudden_death": gettext_lazy("by the last game"),
    "better_seed": gettext_lazy("as the better seed"),
    "lot": gettext_lazy("by lot"),
}
"""How a pairing was decided, where its score alone does not tell."""

_KINDS: Final[Mapping[str, Any]] = {
    Result.Kind.BYE: gettext_lazy("bye"),
    Result.Kind.EMPTY: gettext_lazy("nobody at this board"),
    Result.Kind.FORFEIT: gettext_lazy("forfeit"),
    Result.Kind.DOUBLE_FORFEIT: gettext_lazy("both absent"),
    Result.Kind.ADJUDICATED: gettext_lazy("decided by an arbiter"),
}


def language() -> str:
    """Return the active language as texts of the engine know it."""
    return "de" if (get_language() or "en").startswith("de") else "en"


def say(text: Text) -> str:
    """Return a text of the engine or of a format in the active language."""
    return text.to(language())


def games() -> list[dict[str, Any]]:
    """Return the games that are hosted here, as lists name them, with the keys and names of their ready options."""
    return [
        {
            "key": game.key,
            "name": say(game.name),
            "summary": say(game.summary),
            "presets": [(one.key, say(one.name)) for one in (game.presets if isinstance(game, HasPresets) else ())],
        }
        for game in GAMES.values()
    ]


def game_name(key: str) -> str:
    """Return what a game is called; its key if this server does not host it any more."""
    return say(GAMES[key].name) if key in GAMES else key


def control_sentence(control: JsonObject) -> str:
    """Return a clock in words: "5 minutes plus 3 seconds per turn"."""
    return say(control_from_json(control).sentence())


def control_notation(control: JsonObject) -> str:
    """Return a clock in its short form: "5+3"."""
    return control_from_json(control).notation()


def format_name(stage: Stage) -> str:
    """Return what the stage's format is called."""
    return say(FORMATS[stage.format].name)


def stage_name(stage: Stage) -> str:
    """Return what people call a stage: its own name, else that of its format."""
    return stage.name or format_name(stage)


def round_name(round_: Round) -> str:
    """Return what people call a round: its own name, else that of its kind. The stage must be loaded."""
    return round_.name or kind_name(round_.stage, round_.kind)


def kind_name(stage: Stage, kind: str) -> str:
    """Return what the stage's format calls a round of a kind."""
    return say(FORMATS[stage.format].round_name(kind))


def half_points(points: int) -> str:
    """Return half points as a score.

    >>> [half_points(points) for points in (0, 1, 2, 3)]
    ['0', '½', '1', '1½']
    """
    whole, half = divmod(points, 2)
    return f"{whole or '' if half else whole}{_HALVES[half]}"


def scores(result: Result) -> tuple[str, str]:
    """Return the score of each side: "1" and "0", "½" and "½", "+" and "-"; empty where nobody played or was absent."""
    if result.kind in (Result.Kind.BYE, Result.Kind.EMPTY):
        return "", ""
    if result.kind == Result.Kind.DOUBLE_FORFEIT:
        return "-", "-"
    if result.kind == Result.Kind.FORFEIT:
        return ("+", "-") if result.winner == 0 else ("-", "+")
    return half_points(result.half_points_0), half_points(result.half_points_1)


def result_text(result: Result | None) -> str:
    """Return a result as on a pairing list: "1 : 0", "+ : -"; "" while there is none and for a bye."""
    if result is None:
        return ""
    left, right = scores(result)
    return f"{left} : {right}" if left else ""


def result_note(result: Result) -> str:
    """Return the few words that belong to a result whose score does not tell everything."""
    if result.kind in _KINDS:
        return str(_KINDS[result.kind])
    return str(_STEPS.get(result.step, ""))


def pairing_state(pairing: Pairing) -> str:
    """Return where a pairing without result stands."""
    return "" if pairing.state == Pairing.State.DECIDED else str(Pairing.State(pairing.state).label)


def tournament_state(tournament: Tournament) -> str:
    """Return where a tournament stands, as a sentence's beginning."""
    return str(_STATES[tournament.state])


_STATES: Final[Mapping[str, Any]] = {
    Tournament.State.DRAFT: gettext_lazy("In preparation"),
    Tournament.State.OPEN: gettext_lazy("Open for entries"),
    Tournament.State.RUNNING: gettext_lazy("Running"),
    Tournament.State.FINISHED: gettext_lazy("Finished"),
}

_NOTES: Final[Mapping[str, Any]] = {
    "round_unpublished": gettext_lazy("The pairings of round %(round)s were taken back: %(reason)s"),
    "result_corrected": gettext_lazy("The result of board %(board)s in round %(round)s was corrected."),
    "correction_undone": gettext_lazy("The result of board %(board)s in round %(round)s was corrected."),
    "match_annulled": gettext_lazy("match annulled"),
    "result_reopened": gettext_lazy("match goes on"),
}
"""Notes of the service; those about a result name it (`_TOLD`), but for ones that were kept before they did."""

_TOLD: Final[Mapping[str, Any]] = {
    "result_corrected": gettext_lazy("the result was corrected from %(old)s to %(new)s."),
    "correction_undone": gettext_lazy("a correction was taken back; the result is %(new)s again, not %(old)s."),
    "match_annulled": gettext_lazy("match %(number)s does not count and is played again."),
    "result_reopened": gettext_lazy("the match goes on by a ruling; the result %(old)s does not count any more."),
}


def score_text(result: Mapping[str, Any] | None) -> str:
    """Return a result as revisions keep it, or one that is proposed."""
    if not result:
        return "–"
    kind, winner = result["kind"], result["winner"]
    if kind == Result.Kind.DOUBLE_FORFEIT:
        return "- : -"
    if kind == Result.Kind.FORFEIT:
        return "+ : -" if winner == 0 else "- : +"
    usual = [1, 1] if winner is None else [2 * (winner == side) for side in (0, 1)]
    kept: list[Any] = [result.get(f"half_points_{side}") for side in (0, 1)]
    return " : ".join(half_points(points) for points in (usual if None in kept else kept))


def board_name(pairing: Pairing) -> str:
    """Return where a board is: "Round 2, board 3"."""
    return f"{round_name(pairing.round)}, {_('board %(number)s') % {'number': pairing.board}}"


def note_text(code: str, data: Mapping[str, Any]) -> str:
    """Return a note of the service on the tournament's page."""
    if code not in _NOTES:
        return code
    known = {"round": "", "board": "", "reason": "", "number": "", **data}
    if "names" not in data:
        return str(_NOTES[code]) % known
    told = _TOLD[code] % {**known, "old": score_text(data.get("before")), "new": score_text(data.get("after"))}
    place = _("Round %(round)s, board %(board)s") % known
    reason = _("Reason: %(reason)s.") % {"reason": str(data["reason"]).rstrip(".")} if data["reason"] else ""
    sentences = (f"{place} ({' : '.join(data['names'])}): {told}", reason, _pairings_count(data))
    return " ".join(filter(None, sentences))


def _pairings_count(data: Mapping[str, Any]) -> str:
    """Return what a correction means for later rounds."""
    if "record_only" not in data:
        return ""
    if not data["by_round"]:
        return _("Who goes on stays as it was.") if data["record_only"] else ""
    last = data["paired_through"]
    stay = _("The rounds up to round %(round)s stay as they were paired.") % {"round": last} if last else ""
    old = data["record_only"]
    then = _("Later pairings go on with the old result.") if old else _("The next pairing counts the new result.")
    return f"{stay} {then}".strip()


def source_text(source: str, places: Mapping[str, Pairing]) -> str:
    """Return where an open side comes from: "winner of board 1". `places` has pairings by their key.

    The round is the one before, as the tree and the list of rounds show; in a double elimination it may be any, and the
    place is named by its key, "U2-1".
    """
    kind, _sep, of = source.partition(":")
    if of not in places:
        return ""
    if places[of].round.stage.format == DOUBLE_ELIMINATION.key:
        return (_("winner of %(place)s") if kind == "winner" else _("loser of %(place)s")) % {"place": of}
    sentence = _("winner of board %(board)s") if kind == "winner" else _("loser of board %(board)s")
    return sentence % {"board": places[of].board}
