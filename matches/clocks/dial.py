"""What a clock shows: one time, and beside it what a player must know of the rest.

static/js/clock.js counts the same from the same numbers, with the same words.
"""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from gameengine.clock import Reading
from matches.words import clock_text


def shown_ms(left_ms: int | None, reading: Reading) -> int | None:
    """Return the time that a clock shows of what is left until its flag falls: what runs now, or will run first.

    >>> shown_ms(13_000, Reading(delay_ms=3_000)), shown_ms(25_000, Reading(reserve_ms=25_000, period_ms=10_000))
    (10000, 5000)
    """
    if left_ms is None:
        return None
    main = left_ms - reading.delay_ms - reading.reserve_ms
    if main > 0 or not reading.reserve_ms:
        return main
    return (reading.reserve_ms - 1) % reading.period_ms + 1 if reading.period_ms else reading.reserve_ms


def beside(left_ms: int | None, reading: Reading) -> str:
    """Return the words beside the time: what follows, how many periods or turns are left, the delay that still runs."""
    if left_ms is None:
        return ""
    if reading.stage:
        stage = _("stage %(number)s of %(count)s") % {"number": reading.stage[0], "count": reading.stage[1]}
        return f"{stage} · {_turns(reading.moves_left)}" if reading.moves_left else stage
    if reading.delay_ms:
        return _("delay %(time)s") % {"time": clock_text(reading.delay_ms)}
    if not reading.reserve_ms:
        return ""
    return _periods(left_ms, reading) if reading.period_ms else _block(left_ms, reading)


def _periods(left_ms: int, reading: Reading) -> str:
    periods = -(-reading.reserve_ms // reading.period_ms)
    if left_ms > reading.reserve_ms:
        return _("then %(count)s × %(time)s") % {"count": periods, "time": clock_text(reading.period_ms)}
    return ngettext("last period", "%(count)s periods left", periods) % {"count": periods}


def _block(left_ms: int, reading: Reading) -> str:
    turns = _turns(reading.moves_left)
    if left_ms > reading.reserve_ms:
        return _("then %(time)s, %(turns)s") % {"time": clock_text(reading.reserve_ms), "turns": turns}
    return turns


def _turns(left: int) -> str:
    return ngettext("1 turn left", "%(count)s turns left", left) % {"count": left}
