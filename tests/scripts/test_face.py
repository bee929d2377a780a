"""The clock face: what is pressed is shown at once, kept, sent in order, and told when it did not count."""

from __future__ import annotations

import pytest

from tests.scripts.facestage import FaceStage

pytestmark = pytest.mark.browser

PORTRAIT = {"width": 390, "height": 844}
IS_KEPT = """async () => {
  const kept = await (await caches.open('flagfall-face')).keys();
  return kept.some(({ url }) => url.endsWith('/queue.js'));
}"""
LANDSCAPE = {"width": 844, "height": 390}


@pytest.fixture
def face(new_page):
    def open_face(size=PORTRAIT, **more):
        stage = FaceStage(new_page(**size), **more)
        stage.start(stage.now)
        return stage.open()

    return open_face


def test_a_touch_ends_the_own_turn_with_the_instant_of_the_touch(face):
    stage = face()
    before = stage.now

    stage.touch(1)  # that clock stands
    stage.touch(0)

    stage.until(stage.heard)
    (command,) = stage.heard()
    assert (command["a"], command["seat"], command["ply"]) == ("press", 0, 4)
    assert before <= command["stamp_ms"] <= stage.now
    stage.until(lambda: "is-running" in stage.marks(1))
    assert stage.half(0).locator("[data-moves]").inner_text() == "3 moves"
    assert stage.half(0).locator("[data-gain]").inner_text() == "+0:03"


def test_the_finger_counts_when_it_comes_down(face):
    stage = face()
    box = stage.half(0).bounding_box()
    stage.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)

    stage.page.mouse.down()
    stage.until(stage.heard)
    down = stage.heard()[0]["stamp_ms"]
    stage.page.wait_for_timeout(200)
    stage.page.mouse.up()
    stage.page.wait_for_timeout(100)

    assert len(stage.heard()) == 1
    assert stage.now - down >= 200


def test_without_a_line_presses_are_shown_as_made_but_unconfirmed_and_sent_in_order(face):
    stage = face()
    stage.cut()
    stage.until(lambda: stage.line_says() == "No line; the clock goes on")

    stage.touch(0)
    assert stage.marks(0) == {"is-pending"}
    assert stage.says(0) == "Pressed, not yet confirmed"
    assert "is-running" in stage.marks(1)
    stage.touch(1)
    stage.touch(0)
    assert stage.line_says() == "No line; 3 to send"
    assert stage.half(0).locator("[data-moves]").inner_text() == "4 moves"
    assert stage.heard() == []

    stage.mend()
    stage.until(lambda: len(stage.heard()) == 3)
    commands = stage.heard()
    assert [(one["seat"], one["ply"]) for one in commands] == [(0, 4), (1, 5), (0, 6)]
    assert len({one["cmd"] for one in commands}) == 3
    stamps = [one["stamp_ms"] for one in commands]
    assert stamps == sorted(stamps)
    stage.until(lambda: stage.line_says() == "Live")
    assert "is-pending" not in stage.marks(0) | stage.marks(1)
    assert stage.ply == 7


def test_what_waits_survives_a_reload_and_keeps_its_id_and_instant(face):
    stage = face()
    stage.answers = False
    stage.touch(0)
    stage.until(stage.heard)
    first = stage.heard()[0]

    stage.answers = True
    stage.page.reload()

    stage.until(lambda: stage.ply == 5)
    again = stage.heard()[-1]
    assert {key: again[key] for key in ("cmd", "seat", "ply", "a", "stamp_ms")} == {
        key: first[key] for key in ("cmd", "seat", "ply", "a", "stamp_ms")
    }
    stage.until(lambda: "is-running" in stage.marks(1))
    stage.page.reload()
    stage.page.wait_for_selector("[data-face][data-state=live]")
    stage.page.wait_for_timeout(300)
    assert [one["cmd"] for one in stage.heard()].count(first["cmd"]) == 2


