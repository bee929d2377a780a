"""What a void leaves: lists, sockets, pages, the account and the API tell apart what counts and what does not."""

import re

import pytest
from django.urls import reverse

from matches import services
from matches.clocks.account import clock_account
from matches.models import Match
from matches.store import load
from tests.matches.building import FIVE_MINUTES, live_match, play, still_clock
from tests.matches.pages import page, player, visitor, words_of
from tests.matches.sockets import ANA, NOBODY, clients, in_database, web_process

REASON = "A piece was touched twice"


@pytest.fixture
def clock():
    with still_clock() as clock:
        yield clock


def rule(match, text, reason=REASON):
    ack = services.match_rule(match_id=match.pk, text=text, by_user=None, reason=reason)
    assert ack.ok, ack.code


def voided(actions=6, void=4, again=0):
    """Return a match with so many actions, voided from one of them on; `again` are played after that."""
    match = live_match(FIVE_MINUTES)
    for _ in range(actions):
        play(match.pk)
    rule(match, f"void {void}")
    if again:
        rule(match, "unpause", "Go on")
    for _ in range(again):
        play(match.pk)
    return Match.objects.get(pk=match.pk)


def ids(text):
    return re.findall(r' id="([^"]+)"', text)


@pytest.mark.django_db
def test_the_page_folds_what_was_voided_and_says_why():
    match = voided(again=2)

    text = page(visitor(), "match", match.pk)

    listed = text[text.index('id="moves"') :]
    folded = listed[listed.index('class="moves__void"') : listed.index("</details>")]
    assert "Voided: actions 4 to 6" in folded
    assert folded.count("branch=0&amp;ply=") == 3
    assert [name for name in ids(listed) if name.startswith("ply-")] == [f"ply-{ply}" for ply in range(1, 6)]
    assert len(ids(text)) == len(set(ids(text)))
    assert f"The arbiter voids what was played from action 4 on: {REASON}" in words_of(listed)


@pytest.mark.django_db
def test_players_are_told_while_the_match_is_paused():
    match = voided()

    told = words_of(page(player(0), "match", match.pk))

    assert "Paused by the arbiter." in told
    assert told.count(f"The arbiter voids what was played from action 4 on: {REASON}") >= 2


@pytest.mark.django_db
def test_a_void_that_is_reversed_makes_the_first_play_count_again():
    match = voided(again=2)
    ruling = next(one.seq for one in match.rulings.all() if one.text == "void 4")
    rule(match, f"reverse {ruling}", "It was touched once")

    listed = page(visitor(), "match", match.pk)

    assert [name for name in ids(listed) if name.startswith("ply-")] == [f"ply-{ply}" for ply in range(1, 7)]
    assert "Voided: actions 4 to 5" in listed
    assert "branch=1&amp;ply=4" in listed


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("who", [ANA, NOBODY], ids=["player", "spectator"])
async def test_pages_that_are_open_get_the_whole_list_anew(who):
    match = await in_database(voided)(6, 4, 1)
    async with web_process(), clients(match.pk, who, form="html", v=1, lang="en", since=match.seq) as [client]:
        await in_database(rule)(match, "void 2")
        row = await in_database(load)(match.pk)
        snap = await client.next("snap")
    told = [frame for frame in client.frames if frame["t"] == "ev"]

    assert {frame["seq"] for frame in told} <= {row.seq}
    assert REASON in snap["say"]
    assert snap["seq"] == row.seq
    assert snap["parts"]["moves"].count('class="moves__void"') == 1
    assert REASON in snap["parts"]["notice"]
    assert [name for name in ids(snap["parts"]["moves"]) if name.startswith("ply-")] == ["ply-1"]


@pytest.mark.django_db(transaction=True)
async def test_whoever_comes_back_after_a_void_gets_everything():
    match = await in_database(voided)(6, 4, 2)
    async with web_process(), clients(match.pk, ANA, form="html", v=1, lang="en", since=6) as [client]:
        snap = await client.next("snap")

    assert snap["seq"] == match.seq
    assert snap["ply"] == 5


@pytest.mark.django_db(transaction=True)
async def test_programs_are_told_the_line_and_the_table_as_it_is_again():
    match = await in_database(voided)(6, 4, 1)
    async with web_process(), clients(match.pk, ANA, v=1, since=match.seq) as [client]:
        await in_database(rule)(match, "void 2")
        frame = await client.next("ev")

    assert (frame["kind"], frame["ply"], frame["status"]) == ("void", 1, "paused")
    assert frame["line"]["events"][0]["type"] == "branched"
    assert not [one for one in client.frames if one["t"] == "snap"]


