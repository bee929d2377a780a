"""The page of a match, for a player, a spectator, and after the end; acting without a socket."""

import json

import pytest
from django.test import Client
from django.urls import reverse

from matches import access, services
from matches.models import Call, Match
from matches.store import load
from tests.matches.building import FIVE_SECONDS, UNLIMITED, live_match, new_match, play, some_action
from tests.matches.pages import arbiter, live_data, page, player, to_act, visitor, words_of

pytestmark = pytest.mark.django_db


def act(client, match, **fields):
    """Send a command as a form without script does."""
    return client.post(reverse("match-act", args=[match.pk]), {"cmd": "c1", "ply": load(match.pk).table.ply, **fields})


def act_json(client, match, body):
    data = body if isinstance(body, str) else json.dumps(body)
    url = reverse("match-act", args=[match.pk])
    return client.post(url, data, content_type="application/json", headers={"accept": "application/json"})


def resign(match, seat):
    services.match_act(match_id=match.pk, seat=seat, text="resign", cmd=f"resign-{seat}")


# what stands there


def test_the_title_says_whose_move_it_is():
    match = live_match()
    seat = to_act(match)

    assert "<title>Your move – Ana : Ben" in page(player(seat), "match", match.pk)
    mover = ("Ana", "Ben")[seat]
    assert f"<title>{mover} to move – Ana : Ben" in page(player(1 - seat), "match", match.pk)
    assert f"<title>{mover} to move – Ana : Ben" in page(visitor(), "match", match.pk)


def test_only_the_seat_to_move_gets_legal_actions():
    match = live_match()
    seat = to_act(match)

    own = live_data(page(player(seat), "match", match.pk))
    assert len(own["legal"]) == 50
    assert own["legal"][0] == {"a": "flip a1", "p": [["node-a1"]]}
    assert live_data(page(player(1 - seat), "match", match.pk))["legal"] is None
    assert live_data(page(visitor(), "match", match.pk))["legal"] is None


def test_the_page_carries_what_the_script_needs():
    match = live_match()
    text = page(player(0), "match", match.pk)

    assert f'data-match="{match.pk}"' in text
    assert f'data-ws="/ws/match/{match.pk}/"' in text
    assert 'data-seat="0"' in text
    for part in (
        "clock-0",
        "clock-1",
        "moves",
        "facts",
        "panels",
        "notice",
        "status",
        "presence-1",
        "actions",
        "board",
    ):
        assert f'id="{part}"' in text, part
    data = live_data(text)
    assert (data["seq"], data["ply"]) == (load(match.pk).seq, 0)
    assert set(data["clk"]) == {"running", "deadline_ms", "left_ms", "server_ms", "paused"}


def test_the_own_clock_stands_below_the_board():
    match = live_match()
    text = page(player(1), "match", match.pk)

    assert text.index('id="clock-0"') < text.index('id="board"') < text.index('id="clock-1"')


def test_moves_stand_in_the_notation_of_the_game_and_lead_to_the_replay():
    match = live_match()
    play(match.pk)
    text = page(visitor(), "match", match.pk)

    assert f'href="/m/{match.pk}/replay/?ply=1#p1">flip a1 (' in text


def test_a_match_that_waits_asks_whether_one_is_there(clock):
    match = new_match(no_show_ms=600_000)
    own, other = page(player(0), "match", match.pk), page(visitor(), "match", match.pk)

    assert "I am ready" in words_of(own)
    assert f'data-until-ms="{clock.at_ms + 600_000}"' in own
    assert "I am ready" not in words_of(other)


def test_the_three_steps_are_shown_before_the_first_match_of_a_game():
    first = new_match(owner_ref="one")

    assert page(player(0), "match", first.pk).count('<li class="step">') == 3
    assert '<li class="step">' not in page(visitor(), "match", first.pk)
    second = new_match(owner_ref="two")
    assert '<li class="step">' not in page(player(0), "match", second.pk)


def test_in_the_first_match_they_are_one_click_away():
    match = live_match()

    assert reverse("game-how", args=["junqi"]) in page(player(0), "match", match.pk)
    assert reverse("game-how", args=["junqi"]) not in page(visitor(), "match", match.pk)


def test_what_is_not_public_is_shown_to_nobody():
    class Closed:
        def role_for(self, principal, match):
            return access.Role(can_see=False)

    match = live_match()
    before = access.register(Closed())
    try:
        for name in ("match", "match-snap", "match-replay", "match-log", "match-check", "match-resign"):
            assert visitor().get(reverse(name, args=[match.pk])).status_code == 403, name
        assert visitor().get(reverse("match-frame", args=[match.pk, 0])).status_code == 403
        assert "Ana" not in page(visitor(), "game", "junqi")
    finally:
        access.register(before)