def test_a_refused_press_is_told_and_goes_with_what_came_after_it(face):
    stage = face()
    stage.cut()
    stage.touch(0)
    stage.touch(1)
    stage.refuse = lambda command: "stale_ply"

    stage.mend()

    stage.until(stage.heard)
    stage.until(lambda: "did not count" in stage.ask(0))
    assert stage.ask(0) == "Press of move 3 did not count: stale_ply."
    assert stage.ask(1) == "Press of move 3 did not count: stale_ply."
    assert len(stage.heard()) == 1
    assert "is-running" in stage.marks(0)
    stage.half(0).get_by_role("button", name="Understood").click()
    assert stage.half(0).locator("[data-ask]").is_hidden()


def test_an_entry_of_the_other_side_makes_no_press_stale(face):
    stage = face(seats=(0,))
    stage.cut()
    stage.touch(0)
    stage.ply, stage.view = 5, {**stage.view, "claims": [None, "1/2"]}
    stage.seq += 1
    stage.refuse = lambda command: "stale_ply" if command["ply"] != stage.ply else ""

    stage.mend()

    stage.until(lambda: stage.ply == 6)
    first, second = stage.heard()
    assert (first["ply"], second["ply"]) == (4, 5)
    assert first["cmd"] != second["cmd"]
    assert first["stamp_ms"] == second["stamp_ms"]
    assert stage.ask(0) == "Ben offers a draw."


def test_the_clock_shows_what_the_server_says_once_it_has_answered(face):
    stage = face()
    stage.touch(0)
    stage.until(lambda: "is-running" in stage.marks(1) and not stage.marks(0) & {"is-pending"})

    stage.left_ms = [100_000, 200_000]
    stage.start(stage.now)
    stage.event("add_time")

    stage.until(lambda: stage.time(0) == "1:40")
    stage.until(lambda: stage.time(1) in {"3:20", "3:19"})


def test_the_flag_is_shown_at_once_and_said_to_the_server(face):
    stage = face(left_ms=[5_000, 60_000])
    stage.until(lambda: "is-low" in stage.marks(0))
    assert stage.says(0) == "Little time left"
    assert stage.half(0).locator(".flag").is_visible()

    stage.until(lambda: "is-fallen" in stage.marks(0))

    assert stage.time(0) == "0:00.0"
    stage.until(stage.heard)
    assert [(one["a"], one["seat"]) for one in stage.heard()] == [("fall", 0)]
    stage.touch(0)
    stage.page.wait_for_timeout(200)
    assert len(stage.heard()) == 1


def test_another_clock_at_zero_is_only_pointed_at(face):
    stage = face(seats=(1,), left_ms=[700, 60_000])

    stage.until(lambda: "is-fallen" in stage.marks(0))

    stage.until(lambda: stage.heard("flag"))
    assert stage.heard() == []


@pytest.mark.parametrize("size", [PORTRAIT, LANDSCAPE], ids=["above each other", "side by side"])
def test_keys_press_the_clock_of_their_side(face, size):
    stage = face(size)
    lies = {seat: stage.half(seat).bounding_box() for seat in (0, 1)}
    axis = "y" if size is PORTRAIT else "x"
    second = max(lies, key=lambda seat: lies[seat][axis])
    keys = {second: "ArrowRight", 1 - second: "ArrowLeft"}

    stage.page.keyboard.press(keys[1])
    stage.page.keyboard.press(keys[0])
    stage.until(lambda: stage.ply == 5)
    stage.page.keyboard.press("ControlRight" if second == 1 else "ControlLeft")
    stage.until(lambda: stage.ply == 6)
    stage.page.keyboard.press("Space")
    stage.until(lambda: stage.ply == 7)

    assert [one["seat"] for one in stage.heard()] == [0, 1, 0]


def test_control_with_another_key_presses_nothing(face):
    stage = face()

    for side in ("ControlLeft", "ControlRight"):
        stage.page.keyboard.down(side)
        stage.page.keyboard.press("l")
        stage.page.keyboard.up(side)

    stage.page.wait_for_timeout(150)
    assert stage.heard() == []


def test_a_focused_half_is_pressed_once_by_its_key(face):
    stage = face()
    stage.half(0).locator("[data-press]").focus()

    stage.page.keyboard.press("Space")

    stage.until(lambda: stage.ply == 5)
    stage.page.wait_for_timeout(150)
    assert len(stage.heard()) == 1


