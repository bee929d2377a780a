"""What always holds, by the rule page; the test kit looks at it after every action."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gameengine.core.types import JsonObject
from gameengine.games.flank_flip.content import CODES_PER_CARD, team_of
from gameengine.games.flank_flip.grid import NOWHERE
from gameengine.games.flank_flip.moves import targets
from gameengine.games.flank_flip.state import ATTACK, GIVE, START, State


def broken(state: State, events: Sequence[JsonObject]) -> Iterator[str]:
    """Yield what does not hold in a state to which `events` have led."""
    yield from _cards(state)
    yield from _phase(state)
    yield from _counters(state)
    if events and events[-1]["type"] == "hit" and state.phase != ATTACK and state.ending is None:
        yield "an attack stopped without the end of a turn"


def _cards(state: State) -> Iterator[str]:
    setting = state.setting
    dealt = {setting.content.cards[code // CODES_PER_CARD].number for code in state.board}
    if len(dealt) != len(setting.grid.names):
        yield "2.1: a card is missing or there twice"
    if setting.numbers and dealt != set(setting.numbers):
        yield "5: other cards than those that were dealt"
    if sum(state.control()) != len(state.board):
        yield "2.1: a card belongs to nobody"


def _phase(state: State) -> Iterator[str]:
    setting, control = state.setting, state.control()
    if (state.attacker != NOWHERE) != (state.phase == ATTACK):
        yield "6.4: there is an attack card outside an attack, or none in it"
    if state.phase == ATTACK:
        if team_of(state.board[state.attacker]) != state.team:
            yield "6.4: the attack card is not of the team"
        if not targets(setting, state.board, state.attacker):
            yield "6.4: an attack without a target goes on"
    if state.phase == START and not any(setting.is_own[state.mover][code] for code in state.board):
        yield "5: an army without a card has a turn"
    if state.phase == GIVE and control[state.team] <= setting.most_kept:
        yield "5: a team gives cards that it may keep"
    if state.phase in {START, ATTACK} and max(control) >= setting.goal:
        yield "8.1: a team has won and the game goes on"


def _counters(state: State) -> Iterator[str]:
    setting = state.setting
    if (state.turn_no > 0) != (state.best != (0, 0)) or state.quiet >= max(state.turn_no, 1):
        yield "8.2: turns, records and quiet turns do not go together"
    if state.phase == START and any(now > best for now, best in zip(state.control(), state.best, strict=True)):
        yield "8.2: a record was missed"
    limit = setting.repetition_limit
    if limit and state.ending is None and state.repetitions >= limit:
        yield "8.3: a position came back too often"
    if limit and len(state.history) != state.turn_no * (len(state.board) + 1):
        yield "8.3: a turn is missing in the history"
