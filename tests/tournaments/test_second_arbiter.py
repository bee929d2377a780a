"""Where a tournament asks for it, what one arbiter decides about a result waits until another agrees."""

import pytest

from tests.api.asking import staff as asker
from tests.builders import a_user, actor, advanced, match_of, pairing_of, staffed, the_stage, win
from tests.builders import started as started_knockout
from tests.tournaments import pages
from tests.tournaments.rounds import played, started, swiss
from tournaments import services
from tournaments.actors import actor_of
from tournaments.errors import NotAllowedError, TournamentError
from tournaments.models import PendingRuling, Result
from tournaments.permissions import Role
from tournaments.selectors.pending import pending_of
from tournaments.services.standings import standings_of

pytestmark = pytest.mark.django_db


def asking(tournament, when="always"):
    tournament.second_arbiter = when
    tournament.save()
    return tournament


def two_rounds(when="always"):
    """Return a tournament whose first round is closed and whose second one runs."""
    tournament = swiss(4)
    played(tournament)
    started(tournament)
    return asking(tournament, when)


def chief(tournament):
    return actor_of(tournament, staffed(tournament, Role.CHIEF_ARBITER))


def submitted(tournament, by, key="R1-1", **given):
    board = pairing_of(tournament, key)
    about = {"kind": "adjudicated", "winner": 1, "reason": "the score sheet says so", **given}
    return services.correction_submit(pairing_id=board.pk, by=by, **about)


def state(tournament):
    result = pairing_of(tournament, "R1-1").result
    return result.kind, result.winner, result.revision, standings_of(the_stage(tournament)).as_json()


def test_nothing_changes_before_another_arbiter_confirms():
    tournament = two_rounds()
    one, other = chief(tournament), chief(tournament)
    before = state(tournament)

    pending = submitted(tournament, one)

    assert isinstance(pending, PendingRuling)
    assert state(tournament) == before
    assert tournament.announcements.count() == 0
    assert [found.pk for found in pending_of(tournament)] == [pending.pk]

    services.pending_confirm(pending_id=pending.pk, by=other)

    result = pairing_of(tournament, "R1-1").result
    assert (result.kind, result.winner, result.set_by_id) == ("adjudicated", 1, one.user_id)
    assert not pending_of(tournament)
    acts = list(tournament.audit.values_list("act", "actor")[:3])
    assert acts == [
        ("ruling_confirm", f"user/{other.user_id}"),
        ("result_correct", f"user/{one.user_id}"),
        ("ruling_propose", f"user/{one.user_id}"),
    ]


def test_nobody_confirms_what_they_have_decided():
    tournament = two_rounds()
    one = chief(tournament)
    before, pending = state(tournament), submitted(tournament, one)

    with pytest.raises(NotAllowedError, match="own_proposal"):
        services.pending_confirm(pending_id=pending.pk, by=one)

    assert state(tournament) == before


def test_a_rejected_one_changes_nothing_and_is_over():
    tournament = two_rounds()
    one, other = chief(tournament), chief(tournament)
    before, pending = state(tournament), submitted(tournament, one)
    with pytest.raises(TournamentError, match="reason_missing"):
        services.pending_reject(pending_id=pending.pk, by=other, reason=" ")

    services.pending_reject(pending_id=pending.pk, by=other, reason="both signed it")

    assert state(tournament) == before
    for act in (services.pending_confirm, lambda **given: services.pending_reject(**given, reason="r")):
        with pytest.raises(TournamentError, match="already_decided"):
            act(pending_id=pending.pk, by=other)


def test_a_stale_one_is_refused_and_changes_nothing():
    tournament = two_rounds()
    one, other = chief(tournament), chief(tournament)
    pending = submitted(tournament, one)
    asking(tournament, "never")
    services.result_correct(
        pairing_id=pairing_of(tournament, "R1-1").pk, by=one, kind="played", winner=None, reason="drawn after all"
    )
    before = state(tournament)

    with pytest.raises(TournamentError, match="stale_proposal"):
        services.pending_confirm(pending_id=pending.pk, by=other)

    assert state(tournament) == before
    assert pending_of(tournament).exists()


def test_a_second_one_about_the_same_board_is_refused():
    tournament = two_rounds()
    submitted(tournament, chief(tournament))

    with pytest.raises(TournamentError, match="already_waiting"):
        submitted(tournament, chief(tournament), winner=None)


@pytest.mark.parametrize(("when", "key", "waits"), [
    ("never", "R1-1", False), ("closed", "R1-1", True), ("closed", "R2-1", False), ("always", "R2-1", True),
])  # fmt: skip
def test_the_setting_says_when(when, key, waits):
    tournament = two_rounds(when)
    win(tournament, "R2-1", 0)

    done = submitted(tournament, chief(tournament), key)

    assert isinstance(done, PendingRuling if waits else Result)


