"""Disputes and appeals: who may do what, in which order, and until when."""

import pytest

from matches.services import match_rule
from tests.builders import (
    ORGANIZER,
    a_user,
    actor,
    match_of,
    pairing_of,
    started,
    under_way,
    win,
)
from tournaments import services
from tournaments.errors import NotAllowedError, NotFoundError, TournamentError
from tournaments.evidence import disputes_told
from tournaments.models import Dispute, Pairing, Tournament
from tournaments.permissions import Role
from tournaments.selectors.disputes import (
    disputes_known_to,
    disputes_of_match,
    open_disputes,
    provisional_of,
)
from tournaments.services import Disputed

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament():
    return started(4)


@pytest.fixture
def match(tournament):
    return under_way(tournament)


def side(tournament, number, key="R1-1"):
    return actor(entry=pairing_of(tournament, key).entries[number])


def arbiter():
    return actor(Role.ARBITER, user=a_user())


def chief():
    return actor(Role.CHIEF_ARBITER, user=a_user())


def opened(tournament, match, by=None, **given):
    thing = Disputed(**{"about": "action", "match_id": match.pk, "ply": 2, **given})
    by = by or side(tournament, 0)
    return services.dispute_open(
        tournament_id=tournament.pk, by=by, thing=thing, reason="other", text="That was not a move."
    )


def decided(dispute, by=None, outcome="granted", **given):
    by = by or arbiter()
    return services.dispute_decide(dispute_id=dispute.pk, by=by, outcome=outcome, decision="I have looked.", **given)


def refused(code, act, *args, **given):
    with pytest.raises(TournamentError) as refusal:
        act(*args, **given)
    assert refusal.value.code == code


def over(match):
    assert match_rule(match_id=match.pk, text="result 0", by_user=None, reason="test").ok


def test_a_player_disputes_a_move_and_both_sides_see_it(tournament, match):
    dispute = opened(tournament, match)

    assert (dispute.state, dispute.ply, dispute.by_name) == ("open", 2, pairing_of(tournament, "R1-1").entry_0.name)
    assert dispute.pairing == pairing_of(tournament, "R1-1")
    assert list(open_disputes(tournament)) == [dispute]
    assert list(disputes_of_match(match.pk)) == [dispute]
    assert tournament.audit.filter(act="dispute_open").get().reason == "That was not a move."


@pytest.mark.parametrize(
    ("who", "code"),
    [
        (lambda t: side(t, 1), None),
        (lambda _t: actor(Role.SCOREKEEPER, user=a_user()), None),
        (lambda _t: arbiter(), None),
        (lambda _t: actor(Role.ORGANIZER, user=a_user()), None),
        (lambda t: side(t, 0, "R1-2"), "not_allowed"),
        (lambda _t: actor(), "not_allowed"),
        (lambda _t: actor(Role.OPERATOR, user=a_user()), "not_allowed"),
    ],
    ids=["the other side", "scorekeeper", "arbiter", "organizer", "another board", "visitor", "operator"],
)
def test_players_dispute_their_own_matches_and_the_staff_any(tournament, match, who, code):
    if code is None:
        assert opened(tournament, match, who(tournament)).state == "open"
    else:
        refused(code, opened, tournament, match, who(tournament))
        assert not Dispute.objects.exists()


@pytest.mark.parametrize("ply", [None, 0, 3])
def test_a_dispute_of_a_move_needs_one_of_that_match(tournament, match, ply):
    refused("no_such_ply", opened, tournament, match, ply=ply)


@pytest.mark.parametrize(
    ("reason", "text", "code"),
    [
        ("identity", "", "bad_reason"),
        ("nonsense", "", "bad_reason"),
        ("other", "  ", "text_missing"),
        ("rules", "x" * 2001, "text_too_long"),
    ],
)
def test_the_reason_is_one_of_a_short_list(tournament, match, reason, text, code):
    thing = Disputed("action", match_id=match.pk, ply=1)
    by = side(tournament, 0)

    refused(code, services.dispute_open, tournament_id=tournament.pk, by=by, thing=thing, reason=reason, text=text)


def test_one_open_dispute_for_each_thing(tournament, match):
    first = opened(tournament, match)

    refused("already_disputed", opened, tournament, match)
    assert opened(tournament, match, ply=1).pk != first.pk
    assert opened(tournament, match, side(tournament, 1)).pk != first.pk
    decided(first)
    assert opened(tournament, match).pk != first.pk


def test_a_match_of_another_tournament_is_not_there(tournament, match):
    other = started(2)

    with pytest.raises(NotFoundError):
        opened(other, match, arbiter())


def test_after_the_window_players_cannot_dispute_any_more_but_the_staff_can(tournament, match):
    over(match)
    Tournament.objects.update(claim_ms=0)

    refused("claim_window_over", opened, tournament, match)
    assert opened(tournament, match, arbiter()).state == "open"


