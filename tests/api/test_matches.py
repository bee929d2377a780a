"""Matches by the API: read, played, followed."""

import re
from datetime import datetime

import pytest

from gameengine.games.registry import GAMES
from gameengine.log import verify
from gameengine.table import legal_actions
from matches import services
from matches.models import Call, Command, Match, MatchEvent
from matches.services import SeatSpec
from matches.store import load
from tests.api.asking import Asker, by_link, by_ref, code_of, organizer, staff, stranger, with_token
from tests.builders import a_user, begin, match_of, staffed, started
from tests.matches.building import FIVE_SECONDS, live_match, new_match, play, seat_to_act, still_clock
from tests.matches.pages import PLAYERS
from tournaments.models import Player
from tournaments.permissions import Role

pytestmark = pytest.mark.django_db


def seat(number):
    """Return the player of a seat of `live_match`, by private link."""
    return by_ref(PLAYERS[number])


def by_hand(match, number):
    """Return the player of a seat of a tournament's match, by private link."""
    ref = match.seats.get(seat=number).player_ref
    return by_link(Player.objects.get(pk=ref).entry)


def command(match, **fields):
    row = load(match.pk)
    own = legal_actions(row.table, seat_to_act(match.pk))
    return {"action": own[0], "expected_ply": row.table.ply, "cmd": "c1", **fields}


@pytest.fixture
def match():
    return live_match()


@pytest.fixture
def mover(match):
    return seat(seat_to_act(match.pk))


def test_a_player_sees_what_may_be_played_and_others_do_not(match, mover):
    own, public = mover.get(f"matches/{match.pk}/").json(), stranger().get(f"matches/{match.pk}/").json()
    to_act = seat_to_act(match.pk)

    assert (own["you"], own["to_act"]) == (to_act, [to_act])
    assert own["legal"] == list(legal_actions(load(match.pk).table, to_act))
    assert (public["you"], public["legal"]) == (None, None)
    assert [face["name"] for face in public["seats"]] == ["Ana", "Ben"]
    assert seat(1 - to_act).get(f"matches/{match.pk}/").json()["legal"] is None


def test_times_are_instants_and_spans_are_milliseconds():
    with still_clock() as clock:
        shown = stranger().get(f"matches/{live_match().pk}/").json()
        begin_ms = clock.at_ms

    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", shown["created_at"])
    assert instant_ms(shown["created_at"]) == begin_ms
    assert instant_ms(shown["clock"].pop("deadline")) == begin_ms + 300_000
    assert shown["clock"] == {
        "running": shown["to_act"][0],
        "left_ms": [300_000, 300_000],
        "paused": False,
        "resumes_at": None,
        "free_until": None,
        "limit": None,
        "detail": [{}, {}],
        "pours": False,
    }


def instant_ms(text):
    return round(datetime.fromisoformat(text).timestamp() * 1000)


def test_an_action_is_played_and_the_answer_has_the_match_afterwards(match, mover):
    answer = mover.post(f"matches/{match.pk}/plies", command(match))

    assert answer.status_code == 201
    assert (answer.json()["cmd"], answer.json()["ply"]) == ("c1", 1)
    assert answer.json()["match"]["ply"] == 1
    assert answer.json()["match"]["you"] == mover.get(f"matches/{match.pk}/").json()["you"]
    assert load(match.pk).table.ply == 1


def test_an_action_may_come_as_json(match, mover):
    text = command(match)["action"]
    node = text.split()[1]

    answer = mover.post(f"matches/{match.pk}/plies", command(match, action={"type": "flip", "node": node}))

    assert GAMES["junqi"].action_text({"type": "flip", "node": node}) == text
    assert answer.status_code == 201
    assert mover.get(f"matches/{match.pk}/plies").json()["results"][0]["action"] == text


def test_the_same_command_five_times_is_one_ply(match, mover):
    sent = command(match)

    answers = [mover.post(f"matches/{match.pk}/plies", sent) for _ in range(5)]

    assert {(a.status_code, a.json()["ply"], a.json()["seq"]) for a in answers} == {(201, 1, answers[0].json()["seq"])}
    assert load(match.pk).table.ply == 1
    assert Command.objects.filter(match=match).count() == 1


