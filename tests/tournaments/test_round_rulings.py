"""All boards of a round at once: a fire alarm."""

import pytest
from django.test import Client
from django.urls import reverse

from matches import services as match_services
from matches.models import Match, MatchEvent
from matches.store import load
from tests.api.asking import with_token
from tests.builders import actor, advanced, begin, match_of, pairing_of, round_of, staffed, started, win
from tests.matches.building import START_MS, still_clock
from tests.matches.pages import words_of
from tournaments import services
from tournaments.errors import NotAllowedError, TournamentError
from tournaments.models import RoundPause
from tournaments.permissions import Role

pytestmark = pytest.mark.django_db
ALARM = "fire alarm"


@pytest.fixture
def judge():
    return actor(Role.ARBITER)


@pytest.fixture
def tournament():
    """Return a round of four boards: two are played, one waits for its players, one is over."""
    tournament = started(8)
    begin(match_of(tournament, "R1-1"))
    begin(match_of(tournament, "R1-2"))
    win(tournament, "R1-4", 0)
    return tournament


def reached(report):
    return {board.board: board.reached for board in report.boards}


def statuses(tournament):
    keys = [f"R1-{board}" for board in (1, 2, 3, 4)]
    return [pairing_of(tournament, key).games.order_by("number").last().match.status for key in keys]


def pause(tournament, judge, **about):
    return services.round_pause(round_id=round_of(tournament, 1).pk, by=judge, **{"reason": ALARM, **about})


def unpause(tournament, judge, **about):
    return services.round_unpause(round_id=round_of(tournament, 1).pk, by=judge, **{"reason": "all are back", **about})


def test_everything_that_is_not_over_stands_and_goes_on(tournament, judge):
    assert reached(pause(tournament, judge)) == {1: "done", 2: "done", 3: "done", 4: "over"}
    assert statuses(tournament) == ["paused", "paused", "paused", "over"]
    assert not Match.objects.exclude(status="over").filter(deadline_ms__isnull=False).exists()
    told = MatchEvent.objects.filter(kind="pause")
    assert sorted(told.values_list("match_id", flat=True)) == sorted(
        match_of(tournament, f"R1-{board}").pk for board in (1, 2, 3)
    )

    assert reached(unpause(tournament, judge)) == {1: "done", 2: "done", 3: "done", 4: "over"}
    assert statuses(tournament) == ["live", "live", "waiting", "over"]
    line = tournament.audit.get(act="round_pause")
    assert (line.reason, line.after) == (ALARM, {"boards": [1, 2, 3], "left": {"4": "over"}})
    assert tournament.audit.filter(act="match_ruling", reason=ALARM).count() == 3


def test_pressed_again_it_pauses_what_runs_and_nothing_twice(tournament, judge):
    pause(tournament, judge)
    match = match_of(tournament, "R1-2")
    match_services.match_rule(match_id=match.pk, text="unpause", by_user=None, reason="sits in the yard")

    assert reached(pause(tournament, judge)) == {1: "already", 2: "done", 3: "already", 4: "over"}

    assert RoundPause.objects.count() == 1
    assert MatchEvent.objects.filter(match=match_of(tournament, "R1-1"), kind="pause").count() == 1
    assert reached(unpause(tournament, judge)) == {1: "done", 2: "done", 3: "done", 4: "over"}


@pytest.mark.parametrize("when", ["before", "meanwhile"])
def test_a_board_that_was_paused_by_itself_stays_paused(tournament, judge, when):
    match = match_of(tournament, "R1-1")
    rule = {"match_id": match.pk, "by_user": None, "reason": "illness"}
    if when == "before":
        match_services.match_rule(text="pause", **rule)
        assert reached(pause(tournament, judge))[1] == "apart"
    else:
        pause(tournament, judge)
        match_services.match_rule(text="unpause", **rule)
        match_services.match_rule(text="pause", **rule)

    assert reached(unpause(tournament, judge)) == {1: "apart", 2: "done", 3: "done", 4: "over"}

    assert statuses(tournament) == ["paused", "live", "waiting", "over"]


def test_play_goes_on_everywhere_at_the_announced_instant(judge):
    with still_clock() as clock:
        tournament = started(4)
        for key in ("R1-1", "R1-2"):
            begin(match_of(tournament, key))
        left = [load(match_of(tournament, key).pk).table.clock.left_ms(0, clock.at_ms) for key in ("R1-1", "R1-2")]
        pause(tournament, judge)
        clock.pass_ms(5 * 60_000)

        assert set(reached(unpause(tournament, judge, at_ms=START_MS + 600_000)).values()) == {"done"}
        clock.pass_ms(10 * 60_000)
        assert match_services.resume_due() == 2

        for number, key in enumerate(("R1-1", "R1-2")):
            row = load(match_of(tournament, key).pk)
            assert row.table.clock.since_ms == START_MS + 600_000
            assert row.table.clock.left_ms(0, START_MS + 600_000) == left[number]
        with pytest.raises(TournamentError, match="round_not_paused"):
            unpause(tournament, judge)


