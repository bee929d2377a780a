"""Time controls counted a second time, one whole turn after another, straight from their definitions.

A position is what a player would write down: (left,), byo-yomi (main, periods), Canadian (main, block, turns left),
stages (left, turns done). `used` is what the turn took without pauses; the engine charges it in pieces. What a
seat uses to react in the turn of another is settled with that turn, as if it were an own one that counts nothing.
"""

from __future__ import annotations

from gameengine.clock.correspondence import Correspondence
from gameengine.clock.unequal import Unequal


def definition(control, seat=0):
    """One seat's control: first position; then functions of a position: time until the flag falls, position after an
    own turn, and after the turn of another in which the seat has used time."""
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


def rest(at, used):
    return at[0] - used, *at[1:]


def absolute(control):
    return (control.base_ms,), lambda at: at[0], rest, rest


def fischer(control):
    def after(at, used):
        left = at[0] - used
        lifted = left + control.increment_ms
        return (lifted if control.cap_ms is None else max(left, min(control.cap_ms, lifted)),)

    return (control.base_ms + (control.increment_ms if control.first_bonus else 0),), lambda at: at[0], after, rest


def delay(control):
    d = control.delay_ms

    def after(at, used):
        return (at[0] - max(0, used - d),)

    return (control.base_ms,), lambda at: at[0] + d, after, after


def bronstein(control):
    d = control.delay_ms
    first = control.base_ms + (d if control.first_bonus else 0)

    def after(at, used):
        return (at[0] - used + min(used, d),)

    return (first,), lambda at: at[0], after, after


def per_move(control):
    def after(_at, _used):
        return (control.per_move_ms,)

    return (control.per_move_ms,), lambda at: at[0], after, after


def byo_yomi(control):
    period = control.period_ms

    def after(at, used):
        main, periods = at
        return (main - used, periods) if used < main else (0, periods - (used - main) // period)

    return (control.base_ms, control.periods), lambda at: at[0] + at[1] * period, after, after


def canadian(control):
    def after(at, used):
        main, block, left = at
        if used < main:
            return main - used, block, left
        return (0, block - (used - main), left - 1) if left > 1 else (0, control.period_ms, control.turns)

    def reacted(at, used):
        return max(0, at[0] - used), at[1] - max(0, used - at[0]), at[2]

    return (control.base_ms, control.period_ms, control.turns), lambda at: at[0] + at[1], after, reacted


def stages(control):
    def after(at, used):
        left, done = at[0] - used, at[1] + 1
        ends, end = [], 0
        for stage in control.stages[:-1]:
            end += stage.turns
            ends.append(end)
        now = next((number for number, end in enumerate(ends) if done <= end), len(ends))
        left += control.stages[now].increment_ms
        if done in ends:
            left += control.stages[ends.index(done) + 1].base_ms
        return left, done

    first = control.stages[0]
    return (first.base_ms + (first.increment_ms if control.first_bonus else 0), 0), lambda at: at[0], after, rest


def none(_control):
    def same(at, _used):
        return at

    return (), lambda _at: None, same, same
