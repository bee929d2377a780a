"""The picture of Flagged: what lies on the board and beside it, how actions are entered, what an event marks."""

import pytest

from gameengine.board.marks import marked, touched
from gameengine.board.svg import changed, render
from gameengine.board.trays import trays_markup
from gameengine.games.flagged import game
from gameengine.games.flagged.content import content_of
from gameengine.games.flagged.geometry import SLOTS, SQUARES

from .flagged_play import position, random_play


def picture(state, viewer=0, *, over=False):
    return game.board(game.view(state, viewer, over=over), viewer)


def elements(board):
    return {element.id: element for element in board.elements}


def tray(board, name):
    return next(one for one in board.trays if one.id == name)


def markup(board):
    """Return everything that a page has of a board, in both languages."""
    return "".join(
        render(board, language, interactive=True) + trays_markup(board.trays, language, interactive=True)
        for language in ("en", "de")
    )


def clicks(state, action):
    seat = game.to_act(state).seats[0]
    return [pick.element or pick.choice for pick in game.picks(game.view(state, seat, over=False), action)]


# the board


def test_squares_and_slots_make_one_grid_in_which_neighbours_are_one_step_apart():
    grid = {(one.row, one.col): one.id for one in picture(position()).elements if one.row is not None}

    assert len(grid) == len(SQUARES) + len(SLOTS) == 64 + 112
    assert [grid[14, column] for column in range(3)] == ["square-A1", "slot-A1E", "square-B1"]
    assert [grid[row, 0] for row in (14, 13, 12)] == ["square-A1", "slot-A1N", "square-A2"]
    assert grid[0, 14] == "square-H8"


def test_the_board_is_seen_from_the_own_side():
    assert [picture(position(), viewer).turned for viewer in (0, 1, None)] == [False, True, False]


def test_a_wall_looks_other_than_the_slot_that_it_fills():
    found = elements(picture(position(W="D4N")))

    assert (found["slot-D4N"].role, found["slot-D4E"].role) == ("wall", "slot")


def test_figures_carry_glyph_seat_and_what_holds_or_protects_them():
    state = position(Z="assassin/ranger", F="H0@D4,C0@C4,H1@E7,B1@E6", E="root:H1:E1,shield:0:S0", G="1")
    found = elements(picture(state))

    assert [found[f"figure-{name}"].glyph for name in ("H0", "C0", "H1", "B1")] == ["assassin", "C", "ranger", "B"]
    assert [found[f"figure-{name}"].owner for name in ("H0", "C0", "H1", "B1")] == [0, 0, 1, 1]
    assert [name for name in ("root-H1", "shield-H0", "shield-C0", "root-B1", "shield-H1") if name in found] == [
        "root-H1",
        "shield-H0",
        "shield-C0",
    ]
    assert found["square-E7"].title.en == "E7, Ranger of seat 2, held, carries the flag"
    assert (found["carried-1"].owner, found["flag-0"].marks, found["flag-1"].marks) == (0, ("away",), ())


