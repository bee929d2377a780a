"""The desk of one match: for who may rule alone, each action with what bears on it, nothing hidden without a look."""

import re

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from django.urls import reverse

from gameengine.table import legal_actions, view
from matches import services
from matches.models import Look, Match, Ruling
from matches.presence import connection_open
from matches.store import load
from tests.matches.building import live_match, play, seat_to_act
from tests.matches.pages import arbiter, page, player, visitor, words_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def flagged():
    """Return a match with cards in both hands, an action and a refused one."""
    match = live_match(game="flagged")
    for _ in range(8):
        play(match.pk)
    return Match.objects.get(pk=match.pk)


def refuse(match, text):
    ply = load(match.pk).table.ply
    return services.match_act(match_id=match.pk, seat=seat_to_act(match.pk), text=text, cmd=f"no-{text}", ply=ply)


def hands(match):
    """Return by seat the elements that a hand is drawn with."""
    table = load(match.pk).table
    return [{f"hand-{seat}-{card}" for card in view(table, seat)["players"][seat]["hand"]} for seat in (0, 1)]


def address(match, **query):
    return page(arbiter(), "match-desk", match.pk, **query)


@pytest.mark.parametrize("who", [visitor, lambda: player(0)])
def test_only_who_may_rule_sees_the_desk(who):
    match = live_match()
    client = who()

    assert client.get(reverse("match-desk", args=[match.pk])).status_code == 403
    assert client.post(reverse("match-look", args=[match.pk]), {"reason": "Curious"}).status_code == 403
    assert not Look.objects.exists()


def test_an_action_is_shown_with_the_boards_before_and_after_and_what_was_legal():
    match = live_match()
    for _ in range(4):
        play(match.pk)
    text = address(match, ply=2)

    assert 'id="before-' in text
    assert 'id="after-' in text
    assert "Action 2 of 4" in words_of(text)
    assert re.search(r"(Ana|Ben): 49 actions", words_of(text))
    assert 'href="?ply=1"' in text
    assert 'href="?ply=3"' in text


@pytest.mark.parametrize(
    ("ply", "heading", "boards"),
    [
        ("0", "The start", 1),
        ("5", "Action 5, still to come", 1),
        ("99", "Action 5, still to come", 1),
        ("x", "Action 4 of 4", 2),
    ],
)
def test_the_ends_and_odd_numbers_have_a_place(ply, heading, boards):
    match = live_match()
    for _ in range(4):
        play(match.pk)
    text = address(match, ply=ply)

    assert heading in words_of(text)
    assert text.count('class="case__board"') == boards


def test_a_refused_action_stands_where_it_was_tried_with_code_and_rule():
    match = live_match()
    play(match.pk)
    ack = refuse(match, "flip a1")
    play(match.pk)
    text = words_of(address(match, ply=2))

    assert f"flip a1 {ack.code}" in text
    assert "Rules, paragraph" in text
    assert ack.message in text
    assert ack.message not in words_of(page(arbiter_again(), "match-desk", match.pk, ply=1))


def arbiter_again():
    client = Client()
    client.force_login(get_user_model().objects.get(username="arbiter"))
    return client


def test_the_account_of_the_action_is_exact(clock):
    match = live_match()
    clock.pass_ms(12_345)
    play(match.pk)

    text = words_of(address(match, ply=1))

    assert "received 22:13:32.345 UTC" in text
    assert "had left 5:00.000" in text
    assert "charged 0:12.345" in text
    assert "left afterwards 4:47.655" in text


def test_connections_are_a_band_with_what_they_were(clock):
    match = live_match()
    connection_open(match.pk, 0, "192.0.2.1", "Firefox")
    connection_open(match.pk, 0, "192.0.2.2", "Firefox")
    clock.pass_ms(1_000)
    text = address(match)

    assert "Ana: 2 connections" in words_of(text)
    assert text.count("another address or browser") == 1
    assert "192.0.2" not in text
    assert "Ben was not connected at this instant." in text


# secrecy


def test_before_a_look_the_page_tells_no_hidden_card(flagged):
    refuse(flagged, "card pickpocket Z9")
    assert all(hands(flagged))

    client = arbiter()
    for ply in range(10):
        text = page(client, "match-desk", flagged.pk, ply=ply)
        assert "What a player could play tells what was hidden" in text or ply == 0
        assert not re.search(r'data-el="hand-\d-[a-z]', text)
        assert "pickpocket Z9" not in text
    assert "What was tried tells something hidden" in text
    assert load(flagged.pk).table.game.write(load(flagged.pk).table.state) not in text


