"""The clock that runs on a device without its server counts as the server does, to the millisecond."""

from __future__ import annotations

import json
import random

import pytest

from gameengine.clock import Clock, control_from_notation
from gameengine.clock.registry import KINDS
from tests.scripts.facestage import FaceStage

pytestmark = pytest.mark.browser

CONTROLS = (
    "5+0",
    "5+3",
    "5+3 max 6 first",
    "30s/move",
    "none",
    "5 d3",
    "5 b3 first",
    "1+5x30s",
    "2+4 in 3",
    "hourglass 5",
    "5/3+2, 7/2+1, 1+3",
    "5+0 vs 4+2",
)

WALK = """async ([control, banks, uses]) => {
  const { allowance, isKnown, ofSeat, pressed, reading } = await import('/static/js/face/control.js');
  const told = [];
  uses.forEach((used, turn) => {
    banks = pressed(control, banks, turn % 2, used);
    const each = (read) => banks.map((bank, seat) => read(ofSeat(control, seat), bank));
    told.push([banks, each(allowance), each(reading)]);
  });
  return [isKnown(control), told];
}"""


def walk(control, seed, presses=60):
    """Return the first banks, what each press used, and the banks and readings after each of them."""
    chance, at_ms = random.Random(seed), 1_000_000
    clock = Clock.fresh(control, 2).press(at_ms, completed=None, running=0)
    first, uses, told = clock.banks, [], []
    for turn in range(presses):
        left = clock.left_ms(turn % 2, at_ms)
        used = chance.choice((0, 1, 999, 2_999, 3_000, chance.randrange(1, 40_000)))
        used = used if left is None else min(used, left - 1)
        at_ms += used
        clock = clock.press(at_ms, completed=turn % 2, running=1 - turn % 2)
        uses.append(used)
        told.append(
            [
                [list(bank) for bank in clock.banks],
                [clock.left_ms(seat, at_ms) for seat in (0, 1)],
                [json.loads(json.dumps(clock.reading(seat, at_ms).to_json())) for seat in (0, 1)],
            ]
        )
    return [list(bank) for bank in first], uses, told


@pytest.fixture
def device(new_page):
    stage = FaceStage(new_page())
    stage.start(stage.now)
    return stage.open().page


def test_every_control_is_counted_as_the_server_counts_it(device):
    assert {control_from_notation(notation).kind for notation in CONTROLS} >= set(KINDS) - {"correspondence"}
    for notation in CONTROLS:
        control = control_from_notation(notation)
        for seed in range(8):
            first, uses, told = walk(control, f"{notation} {seed}")
            assert device.evaluate(WALK, [control.to_json(), first, uses]) == [True, told], (notation, seed)


def test_a_control_that_the_device_does_not_know_is_not_counted(device):
    assert (
        device.evaluate("async () => (await import('/static/js/face/control.js')).isKnown({ kind: 'sundial' })")
        is False
    )
