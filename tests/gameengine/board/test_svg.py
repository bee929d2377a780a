"""The renderer: well-formed, escaped, silent about what is hidden, and exact about what has changed."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any, get_args
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gameengine.board.marks import marked
from gameengine.board.svg import changed, element_markup, facts_markup, panel_changes, panel_markup, render
from gameengine.board.view import BoardView, Cell, Element, Panel, Part, Shape
from gameengine.core.types import Text

SVG = "{http://www.w3.org/2000/svg}"
NASTY = "<script>\"&'</g>\x00\x1b]]>"

texts = st.text(max_size=8)
titles = st.none() | st.builds(Text, texts, texts)
parts = st.builds(
    Part,
    role=st.sampled_from(["road", "town"]),
    path=st.sampled_from(["", "M0 0h5v5Z"]),
    text=texts,
    x=st.integers(-9, 9),
    owner=st.none() | st.integers(0, 4),
)
elements = st.builds(
    Element,
    id=st.sampled_from([f"cell-{name}" for name in "abcdefgh"]),
    role=st.sampled_from(["square", "rail", "piece", "camp"]),
    shape=st.sampled_from(get_args(Shape)),
    x=st.integers(0, 99),
    y=st.integers(0, 99),
    w=st.integers(1, 20),
    h=st.integers(0, 20),
    path=st.just("M0 0h5v5Z"),
    text=texts,
    glyph=st.sampled_from(["", "flag"]),
    owner=st.none() | st.integers(0, 4),
    face_down=st.booleans(),
    marks=st.lists(st.sampled_from(["last-from", "last-to", "fallen"]), unique=True).map(tuple),
    title=titles,
    order=st.integers(0, 3),
    row=st.none() | st.integers(0, 9),
    col=st.integers(0, 9),
    tone=st.sampled_from(["", "red", "blue"]),
    turn=st.sampled_from([0, 90, 180, 270]),
    parts=st.lists(parts, max_size=2).map(tuple),
)
boards = st.lists(elements, max_size=8, unique_by=lambda element: element.id).map(lambda found: board(*found))


def board(*found: Element, **more: Any) -> BoardView:
    glyphs = (("flag", "M5 2h2.5v20H5Z"),)
    return BoardView(100, 120, Text("Board", "Brett"), found, **{"glyphs": glyphs, **more})


def piece(**more: Any) -> Element:
    known: dict[str, Any] = {"owner": 0, "text": "E", "glyph": "flag", "title": Text("Engineer", "Pionier"), **more}
    return Element("piece-a5", "piece", "coin", 20, 30, 8, **known)


def parsed(markup: str) -> ElementTree.Element:
    return ElementTree.fromstring(markup)


def drawn(view: BoardView) -> dict[str, str]:
    """Return the markup of a picture's elements by id, as a page has them."""
    return {element.id: element_markup(element, "en") for element in view.elements}


@given(boards)
def test_any_board_is_well_formed_and_has_each_element_once(view):
    picture = parsed(render(view, "de"))

    ids = [group.get("data-el") for group in picture.iter(f"{SVG}g") if group.get("data-el")]
    assert sorted(ids) == sorted(element.id for element in view.elements)


@given(boards, boards)
def test_a_page_that_applies_the_changes_shows_the_new_board(old, new):
    page = drawn(old)

    news = changed(old, new, "en")
    page.update(news.markup)
    for gone in news.removed:
        del page[gone]

    assert page == drawn(new)
    assert not news.redraw


@given(boards)
def test_nothing_is_sent_when_nothing_has_changed(view):
    news = changed(view, replace(view), "en")

    assert not news.markup
    assert not news.removed


@pytest.mark.parametrize(
    "more",
    [{"title": Text("Other", "Anderes")}, {"turned": True}, {"glyphs": ()}, {"roams": True}],
    ids=["title", "side", "pictograms", "room"],
)
def test_a_new_frame_asks_for_the_whole_picture(more):
    old = board(piece())

    assert changed(old, replace(old, **more), "en").redraw


def test_of_a_board_that_grows_only_its_box_and_what_is_new_are_told():
    old = board(piece())
    new = replace(old, left=-10, width=110, elements=(*old.elements, replace(piece(), id="piece-new", x=-5)))

    told = changed(old, new, "en")

    assert told.box == (-10, 0, 110, 120)
    assert list(told.markup) == ["piece-new"]
    assert not told.redraw
    assert changed(new, new, "en").box is None