def test_a_stale_ply_is_409_with_the_match_as_it_is(match, mover):
    sent = command(match)
    play(match.pk)
    before = MatchEvent.objects.count()

    answer = mover.post(f"matches/{match.pk}/plies", {**sent, "cmd": "c2"})

    assert (answer.status_code, code_of(answer)) == (409, "stale_ply")
    assert answer.json()["match"]["ply"] == 1
    assert MatchEvent.objects.count() == before


@pytest.mark.parametrize(
    ("fields", "status", "code"),
    [
        ({"action": "dance"}, 400, "BAD_SYNTAX"),
        ({"action": ""}, 400, "BAD_SYNTAX"),
        ({"action": {}}, 400, "BAD_SYNTAX"),
        ({"action": {"type": ["flip"], "node": {}}}, 400, "BAD_SYNTAX"),
        ({"action": "flip z9"}, 400, "BAD_SYNTAX"),
        ({"action": 5}, 400, "invalid"),
        ({"action": "x" * 601}, 400, "invalid"),
        ({"expected_ply": "0"}, 400, "invalid"),
        ({"expected_ply": -1}, 400, "invalid"),
        ({"cmd": ""}, 400, "invalid"),
        ({"cmd": "x" * 65}, 400, "invalid"),
        ({"cmd": "a b"}, 400, "invalid"),
        ({"cmd": 5}, 400, "invalid"),
        ({"ply": 0}, 400, "unknown_field"),
        ({"expected_ply": 7}, 409, "stale_ply"),
        ({"action": "resume"}, 409, "AUTOPILOT_OFF"),
        ({"action": "ready"}, 409, "ALREADY_READY"),
        ({"action": "pause bell"}, 400, "BAD_SYNTAX"),
        ({"action": "result 0"}, 400, "BAD_SYNTAX"),
    ],
)
def test_a_command_that_is_refused_changes_nothing(match, mover, fields, status, code):
    before = (load(match.pk).version, MatchEvent.objects.count())

    answer = mover.post(f"matches/{match.pk}/plies", command(match, **fields))

    assert (answer.status_code, code_of(answer)) == (status, code)
    assert (load(match.pk).version, MatchEvent.objects.count()) == before
    assert (status == 409) == ("match" in answer.json()) or code == "BAD_SYNTAX"


def test_nobody_acts_for_others(match):
    sent, waiting = command(match), 1 - seat_to_act(match.pk)

    assert code_of(seat(waiting).post(f"matches/{match.pk}/plies", sent)) == "NOT_YOUR_TURN"
    assert code_of(stranger().post(f"matches/{match.pk}/plies", sent)) == "not_authenticated"
    assert code_of(with_token(a_user()).post(f"matches/{match.pk}/plies", sent)) == "not_your_seat"
    assert load(match.pk).table.ply == 0


def test_a_finished_match_takes_nothing(match, mover):
    sent = command(match)
    seat(0).post(f"matches/{match.pk}/plies", {"action": "resign", "expected_ply": 0, "cmd": "end"})

    answer = mover.post(f"matches/{match.pk}/plies", {**sent, "cmd": "late"})

    assert (answer.status_code, code_of(answer)) == (409, "match_over")
    assert answer.json()["match"]["outcome"]["reason"] == "RESIGN"


def test_a_token_plays_the_seat_of_its_user():
    user = a_user("Ana")
    made = new_match(seats=[SeatSpec("Ana", user_id=user.pk), SeatSpec("Ben", "entry/ben")])
    bot = with_token(user)

    for player, cmd in ((bot, "a"), (seat(1), "b")):
        answer = player.post(f"matches/{made.pk}/plies", {"action": "ready", "expected_ply": 0, "cmd": cmd})
        assert answer.status_code == 201, answer.json()

    assert bot.get(f"matches/{made.pk}/").json()["status"] == "live"