def test_an_autopilot_can_be_switched_off(clock):
    match = live_match(FIVE_SECONDS)
    seat = to_act(match)
    clock.pass_ms(5_500)
    services.match_settle(match_id=match.pk)

    assert "Take back control" in words_of(page(player(seat), "match", match.pk))
    assert "Take back control" not in words_of(page(player(1 - seat), "match", match.pk))
    answer = player(seat).post(reverse("match-resume", args=[match.pk]))
    assert answer.status_code == 302
    assert "Take back control" not in words_of(page(player(seat), "match", match.pk))


def test_a_finished_match_shows_the_result_and_what_comes_next():
    match = live_match(room="t/open")
    resign(match, 0)

    lost = page(player(0), "match", match.pk)
    assert "<title>You lose – Ana : Ben" in lost
    assert "Resigned" in words_of(lost)
    assert "0 : 1" in words_of(lost)
    assert 'href="/t/open/"' in lost
    assert reverse("match-replay", args=[match.pk]) in lost
    assert "dialog-resign" not in lost
    assert "Ben wins" in words_of(page(visitor(), "match", match.pk))


def test_names_are_escaped():
    match = live_match(seats=[services.SeatSpec("<b>Ana</b>"), services.SeatSpec("B&n")], label='"><script>')
    text = page(visitor(), "match", match.pk)

    assert "<b>Ana</b>" not in text
    assert '"><script>' not in text


def test_the_page_speaks_german():
    match = live_match()
    text = visitor().get(reverse("match", args=[match.pk]), headers={"accept-language": "de"}).content.decode()

    assert '<html lang="de">' in text
    assert "0 von 60 ruhigen Zügen" in words_of(text)


# acting


def test_the_form_without_script_plays_a_move():
    match = live_match()
    seat = to_act(match)
    client = player(seat)
    assert "<option>flip a1</option>" in page(client, "match", match.pk)

    answer = act(client, match, a="flip a1")

    assert (answer.status_code, answer.url) == (302, reverse("match", args=[match.pk]))
    assert load(match.pk).table.ply == 1


def test_a_refused_move_shows_the_rule_and_changes_nothing():
    match = live_match()
    answer = act(player(to_act(match)), match, a="a1-a2")

    assert answer.status_code == 409
    assert "Until the colours are fixed, pieces can only be revealed." in words_of(answer.content.decode())
    assert load(match.pk).table.ply == 0


def test_a_command_by_json_is_answered_like_over_the_socket():
    match = live_match()
    client = player(to_act(match))
    body = {"cmd": "once", "ply": 0, "a": "flip a1", "client_ms": 1}

    first, again = act_json(client, match, body), act_json(client, match, body)

    assert first.status_code == 200
    assert first.json() == again.json()
    assert first.json() == {"t": "ack", "cmd": "once", "ok": True, "seq": load(match.pk).seq, "ply": 1}


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        pytest.param({"cmd": "c", "ply": 3, "a": "flip a1"}, 409, "stale_ply", id="an old ply"),
        pytest.param({"cmd": "c", "ply": 0, "a": "castle"}, 400, "BAD_SYNTAX", id="no action at all"),
        pytest.param({"cmd": "c", "ply": 0, "a": "a1-a2"}, 409, "COLOURS_NOT_SET", id="against the rules"),
        pytest.param({"ply": 0, "a": "flip a1"}, 400, "bad_command", id="no command id"),
        pytest.param({"cmd": "c" * 81, "ply": 0, "a": "flip a1"}, 400, "bad_command", id="a long command id"),
        pytest.param({"cmd": "c", "ply": "x", "a": "flip a1"}, 400, "bad_command", id="a ply that is no number"),
        pytest.param({"cmd": "c", "ply": 0, "a": "flip a1 " * 90}, 400, "bad_command", id="a long action"),
        pytest.param({"cmd": "c", "ply": 0}, 400, "bad_command", id="no action"),
        pytest.param("[1, 2]", 400, "bad_frame", id="JSON that is no object"),
        pytest.param("{", 400, "bad_frame", id="no JSON"),
    ],
)
def test_bad_input_gets_a_code_and_a_sentence(body, status, code):
    match = live_match()
    answer = act_json(player(to_act(match)), match, body)

    told = answer.json()
    assert (answer.status_code, told["code"]) == (status, code)
    assert len(told.get("msg") or told.get("detail")) > 20
    assert load(match.pk).seq == match.seq


