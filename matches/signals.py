"""How matches speak upward without an import."""

from __future__ import annotations

from typing import Final

from django.dispatch import Signal

match_finished: Final = Signal()
"""Sent with `match` inside the transaction that writes the match's result, once: what receivers write commits with it.

An exception of a receiver rolls the end of the match back; it is tried again by the sweep.
"""

match_changed: Final = Signal()
"""Sent with `match_id` and `room` after a commit that overviews may care about: started, paused, over, call opened."""