def test_nothing_is_disputed_or_decided_once_the_tournament_is_over(tournament, match):
    dispute = opened(tournament, match)
    Tournament.objects.filter(pk=tournament.pk).update(state="finished")

    refused("tournament_finished", opened, tournament, match, ply=1)
    refused("tournament_finished", decided, dispute)


def test_a_tournament_does_not_end_while_something_is_disputed():
    tournament = started(2)
    match = match_of(tournament, "R1-1")
    win(tournament, "R1-1", 0)
    dispute = opened(tournament, match, side(tournament, 1), about="result", ply=None)
    services.stage_advance(stage_id=tournament.stages.get().pk)

    refused("disputes_open", services.tournament_finish, tournament_id=tournament.pk, by=ORGANIZER)
    decided(dispute, outcome="upheld")
    assert services.tournament_finish(tournament_id=tournament.pk, by=ORGANIZER).state == "finished"


def test_a_result_needs_a_result_and_a_pairing_a_published_round(tournament, match):
    by, pairing = side(tournament, 0), pairing_of(tournament, "R1-1")

    refused("no_result", opened, tournament, match, about="result", ply=None)
    assert opened(tournament, match, by, about="pairing", match_id="", ply=None, pairing_id=pairing.pk).match is None
    draft = Pairing.objects.exclude(round=pairing.round).first()
    draft.round.__class__.objects.filter(pk=draft.round_id).update(state="draft")
    with pytest.raises(NotFoundError):
        opened(tournament, match, arbiter(), about="pairing", match_id="", ply=None, pairing_id=draft.pk)


def test_only_those_whom_it_concerns_know_of_a_dispute_about_a_person(tournament, match):
    accused = pairing_of(tournament, "R1-1").entry_1
    dispute = opened(tournament, match, about="person", match_id="", ply=None, entry_id=accused.pk)

    assert list(disputes_known_to(tournament, side(tournament, 0))) == [dispute]
    assert list(disputes_known_to(tournament, actor(entry=accused))) == [dispute]
    assert list(disputes_known_to(tournament, arbiter())) == [dispute]
    assert (
        list(disputes_known_to(tournament, side(tournament, 0, "R1-2")))
        == list(disputes_known_to(tournament, actor()))
        == []
    )
    assert not disputes_of_match(match.pk)
    stranger = side(tournament, 0, "R1-2")
    refused("not_allowed", opened, tournament, match, stranger, about="person", match_id="", ply=None,
            entry_id=accused.pk)  # fmt: skip


# the match meanwhile


@pytest.mark.parametrize("pauses", [True, False])
def test_the_match_stands_where_the_tournament_wants_it(tournament, match, pauses):
    services.tournament_update(tournament_id=tournament.pk, by=ORGANIZER, dispute_pauses=pauses)

    opened(tournament, match)

    match.refresh_from_db()
    assert match.status == ("paused" if pauses else "live")


def test_withdrawing_lets_the_match_go_on_unless_something_else_keeps_it(tournament, match):
    services.tournament_update(tournament_id=tournament.pk, by=ORGANIZER, dispute_pauses=True)
    first, by = opened(tournament, match), side(tournament, 0)
    second = opened(tournament, match, side(tournament, 1))

    refused("not_yours", services.dispute_withdraw, dispute_id=first.pk, by=side(tournament, 1))
    services.dispute_withdraw(dispute_id=second.pk, by=side(tournament, 1))
    match.refresh_from_db()
    assert match.status == "paused"
    services.dispute_withdraw(dispute_id=first.pk, by=by)
    match.refresh_from_db()
    assert match.status == "live"
    refused("dispute_closed", services.dispute_withdraw, dispute_id=first.pk, by=by)


def test_a_pause_of_the_arbiter_outlasts_a_withdrawn_dispute(tournament, match):
    services.tournament_update(tournament_id=tournament.pk, by=ORGANIZER, dispute_pauses=True)
    assert match_rule(match_id=match.pk, text="pause", by_user=None, reason="fire alarm").ok
    dispute = opened(tournament, match)

    services.dispute_withdraw(dispute_id=dispute.pk, by=side(tournament, 0))

    match.refresh_from_db()
    assert match.status == "paused"


# deciding


def test_a_decision_needs_a_reason_an_outcome_and_a_ruling_that_exists(tournament, match):
    dispute, by = opened(tournament, match), arbiter()

    def decide(outcome="granted", decision="Seen.", ruling_line=None):
        services.dispute_decide(
            dispute_id=dispute.pk, by=by, outcome=outcome, decision=decision, ruling_line=ruling_line
        )

    refused("reason_missing", decide, decision=" ")
    refused("bad_value", decide, outcome="perhaps")
    refused("no_such_ruling", decide, ruling_line=1)
    ruling = match_rule(match_id=match.pk, text="add-time 0 1000", by_user=None, reason="test")
    decide(ruling_line=ruling.seq)
    dispute.refresh_from_db()
    assert (dispute.state, dispute.outcome, dispute.ruling_line) == ("decided", "granted", ruling.seq)
    refused("dispute_decided", decide)


