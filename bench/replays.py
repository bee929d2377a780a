"""Replays: how long any ply of a match of 700 actions takes, from request to answer. Aim: under 100 ms.

A match of each game, random play with the quiet limit off; games that end sooner are as long as the longest of a few.
Asked in one process through the whole of Django, at plies drawn at random: once with every memory of the process
emptied before each request, once with what it remembers, and for the page with its list of all moves. The first look
at a match on which nobody has looked before, and which no task has prepared, stands apart.
"""

from __future__ import annotations

import json
from typing import Any, Final

from bench.place import Place
from flagfall.simulation.tally import spread
from tests.live import TEMPLATE, LiveService, service_environment

ACTIONS: Final = 700
ASKED: Final = 60
AIM_MS: Final = 100
_WAYS: Final = {"cold": "frame, cold", "warm": "frame, warm", "pages": "page, cold"}

_MEASURE: Final = """
import json, random, time
from django.core.cache import cache
from django.test import Client
from gameengine.games.registry import GAMES
from matches import replaying
from matches.checkpoints import checkpoints_write
from matches.models import Checkpoint, Match
from matches.now import calibrate
from matches.web import spare_the_collector
from tests.matches.long import long_match

def forget():
    cache.clear()
    replaying.forget()

def timed(address):
    began, used = time.perf_counter(), time.process_time()
    answer = client.get(address, headers={{"host": "localhost"}})
    took = [1000 * (time.perf_counter() - began), 1000 * (time.process_time() - used)]
    assert answer.status_code == 200, answer.status_code
    return took

calibrate()
client, drawn, found = Client(), random.Random(1), {{}}
for key in GAMES:
    match = max((long_match(key, {actions}, number=number) for number in range({tries})), key=lambda one: one.ply)
    frame, page = f"/m/{{match.pk}}/replay/frames/%d/?view=public", f"/m/{{match.pk}}/replay/?ply=%d"
    plies = [drawn.randint(0, match.ply) for _ in range({asked})]
    timed(frame % 0), timed(page % 0)
    forget()
    Checkpoint.objects.filter(match=match).delete()
    spare_the_collector()
    first = timed(frame % match.ply)
    cold, pages = [], []
    for ply in plies:
        forget()
        cold.append(timed(frame % ply))
    for ply in plies[: {asked} // 4]:
        forget()
        pages.append(timed(page % ply))
    warm = [timed(frame % ply) for ply in plies for _ in range(2)]
    found[key] = {{"ply": match.ply, "lines": match.seq, "first": first, "cold": cold, "warm": warm, "pages": pages}}
print(json.dumps(found))
"""


def run(place: Place) -> None:
    """Measure on both databases and print. Nothing else of the service runs."""
    folder = place.folder / "replays"
    folder.mkdir()
    url = place.database.create_database("bench_replays", template=TEMPLATE)
    stored = LiveService(folder, service_environment(folder, DATABASE_URL=url), [])
    _print("PostgreSQL", _measure(stored, place))
    alone = LiveService(folder, service_environment(folder), [])
    alone.manage("migrate", "--verbosity", "0")
    _print("SQLite", _measure(alone, place))


def _measure(service: LiveService, place: Place) -> dict[str, Any]:
    code = _MEASURE.format(actions=ACTIONS, asked=ASKED // (3 if place.short else 1), tries=1 if place.short else 3)
    found: dict[str, Any] = json.loads(service.python(code).splitlines()[-1])
    return found


def _print(database: str, found: dict[str, Any]) -> None:
    print(f"{database}:", flush=True)
    for key, one in found.items():
        print(f"  {key}, {one['ply']} actions, {one['lines']} lines; first look of all {one['first'][0]:.0f} ms")
        for name, words in _WAYS.items():
            print(f"    {words}: {_words(one[name])}")
    every = [took for one in found.values() for name in _WAYS for took in one[name]]
    slow = [sum(took[which] >= AIM_MS for took in every) for which in (0, 1)]
    print(f"  all: {_words(every)}; {slow[0]} (processor: {slow[1]}) of {AIM_MS} ms or more (aim: none)")


def _words(taken: list[list[float]]) -> str:
    """Return the distribution by the clock, which a busy machine spoils, and of the processor time."""
    return f"{spread([clock for clock, _used in taken])}, processor {spread([used for _clock, used in taken])}"
