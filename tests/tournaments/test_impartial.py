"""Staff who play: where they decide nothing, act by act and by the setting of the tournament."""

import pytest

from matches.access import Principal, role_for
from tests.builders import (
    ORGANIZER,
    a_tournament,
    a_user,
    actor,
    advanced,
    an_entry,
    entry_called,
    match_of,
    pairing_of,
    staffed,
    started,
    the_stage,
    under_way,
    win,
)
from tests.tournaments import stages
from tournaments import services
from tournaments.actors import actor_of
from tournaments.errors import NotAllowedError
from tournaments.models import AuditLine, Tournament
from tournaments.permissions import Role
from tournaments.services import Disputed

pytestmark = pytest.mark.django_db

SETTINGS = {"stage": "rival_board", "own": ""}
"""What a decision about another board of one's stage is answered, by the setting; "" for nothing."""


@pytest.fixture(params=SETTINGS)
def cup(request):
    """Return a knockout of four with this setting."""
    tournament = started(4)
    tournament.stand_apart = request.param
    tournament.save()
    return tournament


def judge(tournament, name="1"):
    """Return the chief arbiter who plays as an entry."""
    return actor(Role.CHIEF_ARBITER, user=a_user(), entry=entry_called(tournament, name))


def code_of(act):
    """Return with which code an act is refused for who does it; "" if it is not."""
    try:
        act()
    except NotAllowedError as error:
        return error.code
    return ""


def rules(tournament, by):
    match = under_way(tournament, "R1-2")
    services.match_ruling(match_id=match.pk, by=by, text="pause", reason="The bell rings")


def corrects(tournament, by):
    win(tournament, "R1-2", 0)
    services.result_correct(
        pairing_id=pairing_of(tournament, "R1-2").pk, by=by, kind="adjudicated", winner=1, reason="Misread"
    )


def forfeits(tournament, by):
    match = under_way(tournament, "R1-2")
    services.match_ruling(match_id=match.pk, by=by, text="forfeit 0", reason="Left the hall")


def decides(tournament, by):
    match = under_way(tournament, "R1-2")
    side = actor(entry=pairing_of(tournament, "R1-2").entries[0])
    thing = Disputed("action", match_id=match.pk, ply=2)
    dispute = services.dispute_open(tournament_id=tournament.pk, by=side, thing=thing, reason="rules", text="No")
    services.dispute_decide(dispute_id=dispute.pk, by=by, outcome="upheld", decision="The log has it so.")


def confirms(tournament, by):
    win(tournament, "R1-2", 0)
    tournament.second_arbiter = Tournament.SecondArbiter.ALWAYS
    tournament.save()
    colleague = actor_of(tournament, staffed(tournament, Role.CHIEF_ARBITER))
    pending = services.correction_submit(
        pairing_id=pairing_of(tournament, "R1-2").pk, by=colleague, kind="adjudicated", winner=1, reason="Misread"
    )
    services.pending_confirm(pending_id=pending.pk, by=by)


@pytest.mark.parametrize("act", [rules, corrects, forfeits, decides, confirms])
def test_the_setting_says_whether_who_plays_decides_at_other_boards(cup, act):
    assert code_of(lambda: act(cup, judge(cup))) == SETTINGS[cup.stand_apart]


@pytest.mark.parametrize("act", [rules, corrects, forfeits, decides, confirms])
def test_nobody_decides_at_the_own_board_and_everybody_else_does(cup, act):
    own = entry_called(cup, pairing_of(cup, "R1-2").entries[1].name).name

    assert code_of(lambda: act(cup, judge(cup, own))) == "own_match"


@pytest.mark.parametrize("act", [rules, corrects, forfeits, decides, confirms])
def test_who_does_not_play_decides_everywhere(cup, act):
    assert code_of(lambda: act(cup, actor(Role.CHIEF_ARBITER, user=a_user()))) == ""


def test_what_lies_behind_the_screen_of_rivals_is_never_theirs(cup):
    user = staffed(cup, Role.CHIEF_ARBITER)
    entry_called(cup, "1").players.update(user=user)
    role = role_for(Principal(user_id=user.pk), match_of(cup, "R1-2"))

    assert (role.can_rule, role.can_look) == (cup.stand_apart == "own", False)


def test_who_has_left_has_no_rivals_any_more():
    tournament = started(4)
    services.entry_withdraw(entry_id=entry_called(tournament, "1").pk, by=ORGANIZER, running="forfeit", reason="ill")
    advanced(tournament)

    assert code_of(lambda: rules(tournament, judge(tournament))) == ""


def test_who_was_not_drawn_into_the_stage_is_no_rival():
    tournament = a_tournament(hosted=False, check_in=True)
    *field, other = (an_entry(tournament, str(seed), seed=seed).entry for seed in range(1, 6))
    for entry in field:
        services.check_in(entry_id=entry.pk, by=ORGANIZER)
    stages.set_up(tournament, "swiss", rounds=2)
    stages.play(tournament, 1)
    board = the_stage(tournament).rounds.get(number=1).pairings.first()

    by = actor(Role.CHIEF_ARBITER, user=a_user(), entry=other)
    correction = {"kind": "played", "winner": 1, "reason": "Misread"}
    assert code_of(lambda: services.result_correct(pairing_id=board.pk, by=by, **correction)) == ""


def test_results_that_were_played_in_a_hall_are_written_for_rivals_too():
    tournament = a_tournament(hosted=False)
    for seed in range(1, 5):
        an_entry(tournament, str(seed), seed=seed)
    stages.set_up(tournament, "swiss", rounds=2)
    stages.next_round(tournament)
    own, other = the_stage(tournament).rounds.get(number=1).pairings.order_by("board")
    writer = actor(Role.ORGANIZER, user=a_user(), entry=own.entry_0)

    services.result_set(pairing_id=other.pk, by=writer, kind="played", winner=0)
    refused = code_of(lambda: services.result_set(pairing_id=own.pk, by=writer, kind="played", winner=0))
    assert refused == "own_match"
    correction = {"kind": "played", "winner": 1, "reason": "Misread"}
    assert code_of(lambda: services.result_correct(pairing_id=other.pk, by=writer, **correction)) == "rival_board"


def test_a_dispute_about_a_person_is_not_decided_by_that_person():
    tournament = started(4)
    tournament.stand_apart = "own"
    tournament.save()
    thing = Disputed("person", entry_id=entry_called(tournament, "1").pk)
    by = actor(Role.ARBITER, user=a_user())
    dispute = services.dispute_open(tournament_id=tournament.pk, by=by, thing=thing, reason="help", text="Spoke")

    def decide():
        services.dispute_decide(dispute_id=dispute.pk, by=judge(tournament), outcome="upheld", decision="No.")

    assert code_of(decide) == "own_match"


def test_the_setting_is_changed_by_the_organizer_and_kept_in_the_audit_trail():
    tournament = started(2)

    services.tournament_update(tournament_id=tournament.pk, by=ORGANIZER, stand_apart="own")

    tournament.refresh_from_db()
    assert tournament.stand_apart == "own"
    assert AuditLine.objects.filter(act="tournament_update").last().after["stand_apart"] == "own"


def test_who_plays_as_a_user_is_known_by_that():
    tournament = started(4)
    user = staffed(tournament, Role.ARBITER)
    entry_called(tournament, "1").players.update(user=user)

    assert code_of(lambda: rules(tournament, actor_of(tournament, user))) == "rival_board"