def test_nobody_decides_about_themselves(tournament, match):
    own = actor(Role.ARBITER, user=a_user(), entry=pairing_of(tournament, "R1-1").entry_1)
    author = arbiter()

    refused("own_match", decided, opened(tournament, match), own)
    refused("own_dispute", decided, opened(tournament, match, author), author)
    refused("not_allowed", decided, opened(tournament, match, ply=1), actor(Role.ORGANIZER, user=a_user()))


def test_who_has_seen_another_step_decides_nothing(tournament, match):
    dispute = opened(tournament, match)
    seen = dispute.step
    services.dispute_take(dispute_id=dispute.pk, by=arbiter(), seen=seen)

    refused("dispute_changed", decided, dispute, seen=seen)
    dispute.refresh_from_db()
    assert dispute.state == "taken"
    assert decided(dispute, seen=dispute.step).state == "decided"


# appeals


def appealed(dispute, by):
    return services.appeal_open(dispute_id=dispute.pk, by=by, text="The clock was right.")


def test_the_other_side_appeals_and_somebody_else_decides(tournament, match):
    first, second = chief(), chief()
    dispute = decided(opened(tournament, match), first)

    def decide(by):
        return services.appeal_decide(dispute_id=dispute.pk, by=by, outcome="granted", decision="It was.")

    refused("no_appeal", decide, second)
    appealed(dispute, side(tournament, 1))
    assert list(open_disputes(tournament)) == [dispute]
    refused("already_appealed", appealed, dispute, side(tournament, 0))
    refused("same_instance", decide, first)
    refused("not_allowed", decide, arbiter())
    assert decide(second).outcome == "granted"
    dispute.refresh_from_db()
    assert dispute.state == "closed"
    assert not open_disputes(tournament)
    refused("no_appeal", decide, second)
    refused("dispute_closed", appealed, dispute, side(tournament, 0))


def test_an_appeal_has_its_time(tournament, match):
    dispute = opened(tournament, match)

    refused("dispute_not_decided", appealed, dispute, side(tournament, 1))
    decided(dispute)
    with pytest.raises(NotAllowedError):
        appealed(dispute, side(tournament, 0, "R1-2"))
    Dispute.objects.update(appeal_until_ms=1)
    refused("appeal_window_over", appealed, dispute, side(tournament, 1))


def test_an_appeal_is_taken_up_by_a_chief_arbiter(tournament, match):
    dispute = decided(opened(tournament, match))
    appealed(dispute, side(tournament, 1))

    refused("not_allowed", services.dispute_take, dispute_id=dispute.pk, by=arbiter())
    by = chief()
    services.dispute_take(dispute_id=dispute.pk, by=by)

    assert dispute.appeals.get().taken_by_id == by.user_id
    dispute.refresh_from_db()
    assert dispute.state == "appealed"


# until when a result can change


def test_a_result_is_provisional_until_every_time_is_over_and_nothing_is_open(tournament, match):
    assert not provisional_of(tournament, [pairing_of(tournament, "R1-1")])
    over(match)
    pairing = pairing_of(tournament, "R1-1")
    end = pairing.result.decided_at_ms

    def now_and(ms):
        found = provisional_of(tournament, [pairing], at_ms=end + ms).get(pairing.pk)
        return found and (found.disputed, found.until_ms)

    assert now_and(0) == (False, end + 900_000)
    assert now_and(900_000) is None
    dispute = opened(tournament, match)
    assert now_and(10_000_000) == (True, None)
    decided(dispute)
    Dispute.objects.update(appeal_until_ms=end + 20_000_000)
    assert now_and(10_000_000) == (False, end + 20_000_000)
    assert now_and(20_000_000) is None


def test_nobody_waits_for_a_board_that_was_a_bye():
    tournament = started(3)
    byes = [one for one in tournament.stages.get().pairings.all() if one.state == "decided"]

    assert byes
    assert not provisional_of(tournament, byes)


def test_evidence_tells_of_disputes_and_appeals_what_may_be_told(tournament, match):
    appealed = decided(opened(tournament, match))
    accused = pairing_of(tournament, "R1-1").entry_1
    services.appeal_open(dispute_id=appealed.pk, by=side(tournament, 1), text="No")
    opened(tournament, match, about="person", ply=None, entry_id=accused.pk)

    public, whole = disputes_told(match, False), disputes_told(match, True)

    assert [(one["about"], one["state"], one["outcome"]) for one in public] == [("action", "appealed", "granted")]
    assert public[0]["appeal"]["outcome"] == ""
    assert not {"text", "decided_by"} & {*public[0], *public[0]["appeal"]}
    assert [(one["about"], one["text"]) for one in whole] == [
        (about, "That was not a move.") for about in ("action", "person")
    ]
    assert whole[0]["appeal"]["text"] == "No"