@pytest.mark.parametrize("sight", ["0", "1", "all"])
def test_before_a_look_no_eyes_but_the_publics_are_lent(flagged, sight):
    client = arbiter()

    assert client.get(reverse("match-desk", args=[flagged.pk]), {"sight": sight}).status_code == 403


def test_after_the_look_both_hands_are_there_and_it_is_recorded(flagged):
    refuse(flagged, "card nothing Z9")
    client = arbiter()
    answer = client.post(reverse("match-look", args=[flagged.pk]), {"reason": "Dispute about a card", "desk": "8"})

    assert answer.headers["Location"] == reverse("match-desk", args=[flagged.pk]) + "?ply=8"
    look = Look.objects.get()
    assert (str(look.user), look.reason) == ("Arne Arbiter", "Dispute about a card")
    table, own = load(flagged.pk).table, hands(flagged)
    for seat in (0, 1):
        text = page(client, "match-desk", flagged.pk, ply=9, sight=str(seat))
        assert set(re.findall(r'data-el="(hand-\d-[a-z_]+)"', text)) == own[seat]
    text = page(client, "match-desk", flagged.pk, ply=9, sight="all")
    assert set(re.findall(r'data-el="(hand-\d-[a-z_]+)"', text)) == own[0] | own[1]
    assert "card nothing Z9" in text
    assert f": {len(legal_actions(table, seat_to_act(flagged.pk)))} action" in words_of(text)
    other = client.get(reverse("match-replay", args=[flagged.pk]), {"view": "all"})
    assert other.status_code == 403


def test_where_nobody_may_look_the_page_says_so_and_nothing_opens_it():
    match = live_match()
    client = arbiter()
    assert "The rules of this game say that nobody" in words_of(page(client, "match-desk", match.pk))

    answer = client.post(reverse("match-look", args=[match.pk]), {"reason": "I want to"})

    assert "look_never" in answer.content.decode()
    assert client.get(reverse("match-desk", args=[match.pk]), {"sight": "all"}).status_code == 403
    text = page(client, "match-desk", match.pk)
    assert not re.search(r"~[A-Za-z]", text)
    assert load(match.pk).table.game.write(load(match.pk).table.state) not in text


def test_players_read_after_the_match_who_looked(flagged):
    services.look_open(match_id=flagged.pk, by_user=None, role="arbiter", reason="Dispute about a card")
    assert "looked behind the screen" not in words_of(page(player(0), "match", flagged.pk))

    services.match_act(match_id=flagged.pk, seat=0, text="resign", cmd="end")

    assert "Dispute about a card" in words_of(page(player(0), "match", flagged.pk))
    assert "Dispute about a card" in words_of(page(visitor(), "match-replay", flagged.pk))


# rulings


def first_step(client, match, act, **fields):
    return client.post(reverse("match-rule", args=[match.pk, act]), {"reason": "Wrong clock", **fields})


def confirm(client, match, act, answer, **fields):
    seq = re.search(r'name="seq" value="(\d+)"', answer.content.decode())[1]
    return first_step(client, match, act, seq=seq, **fields)


def test_a_ruling_is_shown_with_its_effect_and_changes_nothing_until_it_is_confirmed(clock):
    match = live_match()
    client = arbiter()
    version = load(match.pk).version
    given = {"seat": "0", "seconds": "90", "desk": "0"}

    answer = first_step(client, match, "add-time", **given)

    assert answer.status_code == 200
    assert "Clock of Ana 5:00 6:30" in words_of(answer.content.decode())
    assert load(match.pk).version == version
    done = confirm(client, match, "add-time", answer, **given)
    assert done.headers["Location"] == reverse("match-desk", args=[match.pk]) + "?ply=0"
    assert Ruling.objects.get().text == "add-time 0 90000"


def test_a_ruling_on_a_stale_state_is_not_carried_out_and_shows_the_state_by_now():
    match = live_match()
    for _ in range(3):
        play(match.pk)
    client = arbiter()
    answer = first_step(client, match, "void", ply="2")
    play(match.pk)

    stale = confirm(client, match, "void", answer, ply="2")

    assert stale.status_code == 409
    text = words_of(stale.content.decode())
    assert "stale_state" in text
    assert "Actions played 4 1" in text
    assert not Ruling.objects.exists()
    assert confirm(client, match, "void", stale, ply="2").status_code == 302
    assert load(match.pk).table.ply == 1


