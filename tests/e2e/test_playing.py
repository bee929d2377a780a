"""Two windows play, others watch: everybody sees the same, whatever happens to their pages and lines."""

from __future__ import annotations

import pytest

from tests.e2e.people import until

pytestmark = pytest.mark.browser

TARGET = ".spot.is-target, .spot.is-capture"
FIVE_MINUTES = {"kind": "absolute", "base_ms": 300_000}


@pytest.fixture
def table(stage):
    """Return a match between Ana and Ben that has begun, with their links by seat."""
    made = stage.knockout(players=["Ana", "Ben"], control=FIVE_MINUTES)
    match_id = made["matches"]["R1-1"]
    names = stage.truth(match_id=match_id)["names"]
    return match_id, [made["links"][name] for name in names]


def shown(person):
    """Return what a window shows of the match to everybody."""
    facts = person.page.locator("#facts li:not([data-fact=colours])").all_inner_texts()
    return {
        "board": person.board(),
        "overview": person.overview(),
        "moves": person.moves(),
        "facts": facts,
    }


def clocks(person):
    """Return the seconds that both clocks show."""
    times = [person.text(f"#clock-{seat} [data-clock-time]") for seat in (0, 1)]
    return [60 * int(minutes) + float(seconds) for minutes, _, seconds in (time.partition(":") for time in times)]


def test_two_windows_play_by_mouse_and_keyboard_and_a_third_sees_the_same(people, stage, table):
    match_id, links = table
    players = [people(link=link) for link in links]
    spectator = people()
    for person in (*players, spectator):
        person.sit_down(match_id)
    for player in players:
        player.page.get_by_role("button", name="I am ready").click()

    for ply in range(8):
        mover = until(lambda: next((player for player in players if player.is_to_act), None), "somebody's turn")
        assert sum(player.is_to_act for player in players) == 1
        (mover.play_by_keyboard if ply % 2 else mover.play_by_mouse)()
        for person in (*players, spectator):
            person.wait_for_ply(ply + 1)

    views = [shown(person) for person in (*players, spectator)]
    assert views[0] == views[1] == views[2]
    assert len(views[2]["moves"]) >= 8
    truth = stage.truth(match_id=match_id)
    assert truth["ply"] == 8
    assert spectator.board() == {node: text for node, text in truth["view"]["board"].items() if text != "."}
    assert not spectator.is_to_act

    times = [clocks(person) for person in (*players, spectator)]
    assert all(abs(one - other) <= 1 for both in zip(*times, strict=True) for one in both for other in both), times
    running = [person.page.locator(".clock--running").get_attribute("id") for person in (*players, spectator)]
    assert running == [f"clock-{truth['to_act'][0]}"] * 3


def test_a_refused_move_leaves_the_match_and_the_window_as_they_are(people, stage, table):
    match_id, links = table
    stage.begin(match_id=match_id)
    seat = stage.truth(match_id=match_id)["to_act"][0]
    player = people(link=links[1 - seat])
    player.sit_down(match_id)
    before = shown(player)

    player.page.locator(".spot").first.click(force=True)
    answer = player.page.request.post(
        f"{player.url}/m/{match_id}/act/",
        data={"cmd": "out-of-turn", "ply": 0, "a": "flip a1"},
        headers={"X-CSRFToken": csrf(player), "Accept": "application/json"},
    )

    assert (answer.status, answer.json()["code"]) == (409, "NOT_YOUR_TURN")
    assert shown(player) == before
    assert stage.truth(match_id=match_id)["ply"] == 0


def csrf(person):
    return next(cookie["value"] for cookie in person.page.context.cookies() if cookie["name"] == "csrftoken")


def test_a_player_who_reloads_in_the_middle_of_a_move_goes_on(people, stage, table):
    match_id, links = table
    stage.begin(match_id=match_id)
    ply = stage.play_to_a_move(match_id=match_id)
    seat = stage.truth(match_id=match_id)["to_act"][0]
    player, other = people(link=links[seat]), people(link=links[1 - seat])
    for person in (player, other):
        person.sit_down(match_id)
    player.page.locator(".spot.is-pick[aria-description]").first.click()
    player.page.wait_for_selector(TARGET)

    player.page.reload()
    player.page.wait_for_selector("[data-state=live]")

    assert shown(player) == shown(other)
    assert player.page.locator(".spot.is-picked").count() == 0
    player.page.locator(".spot.is-pick[aria-description]").first.click()
    player.page.locator(TARGET).first.click()
    other.wait_for_ply(ply + 1)
    assert shown(player) == shown(other)


def test_a_lost_line_comes_back_with_everything_that_was_missed(people, stage, table):
    match_id, links = table
    stage.begin(match_id=match_id)
    lines = []
    seat = stage.truth(match_id=match_id)["to_act"][0]
    player = people(link=links[1 - seat])
    is_up = {"is": True}

    def connect(line):
        if is_up["is"]:
            lines.append((line, line.connect_to_server()))
        else:
            line.close(code=1013)

    player.page.route_web_socket("**/ws/**", connect)
    player.sit_down(match_id)
    is_up["is"] = False
    lines[-1][0].close(code=1006)
    lines[-1][1].close(code=1000)
    player.page.wait_for_selector("[data-state=connecting]", state="attached")
    stage.play(match_id=match_id, plies=3)

    is_up["is"] = True
    player.page.wait_for_selector("[data-state=live]", state="attached")
    player.wait_for_ply(3)

    assert player.board() == {
        node: text for node, text in stage.truth(match_id=match_id)["view"]["board"].items() if text != "."
    }
    player.play_by_mouse()


def test_a_player_comes_back_on_another_device_and_continues_at_the_same_ply(people, stage, table):
    match_id, links = table
    stage.begin(match_id=match_id)
    seat = stage.truth(match_id=match_id)["to_act"][0]
    first, other = people(link=links[seat]), people(link=links[1 - seat])
    for person in (first, other):
        person.sit_down(match_id)
    first.play_by_mouse()
    first.page.context.close()
    other.play_by_mouse()

    second = people(link=links[seat], width=390, height=780)
    second.sit_down(match_id)

    assert second.ply == 2
    second.play_by_mouse()
    other.wait_for_ply(3)
    assert shown(second) == shown(other)


def test_the_autopilot_moves_for_who_is_absent_and_hands_back(people, stage):
    made = stage.knockout(
        players=["Ana", "Ben"],
        control={"kind": "per_move", "per_move_ms": 4_000},
        options={"autopilot_forfeit_after": 0, "autopilot_delay_s": 2},
    )
    match_id = made["matches"]["R1-1"]
    stage.begin(match_id=match_id)
    truth = stage.truth(match_id=match_id)
    absent = people(link=made["links"][truth["names"][truth["to_act"][0]]])
    absent.sit_down(match_id)

    back = absent.page.get_by_role("button", name="Take back control")
    back.wait_for()
    assert "The autopilot is moving for you" in absent.text("#notice")
    assert "autopilot" in absent.text(f"#clock-{truth['to_act'][0]}")
    absent.wait_for_ply(1)
    assert absent.moves()

    back.click()
    absent.page.wait_for_selector("#notice", state="hidden")
    assert stage.truth(match_id=match_id)["autopilot"][truth["to_act"][0]] is False
    absent.play_by_mouse()