@given(st.text())
def test_no_text_breaks_out_of_the_markup(text):
    title = Text(text, text)
    element = piece(text=text, title=title)
    picture = replace(board(element), title=title)
    panel = Panel("sheet", title, (title,), ((Cell(text, title),),))
    facts = replace(picture, facts=((text, title),))

    root = parsed(render(picture, "en"))
    parsed(panel_markup(panel, "en"))
    parsed(facts_markup(facts, "en"))

    assert {child.tag for child in root.iter()} <= {SVG + name for name in _TAGS}


_TAGS = ("svg", "defs", "symbol", "path", "g", "rect", "text", "use")


def test_markup_in_a_name_is_shown_and_not_run():
    found = element_markup(piece(text=NASTY, title=Text(NASTY, NASTY), marks=(NASTY,)), "en")

    assert "<script" not in found
    assert "&lt;script&gt;" in found


def test_a_face_down_piece_tells_nothing_of_its_front():
    hidden = piece(face_down=True, title=Text("Face-down piece", "Verdeckte Figur"))
    fronts = [
        replace(hidden, text="F", glyph="flag", owner=1),
        replace(hidden, text="", glyph="", owner=None, tone="red"),
    ]

    assert {element_markup(front, "en") for front in fronts} == {element_markup(hidden, "en")}


def test_the_back_is_the_same_for_coins_and_cards():
    coin = element_markup(piece(face_down=True), "en")
    card = element_markup(replace(piece(face_down=True), shape="card"), "en")

    assert coin.replace("el--coin", "") == card.replace("el--card", "")


def test_seats_differ_in_shape_and_not_only_in_colour():
    outlines = [
        re.sub(r" class=\"[^\"]*\"| data-side=\"\d\"", "", element_markup(piece(owner=seat), "en")) for seat in range(5)
    ]

    assert len(set(outlines)) == 5


def test_what_can_be_picked_is_a_named_button_only_for_those_who_play():
    spot = piece(row=4, col=0)

    for_player = parsed(element_markup(spot, "de", interactive=True))
    for_spectator = parsed(element_markup(spot, "de"))

    assert (for_player.get("role"), for_player.get("aria-label")) == ("button", "Pionier")
    assert (for_player.get("data-row"), for_player.get("data-col")) == ("4", "0")
    assert (for_spectator.get("role"), for_spectator.get("tabindex")) == ("img", None)


def test_decoration_is_kept_from_screen_readers():
    assert parsed(element_markup(piece(title=None), "en")).get("aria-hidden") == "true"


def test_rails_are_double_rules_and_roads_are_not():
    rail = Element("rail-a-b", "rail", "line", 0, 0, 10, 0)

    assert 'class="core"' in element_markup(rail, "en")
    assert 'class="core"' not in element_markup(replace(rail, role="road"), "en")


def test_every_board_of_a_page_has_ids_of_its_own():
    view = board(piece(face_down=True))

    first, second = (set(re.findall(r' id="([^"]+)"', render(view, "en", prefix=name))) for name in ("one", "two"))

    assert first
    assert not first & second


def test_a_face_of_a_die_shows_as_many_pips():
    for eyes in range(1, 7):
        die = Element("die", "die", "die", 5, 5, 8, text=str(eyes))
        assert element_markup(die, "en").count('class="pip"') == eyes


def test_no_style_and_no_colour_is_written():
    found = render(board(piece(), replace(piece(), id="x", face_down=True)), "en")

    assert "style=" not in found
    assert not re.search(r"(fill|stroke)=", found)
    assert not re.search(r"#[0-9a-f]{6}", found)


def test_a_panel_is_a_table_with_heads_and_a_title():
    panel = Panel(
        "overview",
        Text("Pieces", "Figuren"),
        (Text("Piece", "Figur"), Text("fallen", "gefallen")),
        ((Cell("E", Text("Engineer", "Pionier")), Cell("0", muted=True, tone="red")),),
    )

    table = parsed(panel_markup(panel, "de"))

    assert [head.text for head in table.iter("th")] == ["Figur", "gefallen", "E"]
    assert table.get("aria-labelledby") == "panel-overview-title"
    assert next(table.iter("td")).get("class") == "is-muted tone-red"


def test_marks_are_added_by_id_and_unknown_ids_ignored():
    view = board(piece(marks=("last-to",)), replace(piece(), id="piece-b5"))

    found = marked(view, [("piece-a5", "last-to"), ("piece-a5", "fallen"), ("piece-z9", "fallen")])

    assert [element.marks for element in found.elements] == [("last-to", "fallen"), ()]
    assert found.elements[1] is view.elements[1]
    assert 'class="cross"' in element_markup(found.elements[0], "en")


