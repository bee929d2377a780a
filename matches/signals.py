"""How matches speak upward without an import."""

from __future__ import annotations

from typing import Final

from django.dispatch import Signal

match_finished: Final = Signal()
"""Sent with `match` inside the transaction that writes the match's result, once: what receivers write commits with it.

An exception of a receiver rolls the end of the match back; the match is taken out of play, and an arbiter is called.
"""

match_reopened: Final = Signal()
"""Sent with `match` inside the transaction in which a ruling lets a match that was over go on.

A receiver that may not allow it raises MatchError, and nothing is changed.
"""

match_ruled: Final = Signal()
"""Sent with `ruling` inside the transaction that keeps an arbiter's ruling, whichever way it came in."""

match_looked: Final = Signal()
"""Sent with `look` inside the transaction that keeps that an arbiter looked behind the screen of a match."""

call_taken: Final = Signal()
"""Sent with `call` and `by_user` inside the transaction in which somebody takes a call, also from a colleague."""

call_decided: Final = Signal()
"""Sent with `call` and `by_user` inside the transaction that closes a call with a decision."""
