"""Whether the matches of a simulation ended as they had to, given who was away when."""

import pytest

from flagfall.simulation.absences import Departure, Played, judged
from gameengine.games.junqi import game

MADE = 1_000_000
NEVER = Departure(MADE - 60_000)
FIVE = tuple((1, MADE + 40_000 + second * 1_000) for second in range(1, 6))


def match(reason, ranks, **about):
    given = {"actions": ((0, MADE + 1_000),), "automatic": (), "forfeit_after": 5, **about}
    return Played("m1", "board 1", game, ("Ada", "Bela"), (0, 1), MADE, reason, ranks, **given)


def vanished(at_s=10):
    return {"Bela": Departure(MADE + at_s * 1_000, "m1")}


@pytest.mark.parametrize(
    ("played", "gone", "told"),
    [
        pytest.param(match("FORFEIT", (1, 2), actions=()), {"Bela": NEVER}, "Bela did not come; Ada won", id="no show"),
        pytest.param(
            match("DOUBLE_FORFEIT", (1, 1), actions=()),
            {"Bela": NEVER, "Ada": NEVER},
            "all have lost",
            id="nobody came",
        ),
        pytest.param(
            match("FORFEIT", (2, 1), actions=()),
            {"Ada": Departure(MADE - 5, "m0")},
            "Ada did not come",
            id="gone before",
        ),
        pytest.param(
            match("AUTOPILOT", (1, 2), automatic=FIVE), vanished(), "5 automatic moves, then Ada won", id="autopilot"
        ),
        pytest.param(match("NO_MOVES", (2, 1), automatic=FIVE[:2]), vanished(), "2 automatic moves", id="the rules"),
        pytest.param(match("TIME", (1, 2)), vanished(), "Ada won", id="time"),
    ],
)
def test_what_had_to_happen_holds(played, gone, told):
    verdict = judged([played], gone)

    assert verdict.wrong == []
    assert told in verdict.told[0]


@pytest.mark.parametrize(
    ("played", "gone", "wrong"),
    [
        pytest.param(match("FORFEIT", (2, 1), actions=()), {"Bela": NEVER}, "had to end", id="the other one lost"),
        pytest.param(match("FLAG", (2, 1), actions=()), {"Bela": NEVER}, "had to end with FORFEIT", id="no forfeit"),
        pytest.param(
            match("DOUBLE_FORFEIT", (1, 1), actions=()), {"Bela": NEVER}, "not DOUBLE_FORFEIT", id="one was there"
        ),
        pytest.param(match("FORFEIT", (1, 2)), {"Bela": NEVER, "Ada": NEVER}, "acted without", id="a ghost"),
        pytest.param(match("FORFEIT", (1, 2)), {}, "although everybody was there", id="forfeit of somebody present"),
        pytest.param(match("AUTOPILOT", (1, 2), automatic=FIVE), {}, "although everybody", id="autopilot of nobody"),
        pytest.param(match("AUTOPILOT", (2, 1), automatic=FIVE), vanished(), "somebody else lost", id="the wrong one"),
        pytest.param(match("AUTOPILOT", (1, 2), automatic=FIVE[:3]), vanished(), "after 3", id="too early"),
        pytest.param(
            match("AUTOPILOT", (1, 2), automatic=FIVE, actions=((1, MADE + 30_000),)),
            vanished(),
            "acted after",
            id="a hand",
        ),
        pytest.param(match("FORFEIT", (1, 2)), vanished(), "had begun", id="forfeit in the middle"),
    ],
)
def test_what_must_not_happen_is_told(played, gone, wrong):
    assert any(wrong in one for one in judged([played], gone).wrong)


def test_whoever_is_there_may_lose_by_the_rules_or_on_time():
    assert judged([match("TIME", (1, 2)), match("FLAG", (2, 1))], {}).wrong == []
