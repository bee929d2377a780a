"""The table: one match of any game with its clocks, autopilot, quiet limit and log, as a value.

`open_table` or `start_now` make one, `act` and `advance` carry it forward, `dump` and `load` keep it.
"""

from gameengine.table.acting import act, admits_fall, advance, attempt, credited_ms, explain
from gameengine.table.arriving import begins_without, missing
from gameengine.table.chance import Branched, ChanceError, ChanceSource, Committed, Logged, Scripted, Seeded
from gameengine.table.deadlines import RunawayError, grace_ms, next_deadline
from gameengine.table.ending import TABLE_REASONS, plays_on, reason_text
from gameengine.table.line import Line, LineKind, line_from_json
from gameengine.table.opening import LONGEST_PREPARE, open_table, start_now
from gameengine.table.options import complete_options, filled_options, is_variant
from gameengine.table.past import Past, Stand
from gameengine.table.returning import BRANCHING, branched_to, commitment_of
from gameengine.table.store import dump, load
from gameengine.table.value import Autopilot, Opening, Passing, StartPolicy, Status, Table, TableStep
from gameengine.table.views import (
    has_free_time,
    legal_actions,
    phase,
    result_json,
    score_json,
    seats_to_act,
    state_json,
    view,
)

__all__ = [
    "BRANCHING",
    "LONGEST_PREPARE",
    "TABLE_REASONS",
    "Autopilot",
    "Branched",
    "ChanceError",
    "ChanceSource",
    "Committed",
    "Line",
    "LineKind",
    "Logged",
    "Opening",
    "Passing",
    "Past",
    "RunawayError",
    "Scripted",
    "Seeded",
    "Stand",
    "StartPolicy",
    "Status",
    "Table",
    "TableStep",
    "act",
    "admits_fall",
    "advance",
    "attempt",
    "begins_without",
    "branched_to",
    "commitment_of",
    "complete_options",
    "credited_ms",
    "dump",
    "explain",
    "filled_options",
    "grace_ms",
    "has_free_time",
    "is_variant",
    "legal_actions",
    "line_from_json",
    "load",
    "missing",
    "next_deadline",
    "open_table",
    "phase",
    "plays_on",
    "reason_text",
    "result_json",
    "score_json",
    "seats_to_act",
    "start_now",
    "state_json",
    "view",
]
