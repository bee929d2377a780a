import pytest

from gameengine.board.svg import changed, render
from gameengine.games.queens_race import game

from .queens_race_play import options, position, rolled

MIXED = (
    "m1M+g*q1m/7/1G*5/3m*3/3m3/M1Q*4/2G4",
    {"dice": "FR/Z/C", "turn": "38.1", "s": "3/4", "q": "1/0", "r": 3, "a": 2},
)


def mixed(**fields):
    board, known = MIXED
    return position(board, **{**known, "b": "point,chill", "j": "swap,frost", **fields})


def picture(state, viewer=None, **seen):
    return game.board({**game.view(state, viewer, over=False), **seen}, viewer)


def elements(board):
    return {element.id: element for element in board.elements}


def keys(state, action):
    return [pick.element or f"choice {pick.choice}" for pick in game.picks(game.view(state, 0, over=False), action)]


class TestView:
    @pytest.mark.parametrize("viewer", [None, 0, 1])
    @pytest.mark.parametrize("over", [False, True])
    def test_nobody_sees_the_order_of_the_deck_even_at_the_end(self, viewer, over):
        view = game.view(mixed(), viewer, over=over)

        assert "deck" not in view["bonus"]
        assert view["bonus"]["deck_size"] == 2
        assert view["bonus"]["discard"] == ["swap", "frost"]
        assert game.hidden_paths(mixed(), viewer, over=over) == {"bonus.deck.0", "bonus.deck.1"}

    def test_the_server_knows_it(self):
        assert game.state_json(mixed())["bonus"]["deck"] == ["point", "chill"]

    def test_pieces_have_the_documented_form(self):
        board = game.view(mixed(), None, over=False)["board"]

        assert board["D7"] == {"owner": 1, "kind": "G", "frozen": True, "arrived": False}
        assert board["C7"] == {"owner": 0, "kind": "M", "frozen": False, "arrived": True}
        assert "A6" not in board