def test_the_menu_of_one_side_leaves_the_other_its_clock(face):
    stage = face(running=1)
    stage.menu(0)
    assert stage.half(0).locator("[data-sheet]").is_visible()

    stage.touch(1)

    stage.until(lambda: stage.ply == 5)
    assert stage.half(0).locator("[data-sheet]").is_visible()
    stage.page.keyboard.press("Escape")
    assert stage.half(0).locator("[data-sheet]").is_hidden()


def test_both_sides_enter_the_same_result(face):
    stage = face()
    stage.menu(0, "Enter the result", "1 : 0 Ana wins")

    stage.until(stage.heard)
    assert (stage.heard()[0]["a"], stage.heard()[0]["ply"]) == ("claim 1-0", None)
    stage.until(lambda: "waits for Ben" in stage.ask(0))
    assert stage.ask(0) == "You entered 1 : 0. It waits for Ben."
    assert stage.ask(1) == "Ana enters 1 : 0: Ana wins."

    stage.half(1).get_by_role("button", name="Confirm").click()
    stage.until(lambda: len(stage.heard()) == 2)
    assert (stage.heard()[1]["a"], stage.heard()[1]["seat"]) == ("claim 1-0", 1)
    stage.status = "over"
    stage.view = {**stage.view, "result": {"reason": "CLAIMED", "outcome": "win", "winner": 0, "scores": [1, 0]}}
    stage.event("end")
    stage.until(lambda: "is-over" in stage.marks(0))
    assert [stage.half(seat).locator("[data-score]").inner_text() for seat in (0, 1)] == ["1", "0"]
    assert stage.says(0) == "Won · Result entered at the board"
    assert stage.says(1) == "Lost · Result entered at the board"
    assert stage.page.get_by_role("link", name="Record").is_visible()


def test_a_draw_is_offered_put_off_and_taken_back(face):
    stage = face()
    stage.menu(0, "Offer a draw")
    stage.until(lambda: stage.ask(1) == "Ana offers a draw.")

    stage.half(1).get_by_role("button", name="Play on").click()
    assert stage.half(1).locator("[data-ask]").is_hidden()
    stage.half(0).get_by_role("button", name="Take back").click()
    stage.until(lambda: len(stage.heard()) == 2)
    assert stage.heard()[1]["a"] == "claim -"


def test_different_results_are_told_to_both(face):
    stage = face(view={"moves": [9, 9], "claims": ["1-0", "0-1"], "quiet": 0, "fallen": None, "result": None})

    assert stage.ask(0) == "You entered 1 : 0, Ben entered 0 : 1. The arbiter has been told."
    assert stage.ask(1) == "You entered 0 : 1, Ana entered 1 : 0. The arbiter has been told."


def test_resigning_asks_first(face):
    stage = face()
    stage.menu(1, "Resign")
    stage.page.wait_for_timeout(100)
    assert stage.heard() == []

    stage.half(1).locator("[data-panel=resign]").get_by_role("button", name="Resign").click()

    stage.until(stage.heard)
    assert (stage.heard()[0]["a"], stage.heard()[0]["seat"]) == ("resign", 1)


def test_the_arbiter_is_called_without_leaving_the_clock(face):
    stage = face()
    stage.menu(0, "Call the arbiter")
    stage.half(0).locator("[data-panel=call]").get_by_role("button", name="Call the arbiter").click()

    stage.until(lambda: stage.calls)
    stage.until(lambda: stage.ask(0) == "The arbiter has been called. The match goes on.")
    assert "reason" in stage.calls[0]


def test_each_side_says_that_it_is_ready(face):
    waiting = {"moves": [0, 0], "claims": [None, None], "quiet": 0, "fallen": None, "result": None}
    stage = face(status="waiting", ply=0, view={**waiting, "ready": [False, False]})
    assert stage.says(0) == "Touch when you are ready"
    assert stage.half(0).locator("[data-moves]").inner_text() == "moves first"

    stage.touch(0)

    stage.until(stage.heard)
    assert (stage.heard()[0]["a"], stage.heard()[0]["seat"]) == ("ready", 0)
    stage.until(lambda: stage.says(0) == "Ready")
    stage.touch(0)
    stage.page.wait_for_timeout(100)
    assert len(stage.heard()) == 1