def test_plies_come_in_pages_from_a_number_on(match):
    for _ in range(7):
        play(match.pk)
    first = stranger().get(f"matches/{match.pk}/plies", limit=3).json()
    second = stranger().get(first["next"]).json()
    last = stranger().get(f"matches/{match.pk}/plies", since=6).json()

    assert [ply["ply"] for ply in first["results"]] == [1, 2, 3]
    assert [ply["ply"] for ply in second["results"]] == [4, 5, 6]
    assert [ply["ply"] for ply in stranger().get(second["previous"]).json()["results"]] == [1, 2, 3]
    assert [ply["ply"] for ply in last["results"]] == [7]
    assert (first["previous"], last["next"]) == (None, None)
    assert {ply["seat"] for ply in first["results"]} == {0, 1}
    assert all(ply["notation"] and ply["at"].endswith("Z") and ply["used_ms"] >= 0 for ply in first["results"])


def test_who_reads_a_match_sees_a_flag_that_has_fallen():
    with still_clock() as clock:
        made = live_match(FIVE_SECONDS, options={"on_timeout": "lose"})
        clock.pass_ms(6_000)

        assert stranger().get(f"matches/{made.pk}/").json()["status"] == "over"


def test_the_log_is_public_while_the_match_runs_and_complete_afterwards(match):
    play(match.pk)
    running = stranger().get(f"matches/{match.pk}/log")
    services.match_act(match_id=match.pk, seat=0, text="resign", cmd="end")
    over = stranger().get(f"matches/{match.pk}/log")

    assert running.headers["Content-Type"].startswith("application/x-ndjson")
    assert '"proof"' not in running.content.decode()
    assert verify(over.content.decode()) == []


def test_public_reads_may_be_kept_for_a_moment_and_asked_about(match):
    first = stranger().get(f"matches/{match.pk}/")
    same = Asker(if_none_match=first.headers["ETag"])

    assert "public" in first.headers["Cache-Control"]
    assert "max-age=1" in first.headers["Cache-Control"]
    again = same.get(f"matches/{match.pk}/")
    assert (again.status_code, again.content) == (304, b"")
    play(match.pk)
    assert same.get(f"matches/{match.pk}/").status_code == 200


def test_what_a_player_reads_is_kept_by_nobody_else(match):
    answer = seat(0).get(f"matches/{match.pk}/")

    assert "private" in answer.headers["Cache-Control"]
    assert {"Authorization", "Cookie"} <= set(answer.headers["Vary"].split(", "))


# calls and rulings


def test_a_seat_calls_and_arbiters_take_and_decide():
    tournament = started(2)
    match = match_of(tournament, "R1-1")
    begin(match)
    caller, arbiter = by_hand(match, 0), staff(tournament, Role.ARBITER)

    made = caller.post(f"matches/{match.pk}/calls", {"reason": "rules", "text": "May it jump?"})
    call = made.json()["id"]

    assert made.status_code == 201
    assert code_of(caller.post(f"matches/{match.pk}/calls", {"reason": "other"})) == "call_open"
    assert [one["id"] for one in caller.get(f"matches/{match.pk}/calls").json()["results"]] == [call]
    assert by_hand(match, 1).get(f"matches/{match.pk}/calls").json()["results"] == []
    assert [
        one["id"] for one in arbiter.get(f"tournaments/{tournament.slug}/calls", state="open").json()["results"]
    ] == [call]
    assert arbiter.post(f"calls/{call}/taking").json()["state"] == "taken"
    assert code_of(arbiter.post(f"calls/{call}/decision", {"decision": " "})) == "reason_missing"
    decided = arbiter.post(f"calls/{call}/decision", {"decision": "It may not."}).json()
    assert (decided["state"], decided["decision"]) == ("closed", "It may not.")
    assert arbiter.get(f"calls/{call}/").json()["closed_at"].endswith("Z")
    assert code_of(arbiter.post(f"calls/{call}/taking")) == "no_call"
    assert code_of(caller.get(f"calls/{call}/")) == "not_allowed"


