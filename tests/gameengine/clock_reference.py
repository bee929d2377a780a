"""Time controls counted a second time, one whole turn after another, straight from their definitions.

A position is what a player would write down: (left,), byo-yomi (main, periods), Canadian (main, block, turns left),
stages (left, turns done). `used` is what the turn took without pauses; the engine charges it in pieces.
"""

from __future__ import annotations

from gameengine.clock.correspondence import Correspondence
from gameengine.clock.unequal import Unequal


def definition(control, seat=0):
    """The functions of one seat's control: first position, time until the flag falls, position after an own turn."""
    if isinstance(control, Unequal):
        control = control.by_seat[seat % len(control.by_seat)]
    if isinstance(control, Correspondence):
        control = control.inner
    return {
        "absolute": absolute,
        "fischer": fischer,
        "delay": delay,
        "bronstein": bronstein,
        "per_move": per_move,
        "byo_yomi": byo_yomi,
        "canadian": canadian,
        "hourglass": absolute,
        "stages": stages,
        "none": none,
    }[control.kind](control)


def absolute(control):
    return (control.base_ms,), lambda at: at[0], lambda at, used: (at[0] - used,)


def fischer(control):
    def after(at, used):
        rest = at[0] - used
        lifted = rest + control.increment_ms
        return (lifted if control.cap_ms is None else max(rest, min(control.cap_ms, lifted)),)

    return (control.base_ms + (control.increment_ms if control.first_bonus else 0),), lambda at: at[0], after


def delay(control):
    d = control.delay_ms
    return (control.base_ms,), lambda at: at[0] + d, lambda at, used: (at[0] - max(0, used - d),)


def bronstein(control):
    d = control.delay_ms
    first = control.base_ms + (d if control.first_bonus else 0)
    return (first,), lambda at: at[0], lambda at, used: (at[0] - used + min(used, d),)


def per_move(control):
    return (control.per_move_ms,), lambda at: at[0], lambda _at, _used: (control.per_move_ms,)


def byo_yomi(control):
    period = control.period_ms

    def after(at, used):
        main, periods = at
        return (main - used, periods) if used < main else (0, periods - (used - main) // period)

    return (control.base_ms, control.periods), lambda at: at[0] + at[1] * period, after


def canadian(control):
    def after(at, used):
        main, block, left = at
        if used < main:
            return main - used, block, left
        return (0, block - (used - main), left - 1) if left > 1 else (0, control.period_ms, control.turns)

    return (control.base_ms, control.period_ms, control.turns), lambda at: at[0] + at[1], after


def stages(control):
    def after(at, used):
        rest, done = at[0] - used, at[1] + 1
        ends, end = [], 0
        for stage in control.stages[:-1]:
            end += stage.turns
            ends.append(end)
        now = next((number for number, end in enumerate(ends) if done <= end), len(ends))
        rest += control.stages[now].increment_ms
        if done in ends:
            rest += control.stages[ends.index(done) + 1].base_ms
        return rest, done

    first = control.stages[0]
    return (first.base_ms + (first.increment_ms if control.first_bonus else 0), 0), lambda at: at[0], after


def none(_control):
    return (), lambda _at: None, lambda at, _used: at