def test_a_pause_stops_the_face_and_says_why(face):
    stage = face()
    stage.status = "paused"
    stage.event("pause", text="pause the light is out")

    stage.until(lambda: stage.says(0) == "Paused: the light is out")
    stage.view = {**stage.view, "resumes_at_ms": stage.now + 90_000}
    stage.event("resume_at")
    stage.until(lambda: stage.says(0) in {"Paused; goes on in 1:30", "Paused; goes on in 1:29"})
    stage.touch(0)
    stage.page.wait_for_timeout(100)
    assert stage.heard() == []


def test_a_move_with_progress_has_a_field_of_its_own(face):
    stage = face(quiet_limit=120)
    assert stage.page.locator("[data-quiet]").inner_text() == "3 of 120 quiet"

    stage.half(0).get_by_role("button", name="Capture or pawn move").click()

    stage.until(stage.heard)
    assert stage.heard()[0]["a"] == "press progress"


def test_who_only_looks_on_has_nothing_to_press(face):
    stage = face(seats=())

    assert stage.page.locator("[data-press], [data-menu], [data-sheet]").count() == 0
    stage.half(0).click()
    stage.page.keyboard.press("Space")
    stage.page.wait_for_timeout(100)
    assert stage.heard() == []


def test_clocks_are_read_out_when_asked_for(face):
    stage = face()
    assert stage.half(0).locator("[data-press]").get_attribute("aria-label") == "Ana: end the turn"

    stage.page.keyboard.press("c")

    stage.until(lambda: stage.page.locator("[data-whisper]").inner_text() != "")
    told = stage.page.locator("[data-whisper]").inner_text()
    assert "Ana: 4 minutes 59 seconds" in told or "Ana: 5 minutes 0 seconds" in told
    assert "Ben: 5 minutes 0 seconds, 2 moves." in told


def test_the_device_remembers_how_it_lies(face):
    stage = face()
    stage.menu(0, "Swap the sides")
    lower = max((0, 1), key=lambda seat: stage.half(seat).bounding_box()["y"])
    assert lower == 1

    stage.page.reload()
    stage.page.wait_for_selector("[data-face][data-state=live]")

    assert max((0, 1), key=lambda seat: stage.half(seat).bounding_box()["y"]) == 1


def test_the_screen_is_kept_on_or_it_is_said_once_that_it_cannot(new_page):
    stage = FaceStage(new_page(**PORTRAIT))
    stage.start(stage.now)
    stage.open()
    assert stage.page.evaluate("window.locks") == ["screen"]

    stage.page.add_init_script("delete navigator.wakeLock")
    stage.page.reload()
    stage.until(lambda: stage.ask(0).startswith("This browser cannot keep the screen on."))
    stage.half(0).get_by_role("button", name="Understood").click()
    stage.page.reload()
    stage.page.wait_for_selector("[data-face][data-state=live]")
    assert stage.half(0).locator("[data-ask]").is_hidden()


def test_a_device_keeps_the_page_for_a_reload_without_a_line(new_page):
    stage = FaceStage(new_page(**PORTRAIT))
    stage.start(stage.now)
    with stage.at_home() as address:
        stage.page.goto(address)
        stage.page.wait_for_selector("[data-face][data-state=live]")
        stage.page.wait_for_function(IS_KEPT)
        stage.touch(0)
        stage.until(lambda: stage.line_says() == "Live" and stage.ply == 5)
        stage.cut()
        stage.page.context.set_offline(True)
        stage.touch(1)
        stage.page.wait_for_timeout(300)

        stage.page.reload()

        # The page is older than the press that was answered, and knows of both.
        stage.until(lambda: "is-running" in stage.marks(0))
        assert "1 to send" in stage.line_says()
        assert [stage.half(seat).locator("[data-moves]").inner_text() for seat in (0, 1)] == ["Move 4", "3 moves"]
        stage.page.context.set_offline(False)
        stage.mend()
        stage.until(lambda: stage.ply == 6)
        stage.page.evaluate("navigator.serviceWorker.getRegistration().then(one => one.unregister())")
