"""Nobody finds what is hidden in any frame, and everybody gets what is public."""

import random
from dataclasses import replace

import orjson
import pytest

from gameengine.clock import control_from_json
from gameengine.games.registry import game
from gameengine.log import canonical
from gameengine.randomness import SeededRandom
from gameengine.table import Committed, legal_actions, next_deadline, seats_to_act, start_now
from matches.decide import Intent, decide, transition
from matches.hub.making import make_scene
from matches.hub.scenes import Audience, SeatName
from matches.rows import Row

SEED = bytes(range(32))
SEATS = [SeatName(0, "Ana"), SeatName(1, "Ben")]
AUDIENCES = [
    Audience(viewer, language, form)
    for viewer in (None, 0, 1)
    for language in ("en", "de")
    for form in ("json", "html")
]


def begun(seed=SEED):
    chance = Committed("m", seed)
    control = control_from_json({"kind": "absolute", "base_ms": 600_000})
    step = start_now(game("junqi"), {}, 2, control, at_ms=1_000, chance=chance)
    nothing = Row("m", "junqi", -1, 0, "00" * 32, "", None, 1_000, step.table, chance)
    return transition(nothing, step.table, step.lines, decided_ms=1_000)


def played(plan, text, at_ms):
    seat = seats_to_act(plan.after.table)[0]
    return decide(plan.after, Intent(seat, text, at_ms, f"c{at_ms}", plan.after.table.ply), decided_ms=at_ms)


def game_plans(count=120):
    choice = random.Random(3)
    plans = [begun()]
    while len(plans) < count and plans[-1].after.status == "live":
        row = plans[-1].after
        actions = legal_actions(row.table, seats_to_act(row.table)[0])
        plans.append(played(plans[-1], choice.choice(actions), row.changed_at_ms + 500))
    return plans


@pytest.fixture(scope="module")
def plans():
    return game_plans()


def stream(audience, plans):
    """Return every frame that an audience gets from the first event on: deltas, a replay and a snapshot of each row."""
    scene = make_scene(audience, plans[0].after, SEATS)
    scene.prime(plans[0].after, plans[0].events, {})
    log = list(plans[0].events)
    yield scene.snapshot(plans[0].after, log)
    for plan in plans[1:]:
        log += plan.events
        yield from scene.events(plan.after, plan.events)
        yield from scene.replay(plan.after, log[-5:])
        yield scene.snapshot(plan.after, log)


@pytest.mark.parametrize("audience", AUDIENCES, ids=str)
def test_no_frame_holds_a_secret(plans, audience):
    layout = next(line.line for line in plans[0].events if line.line.label.endswith("layout"))
    secrets = [layout.text, SEED.hex(), "salt", "~"]
    secrets += [
        part["salt"]
        for plan in plans
        for event in plan.events
        if event.private
        for part in orjson.loads(event.private).values()
    ]

    for frame in stream(audience, plans):
        assert not [secret for secret in secrets if secret in frame]


@pytest.mark.parametrize("audience", AUDIENCES, ids=str)
def test_what_is_hidden_makes_no_difference(plans, audience):
    """Deal everything anew that the audience cannot know: each frame of the moment must stay the same."""
    the_game = game("junqi")
    for number in range(1, len(plans), 7):
        before, plan = plans[number - 1].after, plans[number]
        row = plan.after
        if row.status != "live":
            break
        state = the_game.redeal(row.table.state, audience.viewer, SeededRandom(number))
        other = replace(row, table=replace(row.table, state=state))

        frames = [told(audience, before, shown, plan) for shown in (row, other)]

        assert frames[0] == frames[1]


def told(audience, before, row, plan):
    scene = make_scene(audience, before, SEATS)
    scene.prime(before, (), {})
    frames = [*scene.events(row, plan.events), scene.snapshot(row, plan.events)]
    return [untimed(orjson.loads(frame)) for frame in frames]


def untimed(frame):
    frame.pop("server_ms", None)
    if frame.get("clk"):
        frame["clk"].pop("server_ms")
    return frame


def test_a_revealed_piece_is_told_to_all(plans):
    plan = next(plan for plan in plans if any(event.line.events for event in plan.events) and plan.after.table.ply == 1)
    revealed = plan.events[-1].line.events[0].public

    for audience in AUDIENCES:
        scene = make_scene(audience, plan.before, SEATS)
        scene.prime(plan.before, (), {})
        frame = orjson.loads(scene.events(plan.after, plan.events)[-1])
        if audience.form == "json":
            assert revealed["piece"] in canonical(frame["line"]).decode()
            continue
        assert any(revealed["node"] in name for name in frame["els"])
        assert frame["say"]
        assert frame["append"]["moves"]


def test_everybody_gets_the_public_things(plans):
    row = plans[30].after
    for audience in AUDIENCES:
        scene = make_scene(audience, row, SEATS)
        frame = orjson.loads(scene.snapshot(row, plans[30].events))
        assert frame["seq"] == row.seq
        assert frame["clk"]["deadline_ms"] == next_deadline(row.table)
        assert (frame["legal"] is not None) == (audience.viewer in seats_to_act(row.table))
        if audience.form == "json":
            assert set(frame["view"]["board"].values()) > {".", "?"}
            assert frame["view"]["overview"]["fallen"]
        else:
            assert frame["svg"].count("data-el") > 60
            assert {"clock-0", "clock-1", "facts", "panels", "status", "moves", "notice"} <= set(frame["parts"])
