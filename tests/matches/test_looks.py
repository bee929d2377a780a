"""Looking behind the screen: with a reason, recorded, and never where the rules let nobody look."""

import pytest
from django.contrib.auth import get_user_model

from gameengine.core.abilities import Hides, HidesFromAll
from gameengine.games.registry import GAMES, HOSTED
from matches import services
from matches.errors import MatchError
from matches.looking import can_be_looked_into, has_looked, sees_all
from matches.models import Look, Match
from tests.matches.building import live_match

pytestmark = pytest.mark.django_db


@pytest.fixture
def arne():
    return get_user_model().objects.create(username="arne")


def look(match, user, reason="Dispute about a card"):
    return services.look_open(match_id=match.pk, by_user=user, role="arbiter", reason=reason)


def code_of(match, user, **about):
    with pytest.raises(MatchError) as refused:
        look(match, user, **about)
    return refused.value.code


def test_a_look_opens_one_match_to_one_arbiter(arne):
    match, other = live_match(game="flagged"), live_match(game="flagged")
    second = get_user_model().objects.create(username="second")
    assert not sees_all(match, arne.pk)

    made = look(match, arne)

    assert (made.role, made.reason) == ("arbiter", "Dispute about a card")
    assert sees_all(match, arne.pk)
    assert not sees_all(other, arne.pk)
    assert not sees_all(match, second.pk)
    assert not sees_all(match, None)


def test_a_second_look_is_the_first_one(arne):
    match = live_match(game="flagged")

    assert look(match, arne) == look(match, arne, reason="Again")
    assert Look.objects.get().reason == "Dispute about a card"


def test_without_a_reason_nobody_looks(arne):
    assert code_of(live_match(game="flagged"), arne, reason=" \n ") == "reason_missing"
    assert not Look.objects.exists()


@pytest.mark.parametrize("key", HOSTED)
def test_where_the_rules_let_nobody_look_no_look_is_made(arne, key):
    game, match = GAMES[key], live_match(game=key)
    if can_be_looked_into(game):
        look(match, arne)
        return
    assert code_of(match, arne) == ("look_never" if isinstance(game, HidesFromAll) else "look_needless")
    assert isinstance(game, Hides) == isinstance(game, HidesFromAll)
    assert not Look.objects.exists()


def test_there_is_a_game_of_each_kind():
    hosted = [GAMES[key] for key in HOSTED]
    assert any(can_be_looked_into(game) for game in hosted)
    assert any(isinstance(game, HidesFromAll) for game in hosted)


def test_after_the_end_nothing_is_left_to_look_behind(arne):
    match = live_match(game="flagged")
    services.match_act(match_id=match.pk, seat=0, text="resign", cmd="end")
    match = Match.objects.get(pk=match.pk)

    assert code_of(match, arne) == "look_needless"
    assert sees_all(match, None)
    assert not has_looked(match, arne.pk)
