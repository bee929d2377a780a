"""No answer of the API tells what is face-down while the match runs; what is public is there for everybody."""

import re

import pytest

from gameengine.table import view
from matches import services
from matches.models import Match
from matches.sealing import unseal
from matches.store import load
from tests.api.asking import Asker, by_ref, code_of, organizer, staff, stranger
from tests.builders import begin, match_of, started
from tests.matches.building import play, seat_to_act
from tournaments.models import Player
from tournaments.permissions import Role

pytestmark = pytest.mark.django_db
PLIES = 24


@pytest.fixture
def tournament():
    made = started(2)
    begin(match_of(made, "R1-1"))
    for _ in range(PLIES):
        play(match_of(made, "R1-1").pk)
    return made


@pytest.fixture
def match(tournament):
    return Match.objects.select_related("seed").get(pk=match_of(tournament, "R1-1").pk)


def people(tournament, match) -> dict[str, Asker]:
    seats = {str(one.seat): Player.objects.get(pk=one.player_ref).ref for one in match.seats.all()}
    return {
        "visitor": stranger(),
        **{seat: by_ref(ref) for seat, ref in seats.items()},
        "arbiter": staff(tournament, Role.ARBITER),
        "organizer": organizer(tournament),
    }


def addresses(tournament, match) -> list[str]:
    pairing = match.pairing_match.pairing
    return [
        f"matches/{match.pk}/",
        f"matches/{match.pk}/plies/",
        f"matches/{match.pk}/clock/",
        f"matches/{match.pk}/log/",
        f"matches/{match.pk}/calls/",
        f"matches/{match.pk}/attempts/",
        f"matches/{match.pk}/rulings/",
        f"pairings/{pairing.pk}/",
        f"rounds/{pairing.round_id}/pairings/",
        f"stages/{pairing.stage_id}/standings/",
        *(f"tournaments/{tournament.slug}/{part}" for part in ("", "entries/", "rounds/", "lobby/", "announcements/")),
    ]


def answers(tournament, match) -> dict[str, str]:
    """Return everything that anybody gets of a running match, refusals included, by who and what."""
    found = {}
    for who, asker in people(tournament, match).items():
        for address in addresses(tournament, match):
            found[f"{who} {address}"] = asker.get(address).content.decode()
        refused = {"action": "flip z9", "expected_ply": 0, "cmd": f"{who}"}
        found[f"{who} refused"] = asker.post(f"matches/{match.pk}/plies", refused).content.decode()
    to_act = people(tournament, match)[str(seat_to_act(match.pk))]
    legal = to_act.get(f"matches/{match.pk}/").json()["legal"]
    played = to_act.post(f"matches/{match.pk}/plies", {"action": legal[0], "expected_ply": PLIES, "cmd": "play"})
    assert played.status_code == 201
    found["played"] = played.content.decode()
    return found


def test_no_answer_tells_a_face_down_piece(tournament, match):
    table = load(match.pk).table
    board = table.game.state_json(table.state)["board"]
    down = {node: text[1] for node, text in board.items() if text.startswith("~")}
    assert down

    for name, text in answers(tournament, match).items():
        assert match.table not in text, name
        assert table.game.write(table.state) not in text, name
        assert not re.search(r"~[A-Za-z]", text), name
        assert unseal(match.seed.sealed).hex() not in text, name
        assert '"proof"' not in text, name


def test_everybody_sees_the_public_position_alike(tournament, match):
    public = view(load(match.pk).table, None)["board"]
    shown = {
        who: asker.get(f"matches/{match.pk}/").json()["view"]["board"]
        for who, asker in people(tournament, match).items()
    }

    assert set(public.values()) > {"?", "."}
    assert all(board == public for board in shown.values())


def test_what_was_revealed_is_in_the_list_of_plies(tournament, match):
    plies = stranger().get(f"matches/{match.pk}/plies").json()["results"]
    revealed = [event for ply in plies for event in ply["events"] if event["type"] == "revealed"]

    assert [ply["ply"] for ply in plies] == list(range(1, PLIES + 1))
    assert revealed
    assert all(event["piece"] for event in revealed)


def test_afterwards_the_log_has_everything(tournament, match):
    services.match_act(match_id=match.pk, seat=0, text="resign", cmd="end")

    log = stranger().get(f"matches/{match.pk}/log").content.decode()

    assert unseal(match.seed.sealed).hex() in log


def test_a_match_of_a_draft_is_for_the_staff(tournament, match):
    type(tournament).objects.filter(pk=tournament.pk).update(state="draft")

    assert code_of(stranger().get(f"matches/{match.pk}/")) == "not_authenticated"
    assert staff(tournament, Role.ARBITER).get(f"matches/{match.pk}/").status_code == 200