def test_a_cloud_covers_its_squares_and_no_more():
    state = position(M="smoke:A1:1:S0,ward:G3:0:S1,pillar:E5:0:S0", options={"terrain": ["C3"]})
    found = elements(picture(state))

    cloud, corner = found["smoke-A1-0"], found["square-B2"]
    assert (cloud.x + cloud.w, cloud.y) == (corner.x + corner.w // 2, corner.y - corner.h // 2)
    assert [name for name in SQUARES if "Smoke" in found[f"square-{name}"].title.en] == ["A1", "B1", "A2", "B2"]
    assert (found["ward-G3-1"].owner, found["pillar-E5-0"].role, found["pillar-C3"].owner) == (1, "pillar", None)


def test_what_an_action_leaves_alone_stays_the_same_object():
    before = position(F="H0@D4,H1@E8")
    after = game.apply(before, 0, "wall B2N").state
    old, new = picture(before), picture(after)

    assert set(changed(old, new, "en").markup) == {"slot-B2N"}
    assert sum(one is not other for one, other in zip(old.elements, new.elements, strict=True)) == 1


# cards beside it


def test_an_own_hand_is_open_and_the_other_one_backs_in_no_telling_order():
    state = position(H="sprint,breach,sprint/annul,scout")
    own, public = picture(state, 0), picture(state, None)

    assert [item.label.de for item in tray(own, "hand-0").items] == ["Sprint × 2", "Mauerbruch"]
    assert [item.badge for item in tray(own, "hand-0").items] == ["", "1"]
    assert all(item.detail for item in tray(own, "hand-0").items)
    for board in (own, public):
        assert [(item.id, item.face_down) for item in tray(board, "hand-1").items] == [
            ("hand-1-0", True),
            ("hand-1-1", True),
        ]
    assert len(tray(public, "hand-0").items) == 3


@pytest.mark.parametrize("viewer", [None, 0, 1])
def test_no_markup_names_a_card_that_the_viewer_may_not_see(viewer):
    state = position(
        P="react.1",
        H="sprint,zeal/annul,thicket",
        D="earthquake,stasis/silence,hound",
        C="0:breach(D4N)~pickpocket",
        W="D4N",
    )
    shown = markup(picture(state, viewer))
    cards = content_of(state.options).cards
    hidden = {0: ["sprint", "zeal", "pickpocket"], 1: ["annul", "thicket"]}
    secret = [card for seat, held in hidden.items() if seat != viewer for card in held]
    secret += ["earthquake", "stasis", "silence", "hound"]

    for card in secret:
        assert card not in shown
        assert cards[card].name.en not in shown
        assert cards[card].name.de not in shown
    for card in hidden.get(viewer, [])[:2]:
        assert f"hand-{viewer}-{card}" in shown
    assert "1 face-down" in shown


def test_the_card_that_resolves_first_comes_first_and_a_negated_one_is_struck_out():
    state = position(P="react.0", H="backlash/-", C="0:sprint()!;1:annul()~scout")
    waiting = tray(picture(state), "chain").items

    assert [(item.id, item.label.en, item.owner) for item in waiting] == [
        ("chain-1", "Annul", 1),
        ("chain-0", "Sprint", 0),
    ]
    assert [item.marks for item in waiting] == [(), ("fallen",)]


def test_piles_are_counted_and_everything_is_open_after_the_end():
    state = position(J="breach,zeal,breach/-", H="sprint/annul")

    assert [item.label.en for item in tray(picture(state), "discard-0").items] == ["Breach × 2", "Zeal"]
    assert [item.id for item in tray(picture(state, None, over=True), "hand-1").items] == ["hand-1-annul"]


# facts


def test_facts_tell_what_is_left_and_what_is_asked_for():
    facts = dict(picture(position(A="1.0.2.1.-", X="0/2", E="silence:1:E1", V="1/0", Q="7")).facts)

    assert facts["left"].de == "Noch 1 Schritt, 0 Karten, 2 Mauern"
    assert facts["points"].en == "Flags 1 : 0, 2 win"
    assert facts["skips-1"].de == "Platz 2 setzt 2 Züge aus"
    assert {"diagonal", "silence-1", "quiet"} <= set(facts)

    asked = position(P="react.1", H="-/snare", B="adj:H0")
    assert [dict(picture(asked, viewer).facts)["waits"].de for viewer in (1, 0)] == [
        "Du darfst jetzt kontern",
        "Platz 2 darf jetzt kontern",
    ]


# picks


@pytest.mark.parametrize(
    ("tokens", "action", "wanted"),
    [
        ({}, "move H0 D4-D5", ["square-D4", "square-D5"]),
        ({}, "wall D4N", ["slot-D4N"]),
        ({}, "end", ["end"]),
        ({}, "ability", ["ability"]),
        ({"H": "sprint/-"}, "card sprint", ["hand-0-sprint", "play"]),
        (
            {"H": "breach,scout/-", "W": "D4N"},
            "card breach D4N cost scout",
            ["hand-0-breach", "slot-D4N", "hand-0-scout"],
        ),
        (
            {"H": "shift_wall,scout/-", "W": "D4N"},
            "card shift_wall D4N>A1E cost scout",
            ["hand-0-shift_wall", "slot-D4N", "slot-A1E", "hand-0-scout"],
        ),
        ({"H": "shove/-", "F": "H0@D4,H1@E4"}, "card shove H1>F4", ["hand-0-shove", "square-E4", "square-F4"]),
        # H1 is a square here, and a figure above.
        ({"H": "smoke_bomb/-", "F": "H0@G1,H1@E4"}, "card smoke_bomb H1", ["hand-0-smoke_bomb", "square-H1"]),
        (
            {"H": "thicket/-", "Z": "ranger/mage"},
            "card thicket D5+E5",
            ["hand-0-thicket", "square-D5", "square-E5"],
        ),
        (
            {"H": "stasis,scout,sprint/-"},
            "card stasis cost scout sprint",
            ["hand-0-stasis", "hand-0-scout", "hand-0-sprint"],
        ),
        (
            {"P": "react.1", "H": "-/snare", "B": "adj:H0", "F": "H0@D4,H1@E5"},
            "counter snare",
            ["hand-1-snare", "play"],
        ),
        ({"P": "react.1", "H": "-/snare", "B": "adj:H0", "F": "H0@D4,H1@E5"}, "pass", ["pass"]),
        ({"P": "discard.0", "H": "scout,sprint/-", "Y": "disc:0"}, "discard scout", ["hand-0-scout", "discard"]),
        (
            {"P": "rebirth.0", "Z": "assassin/mage", "F": "H1@E8", "Y": "rebirth,draw:0", "A": "0.0.0.0.-"},
            "rebirth B1 C1",
            ["square-B1", "square-C1"],
        ),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_every_kind_of_action_is_entered_by_what_it_names(tokens, action, wanted):
    state = position(**tokens)

    assert action in game.legal_actions(state, game.to_act(state).seats[0])
    assert clicks(state, action) == wanted


def test_pairs_of_squares_and_several_cost_cards_may_be_picked_in_any_order():
    state = position(H="stasis,scout,sprint,thicket/-", Z="ranger/mage")
    view = game.view(state, 0, over=False)

    for action in ("card stasis cost scout sprint", "card thicket D5+E5"):
        assert [pick.loose for pick in game.picks(view, action)] == [False, True, True]


@pytest.mark.parametrize(
    "tokens",
    [
        {"H": "shift_wall,breach,scout,stasis/-", "W": "D4N,E6E"},
        {"H": "shove,sprint/-", "F": "H0@D4,H1@E4"},
        {"P": "react.1", "H": "-/snare,annul,sidestep", "B": "adj:H0", "F": "H0@D4,H1@E5"},
        {"P": "discard.0", "H": "scout,sprint/-", "Y": "disc:0"},
    ],
    ids=["walls and cost", "figures", "window", "discard"],
)
def test_an_offer_names_each_card_once_and_means_the_same_actions(tokens):
    state = position(**tokens)
    seat = game.to_act(state).seats[0]
    view, offers = game.view(state, seat, over=False), game.offers(state, seat)

    actions = dict(action for offer in offers for action in offer.actions())
    assert actions == {text: game.picks(view, text) for text in game.legal_actions(state, seat)}
    assert game.offers(state, 1 - seat) == ()
    cards = [offer.text for offer in offers if offer.parts]
    assert len(cards) == len(set(cards))
    assert len(offers) <= 112 + 12


# marks


def after(state, action):
    seat = game.to_act(state).seats[0]
    step = game.apply(state, seat, action)
    events = [{"type": event.type, **event.public, **event.private.get(0, {})} for event in step.events]
    board = marked(picture(step.state), touched(game, events))
    cards = [item for one in board.trays for item in one.items]
    return {one.id: one.marks for one in (*board.elements, *cards) if one.marks}


@pytest.mark.parametrize(
    ("tokens", "action", "marks"),
    [
        (
            {"F": "H0@D4,H1@D5"},
            "move H0 D4-D5",
            {"square-D4": ("last-from",), "square-D5": ("last-to", "fallen"), "figure-H0": ("last-to",)},
        ),
        ({}, "wall D4N", {"slot-D4N": ("last-to",)}),
        (
            {"H": "breach,scout/-", "W": "D4N"},
            "card breach D4N cost scout",
            {"slot-D4N": ("fallen",), "discard-0-breach": ("last-to",)},
        ),
        (
            {"H": "smoke_bomb/-"},
            "card smoke_bomb D5",
            {"smoke-D5-0": ("last-to",), "discard-0-smoke_bomb": ("last-to",)},
        ),
    ],
    ids=["capture", "wall", "breach", "smoke"],
)
def test_what_happened_stays_marked(tokens, action, marks):
    found = after(position(**tokens), action)

    assert {name: set(found.get(name, ())) for name in marks} == {name: set(mark) for name, mark in marks.items()}


def test_every_state_of_a_random_match_can_be_drawn_for_everybody():
    for state in random_play(5, most=120):
        for viewer in (None, 0, 1):
            board = picture(state, viewer)
            ids = [one.id for one in board.elements] + [item.id for one in board.trays for item in one.items]
            assert len(ids) == len(set(ids))
            assert markup(board)