@pytest.mark.django_db
def test_the_api_lists_each_ply_that_counts_once_and_the_others_on_demand():
    match = voided(again=2)
    address = reverse("api-plies", args=[match.pk])

    counts = visitor().get(address).json()["results"]
    everything = visitor().get(address, {"void": "true"}).json()["results"]

    assert [one["ply"] for one in counts] == [1, 2, 3, 4, 5]
    assert [(one["ply"], one["void"], one["branch"]) for one in everything] == [
        *((ply, False, 1) for ply in (1, 2, 3)),
        *((ply, True, 0) for ply in (4, 5, 6)),
        *((ply, False, 1) for ply in (4, 5)),
    ]


@pytest.mark.django_db
def test_the_account_adds_up_over_voids_reopenings_and_reversals(clock):
    match = live_match(FIVE_MINUTES)

    def pass_and_play(times):
        for _ in range(times):
            clock.pass_ms(2_500)
            play(match.pk)

    pass_and_play(6)
    clock.pass_ms(4_000)
    rule(match, "void 4")
    clock.pass_ms(10_000)
    rule(match, "set-clock 0 200000")
    rule(match, f"reverse {load(match.pk).seq}")
    rule(match, "unpause")
    pass_and_play(3)
    rule(match, "pause")
    clock.pass_ms(1_000)
    pause = load(match.pk).seq
    rule(match, f"reverse {pause}")
    pass_and_play(1)
    clock.pass_ms(700)
    unpaused = load(match.pk)
    rule(match, "add-time all 60000")
    clock.pass_ms(300)
    rule(match, f"reverse {unpaused.seq + 1}")
    clock.pass_ms(500)
    rule(match, "result 0")
    clock.pass_ms(9_000)
    rule(match, "reopen")
    clock.pass_ms(2_000)
    rule(match, "unpause")
    pass_and_play(2)

    found = clock_account(Match.objects.get(pk=match.pk), None).account

    assert found.adds_up
    assert found.wall_ms == clock.at_ms - found.from_ms
    assert [seat.last_ms for seat in found.seats] == [
        load(match.pk).table.clock.left_ms(seat, clock.at_ms) for seat in (0, 1)
    ]
    void = next(entry for entry in found.entries if entry.kind == "void")
    assert void.spent.used_ms == 4_000
    assert any(ms > 0 for ms in void.ruled)


@pytest.mark.django_db
def test_a_voided_line_of_play_can_be_replayed_and_says_by_what_it_was_voided():
    match = voided(again=2)

    counts = page(visitor(), "match-replay", match.pk)
    text = page(visitor(), "match-replay", match.pk, branch=0, ply=5)

    assert 'data-last="5"' in counts
    assert "branch=0" in counts
    assert "This line of play was voided by a ruling." not in counts
    assert 'data-ply="5"' in text
    assert 'data-last="6"' in text
    assert (
        f"This line of play was voided by a ruling. The arbiter voids what was played from action 4 on: {REASON}"
        in (words_of(text))
    )
    assert "branch=0" in re.search(r'data-frame-url="([^"]+)"', text)[1]
    assert len(ids(counts)) == len(set(ids(counts)))
    assert len(ids(text)) == len(set(ids(text)))


@pytest.mark.django_db
def test_frames_of_branches_differ():
    match = voided(6, 4, 3)

    def frame(ply, **query):
        return visitor().get(reverse("match-frame", args=[match.pk, ply]), query).json()

    assert frame(3)["svg"] == frame(3, branch=0)["svg"]
    assert frame(6)["ply"] == frame(6, branch=0)["ply"] == 6
    assert frame(99, branch=0)["ply"] == 6


@pytest.mark.django_db
@pytest.mark.parametrize("branch", ["7", "x", "-1", "99999"])
def test_a_branch_that_is_not_there_is_refused(branch):
    match = voided()

    for name, more in (("match-replay", []), ("match-frame", [1]), ("match-moves", []), ("match-position", [1])):
        assert visitor().get(reverse(name, args=[match.pk, *more]), {"branch": branch}).status_code == 400


@pytest.mark.django_db
def test_a_branch_that_had_ended_shows_nothing_hidden_while_the_match_goes_on():
    match = live_match(FIVE_MINUTES)
    for _ in range(4):
        play(match.pk)
    services.match_act(match_id=match.pk, seat=0, text="resign", cmd="end")
    ended = visitor().get(reverse("match-frame", args=[match.pk, 4])).json()["svg"]
    rule(match, "reopen")

    shown = visitor().get(reverse("match-frame", args=[match.pk, 4]), {"branch": 0}).json()["svg"]

    assert "piece face-down" not in ended
    assert shown.count("piece face-down") == 46
