"""The arbiter's part of a match page."""

import pytest
from django.urls import reverse

from matches import services
from matches.models import Call, Match, Ruling
from matches.store import load
from tests.matches.building import UNLIMITED, live_match, new_match, play
from tests.matches.pages import arbiter, page, player, visitor, words_of

pytestmark = pytest.mark.django_db


def rule(client, match, act, **fields):
    """Confirm a ruling on the state as it is now."""
    seq = Match.objects.get(pk=match.pk).seq
    return client.post(reverse("match-rule", args=[match.pk, act]), {"seq": seq, **fields})


@pytest.mark.parametrize(
    ("act", "fields", "text"),
    [
        ("pause", {}, "pause"),
        ("add-time", {"seat": "1", "seconds": "90"}, "add-time 1 90000"),
        ("quiet", {"limit": "off"}, "quiet off"),
        ("result", {"seat": "draw"}, "result draw"),
        ("result", {"seat": "0"}, "result 0"),
        ("forfeit", {"seat": "1"}, "forfeit 1"),
        ("forfeit", {"seat": "both"}, "forfeit both"),
    ],
)
def test_a_ruling_with_a_reason_is_carried_out(act, fields, text):
    match = live_match()
    answer = rule(arbiter(), match, act, reason="Power cut", **fields)

    assert answer.status_code == 302
    ruling = Ruling.objects.get()
    assert (ruling.text, ruling.reason, str(ruling.by_user)) == (text, "Power cut", "Arne Arbiter")


def test_both_sides_and_spectators_read_rulings():
    match = live_match()
    rule(arbiter(), match, "add-time", seat="0", seconds="60", reason="Wrong clock")

    for client in (player(0), player(1), visitor()):
        text = words_of(page(client, "match", match.pk))
        assert "The arbiter gives Ana 1:00 more." in text
        assert "Wrong clock" in text


@pytest.mark.parametrize(
    ("act", "fields", "sentence"),
    [
        ("add-time", {"seat": "0", "seconds": "60"}, "The arbiter gives Ana 1:00 more. Wrong clock"),
        ("quiet", {"limit": "off"}, "The arbiter switches the limit of quiet moves off. Wrong clock"),
        ("pause", {}, "Paused by the arbiter: Wrong clock"),
    ],
)
def test_the_reason_stands_in_the_log_that_everybody_follows(act, fields, sentence):
    match = live_match()
    rule(arbiter(), match, act, reason="Wrong clock", **fields)

    assert sentence in words_of(page(visitor(), "match", match.pk))
    snap = visitor().get(reverse("match-snap", args=[match.pk])).json()
    assert sentence in words_of(snap["parts"]["moves"])


def test_a_pause_can_be_ended():
    match = live_match()
    client = arbiter()
    rule(client, match, "pause", reason="Fire alarm")
    assert "Fire alarm" in words_of(page(player(0), "match", match.pk))

    rule(client, match, "unpause", reason="False alarm")

    assert Match.objects.get(pk=match.pk).status == "live"


@pytest.mark.parametrize("act", ["pause", "add-time", "quiet", "result", "forfeit"])
def test_without_a_reason_nothing_happens(act):
    match = live_match()
    answer = rule(arbiter(), match, act, seat="0", seconds="60", limit="on", reason="  ")

    assert answer.status_code == 400
    assert "reason_missing" in answer.content.decode()
    assert load(match.pk).version == match.version


@pytest.mark.parametrize(
    ("act", "fields"),
    [
        pytest.param("add-time", {"seat": "5", "seconds": "60"}, id="no such seat"),
        pytest.param("add-time", {"seat": "0", "seconds": "-3"}, id="less time"),
        pytest.param("result", {"seat": "both"}, id="no such result"),
        pytest.param("quiet", {"limit": "perhaps"}, id="neither on nor off"),
    ],
)
def test_a_ruling_that_makes_no_sense_is_refused(act, fields):
    match = live_match()
    answer = rule(arbiter(), match, act, reason="Because", **fields)

    assert answer.status_code == 400
    assert load(match.pk).version == match.version


def test_a_ruling_that_comes_too_late_says_so():
    match = live_match()
    client = arbiter()
    rule(client, match, "pause", reason="Once")

    answer = rule(client, match, "pause", reason="Twice")

    assert answer.status_code == 409
    assert "PAUSED" in answer.content.decode()


@pytest.mark.parametrize("who", [visitor, lambda: player(0)])
def test_only_arbiters_rule(who):
    match = live_match()
    client = who()

    answer = rule(client, match, "result", seat="0", reason="I like it")

    assert answer.status_code == 403
    assert "may_not_rule" in answer.content.decode()
    assert 'id="desk"' not in page(client, "match", match.pk)
    assert load(match.pk).version == match.version


def test_an_unknown_ruling_is_refused():
    assert rule(arbiter(), live_match(), "behead", reason="Because").status_code == 400


def test_the_desk_offers_what_makes_sense_now():
    client = arbiter()
    live, waiting, untimed = live_match(), new_match(), live_match(UNLIMITED)

    def offered(match):
        text = page(client, "match", match.pk)
        acts = ("pause", "unpause", "add-time", "quiet", "result", "forfeit", "release")
        return {act for act in acts if reverse("match-rule", args=[match.pk, act]) in text}

    assert offered(live) == {"pause", "add-time", "quiet", "result", "forfeit"}
    assert offered(waiting) == {"pause", "quiet", "result", "forfeit"}
    assert offered(untimed) == {"pause", "quiet", "result", "forfeit"}


def test_a_call_is_taken_and_closed_with_a_decision():
    match = live_match()
    call = services.call_open(match_id=match.pk, seat=1, reason="opponent", text="He talks.")
    client = arbiter()
    assert "Ben calls" in words_of(page(client, "match", match.pk))

    client.post(reverse("match-call-take", args=[match.pk, call.pk]))
    assert "Your call is being looked at." in words_of(page(player(1), "match", match.pk))
    refused = client.post(reverse("match-call-close", args=[match.pk, call.pk]), {"decision": ""})
    client.post(reverse("match-call-close", args=[match.pk, call.pk]), {"decision": "Warned."})

    assert refused.status_code == 400
    call = Call.objects.get()
    assert (call.state, call.decision) == ("closed", "Warned.")


def test_a_call_of_another_match_is_not_closed_from_here():
    match, other = live_match(), live_match()
    call = services.call_open(match_id=other.pk, seat=0, reason="rules")

    answer = arbiter().post(reverse("match-call-take", args=[match.pk, call.pk]))

    assert answer.status_code == 404
    assert Call.objects.get().state == "open"


def test_the_arbiter_sees_what_the_public_sees():
    match = live_match()
    for _ in range(6):
        play(match.pk)

    boards = [page(client, "match", match.pk).split("<svg", 2)[2] for client in (arbiter(), visitor())]

    assert boards[0].split("</svg>")[0] == boards[1].split("</svg>")[0]