class TestBoard:
    def test_every_square_can_be_picked_and_stands_in_the_grid(self):
        board = picture(mixed())

        spots = [element for element in board.elements if element.row is not None]
        assert len(spots) == 49
        assert {(spot.row, spot.col) for spot in spots} == {(row, col) for row in range(7) for col in range(7)}
        assert all(spot.title for spot in spots)

    def test_speaks_of_squares_and_pieces(self):
        titles = {name: element.title for name, element in elements(picture(mixed())).items() if element.title}

        assert titles["cell-D7"].en == "Guard, dark, frozen, on D7"
        assert titles["cell-C7"].de == "Bote, Hell, angekommen, auf C7"
        assert titles["cell-B4"].en == "B4, bonus square, empty"
        assert titles["die-orange"].de == "Orangefarbener Würfel: Z, Einfrieren; für: Wächter, Königin"
        assert titles["crown-0"].en == "Victory zone of light, not active yet"

    def test_frozen_and_arrived_pieces_carry_their_marks(self):
        pieces = elements(picture(mixed()))

        assert pieces["piece-D7"].marks == ("frozen",)
        assert pieces["piece-C7"].marks == ("arrived",)
        assert pieces["piece-A7"].marks == ()
        assert (pieces["piece-A7"].owner, pieces["piece-A7"].glyph) == (1, "M")

    def test_the_zone_shows_whether_it_is_active(self):
        assert elements(picture(mixed()))["zone-0"].marks == ()
        assert elements(picture(mixed(z=1)))["zone-0"].marks == ("active",)

    @pytest.mark.parametrize(("viewer", "glyph"), [(None, "FR1"), (0, "FR1"), (1, "FR0")])
    def test_arrows_lead_where_they_lead_on_the_picture(self, viewer, glyph):
        """Seat 1 has rolled: FR goes down and left for all but seat 1 itself."""
        die = elements(picture(mixed(), viewer))["die-green"]

        assert (die.text, die.glyph, die.tone) == ("FR", glyph, "green")

    def test_dice_that_nobody_can_use_now_are_pale(self):
        dice = elements(picture(position("3q3/7/7/7/7/7/M2Q3", dice="F/C/B")))

        assert [dice[f"die-{colour}"].marks for colour in ("green", "orange", "blue")] == [(), ("muted",), ("muted",)]

    def test_when_the_match_is_over_all_dice_are_pale(self):
        state = position("6q/3Q3/7/7/7/7/7", dice="F/J/C", s="3/2", r=5, z=1)
        dice = elements(picture(game.apply(state, 0, "F D6-D7").state))

        assert [dice[f"die-{colour}"].marks for colour in ("green", "orange", "blue")] == [("muted",)] * 3

    def test_beside_each_die_are_the_pieces_that_may_use_it(self):
        users = [name for name in elements(picture(mixed())) if name.startswith("user-")]

        assert users == [
            "user-green-M",
            "user-green-G",
            "user-green-Q",
            "user-orange-G",
            "user-orange-Q",
            "user-blue-Q",
        ]

    def test_before_the_roll_the_dice_are_blank(self):
        dice = elements(picture(game.start(options(), 2)))

        assert (dice["die-green"].text, dice["die-green"].glyph) == ("", "")

    def test_without_bonus_cards_there_are_no_bonus_squares_no_cards_and_no_table_of_them(self):
        board = picture(game.start(options(bonus_cards=False), 2))

        assert not any(element.role == "bonus" for element in board.elements)
        assert [panel.id for panel in board.panels] == ["pieces"]
        assert board.trays == ()

    @pytest.mark.parametrize("viewer", [None, 0, 1])
    @pytest.mark.parametrize("height", [5, 7, 9])
    def test_everything_lies_inside(self, viewer, height):
        state = rolled(game.start(options(height=height, bonus_cards=False), 2), "F/C/J")
        board = picture(state, viewer)

        assert all(0 <= element.x <= board.width and 0 <= element.y <= board.height for element in board.elements)

    def test_the_second_seat_sees_the_dice_below_its_own_side_too(self):
        """The renderer turns the whole picture, so for seat 1 they stand above in its coordinates."""
        mine, other = (elements(picture(mixed(), viewer)) for viewer in (0, 1))
        board = picture(mixed(), 1)

        assert board.turned
        assert mine["die-green"].x + other["die-green"].x == board.width
        assert mine["die-green"].y + other["die-green"].y == board.height
        assert mine["piece-A1" if "piece-A1" in mine else "piece-C1"].y > mine["piece-A7"].y
        assert other["piece-A7"].y < other["piece-C1"].y

    def test_elements_that_do_not_change_are_the_same_objects(self):
        state = position("mgmqmgm/7/7/7/7/7/MGMQMGM", dice="F/C/J", turn="1.0")
        before = picture(state, 0)
        after = picture(rolled(game.apply(state, 0, "F A1-A2").state, "F/C/J"), 0)

        old, new = elements(before), elements(after)
        differing = {name for name in new if old.get(name) is not new[name]}
        # The glyph of an arrow depends on who rolled; what C and J look like does not.
        assert differing == {"cell-A1", "cell-A2", "piece-A2", "die-green"}
        sent = changed(before, after, "en")
        assert set(sent.markup) == differing
        assert sent.removed == ("piece-A1",)

    def test_is_drawn_in_both_languages(self):
        for language in ("en", "de"):
            svg = render(picture(mixed()), language)
            assert "sign--frozen" in svg
            assert "sign--arrived" in svg

    def test_counts_pieces_and_cards(self):
        pieces, cards = picture(mixed()).panels

        rows = {row[0].text: [cell.text for cell in row[1:]] for row in pieces.rows}
        assert rows == {"M": ["2", "1", "4", "0"], "G": ["2", "0", "1", "0"], "Q": ["1", "0", "1", "0"]}
        used = {row[0].title.en: (row[1].text, row[2].text) for row in cards.rows}
        assert used["Hoarfrost"] == ("0", "1")
        assert used["Thaw"] == ("2", "0")

    def test_shows_the_last_card_and_the_one_that_waits(self):
        (last,) = picture(mixed()).trays
        (waiting,) = picture(mixed(phase="target", c="D4:thaw")).trays

        assert last.title.en == "Last bonus card"
        assert last.items[0].label.en == "Hoarfrost"
        assert waiting.title.de == "Gezogene Bonuskarte"
        assert (waiting.items[0].label.en, waiting.items[0].marks) == ("Thaw", ("pick",))

    def test_before_the_first_card_only_the_back_of_the_deck_lies_there(self):
        (deck,) = picture(mixed(j="-")).trays

        assert deck.reference
        assert [(item.face_down, item.label) for item in deck.items] == [(True, None)]

    def test_facts_say_how_things_stand(self):
        facts = {key: text.en for key, text in picture(mixed(k="0/1", n=12)).facts}

        assert facts == {
            "points": "Points: light 3, dark 4",
            "zone": "3 of 5 captured for the zone",
            "queens": "Lives of the queens: light 1, dark 2",
            "quiet": "12 of 60 turns without progress",
            "deck": "2 bonus cards, 2 used",
            "skip_1": "Dark misses the next turn",
        }
        assert dict(picture(mixed(n=12), quiet_limit=None).facts)["quiet"].de == "12 Züge ohne Fortschritt"
        assert dict(picture(mixed(z=1)).facts)["zone"].de == "Siegzone aktiv"

    def test_a_breakthrough_counts_arrivals(self):
        state = position("3q3/7/7/7/7/7/M2Q3", a=2, changed={"variant": "breakthrough"})

        assert dict(picture(state).facts)["zone"].de == "2 von 5 angekommen für die Zone"


