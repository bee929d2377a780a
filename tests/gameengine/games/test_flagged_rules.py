"""Rules of Flagged beyond the scenario file: chains, options, contents of an event, the end."""

import json
from fractions import Fraction

import pytest

from gameengine.core.errors import Refusal
from gameengine.core.types import CHANCE
from gameengine.games.flagged import game
from gameengine.games.flagged.content import CONTENTS
from gameengine.randomness import SeededRandom
from gameengine.table import complete_options

from .flagged_play import played, position, random_play


def code(state, text, seat=None):
    seat = game.to_act(state).seats[0] if seat is None else seat
    with pytest.raises(Refusal) as refused:
        game.apply(state, seat, text)
    return refused.value.code


def begun(**options):
    state = game.start(complete_options(game, options), 2)
    random = SeededRandom(1)
    while game.to_act(state).chance:
        state = game.apply(state, CHANCE, game.draw(state, random)).state
    return state


def content_with(change):
    data = json.loads(json.dumps(CONTENTS["flagged-default-1"]))
    change(data)
    return data


def test_a_counter_of_the_seat_on_turn_waits_until_the_other_has_passed():
    state = position(F="H0@D4,H1@D6", H="snare/sidestep,scout")

    state = played(state, "move H0 D4-D5", "counter sidestep H1>E6", "pass")

    # The enemy hero has entered a square beside the own one, so the own snare is live after the window has closed.
    assert (state.phase, state.actor) == ("react", 1)
    state = played(state, "pass")
    assert "counter snare" in game.legal_actions(state, 0)
    state = played(state, "counter snare")
    assert game.state_json(state)["statuses"] == [{"kind": "root", "target": "H1", "until": "E0"}]


def test_the_window_is_named_after_its_trigger():
    entered = played(position(F="H0@D4,H1@D6", H="-/scout"), "move H0 D4-D5")
    carded = played(position(H="sprint,scout/annul,scout"), "card sprint")
    countered = played(carded, "counter annul cost scout")

    assert [game.to_act(state).window for state in (entered, carded, countered)] == ["adj", "play", "counter"]
    assert game.to_act(position()).window is None


def test_the_setup_has_no_clock_and_the_actor_has_one_later():
    state = begun()

    assert game.to_act(state).clock is None
    assert game.to_act(played(state, "wall D2N", "wall E6N")).clock == 0


def test_without_setup_walls_the_first_turn_begins_at_once():
    assert begun(setup_walls=0).phase == "main"


def test_with_no_walls_at_all_nobody_must_place_one():
    assert begun(walls=0, setup_walls=1).phase == "main"


def test_a_moved_wall_stays_in_the_own_half_in_the_first_round():
    state = position(T="2.1", P="main.1", W="D6N", H="-/shift_wall,scout")

    assert code(state, "card shift_wall D6N>D2N cost scout") == "BAD_TARGET"
    assert played(state, "card shift_wall D6N>D7N cost scout").walls.bit_count() == 1


def test_without_the_rule_of_the_first_round_walls_stand_anywhere():
    state = position(T="2.1", P="main.1", options={"round1_half": False})

    assert "wall D2N" in game.legal_actions(state, 1)


def test_a_clone_is_left_out_where_there_is_no_room():
    state = position(
        T="8.1", P="rebirth.1", Z="knight/assassin", F="H0@B8,B0@D8", K="0/1", Y="draw:1", options={"terrain": []}
    )
    texts = game.legal_actions(state, 1)

    assert "rebirth A8" in texts
    assert "rebirth C8" in texts
    assert "rebirth E8 F8" in texts
    assert "rebirth E8" not in texts
    assert code(state, "rebirth A8 B8") == "SQUARE_OCCUPIED"


def test_the_cost_must_be_other_cards():
    state = position(W="D4N", H="breach,breach/-")

    assert code(state, "card breach D4N") == "COST_UNPAID"
    assert code(state, "card breach D4N cost breach breach") == "COST_UNPAID"
    assert played(state, "card breach D4N cost breach").discards[0] == ("breach", "breach")


def test_cost_cards_have_one_order():
    state = position(Z="mage/mage", H="stasis,scout,sprint/-")

    assert code(state, "card stasis cost sprint scout") == "BAD_FORMAT"


@pytest.mark.parametrize("terrain", [["D1"], ["C3", "C3"], ["Z9"], "C3", [3]], ids=str)
def test_terrain_must_be_possible(terrain):
    with pytest.raises(Refusal, match="BAD_OPTION"):
        complete_options(game, {"terrain": terrain})


