"""The pages of disputes: how players and staff open, follow, decide and appeal them, without a script."""

import pytest
from django.test import Client
from django.urls import reverse

from matches.services import match_rule
from tests.builders import actor, pairing_of, started, under_way
from tests.tournaments.pages import player, said, staff, text, url
from tournaments import services
from tournaments.models import Dispute, Tournament
from tournaments.permissions import Role
from tournaments.services import Disputed

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament():
    return started(4)


@pytest.fixture
def match(tournament):
    return under_way(tournament)


def side(tournament, number, key="R1-1"):
    """Return the browser of a side of a board."""
    return player(pairing_of(tournament, key).entries[number])


def opened(tournament, match, **given):
    thing = Disputed(**{"about": "action", "match_id": match.pk, "ply": 2, **given})
    by = actor(entry=pairing_of(tournament, "R1-1").entry_0)
    return services.dispute_open(
        tournament_id=tournament.pk, by=by, thing=thing, reason="other", text="He touched another piece."
    )


def page_of(tournament, dispute):
    return url("dispute", tournament, dispute.pk)


def new(tournament, **query):
    address = url("dispute-new", tournament)
    return f"{address}?{'&'.join(f'{key}={value}' for key, value in query.items())}"


def test_a_player_disputes_a_move_from_the_replay(tournament, match):
    browser = side(tournament, 0)
    replay = text(browser.get(reverse("match-replay", args=[match.pk]) + "?ply=2"))
    address = new(tournament, match=match.pk) + "&about=action&ply=2"
    assert address.replace("&", "&amp;") in replay
    form = browser.get(address)
    assert form.context["form"].initial["ply"] == 2
    assert form.context["move"]

    answer = browser.post(address, {"ply": "2", "reason": "rules", "text": "Not a move."}, follow=True)

    dispute = Dispute.objects.get()
    assert answer.redirect_chain == [(page_of(tournament, dispute), 302)]
    assert (dispute.about, dispute.ply, dispute.text) == ("action", 2, "Not a move.")


@pytest.mark.parametrize("where", ["match", "match-replay"])
def test_both_sides_and_spectators_see_it_at_the_match(tournament, match, where):
    opened(tournament, match)
    address = reverse(where, args=[match.pk])

    for browser in (side(tournament, 0), side(tournament, 1), Client()):
        seen = text(browser.get(address))
        assert "Dispute about move 2" in seen
        assert "He touched another piece." not in seen
    # Who plays or rules hears of news; others look again.
    part = url("match-disputes", tournament, match.pk)
    assert f'hx-get="{part}"' in text(side(tournament, 1).get(address))
    assert f'hx-get="{part}"' not in text(Client().get(address))
    assert "Dispute about move 2" in text(side(tournament, 1).get(part))


@pytest.mark.parametrize(
    ("sent", "what"),
    [
        ({"ply": "2", "reason": ""}, "reason"),
        ({"ply": "3", "reason": "rules"}, "ply"),
        ({"ply": "2", "reason": "other", "text": ""}, "__all__"),
        ({"ply": "2", "reason": "identity"}, "reason"),
    ],
)
def test_what_is_wrong_with_a_form_is_said_in_it(tournament, match, sent, what):
    answer = side(tournament, 0).post(new(tournament, match=match.pk, about="action"), sent)

    assert answer.status_code == 400
    assert what in answer.context["form"].errors
    assert not Dispute.objects.exists()


def test_only_those_open_one_who_may(tournament, match):
    address = new(tournament, match=match.pk)

    assert Client().get(address).status_code == 403
    assert side(tournament, 0, "R1-2").get(address).status_code == 403
    assert staff(tournament, Role.SCOREKEEPER).get(address).status_code == 200
    assert "dispute-new" not in text(Client().get(reverse("match", args=[match.pk])))
    assert Client().get(new(tournament, match="nothing00000")).status_code == 404
    assert side(tournament, 0).get(new(started(2), match=match.pk)).status_code == 404


def test_a_player_finds_the_own_boards_and_who_sat_there(tournament, match):
    browser, pairing = side(tournament, 0), pairing_of(tournament, "R1-1")

    assert [board["query"] for board in browser.get(url("dispute-new", tournament)).context["boards"]] == [
        f"match={match.pk}"
    ]
    browser.post(new(tournament, match=match.pk, about="person"), {"reason": "help", "text": "A phone."})
    assert Dispute.objects.get().entry == pairing.entry_1
    assert new(tournament, entry=pairing.entry_1.pk) in text(
        browser.get(url("tournament-entry", tournament, pairing.entry_1.pk))
    )


