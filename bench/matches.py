"""Matches to measure with, made by the service itself, and the seats at them."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from tests.live import LiveService

_MAKE = """
import json
from django.contrib.sessions.backends.db import SessionStore
from matches.now import calibrate, now_ms
from matches.services import SeatSpec, match_create
given = json.loads({given!r})
calibrate()
start = now_ms()
made, refs = [], ([], [])
for number in range(given["count"]):
    control = dict(given["control"])
    if given["spread_ms"] is not None:
        control["per_move_ms"] += start + number * given["spread_ms"] - now_ms()
    names = [f"bench/{{given['label']}}/{{number}}/{{seat}}" for seat in (0, 1)]
    match = match_create(
        game="junqi", options=given["options"], control=control, start_policy="now", room="t/bench",
        label=f"{{given['label']}} {{number}}", seats=[SeatSpec("ABC"[seat], name) for seat, name in enumerate(names)],
    )
    made.append([match.id, match.running_seat, match.deadline_ms])
    for own, name in zip(refs, names):
        own.append(name)
cookies = []
for own in refs:
    session = SessionStore()
    session["players"] = own
    session.save()
    cookies.append(session.session_key)
print(json.dumps({{"matches": made, "cookies": cookies, "took_ms": now_ms() - start}}))
"""


@dataclass(frozen=True, slots=True)
class Board:
    """A live match: its id, who is to move, when that seat's flag falls, and a session's cookie for each seat."""

    id: str
    running_seat: int
    deadline_ms: int
    cookies: tuple[str, str]

    def path(self, form: str = "html", since: int | None = None) -> str:
        """Return the address of the match's socket."""
        known = "" if since is None else f"&since={since}"
        return f"/ws/match/{self.id}/?form={form}&v=1&lang=en{known}"


def make_boards(service: LiveService, count: int, *, per_move_ms: int, label: str, **options: Any) -> list[Board]:
    """Return new live matches of Junqi."""
    return _make(service, count, per_move_ms, options, label=label)[0]


def make_falling_boards(
    service: LiveService, count: int, *, label: str, spread_ms: int, warning_ms: int, **options: Any
) -> list[Board]:
    """Return new live matches whose flags fall `spread_ms` apart, the first one in `warning_ms` or a little later.

    A few matches are made before, to see how long making them takes.
    """
    trial = 20
    _, took_ms = _make(service, trial, 3_600_000, options, label=f"{label} trial")
    first_ms = warning_ms + 3 * took_ms * count // (2 * trial)
    return _make(service, count, first_ms, options, label=label, spread_ms=spread_ms)[0]


def _make(
    service: LiveService,
    count: int,
    per_move_ms: int,
    options: dict[str, Any],
    *,
    label: str,
    spread_ms: int | None = None,
) -> tuple[list[Board], int]:
    given = {
        "count": count,
        "control": {"kind": "per_move", "per_move_ms": per_move_ms},
        "options": options,
        "label": label,
        "spread_ms": spread_ms,
    }
    made = json.loads(service.python(_MAKE.format(given=json.dumps(given))))
    cookies = tuple(made["cookies"])
    return [Board(match_id, seat, flag_ms, cookies) for match_id, seat, flag_ms in made["matches"]], made["took_ms"]


def kept_in(service: LiveService, match_ids: list[str]) -> tuple[int, int]:
    """Return how many actions are in the database, and how many logs are not as long as their matches say."""
    [(kept,)] = service.query("SELECT count(*) FROM matches_command WHERE ok AND match_id = ANY(%s)", [match_ids])
    [(gaps,)] = service.query(
        "SELECT count(*) FROM matches_match m JOIN (SELECT match_id, count(*) AS lines, max(seq) AS last,"
        " count(DISTINCT version) AS versions FROM matches_matchevent GROUP BY match_id) e ON e.match_id = m.id"
        " WHERE m.id = ANY(%s) AND (m.seq, m.seq, m.version + 1) <> (e.lines, e.last, e.versions)",
        [match_ids],
    )
    return kept, gaps
