"""The limits beside a clock, as organizers set them: only where a game has windows, checked, kept in the control."""

from types import MappingProxyType

import pytest

from gameengine.games import registry
from gameengine.games.junqi import game as junqi
from tests.gameengine.toy import Toy
from tournaments.errors import TournamentError
from tournaments.forms.clocks import FREE, UNTIMED, WINDOW
from tournaments.forms.tournaments import GameForm
from tournaments.services.tournaments import checked_control

LIMITS = {"reaction": {"free_ms": 2_000, "limit_ms": 15_500}, "untimed_ms": 120_000}
CONTROL = {"kind": "absolute", "base_ms": 4_500_000}


class LimitedToy(Toy):
    default_control = {**CONTROL, **LIMITS}


@pytest.fixture(autouse=True)
def toy_is_hosted(monkeypatch):
    games = MappingProxyType({**registry.GAMES, "toy": LimitedToy()})
    monkeypatch.setattr("tournaments.forms.tournaments.GAMES", games)
    monkeypatch.setattr("tournaments.forms.tournaments.HOSTED", games)
    monkeypatch.setattr(registry, "GAMES", games)


def game_form(control, data=None, game="toy"):
    form = GameForm(data, initial={"roster_size": 1})
    form.use(game, {}, control, {})
    return form


def sent(before, **changes):
    """Return the form with what it shows sent back, and some of it changed."""
    form = game_form(before)
    shown = {name: form[name].value() for name in form.fields}
    return game_form(before, {name: value for name, value in shown.items() if value not in (None, "")} | changes)


def test_the_form_shows_the_limits_in_seconds_and_the_clock_without_them():
    form = game_form({**CONTROL, **LIMITS})

    assert [form[name].value() for name in ("control", FREE, WINDOW, UNTIMED)] == ["75+0", 2, 15.5, 120]


@pytest.mark.parametrize("control", [CONTROL, {**CONTROL, **LIMITS}, {**CONTROL, "untimed_ms": 5_000}])
def test_a_form_that_is_sent_back_changes_nothing(control):
    form = sent(control)

    assert form.is_valid(), form.errors
    assert checked_control(form.making["control"]) == control


def test_limits_are_changed_and_taken_away():
    changed = sent({**CONTROL, **LIMITS}, **{FREE: "3", WINDOW: "20", UNTIMED: ""})

    assert changed.is_valid(), changed.errors
    assert checked_control(changed.making["control"]) == {**CONTROL, "reaction": {"free_ms": 3_000, "limit_ms": 20_000}}


def test_limits_may_be_typed_behind_the_clock():
    form = sent(CONTROL, control="5+3 react 2/15")

    assert form.is_valid(), form.errors
    assert checked_control(form.making["control"])["reaction"] == {"free_ms": 2_000, "limit_ms": 15_000}


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({FREE: "2", WINDOW: ""}, WINDOW),
        ({FREE: "", WINDOW: "15"}, FREE),
        ({FREE: "15", WINDOW: "15"}, WINDOW),
        ({FREE: "0.4", WINDOW: "15"}, FREE),
        ({UNTIMED: "0"}, UNTIMED),
        ({UNTIMED: "soon"}, UNTIMED),
    ],
)
def test_what_does_not_fit_is_told_at_its_field(changes, field):
    form = sent(CONTROL, **changes)

    assert not form.is_valid()
    assert field in form.errors


def test_a_clock_that_cannot_be_read_is_told_at_its_field():
    form = sent({**CONTROL, **LIMITS}, control="fast")

    assert form.errors["control"][0].startswith("“fast” is no clock")
    with pytest.raises(TournamentError) as refused:
        checked_control("fast")
    assert (refused.value.code, refused.value.what) == ("bad_control", form.errors["control"][0])


def test_games_without_windows_have_no_such_fields():
    form = game_form(junqi.default_control, game="junqi")

    assert not {FREE, WINDOW, UNTIMED} & set(form.fields)
    assert form["control"].value() == "30s/move"


@pytest.mark.parametrize("reaction", [5, {"free_ms": 2_000}, {"free_ms": 3_000, "limit_ms": 3_000}])
def test_the_api_says_what_it_does_not_understand(reaction):
    with pytest.raises(TournamentError) as refused:
        checked_control({**CONTROL, "reaction": reaction})

    assert refused.value.code == "bad_control"
    assert "react" in str(refused.value.what)