def test_an_instant_that_has_passed_is_refused(tournament, judge):
    pause(tournament, judge)

    with pytest.raises(TournamentError, match="bad_value"):
        unpause(tournament, judge, at_ms=1)
    assert statuses(tournament)[0] == "paused"


def test_extra_time_counts_once(tournament, judge):
    give = {"round_id": round_of(tournament, 1).pk, "by": judge, "reason": ALARM, "ms": 60_000, "key": "k1"}
    before = {key: load(match_of(tournament, key).pk).table.clock.banks for key in ("R1-1", "R1-2")}

    assert reached(services.round_add_time(**give)) == {1: "done", 2: "done", 3: "not_begun", 4: "over"}
    assert reached(services.round_add_time(**give)) == {1: "already", 2: "already", 3: "not_begun", 4: "over"}

    for key, banks in before.items():
        after = load(match_of(tournament, key).pk).table.clock.banks
        assert [bank[0] for bank in after] == [bank[0] + 60_000 for bank in banks]


def test_a_match_that_is_made_meanwhile_stands_too(judge):
    tournament = started(4, settings={"best_of": 3})
    begin(match_of(tournament, "R1-1"))
    pause(tournament, judge)
    first = match_of(tournament, "R1-1")
    match_services.match_rule(match_id=first.pk, text="result 1", by_user=None, reason="agreed in the yard")
    advanced(tournament)

    second = pairing_of(tournament, "R1-1").games.get(number=2).match
    assert second.status == "paused"
    assert reached(unpause(tournament, judge))[1] == "done"
    second.refresh_from_db()
    assert second.status == "waiting"


@pytest.mark.parametrize("role", [Role.ORGANIZER, Role.SCOREKEEPER, Role.PLAYER, Role.VISITOR])
def test_only_arbiters_rule_on_a_round(tournament, role):
    with pytest.raises(NotAllowedError):
        pause(tournament, actor(role))


def test_it_takes_a_reason_and_a_round_that_is_played(tournament, judge):
    with pytest.raises(TournamentError, match="reason_missing"):
        pause(tournament, judge, reason=" ")
    with pytest.raises(TournamentError, match="round_not_running"):
        services.round_pause(round_id=round_of(tournament, 2).pk, by=judge, reason=ALARM)
    with pytest.raises(TournamentError, match="round_not_paused"):
        unpause(tournament, judge)


# at the desk and by the API


def desk(tournament):
    client = Client()
    client.force_login(staffed(tournament, Role.ARBITER))
    return client


def test_the_desk_pauses_a_round_and_says_which_boards_were_reached(tournament):
    client, round_ = desk(tournament), round_of(tournament, 1)
    address = reverse("arbiter-round", args=[tournament.slug, round_.pk])
    assert "Pause all boards" in client.get(reverse("arbiter", args=[tournament.slug])).content.decode()

    answer = client.post(address, {"act": "pause", "reason": ALARM, "key": "k"})

    shown = words_of(answer.content.decode())
    assert "3 boards are paused" in shown
    assert "Already over 1 Board 4" in shown
    assert "All boards of this round are paused. fire alarm" in words_of(
        client.get(reverse("arbiter", args=[tournament.slug])).content.decode()
    )
    later = client.post(address, {"act": "unpause", "reason": "back", "key": "k", "at": "23:59"})
    assert "3 boards go on" in words_of(later.content.decode())
    assert match_of(tournament, "R1-1").resumes_at_ms % 60_000 == 0
    assert client.post(address, {"act": "add-time", "reason": "x", "key": "k"}).status_code == 302


def test_the_api_does_the_same(tournament):
    arbiter = with_token(staffed(tournament, Role.ARBITER))
    base = f"rounds/{round_of(tournament, 1).pk}"

    paused = arbiter.post(f"{base}/pause", {"reason": ALARM})

    assert paused.status_code == 200
    assert [board["reached"] for board in paused.json()["boards"]] == ["done", "done", "done", "over"]
    given = arbiter.post(f"{base}/extra-time", {"reason": ALARM, "ms": 60_000})
    assert [board["reached"] for board in given.json()["boards"]] == ["done", "done", "not_begun", "over"]
    on = arbiter.post(f"{base}/resumption", {"reason": "back"})
    assert [board["reached"] for board in on.json()["boards"]] == ["done", "done", "done", "over"]
    assert arbiter.post(f"{base}/resumption", {"reason": "back"}).status_code == 409