def test_the_queue_is_read_and_its_items_are_taken_and_given_back():
    tournament = started(2)
    match = match_of(tournament, "R1-1")
    begin(match)
    call = by_hand(match, 0).post(f"matches/{match.pk}/calls", {"reason": "rules"}).json()["id"]
    ann, ben = staff(tournament, Role.ARBITER), staff(tournament, Role.ARBITER)
    queue = f"tournaments/{tournament.slug}/queue"

    (item,) = ann.get(queue).json()["results"]
    taken = ann.post(f"{queue}/{item['key']}/taking", {})

    assert (item["kind"], item["urgency"], item["call"], item["match"]) == ("call", "waiting", call, match.pk)
    assert (item["due"], item["taken_by"], item["seat"], item["board"]) == (None, None, 0, 1)
    assert ben.get(queue).json()["results"][0]["taken_by"] == taken.json()
    refused = ben.post(f"{queue}/{item['key']}/taking", {})
    assert (refused.status_code, code_of(refused)) == (409, "item_held")
    assert ben.delete(f"{queue}/{item['key']}/taking").status_code == 204
    assert ann.get(queue).json()["results"][0]["taken_by"] == taken.json()
    over = ben.post(f"{queue}/{item['key']}/taking", {"over": taken.json()["user"]})
    assert over.json()["user"] != taken.json()["user"]
    assert ben.delete(f"{queue}/{item['key']}/taking").status_code == 204
    assert ann.get(queue).json()["results"][0]["taken_by"] is None
    missing = ann.post(f"{queue}/call-nothing/taking", {})
    assert (missing.status_code, code_of(missing)) == (404, "no_such_item")
    assert code_of(by_hand(match, 0).get(queue)) == "not_allowed"


def test_arbiters_read_what_was_refused():
    tournament = started(2)
    match = match_of(tournament, "R1-1")
    begin(match)
    tried = {"action": "flip z9", "expected_ply": 0, "cmd": "try"}
    code = code_of(by_hand(match, 0).post(f"matches/{match.pk}/plies", tried))

    found = staff(tournament, Role.ARBITER).get(f"matches/{match.pk}/attempts").json()["results"]

    assert [(one["seat"], one["ply"], one["text"], one["code"]) for one in found] == [(0, 0, "flip z9", code)]


def test_an_arbiter_rules_with_a_reason_that_everybody_reads():
    tournament = started(2)
    match = match_of(tournament, "R1-1")
    begin(match)
    arbiter = staff(tournament, Role.ARBITER)

    paused = arbiter.post(f"matches/{match.pk}/rulings", {"ruling": "pause", "reason": "Fire alarm"})

    assert paused.status_code == 201
    assert stranger().get(f"matches/{match.pk}/").json()["status"] == "paused"
    assert stranger().get(f"matches/{match.pk}/rulings").json()["results"] == [paused.json()]
    assert paused.json()["reason"] == "Fire alarm"
    assert tournament.audit.filter(act="match_ruling", reason="Fire alarm").exists()
    again = arbiter.post(f"matches/{match.pk}/rulings", {"ruling": "pause", "reason": "again"})
    assert again.status_code == 409
    assert again.json()["match"]["status"] == "paused"
    given = arbiter.post(f"matches/{match.pk}/rulings", {"ruling": "add-time 0 60000", "reason": "Alarm"})
    assert given.status_code == 201
    assert stranger().get(f"matches/{match.pk}/").json()["clock"]["left_ms"][0] > 300_000


def test_who_plays_does_not_rule_on_the_own_match():
    tournament = started(2)
    match = match_of(tournament, "R1-1")
    user = a_user()
    entry = tournament.entries.get(name="1")
    entry.players.update(user=user)
    boss = organizer(tournament)
    staffed(tournament, Role.CHIEF_ARBITER, user)

    own = with_token(user).post(f"matches/{match.pk}/rulings", {"ruling": "forfeit 1", "reason": "r"})

    assert (own.status_code, code_of(own)) == (403, "own_match")
    assert boss.post(f"matches/{match.pk}/rulings", {"ruling": "forfeit 1", "reason": "r"}).status_code == 201
    assert Match.objects.get(pk=match.pk).status == "over"


def test_a_practice_match_has_no_arbiters(match):
    answer = with_token(a_user()).post(f"matches/{match.pk}/rulings", {"ruling": "pause", "reason": "r"})

    assert (answer.status_code, code_of(answer)) == (404, "no_such_pairing")
    assert Call.objects.count() == 0
