import pytest

from gameengine.board.svg import render
from gameengine.games.flank_flip import game
from gameengine.kit import run_kit

from .flank_flip_play import SEATS, SIXTEEN, events_of, mover, play, position, random_play, read

TEAM = {"mode": "team16_4p"}


def board(state):
    return game.board(game.view(state, None, over=False), None)


def element(state, name):
    (found,) = [one for one in board(state).elements if one.id == name]
    return found


def roles(state):
    return [part.role for part in element(state, "card-c2").parts]


def picks(state, action):
    view = game.view(state, mover(state), over=False)
    return [pick.element or pick.choice for pick in game.picks(view, action)]


def test_everything_is_public_and_the_same_for_everybody():
    state = position(SIXTEEN, "r", best="O8X8", **TEAM)

    assert len({str(game.view(state, viewer, over=False)) for viewer in (None, 0, 1, 2, 3)}) == 1
    view = game.view(state, None, over=False)
    assert (view["board"]["d3"], view["arrows"]["d3"], view["armies"]["d3"]) == ("98O^", "EW", "r")
    assert view["army_control"] == {"r": 4, "b": 6, "v": 4, "y": 2}


def test_a_card_shows_both_faces_and_how_it_lies():
    state = position()

    assert (
        roles(state)
        == ["band", "number", "letter", "symbol-x", "arrow", "arrow", "back", "back-symbol"] + ["back-arrow"] * 2
    )
    title = element(state, "card-c2").title
    assert (
        title.en
        == "X with an arrow up and to the left, upright, on c2: 95 BARD; back: O with an arrow up and to the right"
    )
    turned = play(state, "turn c2")
    assert element(turned, "card-c2").turn == 180
    assert element(turned, "card-c2").parts == element(state, "card-c2").parts
    assert "upside down" in element(turned, "card-c2").title.en


def test_owners_and_armies_show_without_colour():
    """A symbol for the side, and with sixteen cards a sign for the army."""
    duel, large = position(), position(SIXTEEN, "r", best="O8X8", **TEAM)

    assert {element(duel, "card-a1").owner, element(duel, "card-b1").owner} == {0, 1}
    assert "army" not in roles(duel)
    signs = {
        next(part.path for part in one.parts if part.role == "army")
        for one in board(large).elements
        if one.role == "flipcard"
    }
    assert len(signs) == 4
    assert board(large).seat_tones == ("red", "blue", "violet", "yellow")
    assert [row[1].text for row in board(large).panels[0].rows] == ["4", "6", "4", "2"]


def test_an_attack_is_marked_with_its_targets():
    state = play(position(mover="O"), "swap c1 b2")

    assert element(state, "card-b2").marks == ("attacker",)
    assert {one.id for one in board(state).elements if one.role == "flipaim"} == {"aim-a2", "aim-c2"}


@pytest.mark.parametrize(
    ("action", "wanted"),
    [
        ("swap b1 c3", ["card-b1", "card-c3"]),
        ("turn a2", ["card-a2", "turn"]),
        ("flip c1 E", ["card-c1", "arrow-E-c1"]),
    ],
)
def test_start_actions_are_picked_by_cards_arrows_and_a_choice(action, wanted):
    assert picks(position(), action) == wanted


def test_a_hit_of_a_card_with_one_arrow_is_one_click():
    state = play(position(mover="O"), "swap c1 b2")

    assert picks(state, "hit a2 N") == ["card-a2"]
    assert picks(state, "hit c2 W") == ["card-c2", "arrow-W-c2"]


def test_the_choice_of_an_army_and_the_stop_are_named():
    state = read(f"{SIXTEEN} {SEATS['team16_4p']} O first 0 O0X0 0", **TEAM)
    (pick,) = game.picks(game.view(state, 0, over=False), "first v")

    assert (pick.label.en, pick.label.de) == ("Violet begins", "Violett beginnt")
    assert game.picks({}, "stop")[0].label.de == "Angriff beenden"


def test_an_arrow_tells_what_a_flip_along_it_brings():
    assert element(position(), "arrow-N-a2").title.en == "a2 flipped up: O with an arrow to the right"


@pytest.mark.parametrize(
    ("action", "marks"),
    [
        ("turn a2", [("card-a2", "last-to"), ("card-a2", "turned")]),
        ("flip c1 E", [("card-c1", "last-to"), ("card-c1", "flip-e")]),
        ("swap b1 c3", [("card-b1", "came-card-c3"), ("card-c3", "came-card-b1"), ("card-c3", "last-to")]),
    ],
)
def test_what_happened_is_marked_for_the_motion_of_cards(action, marks):
    state = position()
    events = events_of(game.apply(state, mover(state), action))

    assert [mark for event in events for mark in game.touched(event)] == marks
    names = {one.id for one in board(state).elements}
    assert {name for name, _ in marks} <= names


def test_sentences_tell_what_happened_in_both_languages():
    state = play(position(), "turn a2")
    text = game.describe("hit a1 E", events_of(game.apply(state, 1, "hit a1 E")))

    assert text.en == "a2 hits a1: card 96 is flipped to the right and shows X. O to move."
    assert text.de == "a2 trifft a1: Karte 96 wird nach rechts umgedreht und zeigt X. O ist am Zug."


@pytest.mark.parametrize(
    ("text", "en", "de"),
    [
        ("X.O", "The lot: seat 1 plays X, seat 2 plays O.", "Das Los: Platz 1 spielt X, Platz 2 spielt O."),
        (
            "by.rv",
            "The lot: seat 1 plays Blue + Yellow, seat 2 plays Red + Violet.",
            "Das Los: Platz 1 spielt Blau + Gelb, Platz 2 spielt Rot + Violett.",
        ),
        ("90,91,92,93,94,95,96,97,99", "The cards are drawn.", "Die Karten werden gezogen."),
        ("90O^,91X^/92O^,93X^", "The cards are dealt.", "Die Karten werden ausgelegt."),
    ],
)
def test_sentences_tell_of_the_lot(text, en, de):
    assert (game.describe(text, []).en, game.describe(text, []).de) == (en, de)


def test_facts_tell_control_turn_and_quiet_turns():
    state = position(SIXTEEN, "v", quiet=3, best="O8X8", turn_no=5, **TEAM)
    facts = dict(board(state).facts)

    assert facts["control"].en == "O 8 : 8 X, 15 win"
    assert facts["turn"].de == "Violett am Zug"
    assert facts["quiet"].en == "3 turns without progress"


@pytest.mark.parametrize("mode", ["duel9", "team16_2p", "team16_4p"])
def test_every_position_can_be_drawn(mode):
    for state in [*random_play(3, 60, mode=mode)][::10]:
        assert render(board(state), "de", interactive=True).count('data-el="card-') == len(state.board)


@pytest.mark.parametrize("mode", ["team16_2p", "team16_4p"])
def test_random_games_with_sixteen_cards_pass_the_kit(mode):
    report = run_kit(game, 3, first=1, short=True, options={"mode": mode, "quiet_limit": 20})

    assert report.faults == []