HEADS = (Text("Piece", "Figur"), Text("fallen", "gefallen"))


def sheet(*rows, header=HEADS):
    return Panel("sheet", Text("Sheet", "Bogen"), header, tuple((Cell(name), Cell(count)) for name, count in rows))


def test_of_a_panel_only_the_rows_that_differ_are_told():
    old, new = sheet(("E", "0"), ("M", "1")), sheet(("E", "0"), ("M", "2"))

    told = panel_changes(old, new, "en")

    assert list(told) == ["panel-sheet-1"]
    assert told["panel-sheet-1"] in panel_markup(new, "en")
    assert panel_changes(new, new, "en") == {}


@pytest.mark.parametrize(
    "other",
    [sheet(("E", "0")), sheet(("E", "0"), ("M", "1"), header=(Text("x", "x"), Text("y", "y")))],
    ids=["fewer rows", "other heads"],
)
def test_another_table_has_no_rows_in_common(other):
    assert panel_changes(sheet(("E", "0"), ("M", "1")), other, "en") is None


@given(st.lists(st.integers(0, 3), max_size=12), st.lists(st.integers(0, 3), max_size=12))
def test_changes_lead_from_any_picture_to_any_other(before, after):
    old, new = (board(*(piece_at(place, look) for place, look in enumerate(looks))) for looks in (before, after))

    told = changed(old, new, "en")

    shown = {element.id: element_markup(element, "en") for element in old.elements} | dict(told.markup)
    for name in told.removed:
        del shown[name]
    assert shown == {element.id: element_markup(element, "en") for element in new.elements}
    assert all(element_markup(element, "en") != told.markup.get(element.id) for element in old.elements)


def piece_at(place, look):
    return replace(piece(), id=f"piece-{place}", text="ABCD"[look])


def test_a_label_is_drawn_in_the_language_of_the_reader():
    label = piece(label=Text("Engineer", "Pionier"), glyph="")

    assert [text.text for text in parsed(element_markup(label, "de")).iter("text")] == ["Pionier"]


def test_a_badge_is_drawn_beside_the_front_and_never_on_a_back():
    card = replace(piece(badge="2"), shape="card")

    assert [text.text for text in parsed(element_markup(card, "en")).iter("text")] == ["E", "2"]
    assert element_markup(replace(card, face_down=True), "en") == element_markup(
        replace(card, face_down=True, badge=""), "en"
    )


ROAD = Part("road", "M0-5V5", tone="red")
VALUE = Part("value", text="3", x=2, y=-3, owner=1)


def tile(**more: Any) -> Element:
    return Element("tile-0-0", "tile", "rect", -5, -15, 10, 10, parts=(ROAD, VALUE), row=0, **more)


def turned_group(element: Element) -> ElementTree.Element:
    return next(group for group in parsed(element_markup(element, "en")).iter() if group.get("class") == "turns")


def test_parts_are_drawn_in_their_order_around_the_middle_of_the_box():
    drawing = parsed(element_markup(tile(), "en"))
    found = [part for part in drawing.iter() if str(part.get("class")).startswith("part ")]

    assert [part.get("class") for part in found] == ["part part--road tone-red", "part part--value seat-1"]
    assert [part.get("transform") for part in found] == [None, "translate(2 -3)"]
    assert found[0][0].get("d") == "M0-5V5"
    assert drawing[0].get("transform") == "translate(5 5)"


@pytest.mark.parametrize("turn", [90, 180, 270])
def test_an_element_is_turned_about_its_middle_and_its_text_stays_upright(turn):
    group = turned_group(tile(turn=turn, text="A"))
    upright = [inner for inner in group.iter() if inner.get("class") == "up"]

    assert group.get("transform") == f"rotate({turn})"
    assert [text.text for inner in upright for text in inner] == ["3", "A"]
    assert {inner.get("transform") for inner in upright} == {f"rotate({-turn})"}


def test_a_back_tells_nothing_of_the_parts_and_the_turn_of_its_front():
    hidden = piece(face_down=True)

    assert element_markup(replace(hidden, parts=(ROAD,), turn=90), "en") == element_markup(hidden, "en")


def test_a_picture_may_begin_anywhere():
    svg = parsed(render(board(piece(), left=-30, top=-20), "en"))

    assert svg.get("viewBox") == "-30 -20 100 120"