class TestPicks:
    def test_a_use_is_piece_and_target(self):
        state = position("3q3/7/7/2m4/1G5/7/M2Q3", dice="F/C/B")

        assert keys(state, "F A1-A2") == ["cell-A1", "cell-A2"]
        assert keys(state, "C B3xC4") == ["cell-B3", "cell-C4"]

    def test_a_symbol_is_asked_for_where_several_lead_to_the_same_square(self):
        state = position("3q3/7/7/2m4/1G5/7/3Q3", dice="F/J/B")

        assert keys(state, "F B3-B4") == ["cell-B3", "cell-B4", "choice F"]
        assert keys(state, "J B3-B4") == ["cell-B3", "cell-B4", "choice J"]
        assert keys(state, "J B3-A4") == ["cell-B3", "cell-A4"]
        (*_, symbol) = game.picks(game.view(state, 0, over=False), "J B3-B4")
        assert (symbol.label.en, symbol.label.de) == ("J: joker", "J: Joker")

    def test_who_frees_itself_says_so(self):
        state = position("3q3/7/7/7/7/7/M2Q*3", dice="F/Z/C")

        assert keys(state, "Z D1^D1") == ["cell-D1", "choice free"]

    def test_a_pair_may_be_picked_in_any_order(self):
        state = position("3q3/7/7/3M3/7/7/G2Q3", phase="target", c="D4:swap")

        picks = game.picks(game.view(state, 0, over=False), "pick A1+D4")
        assert [(pick.element, pick.loose) for pick in picks] == [("cell-A1", True), ("cell-D4", True)]

    def test_a_bonus_square_is_answered_by_choices(self):
        state = position("3q3/7/7/3M3/7/7/3Q3", phase="bonus", c="D4", b="point")

        assert [keys(state, text) for text in game.legal_actions(state, 0)] == [["choice draw"], ["choice decline"]]

    def test_refused_actions_of_rule_pages_have_picks_too(self):
        assert keys(position("3q3/3Q3/7/7/7/7/7"), "F D6-D7") == ["cell-D6", "cell-D7"]


@pytest.mark.parametrize(
    ("board", "action", "marks"),
    [
        pytest.param(
            "3q3/7/7/7/7/7/M2Q3",
            "F A1-A2",
            [("cell-A1", "last-from"), ("cell-A2", "last-to"), ("piece-A2", "last-to")],
            id="a move",
        ),
        pytest.param(
            "7/7/7/2q4/1G5/7/3Q3",
            "C B3xC4",
            [
                ("cell-B3", "last-from"),
                ("cell-C4", "last-to"),
                ("piece-C4", "last-to"),
                ("cell-C4", "fallen"),
                ("cell-D7", "last"),
                ("piece-D7", "last"),
            ],
            id="a queen",
        ),
        pytest.param("3q3/7/7/2m4/1G5/7/3Q3", "Z B3*C4", [("cell-C4", "last"), ("piece-C4", "last")], id="freezing"),
    ],
)
def test_what_happened_is_marked(board, action, marks):
    dice = {"F": "F/F/F", "C": "B/C/F", "Z": "B/Z/F"}[action[0]]

    step = game.apply(position(board, dice=dice), 0, action)

    assert [mark for event in step.events for mark in game.touched(event.full())] == marks
