"""A game on a real board, with phones as its clock: through a loss of the network to a confirmed result."""

from __future__ import annotations

import pytest

from tests.e2e.faces import AtTheBoard
from tests.e2e.people import until

pytestmark = pytest.mark.browser

FIVE_AND_THREE = {"kind": "fischer", "base_ms": 300_000, "increment_ms": 3_000}
PHONE = {"width": 390, "height": 844}


@pytest.fixture(params=[False], ids=[""])
def board(stage, request):
    """Return a match at a board that waits for both players, with their links by seat; `param`: with one device."""
    more = {"one_device": True} if request.param else {}
    made = stage.knockout(players=["Ana", "Ben"], game="over_the_board", control=FIVE_AND_THREE, **more)
    match_id = made["matches"]["R1-1"]
    return made, match_id, [made["links"][name] for name in stage.truth(match_id=match_id)["names"]]


@pytest.fixture
def come(new_page, service):
    return lambda **options: AtTheBoard(new_page, service.url, **{**PHONE, **options})


def clock_of(stage, match_id):
    return stage.truth(match_id=match_id)["state"]


def test_two_phones_are_the_clock_of_a_whole_game(come, stage, board):
    made, match_id, links = board
    players = [come(link=link) for link in links]
    onlooker = come()
    for device in (*players, onlooker):
        device.lay_down(match_id)
    for seat, device in enumerate(players):
        device.touch(seat)
    for device in (*players, onlooker):
        device.wait_until_runs(0)

    for turn in range(6):
        seat = turn % 2
        players[seat].touch(seat)
        for device in (*players, onlooker):
            device.wait_until_runs(1 - seat)
    truth = clock_of(stage, match_id)
    assert truth["moves"] == [3, 3]
    # three increments of 3 s each, less what was thought
    assert all(300_000 < left <= 309_000 for left in truth["clock"]["left_ms"])

    players[0].lose_line()
    players[0].touch(0)
    assert players[0].runs(1)
    assert players[0].is_pending(0)
    shown = players[0].reading(0)
    players[0].page.wait_for_timeout(2_500)
    assert clock_of(stage, match_id)["moves"] == [3, 3]
    players[0].find_line()
    players[1].wait_until_runs(1)
    until(lambda: not players[0].is_pending(0), "the answer to the press")
    truth = clock_of(stage, match_id)
    assert truth["moves"] == [4, 3]
    # the press counts from when it was made, not from when it arrived
    assert abs(truth["clock"]["left_ms"][0] / 1000 - shown) < 1.5
    assert abs(players[1].reading(0) - shown) < 1.5

    players[1].touch(1)
    players[0].wait_until_runs(0)
    players[0].choose(0, "Enter the result", "1 : 0")
    asked = players[1].half(1).locator("[data-ask-text]")
    asked.wait_for()
    names = stage.truth(match_id=match_id)["names"]
    assert asked.inner_text() == f"{names[0]} enters 1 : 0: {names[0]} wins."
    assert stage.truth(match_id=match_id)["status"] == "live"

    players[1].answer(1, "Confirm")
    for device in (*players, onlooker):
        device.page.wait_for_selector(".half.is-over", state="attached")
        assert [device.half(seat).locator("[data-score]").inner_text() for seat in (0, 1)] == ["1", "0"]
    outcome = stage.truth(match_id=match_id)["outcome"]
    assert (outcome["winner"], outcome["reason"]) == (0, "CLAIMED")
    until(lambda: stage.results(slug=made["slug"]), "the result of the pairing")


@pytest.mark.parametrize("board", [True], ids=[""], indirect=True)
def test_one_device_is_both_clocks_by_keyboard_and_through_a_loss_of_the_network(come, stage, board):
    _made, match_id, links = board
    device = come(link=links[0])
    device.lay_down(match_id)
    lower = max((0, 1), key=lambda seat: device.half(seat).bounding_box()["y"])
    keys = {lower: "ArrowDown", 1 - lower: "ArrowUp"}
    for seat in (0, 1):
        device.page.keyboard.press(keys[seat])
    device.wait_until_runs(0)

    for turn in range(4):
        device.page.keyboard.press(keys[turn % 2])
        device.wait_until_runs(1 - turn % 2)
    until(lambda: clock_of(stage, match_id)["moves"] == [2, 2], "four presses")

    device.lose_line()
    for turn in range(3):
        device.page.keyboard.press("Space")
        device.wait_until_runs(1 - turn % 2)
        device.page.wait_for_timeout(300)
    assert device.line() == "No line; 3 to send"
    shown = [device.reading(seat) for seat in (0, 1)]
    device.page.reload()
    until(lambda: "3 to send" in device.line(), "what waits, after a reload without a line")
    device.wait_until_runs(1)
    assert all(abs(device.reading(seat) - shown[seat]) < 5 for seat in (0, 1))
    assert clock_of(stage, match_id)["moves"] == [2, 2]
    device.find_line()
    until(lambda: clock_of(stage, match_id)["moves"] == [4, 3], "the presses that waited")
    until(lambda: device.line() == "Live", "an empty queue")

    device.page.keyboard.press("m")
    device.page.keyboard.press("Escape")
    device.choose(0, "Offer a draw")
    device.answer(1, "Agree to a draw")
    device.page.wait_for_selector(".half.is-over", state="attached")
    assert stage.truth(match_id=match_id)["outcome"]["winner"] is None
    assert device.half(0).locator("[data-score]").inner_text() == "½"