def test_what_was_voided_stays_in_the_timeline_and_the_ruling_can_be_reversed():
    match = live_match()
    for _ in range(3):
        play(match.pk)
    client = arbiter()
    confirm(client, match, "void", first_step(client, match, "void", ply="2"), ply="2")
    text = page(client, "match-desk", match.pk)
    line = Ruling.objects.get().seq
    assert text.count("timeline__mark--move is-void") == 2
    assert f'name="line" value="{line}"' in text

    confirm(client, match, "reverse", first_step(client, match, "reverse", line=line), line=line)

    assert load(match.pk).table.ply == 3
    assert "reversed" in words_of(page(client, "match-desk", match.pk))


def test_a_void_warns_of_what_players_have_seen():
    match = live_match()
    for _ in range(3):
        play(match.pk)

    text = words_of(first_step(arbiter(), match, "void", ply="2").content.decode())

    assert "This cannot be taken back from those who have seen it" in text


def test_a_finished_match_is_reopened_from_the_desk():
    match = live_match()
    play(match.pk)
    services.match_act(match_id=match.pk, seat=1, text="resign", cmd="end")
    client = arbiter()
    assert "Reopen the match" in words_of(page(client, "match-desk", match.pk))

    confirm(client, match, "reopen", first_step(client, match, "reopen"))

    assert Match.objects.get(pk=match.pk).status == "paused"


@pytest.mark.parametrize(("act", "fields"), [("warn", {"seat": "1"}), ("annul", {})])
def test_further_acts_are_offered_at_the_desk_and_carried_out(act, fields):
    match = live_match()
    client = arbiter()
    assert reverse("match-rule", args=[match.pk, act]) in page(client, "match-desk", match.pk)

    confirm(client, match, act, first_step(client, match, act, **fields), **fields)

    assert Ruling.objects.get().text == " ".join([act, *fields.values()])


def test_a_ruling_that_the_table_refuses_is_told_before_it_could_be_confirmed():
    match = live_match()
    answer = first_step(arbiter(), match, "unpause")

    assert answer.status_code == 409
    assert "NOT_PAUSED" in answer.content.decode()
    assert 'name="seq"' not in answer.content.decode()


def test_what_was_voided_can_be_read_action_by_action():
    match = live_match()
    for _ in range(3):
        play(match.pk)
    client = arbiter()
    confirm(client, match, "void", first_step(client, match, "void", ply="2"), ply="2")
    assert 'href="?ply=3&amp;branch=0"' in page(client, "match-desk", match.pk)

    text = page(client, "match-desk", match.pk, ply=3, branch=0)

    assert "Action 3 of 3" in words_of(text)
    assert "This was voided" in words_of(text)
    assert 'href="?ply=2&amp;branch=0"' in text
    assert client.get(reverse("match-desk", args=[match.pk]), {"branch": 7}).status_code == 400


def test_a_reversal_that_was_reversed_holds_no_more():
    match = live_match()
    play(match.pk)
    client = arbiter()
    user = get_user_model().objects.get(username="arbiter")

    def rule(text):
        assert services.match_rule(match_id=match.pk, text=text, by_user=user, reason="Because").ok
        return Ruling.objects.latest("seq").seq

    back = rule(f"reverse {rule('result draw')}")
    assert words_of(page(client, "match-desk", match.pk)).count(" reversed ") == 1

    rule(f"reverse {back}")

    text = page(client, "match-desk", match.pk)
    assert words_of(text).count(" reversed ") == 1
    assert re.search(r"takes the ruling in line \d+ back.*?reversed", words_of(text))


@pytest.mark.parametrize(
    ("place", "back"), [("/t/cup/arbiter/", "/t/cup/arbiter/"), ("https://elsewhere.example/", None)]
)
def test_who_ruled_comes_back_to_the_own_page_and_nowhere_else(place, back):
    match = live_match()
    client = arbiter()

    answer = confirm(client, match, "pause", first_step(client, match, "pause", next=place), next=place)

    assert answer.headers["Location"] == (back or reverse("match", args=[match.pk]))
