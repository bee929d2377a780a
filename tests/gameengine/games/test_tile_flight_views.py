import pytest

from gameengine.board.marks import touched
from gameengine.board.svg import changed, render
from gameengine.games.tile_flight import game
from gameengine.games.tile_flight.content import TILES
from gameengine.games.tile_flight.drawing import parts_of

from .tile_flight_play import events_of, played, position, random_play
from .tile_flight_sheet import page, sheet


def board_of(state):
    return game.board(game.view(state, 0, over=False), 0)


def element(board, id):
    every = (*board.elements, *(item for tray in board.trays for item in tray.items))
    return next((one for one in every if one.id == id), None)


def test_everybody_sees_the_same():
    for state in [*random_play(2, 80)][::20]:
        assert game.view(state, None, over=False) == game.view(state, 1, over=False) == game.state_json(state)


def test_the_tile_in_hand_is_shown_in_every_rotation_that_fits():
    (hand, _bag) = board_of(position()).trays

    assert [(item.id, item.turn) for item in hand.items] == [(f"turn-{n}", 90 * n) for n in range(4)]
    assert hand.items[0].parts == parts_of("V")
    assert "2 cells" in hand.items[0].title.en


def test_a_rotation_that_fits_nowhere_is_not_shown():
    (hand, _bag) = board_of(position(t="W", land="0,-1:E/2;-1,0:V/2;0,0:D/0;1,0:A/1;0,1:B/0")).trays

    assert 0 < len(hand.items) <= 4
    assert all(int(item.label.en.split()[0]) for item in hand.items)


def test_placing_is_a_rotation_and_a_cell_in_any_order():
    state = position()
    picks = game.picks(game.view(state, 0, over=False), "@-1,0/3")

    assert [pick.element for pick in picks] == ["turn-3", "cell--1_0"]
    assert all(pick.loose for pick in picks)
    assert element(board_of(state), "cell--1_0").row is not None
    assert element(board_of(state), "cell-0_-1") is None


def test_followers_are_entered_on_the_board_and_the_rest_by_words():
    state = played(position(t="Y5"), "@1,0/0")
    view = game.view(state, 0, over=False)

    assert [game.picks(view, text)[0].element or game.picks(view, text)[0].choice for text in ("+r1", "^", "-")] == [
        "spot-1_0-r1",
        "fly",
        "none",
    ]


def test_a_turned_tile_has_its_figures_where_its_parts_are():
    """The city edge of E is north; turned twice it is south, and so is who stands there."""
    north = element(board_of(position("0,0:E/0[c1=0]", supply=(6, 7))), "follower-0_0-c1-0")
    south = element(board_of(position("0,0:E/2[c1=0]", supply=(6, 7))), "follower-0_0-c1-0")

    assert north.x == south.x == 10
    assert (north.y, south.y) == (2, 18)


def test_what_is_owned_and_what_is_complete_shows_without_colour():
    land = "0,-1:E/2;0,0:D/0[r1=01];1,0:U/1"
    board = board_of(position(land, supply=(6, 6)))

    assert {one.owner for one in board.elements if one.id.startswith("claim-1_0-r1")} == {0, 1}
    assert element(board, "done-0_-1-c1").parts
    assert element(board, "done-0_0-r1") is None
    assert "player 2" in element(board, "claim-1_0-r1-1").title.en


def test_several_followers_of_a_seat_are_one_figure_with_a_number():
    board = board_of(position("0,0:D/0[r1=001]", supply=(5, 6)))

    assert element(board, "follower-0_0-r1-0").text == "2"
    assert element(board, "follower-0_0-r1-1").x > element(board, "follower-0_0-r1-0").x


def test_the_picture_grows_to_all_sides_while_coordinates_stay():
    one, far = board_of(position()), board_of(position("-3,0:V/3;-2,0:U/1;-1,0:U/1;0,0:D/0"))

    assert (one.left, one.top) == (-40, -40)
    assert far.left < one.left
    assert far.top == one.top
    assert element(one, "tile-0_0") == element(far, "tile-0_0")
    assert one.roams


def test_only_what_changed_is_sent():
    state = position("0,-1:E/2;-1,0:V/3;0,0:D/0;1,0:U/1;0,1:B/0", t="V")
    before, after = board_of(state), board_of(played(state, "@2,0/0"))

    found = changed(before, after, "en")

    assert {name for name in found.markup if name.startswith("tile-")} == {"tile-2_0"}


def test_a_flight_is_drawn_with_the_die():
    state = played(position("0,0:D/0", t="Y5"), "@1,0/0", "^")
    step = game.apply(state, -1, "3")
    marks = touched(game, events_of(step))

    assert ("flight-1_0-3", "flight") in marks
    assert ("tile--2_0", "missed") in marks
    arrow = element(board_of(step.state), "flight-1_0-3")
    assert arrow.path.startswith("M0 0L-60 0")
    assert [part.role for part in arrow.parts] == ["die", "pips"]


@pytest.mark.parametrize(
    ("texts", "mark"),
    [
        (("@1,0/0",), ("tile-1_0", "last-to")),
        (("@1,0/0", "+f1"), ("follower-1_0-f1-0", "last-to")),
    ],
)
def test_what_happened_is_marked(texts, mark):
    *before, last = texts
    step = game.apply(played(position(), *before), 0, last)

    assert mark in touched(game, events_of(step))


@pytest.mark.parametrize("tile", TILES.values(), ids=lambda tile: tile.id)
def test_every_tile_is_drawn_of_what_is_on_it(tile):
    roles = {part.role for part in parts_of(tile.id)}
    kinds = {segment.kind for segment in tile.segments}

    assert ("town" in roles) == ("city" in kinds)
    assert ("road" in roles) == ("road" in kinds)
    assert ("cloister" in roles) == ("monastery" in kinds)
    assert ("shield" in roles) == any(segment.shields for segment in tile.segments)
    assert ("machine" in roles) == (tile.arrow is not None)
    assert ("crop" in roles) == (tile.circle is not None)


def test_panels_tell_points_followers_and_what_is_claimed():
    board = board_of(position("0,0:D/0[r1=1];1,0:U/1", scores=(4, 9), supply=(7, 6)))
    players, claimed = board.panels

    assert [[cell.text for cell in row] for row in players.rows] == [["1", "4", "7", "4"], ["2", "9", "6", "11"]]
    assert [[cell.text for cell in row] for row in claimed.rows] == [["0,0", "2", "2", "2", "2"]]


def test_whole_games_can_be_drawn():
    for state in [*random_play(8, 200, seats=5)][::25]:
        assert render(board_of(state), "de", interactive=True)


def test_the_sheet_shows_every_tile_in_every_rotation():
    shown = {(one.id.rpartition("-")[0], one.turn) for one in sheet().elements if one.role == "tile"}

    assert shown == {(tile, turn) for tile in TILES for turn in (0, 90, 180, 270)}
    assert page().count("<svg") == 2
