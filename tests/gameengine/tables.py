"""Builders of tables for the tests: toys and Junqi, with everything that chance does written down."""

from gameengine.clock import control_from_notation
from gameengine.games.junqi import game as junqi
from gameengine.table import Scripted, act, advance, start_now
from tests.gameengine.toy import toy

DECK = "1,2,3,4,5,7,8,9,6,10"
OPEN_POSITION = "4f/5/5/5/4t/5/5/2D2/5/5/1~P~C2/F4 0 r -- 0 40"
START_MS = 1_000_000


class Play:
    """One match in a test: acts at seconds since the start and remembers table, lines and refusal."""

    def __init__(self, game=toy, control="none", *, seats=2, options=None, position=None, chance=None, secrets=()):
        streams = {"deck": [DECK], **(chance or {})}
        self.chance = Scripted(streams)
        step = start_now(
            game,
            options or {},
            seats,
            control_from_notation(control),
            at_ms=START_MS,
            chance=self.chance,
            position=position,
            secrets=secrets,
        )
        self.table, self.lines, self.refusal = step.table, list(step.lines), None

    def act(self, actor, text, at_s=None):
        """Act, at the instant of the last line if no other is given; return the code of the refusal or None."""
        at_ms = self.table.at_ms if at_s is None else START_MS + round(at_s * 1000)
        return self._take(act(self.table, actor, text, at_ms, self.chance))

    def wait(self, until_s):
        """Let time pass until so many seconds after the start."""
        self._take(advance(self.table, START_MS + round(until_s * 1000), self.chance))
        return self

    def _take(self, step):
        self.table, self.refusal = step.table, step.refusal
        self.lines += step.lines
        return step.refusal and step.refusal.code

    @property
    def events(self):
        """The types of all events so far, without those of the beginning."""
        return [
            event.type for line in self.lines for event in line.events if line.kind not in {"open", "start", "chance"}
        ]

    @property
    def kinds(self):
        """The kinds of all lines after the beginning."""
        return [line.kind for line in self.lines if line.kind not in {"open", "start"}][1:]

    def left_s(self, at_s):
        """What every seat has left, in seconds."""
        at_ms = START_MS + round(at_s * 1000)
        return [self.table.clock.left_ms(seat, at_ms) / 1000 for seat in range(self.table.seats)]

    @property
    def ended(self):
        """Reason and winner."""
        return self.table.outcome and (self.table.outcome.reason, self.table.outcome.winner)


def junqi_play(control="30s/move", *, position=OPEN_POSITION, options=None, chance=None):
    """A Junqi match from a position."""
    return Play(junqi, control, position=position, options=options, chance=chance)
