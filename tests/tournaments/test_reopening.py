"""What becomes of results and tables when a match of a tournament goes on after its end."""

import pytest
from rest_framework.test import APIClient

from matches.services import match_rule
from matches.store import load
from tests.builders import (
    a_user,
    actor,
    advanced,
    begin,
    match_of,
    names_at,
    pairing_of,
    round_of,
    rule,
    staffed,
    started,
    the_stage,
    win,
)
from tests.tournaments import rounds
from tests.tournaments.rounds import swiss
from tournaments.models import AuditLine, Pairing, PairingMatch, Result, Snapshot
from tournaments.permissions import Role
from tournaments.services import match_ruling
from tournaments.services.standings import standings_of

pytestmark = pytest.mark.django_db


def ended(tournament, key="R1-1"):
    match = match_of(tournament, key)
    rule(match, "result 0")
    advanced(tournament)
    return match


def again(match, text):
    return match_rule(match_id=match.pk, text=text, by_user=None, reason="wrong board")


def test_a_result_that_is_reversed_is_withdrawn_and_comes_back_from_the_board():
    tournament = started(4)
    match = ended(tournament)

    assert again(match, f"reverse {load(match.pk).seq}").ok

    assert pairing_of(tournament, "R1-1").state == Pairing.State.RUNNING
    assert not Result.objects.filter(pairing__key="R1-1").exists()
    assert AuditLine.objects.filter(act="game_reopen").count() == 1

    again(match, "result 1")

    assert Result.objects.get(pairing__key="R1-1").winner == 1


def test_a_match_is_not_reopened_once_the_next_has_begun():
    tournament = started(4)
    match = ended(tournament)
    win(tournament, "R1-2", 0)
    advanced(tournament)
    begin(match_of(tournament, "R2-1"))
    before = load(match.pk).version

    answer = again(match, "reopen")

    assert answer.code == "later_round_paired"
    assert load(match.pk).version == before
    assert Result.objects.get(pairing__key="R1-1").winner == 0


def test_an_annulled_match_is_played_again():
    tournament = started(4)
    match = match_of(tournament, "R1-1")
    begin(match)

    again(match, "annul")
    advanced(tournament)

    first, second = PairingMatch.objects.filter(pairing__key="R1-1").order_by("number")
    assert (first.match, first.end) == (match, PairingMatch.End.VOID)
    assert second.end == ""


def test_in_a_swiss_a_match_is_reopened_until_the_next_round_is_published():
    tournament = swiss(4)
    rounds.started(tournament)
    match = match_of(tournament, "R1-1")
    rounds.finished(tournament, 1)
    assert again(match, "reopen").ok
    assert round_of(tournament, 1).state == "running"
    again(match, "unpause")
    again(match, "result 0")
    advanced(tournament)
    rounds.published(tournament)

    assert again(match, "reopen").code == "later_round_paired"


def test_who_may_reverse_what():
    tournament = started(4)
    match = match_of(tournament, "R1-1")
    begin(match)
    arne, berta, carl = a_user("Arne"), a_user("Berta"), a_user("Carl")
    staffed(tournament, Role.ARBITER, arne)
    staffed(tournament, Role.ARBITER, berta)
    staffed(tournament, Role.CHIEF_ARBITER, carl)
    as_arne, as_berta = actor(Role.ARBITER, user=arne), actor(Role.ARBITER, user=berta)
    as_carl = actor(Role.CHIEF_ARBITER, user=carl)
    match_ruling(match_id=match.pk, by=as_arne, text="add-time 0 60000", reason="late start")
    line = load(match.pk).seq

    assert match_ruling(match_id=match.pk, by=as_berta, text=f"reverse {line}", reason="x").code == "may_not_reverse"
    assert match_ruling(match_id=match.pk, by=as_carl, text=f"reverse {line}", reason="x").ok


def test_the_same_over_the_api():
    tournament = started(4)
    match = match_of(tournament, "R1-1")
    begin(match)
    client = APIClient()
    client.force_login(staffed(tournament, Role.ARBITER))
    url = f"/api/v1/matches/{match.pk}/rulings/"

    seen = client.post(f"{url}preview/", {"ruling": "warn 0"}, format="json")
    refused = client.post(f"{url}preview/", {"ruling": "void 99"}, format="json")
    stale = client.post(url, {"ruling": "warn 0", "reason": "noise", "seq": seen.json()["seq"] - 1}, format="json")
    made = client.post(url, {"ruling": "warn 0", "reason": "noise", "seq": seen.json()["seq"]}, format="json")

    assert (seen.status_code, seen.json()["after"]["status"], seen.json()["warnings"]) == (200, "live", [])
    assert (refused.status_code, refused.json()["code"]) == (409, "NO_SUCH_ACTION")
    assert (stale.status_code, stale.json()["code"]) == (409, "stale_state")
    assert (made.status_code, made.json()["role"], made.json()["before"]["status"]) == (201, "arbiter", "live")


def points(tournament):
    table = standings_of(the_stage(tournament))
    return {entry.name: table.line_of[entry.pk].points for entry in tournament.entries.all()}


def tables(tournament):
    """Return the published tables of the rounds, as they were stored."""
    return list(Snapshot.objects.order_by("pk").values_list("kind", "round_number", "number", "data", "sha"))


def ruled(tournament, match, text):
    """Return the points after a ruling."""
    assert again(match, text).ok
    advanced(tournament)
    return points(tournament)


def follows(tournament):
    """See that standings follow the latest ruling, and that tables that are published stay as they are."""
    rounds.started(tournament)
    rounds.finished(tournament, 1)
    advanced(tournament)
    rounds.started(tournament)
    earlier, before = tables(tournament), points(tournament)
    match = match_of(tournament, "R2-1")
    first, second = names_at(tournament, "R2-1")
    begin(match)
    rounds.finished(tournament, 2, open_=[1])

    won = ruled(tournament, match, "result 0")
    open_again = ruled(tournament, match, f"reverse {load(match.pk).seq}")
    drawn = ruled(tournament, match, "result draw")

    assert won != before
    assert open_again == before
    assert before[first] != drawn[first] != won[first]
    assert before[second] != drawn[second]
    assert earlier
    assert tables(tournament)[: len(earlier)] == earlier


def test_standings_follow_the_latest_ruling_and_earlier_tables_stay():
    follows(swiss(4))


@pytest.mark.pg
def test_standings_follow_the_latest_ruling_on_postgresql():
    follows(swiss(4))