def test_what_was_said_stays_between_the_sides_and_the_arbiters(tournament, match):
    dispute = opened(tournament, match)
    about_somebody = opened(
        tournament, match, about="person", ply=None, match_id="", entry_id=pairing_of(tournament, "R1-1").entry_1.pk
    )

    for browser in (side(tournament, 0), side(tournament, 1), staff(tournament, Role.ARBITER)):
        assert "He touched another piece." in text(browser.get(page_of(tournament, dispute)))
        assert browser.get(page_of(tournament, about_somebody)).status_code == 200
        assert len(browser.get(url("disputes", tournament)).context["lines"]()) == 2
    for browser in (side(tournament, 0, "R1-2"), Client()):
        assert "He touched another piece." not in text(browser.get(page_of(tournament, dispute)))
        assert browser.get(page_of(tournament, about_somebody)).status_code == 404
        assert len(browser.get(url("disputes", tournament)).context["lines"]()) == 1


def test_an_arbiter_takes_and_decides_and_the_other_side_appeals(tournament, match):
    dispute, arbiter = opened(tournament, match), staff(tournament, Role.CHIEF_ARBITER)
    address = page_of(tournament, dispute)
    assert not side(tournament, 1).get(address).context["can"]["decide"]

    arbiter.post(address, {"act": "take", "seen": dispute.step})
    dispute.refresh_from_db()
    decision = {"act": "decide", "outcome": "granted", "decision": "It was another piece.", "seen": dispute.step}
    arbiter.post(address, decision)
    seen = side(tournament, 1).get(address)
    assert seen.context["can"]["appeal"]
    assert seen.context["left"] in ("15:00", "14:59")
    assert "It was another piece." in text(Client().get(reverse("match", args=[match.pk])))
    side(tournament, 1).post(address, {"act": "appeal", "text": "I did not."})
    assert not arbiter.get(address).context["can"]["decide"]
    other = staff(tournament, Role.CHIEF_ARBITER)
    decision |= {"outcome": "upheld", "decision": "It stands.", "seen": ""}
    form = other.get(address).context["decision_form"]
    other.post(address, decision | {"seen": form.initial["seen"]})

    dispute.refresh_from_db()
    assert (dispute.state, dispute.appeals.get().outcome) == ("closed", "upheld")
    assert "It stands." in text(Client().get(address))
    acts = list(tournament.audit.filter(subject=f"dispute/{dispute.pk}").order_by("pk").values_list("act", flat=True))
    assert acts == ["dispute_open", "dispute_take", "dispute_decide", "appeal_open", "appeal_decide"]


def test_a_decision_on_what_has_changed_meanwhile_is_refused_and_kept_on_the_page(tournament, match):
    dispute, arbiter = opened(tournament, match), staff(tournament, Role.ARBITER)
    sent = {"act": "decide", "outcome": "granted", "decision": "I have typed this.", "seen": dispute.step}
    staff(tournament, Role.ARBITER).post(page_of(tournament, dispute), {"act": "take"})

    answer = arbiter.post(page_of(tournament, dispute), sent)

    assert answer.status_code == 400
    assert "I have typed this." in text(answer)
    assert "Something has happened to this dispute" in text(answer)


def test_who_plays_there_or_is_no_arbiter_cannot_decide(tournament, match):
    address = page_of(tournament, opened(tournament, match))
    sent = {"act": "decide", "outcome": "granted", "decision": "Mine."}

    for browser in (side(tournament, 1), staff(tournament, Role.SCOREKEEPER), Client()):
        assert browser.post(address, sent | {"seen": "open-0"}).status_code == 403
    assert Dispute.objects.get().state == "open"


def test_who_has_opened_it_can_withdraw_it(tournament, match):
    address = page_of(tournament, opened(tournament, match))

    assert side(tournament, 1).post(address, {"act": "withdraw"}).status_code == 403
    answer = side(tournament, 0).post(address, {"act": "withdraw"}, follow=True)
    assert said(answer) == ["The dispute is withdrawn."]
    assert Dispute.objects.get().state == "closed"


def test_the_pairings_say_until_when_a_result_can_change(tournament, match):
    address = url("tournament-round", tournament, 1)
    assert match_rule(match_id=match.pk, text="result 0", by_user=None, reason="test").ok
    board = url("tournament-board", tournament, pairing_of(tournament, "R1-1").pk)

    assert "provisional until" in text(Client().get(address))
    assert "provisional until" in text(Client().get(board))
    opened(tournament, match, about="result", ply=None)
    assert "disputed; provisional" in text(Client().get(address))
    Dispute.objects.update(state="closed")
    Tournament.objects.update(claim_ms=0)
    assert "provisional" not in text(Client().get(address))


def test_the_organizer_sets_how_disputes_go(tournament):
    address = url("console-settings", tournament)
    sent = {"which": "disputes", "claim_minutes": "30", "appeal_minutes": "0", "dispute_pauses": "on"}

    staff(tournament, Role.ORGANIZER).post(address, sent)

    tournament.refresh_from_db()
    assert (tournament.claim_ms, tournament.appeal_ms, tournament.dispute_pauses) == (1_800_000, 0, True)
