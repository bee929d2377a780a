import json

import pytest

from gameengine.games.junqi import game
from gameengine.games.junqi.content import NODES
from gameengine.randomness import SeededRandom

from .junqi_play import after, dealt, position

MIXED = "1k1~mf/5/5/2s2/4~t/5/5/~DC3/2X2/5/M4/F4 1 b -- 17 88"


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_masks_every_face_down_piece_for_everybody(viewer):
    view = game.view(dealt(), viewer, over=False)

    assert sum(text == "?" for text in view["board"].values()) == 50
    assert not any("~" in text for text in view["board"].values())


def test_shows_what_is_public():
    view = game.view(position(MIXED), None, over=False)

    assert view["board"]["b12"] == "k"
    assert view["colours"] == ["blue", "red"]
    assert (view["quiet"], view["ply"], view["to_move"], view["phase"]) == (17, 88, 1, "play")
    assert view["overview"]["face_down"]["blue"]["M"] == 1
    assert view["overview"]["fallen"]["red"]["S"] == 1
    assert view["overview"]["face_down_total"] == 3
    assert view["mines_left"] == {"red": 1, "blue": 1}
    assert view["flag_open"] == {"red": False, "blue": False}


@pytest.mark.parametrize(("reveal", "shown"), [(True, "~m"), (False, "?")])
def test_shows_the_rest_at_the_end_if_the_option_says_so(reveal, shown):
    view = game.view(position(MIXED, reveal_all_at_end=reveal), 0, over=True)

    assert view["board"]["d12"] == shown


def test_state_is_json():
    state = game.state_json(position(MIXED))

    assert json.loads(json.dumps(state)) == state
    assert list(state["board"]) == list(NODES)


@pytest.mark.parametrize("starter", [0, 1])
def test_knows_the_starter_all_along(starter):
    state = after(dealt(starter), "flip a1", "flip a7", "flip c1")

    assert game.state_json(state)["starter"] == starter


class TestBoard:
    def test_every_place_can_be_picked_and_has_its_cell(self):
        board = game.board(game.view(position(MIXED), None, over=False), None)

        nodes = [element for element in board.elements if element.id.startswith("node-")]
        assert {element.id for element in nodes} == {f"node-{name}" for name in NODES}
        assert {(element.row, element.col) for element in nodes} == {(r, c) for r in range(12) for c in range(5)}
        assert len({element.id for element in board.elements}) == len(board.elements)

    def test_speaks_of_places_and_pieces(self):
        board = game.board(game.view(position(MIXED), None, over=False), None)

        titles = {element.id: element.title for element in board.elements if element.title}
        assert titles["node-b12"].en == "Corps Commander, blue, on b12, headquarters"
        assert titles["node-b12"].de == "Korpskommandeur, Blau, auf b12, Hauptquartier"
        assert titles["node-d12"].en == "Face-down piece on d12, headquarters"
        assert titles["node-b3"].de == "b3, Lager, frei"

    def test_face_down_pieces_look_all_alike(self):
        board = game.board(game.view(dealt(), 0, over=False), 0)

        backs = [element for element in board.elements if element.id.startswith("piece-")]
        assert len(backs) == 50
        assert {(b.text, b.glyph, b.owner, b.tone, b.title, b.marks, b.shape, b.face_down) for b in backs} == {
            ("", "", None, "", None, (), "card", True)
        }

    def test_pieces_wear_the_colour_and_belong_to_its_seat(self):
        board = game.board(game.view(position(MIXED), None, over=False), None)

        pieces = {element.id: element for element in board.elements}
        assert (pieces["piece-b12"].tone, pieces["piece-b12"].owner) == ("blue", 0)
        assert (pieces["piece-a2"].tone, pieces["piece-a2"].owner) == ("red", 1)
        assert board.seat_tones == ("blue", "red")

    def test_pieces_belong_to_nobody_while_the_colours_are_open(self):
        board = game.board(game.view(after(dealt(), "flip a1"), None, over=False), None)

        (flag,) = [element for element in board.elements if element.id == "piece-a1"]
        assert (flag.tone, flag.owner) == ("red", None)
        assert dict(board.facts)["colours"].en == "Colours still open"

    def test_is_turned_for_the_second_seat_only(self):
        view = game.view(dealt(), None, over=False)

        assert [game.board(view, viewer).turned for viewer in (0, 1, None)] == [False, True, False]

    def test_everything_lies_inside_and_the_board_is_not_too_tall(self):
        board = game.board(game.view(dealt(), 0, over=False), 0)

        assert all(0 <= element.x <= board.width and 0 <= element.y <= board.height for element in board.elements)
        assert board.height / board.width < 1.6

    def test_overview_counts_what_fell_and_what_lies_face_down(self):
        (panel,) = game.board(game.view(position(MIXED), None, over=False), None).panels

        rows = {row[0].text: [cell.text for cell in row[1:]] for row in panel.rows}
        assert rows["M"] == ["2", "0", "2", "1"]
        assert len(panel.header) == 5

    def test_facts_count_quiet_moves_against_the_limit_in_force(self):
        view = game.view(position(MIXED), None, over=False)

        assert dict(game.board(view, None).facts)["quiet"].en == "17 of 60 quiet moves"
        assert dict(game.board({**view, "quiet_limit": None}, None).facts)["quiet"].de == "17 ruhige Züge"
        assert dict(game.board(view, 1).facts)["colours"].en == "You play red"


def test_picks_are_the_places():
    view = game.view(dealt(), 0, over=False)

    assert [pick.element for pick in game.picks(view, "flip a5")] == ["node-a5"]
    assert [pick.element for pick in game.picks(view, "a2xa7")] == ["node-a2", "node-a7"]


def test_touched_places_are_marked():
    state = position("4f/5/5/5/4t/5/c4/5/D4/5/2~C2/F4 0 r -- 0 40")

    marks = [mark for event in game.apply(state, 0, "a4xa6").events for mark in game.touched(event.full())]

    assert marks == [
        ("node-a4", "last-from"),
        ("node-a6", "last-to"),
        ("piece-a6", "last-to"),
        ("node-a6", "fallen"),
    ]
    assert game.touched({"type": "colours_set", "colours": ["red", "blue"]}) == ()


def test_a_redeal_changes_only_what_is_hidden():
    state = after(dealt(), "flip a1", "flip a7")

    other = game.redeal(state, 0, SeededRandom(3))

    assert game.write(other) != game.write(state)
    assert game.view(other, None, over=False) == game.view(state, None, over=False)
