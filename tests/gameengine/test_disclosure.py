"""What players have seen of what a ruling takes back: named act by act, and only where something was to be seen."""

from gameengine.clock import control_from_notation
from gameengine.games.registry import GAMES
from gameengine.log import disclosures
from gameengine.table import Seeded, act, legal_actions, seats_to_act, start_now
from tests.gameengine.tables import OPEN_POSITION, START_MS, Play, junqi

MAGE = (
    "fl1 T=3.0 P=main.0 Z=mage/knight F=H0@D1,H1@E8 W=- R=9/9 A=2.1.2.0.- V=0/0 K=0/0 X=0/0 U=0/0 G=- H=sprint/- "
    "D=scout,sprint,snare,blink/scout,sprint,snare J=-/- M=- E=- C=- B=- L=- Y=- Q=0 O=-"
)


def learnt(play, seat, text):
    """Return what an action has shown, as (kind, action)."""
    step = act(play.table, seat, text, play.table.at_ms, Seeded(1))
    assert step.refusal is None, step.refusal
    return [(found.kind, found.action, found.ply) for found in disclosures([(play.table, step.lines)])]


def begun(key):
    """Return a match from its ordinary start."""
    play = Play()
    control = control_from_notation("none")
    play.table = start_now(GAMES[key], {}, 2, control, at_ms=START_MS, chance=Seeded(1)).table
    return play


def flagged():
    return Play(GAMES["flagged"], position=MAGE)


def test_a_card_that_one_draws_was_seen_though_by_nobody_else():
    assert learnt(flagged(), 0, "ability") == [("hidden", "ability", 1)]


def test_a_step_of_a_figure_shows_nothing():
    assert learnt(flagged(), 0, "move H0 D1-D2") == []


def test_whoever_is_next_draws_and_so_the_end_of_a_turn_shows_something():
    assert learnt(flagged(), 0, "end") == [("hidden", "end", 1)]


def test_a_piece_that_was_turned_up_was_seen():
    play = begun("junqi")

    assert learnt(play, seats_to_act(play.table)[0], "flip a1") == [("hidden", "flip a1", 1)]


def test_a_piece_that_could_only_be_what_it_is_shows_nothing_and_neither_does_a_move():
    play = Play(junqi, position=OPEN_POSITION)

    assert learnt(play, 0, "flip c2") == []
    assert learnt(play, 0, "c5-b5") == []


def test_dice_that_fell_are_named_with_the_action_before_them():
    play = begun("queens_race")
    found = []
    while not found:
        seat = seats_to_act(play.table)[0]
        text = legal_actions(play.table, seat)[0]
        found = learnt(play, seat, text)
        play.table = act(play.table, seat, text, play.table.at_ms, Seeded(1)).table

    assert found == [("chance", text, play.table.ply)]