def test_what_would_be_refused_anyway_does_not_wait():
    tournament = two_rounds()
    with pytest.raises(NotAllowedError):
        submitted(tournament, actor_of(tournament, staffed(tournament, Role.ARBITER)))
    with pytest.raises(TournamentError, match="nothing_changed"):
        submitted(tournament, chief(tournament), kind="adjudicated", winner=0)
    assert not pending_of(tournament)


def test_no_way_leads_around_the_second_arbiter():
    tournament = asking(started_knockout(4))
    win(tournament, "R1-1", 0)
    board, one = pairing_of(tournament, "R1-1"), chief(tournament)
    match = board.games.get().match

    for act in (
        lambda: services.result_correct(pairing_id=board.pk, by=one, kind="forfeit", winner=1, reason="late"),
        lambda: services.game_void(pairing_id=board.pk, number=1, by=one, reason="wrong seats"),
        lambda: services.match_ruling(match_id=match.pk, by=one, text="reopen", reason="wrong seats"),
    ):
        with pytest.raises(TournamentError, match="second_needed"):
            act()
    assert services.match_ruling(match_id=match_of(tournament, "R1-2").pk, by=one, text="forfeit 0", reason="gone").ok


def test_an_annulment_and_an_undoing_wait_as_well():
    tournament = started_knockout(4)
    for key in ("R1-1", "R1-2"):
        win(tournament, key, 0)
    one, other = chief(tournament), chief(tournament)
    submitted(tournament, one)
    asking(tournament)
    board = pairing_of(tournament, "R1-1")

    undo = services.undo_submit(pairing_id=board.pk, by=one, reason="the wrong board")
    services.pending_confirm(pending_id=undo.pk, by=other)
    assert pairing_of(tournament, "R1-1").result.winner == 0

    void = services.void_submit(pairing_id=board.pk, number=1, by=one, reason="wrong seats")
    assert pairing_of(tournament, "R1-1").state == "decided"
    services.pending_confirm(pending_id=void.pk, by=other)
    assert pairing_of(tournament, "R1-1").state == "running"
    advanced(tournament)


def test_the_arbiters_page_shows_it_and_confirms_it():
    tournament = two_rounds()
    pending = submitted(tournament, chief(tournament))
    other = pages.staff(tournament, Role.CHIEF_ARBITER)

    for name in ("arbiter", "console"):
        assert "the score sheet says so" in pages.text(other.get(pages.url(name, tournament)))
    board = other.get(pages.url("console-board", tournament, pending.pairing_id))
    assert f"waiting-{pending.pk}" in pages.text(board)
    answer = other.post(pages.url("pending-confirm", tournament, pending.pk), follow=True)

    assert pages.said(answer) == ["Confirmed. It is in force now."]
    assert pairing_of(tournament, "R1-1").result.winner == 1


def test_the_desk_says_that_a_correction_waits():
    tournament = two_rounds()
    mine = pages.staff(tournament, Role.CHIEF_ARBITER)
    address = pages.url("console-board", tournament, pairing_of(tournament, "R1-1").pk)
    sent = {"outcome": "adjudicated:1", "reason": "wrong side", "counts": "next", "confirmed": "1"}

    answer = mine.post(address, sent, follow=True)

    assert pages.said(answer) == ["Nothing has changed yet: a second arbiter must confirm it."]
    assert "Somebody else must confirm" in pages.text(answer)


def test_programs_decide_and_confirm_too():
    tournament = two_rounds()
    one, other = asker(tournament, Role.CHIEF_ARBITER), asker(tournament, Role.CHIEF_ARBITER)
    board = pairing_of(tournament, "R1-1").pk
    body = {"kind": "adjudicated", "winner": 1, "reason": "wrong side"}

    answer = one.post(f"pairings/{board}/correction/", body).json()

    assert (answer["result"], answer["waiting"]["state"]) == (None, "waiting")
    waiting = answer["waiting"]["id"]
    assert [row["id"] for row in other.get(f"tournaments/{tournament.slug}/waiting/").json()["results"]] == [waiting]
    assert one.post(f"waiting/{waiting}/confirmation/").json()["code"] == "own_proposal"
    assert other.post(f"waiting/{waiting}/confirmation/").json()["state"] == "confirmed"
    assert other.post(f"waiting/{waiting}/rejection/", {"reason": "r"}).json()["code"] == "already_decided"


def test_a_foreign_arbiter_confirms_nothing():
    tournament = two_rounds()
    pending = submitted(tournament, chief(tournament))
    foreign = actor_of(tournament, a_user())

    with pytest.raises(NotAllowedError):
        services.pending_confirm(pending_id=pending.pk, by=foreign)
    playing = actor(Role.CHIEF_ARBITER, user=a_user(), entry=pairing_of(tournament, "R1-1").entry_0)
    with pytest.raises(NotAllowedError, match="own_match"):
        services.pending_confirm(pending_id=pending.pk, by=playing)
