import pytest

from gameengine.board.svg import render
from gameengine.games.tile_flight import game
from gameengine.games.tile_flight.content import TILES

from .tile_flight_play import options

EXAMPLES = [*game.guide.steps, *(example for section in game.guide.sections for example in section.examples)]


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.position[:60])
def test_positions_can_be_and_their_actions_are_legal_and_shown(example):
    state = game.read(example.position, options(**example.options), 2)
    view = game.view(state, example.seat, over=False)
    board = game.board(view, example.seat)

    assert render(board, "de")
    if example.action:
        assert example.action in game.legal_actions(state, example.seat)
        ids = {element.id for element in (*board.elements, *(item for tray in board.trays for item in tray.items))}
        picks = game.picks(view, example.action)
        assert {pick.element for pick in picks if pick.element} <= ids
        assert all(pick.element or pick.label for pick in picks)


def test_captions_tell_what_happens():
    """The scores that captions name are those that the rules give."""
    for part, scores in (("-1,0:A/3;0,0:D/0[r1=1]", (0, 3)), ("0,1:B/0[m1=0]", (9, 0)), ("0,-1:F/1[c1=0]", (8, 0))):
        example = next(example for example in EXAMPLES if part in example.position)
        state = game.apply(game.read(example.position, options(), 2), example.seat, example.action).state

        assert game.apply(state, example.seat, "-").state.scores == scores


def test_every_tile_is_shown_with_its_number():
    (section,) = [section for section in game.guide.sections if section.key == "tiles"]
    shown = {item.id.removeprefix("print-"): item.text for tray in section.trays for item in tray.items}

    assert list(shown) == list(TILES)
    assert shown["V"] == "9"
    assert "72" in section.text.en
    assert "72" in section.text.de