@pytest.mark.parametrize(
    "options",
    [
        pytest.param({"heroes": ["knight"]}, id="one hero"),
        pytest.param({"content": "nothing"}, id="unknown content"),
        pytest.param({"content": {"cards": {}}}, id="no content"),
        pytest.param({"decks": [["sprint"]]}, id="one deck"),
        pytest.param({"flag_points": 0}, id="no flag needed"),
    ],
)
def test_options_are_checked(options):
    with pytest.raises(Refusal, match="BAD_OPTION"):
        complete_options(game, options)


def test_an_unknown_hero_and_a_bad_deck_are_refused_at_the_start():
    with pytest.raises(Refusal, match="UNKNOWN_HERO"):
        game.start(complete_options(game, {"heroes": ["knight", "wizard"]}), 2)
    with pytest.raises(Refusal, match="DECK_SIZE"):
        game.start(complete_options(game, {"decks": [["sprint"], ["sprint"]]}), 2)


def test_secret_decks_decide_heroes_and_cards():
    deck = {"hero": "mage", "cards": {**game.catalogue(complete_options(game, {})).presets["mage"], "sprint": 3}}

    state = game.start(complete_options(game, {}), 2, [deck, None])

    assert state.heroes == ("mage", "mage")
    assert [len(cards) for cards in state.decks] == [21, 20]


def test_a_content_of_the_match_replaces_names_and_cards():
    def stronger(data):
        data["content"] = "strong"
        data["cards"]["sprint"].update(en="Dash", effect=[{"op": "add_steps", "n": 3}])

    options = {"content": content_with(stronger)}
    state = position(H="sprint/-", options=options)
    step = game.apply(state, 0, "card sprint")

    assert step.state.steps == 5
    assert game.describe("card sprint", [event.full() for event in step.events]).en.startswith("Seat 1 plays Dash.")
    assert game.read(game.write(step.state), state.options, 2) == step.state


def test_an_effect_whose_target_has_gone_lapses():
    def counter_moves(data):
        data["cards"]["annul"].update(
            trigger="play", cost=0, args="figure>square", effect=[{"op": "move_free", "who": "own_figure", "n": 1}]
        )

    state = position(F="H0@D4,H1@D5", H="shove/annul", options={"content": content_with(counter_moves)})

    state = played(state, "card shove H1>E5", "counter annul H1>D6")
    step = game.apply(played(position(), "end"), 1, "end")

    assert game.state_json(state)["figures"]["H1"] == "D6"
    assert step.turn_done == 1


def test_who_resigns_keeps_the_flag_points():
    step = game.depart(position(V="1/0"), 0, "RESIGN")

    outcome = game.outcome(step.state)
    assert (outcome.winner, outcome.reason, outcome.scores) == (1, "RESIGN", (Fraction(1), Fraction(0)))


def test_equal_scores_are_a_draw_even_if_the_score_decides():
    state = position(V="1/1", K="2/2", options={"quiet_result": "score"})

    assert game.quiet_outcome(state).winner is None
    assert game.quiet_outcome(position(V="1/0", options={"quiet_result": "score"})).winner == 0


@pytest.mark.parametrize(
    ("tokens", "wanted"),
    [
        pytest.param({"P": "main.0"}, "end", id="main ends the turn"),
        pytest.param({"P": "discard.0", "H": "sprint,scout/-"}, "discard scout", id="the newest card"),
        pytest.param({"P": "react.1", "B": "hero", "H": "-/scout"}, "pass", id="no counter"),
        pytest.param(
            {"T": "8.1", "P": "rebirth.1", "F": "H0@E8", "Y": "draw:1"}, "rebirth D8", id="beside the start square"
        ),
        pytest.param(
            {"T": "8.1", "P": "rebirth.1", "F": "H0@A1", "Z": "knight/assassin", "Y": "draw:1"},
            "rebirth E8 D8",
            id="clone on the lower column",
        ),
    ],
)
def test_the_autopilot(tokens, wanted):
    state = position(**tokens)

    assert game.automatic_actions(state, state.actor) == (wanted,)


def test_a_shuffle_has_the_cards_of_the_deck():
    state = game.start(complete_options(game, {}), 2)

    with pytest.raises(Refusal):
        game.apply(state, CHANCE, "sprint,sprint")
    with pytest.raises(Refusal):
        game.apply(position(), CHANCE, "sprint")


@pytest.mark.parametrize("text", ["end", "move H0 D4-D5", "wall D4N", "pass"])
def test_nothing_is_played_after_the_end(text):
    assert code(game.depart(position(), 0, "RESIGN").state, text, seat=0) == "GAME_OVER"


def test_every_turn_ends_with_its_seat():
    for state in random_play(9, 300, heroes=["mage", "ranger"]):
        if state.phase == "main":
            assert game.apply(state, state.actor, "end").turn_done == state.actor