def test_out_of_turn_is_refused():
    match = live_match()
    answer = act_json(player(1 - to_act(match)), match, {"cmd": "c", "ply": 0, "a": "flip a1"})

    assert (answer.status_code, answer.json()["code"]) == (409, "NOT_YOUR_TURN")


def test_strangers_may_not_act():
    match = live_match()
    answer = act_json(visitor(), match, {"cmd": "c", "ply": 0, "a": "flip a1"})

    assert (answer.status_code, answer.json()["code"]) == (403, "not_your_seat")


def test_forms_need_their_token():
    match = live_match()
    client = player(to_act(match))
    strict = Client(enforce_csrf_checks=True)
    strict.cookies = client.cookies

    answer = strict.post(reverse("match-act", args=[match.pk]), {"cmd": "c", "ply": 0, "a": "flip a1"})

    assert answer.status_code == 403
    assert load(match.pk).table.ply == 0


def test_an_unknown_match_is_not_found():
    for name in ("match", "match-snap", "match-replay", "match-log", "match-check"):
        assert visitor().get(reverse(name, args=["aaaaaaaaaaaa"])).status_code == 404, name


# acts that cannot be undone


@pytest.mark.parametrize(("name", "reason"), [("match-resign", "RESIGN"), ("match-leave", "LEFT")])
def test_grave_acts_ask_first(name, reason):
    match = live_match()
    client = player(0)

    assert "cannot be taken back" in page(client, "match-resign", match.pk)
    assert Match.objects.get(pk=match.pk).status == "live"
    client.post(reverse(name, args=[match.pk]))
    assert Match.objects.get(pk=match.pk).outcome["reason"] == reason


@pytest.mark.parametrize("name", ["match-resign", "match-leave", "match-ready", "match-resume"])
def test_only_a_seat_may_do_them(name):
    match = live_match()

    assert visitor().post(reverse(name, args=[match.pk])).status_code == 403
    assert Match.objects.get(pk=match.pk).version == match.version


def test_resigning_a_finished_match_says_so():
    match = live_match()
    resign(match, 1)

    answer = player(0).post(reverse("match-resign", args=[match.pk]))

    assert answer.status_code == 409
    assert "match_over" in answer.content.decode()


def test_both_ready_starts_the_match():
    match = new_match()
    for seat in (0, 1):
        assert player(seat).post(reverse("match-ready", args=[match.pk])).status_code == 302

    assert Match.objects.get(pk=match.pk).status == "live"


def test_calling_the_arbiter_is_confirmed_once():
    match = live_match()
    url = reverse("match-call", args=[match.pk])

    player(0).post(url, {"reason": "fault", "text": "My board froze."})

    call = Call.objects.get()
    assert (call.seat, call.reason, call.text) == (0, "fault", "My board froze.")
    assert "You have called the arbiter." in words_of(page(player(0), "match", match.pk))
    assert "You have called the arbiter." not in words_of(page(player(1), "match", match.pk))
    assert "My board froze." in words_of(page(arbiter(), "match", match.pk))
    assert player(0).post(url, {"reason": "fault"}).status_code == 409
    assert player(1).post(url, {"reason": "nonsense"}).status_code == 400
    assert visitor().post(url, {"reason": "fault"}).status_code == 403


# the snapshot


def test_the_snapshot_is_what_the_socket_would_send():
    match = live_match()
    seat = to_act(match)
    play(match.pk)

    snap = player(1 - seat).get(reverse("match-snap", args=[match.pk])).json()

    assert (snap["t"], snap["seq"], snap["ply"]) == ("snap", load(match.pk).seq, 1)
    assert snap["svg"].startswith("<svg")
    assert {"clock-0", "clock-1", "facts", "panels", "notice", "status", "actions", "moves"} <= set(snap["parts"])
    assert snap["title"].startswith("Your move")
    assert snap["legal"]
    assert snap["h"] == Match.objects.get(pk=match.pk).head[:16]


def test_presence_is_noted_by_looking(clock):
    match = live_match(UNLIMITED)
    text = page(visitor(), "match", match.pk)
    assert text.count('aria-label="not connected"') == 2

    page(player(0), "match", match.pk)

    assert page(visitor(), "match", match.pk).count('aria-label="not connected"') == 1
    clock.pass_ms(60_000)
    assert page(visitor(), "match", match.pk).count('aria-label="not connected"') == 2


def test_a_pending_move_is_not_lost_by_a_reload():
    match = live_match()
    row = load(match.pk)
    client = player(to_act(match))
    act(client, match, a=some_action(row))

    answer = act(client, match, a=some_action(row))

    assert answer.status_code == 302
    assert load(match.pk).table.ply == 1
