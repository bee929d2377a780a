"""Trays: cards beside the board, silent about what is hidden, and exact about what has changed."""

from __future__ import annotations

from dataclasses import replace
from typing import Any
from xml.etree import ElementTree

from hypothesis import given
from hypothesis import strategies as st

from gameengine.board.marks import marked
from gameengine.board.trays import item_markup, tray_changes, tray_markup, trays_markup
from gameengine.board.view import BoardView, Element, Part, Tray
from gameengine.core.types import Text

SPRINT = Text("One more step", "Ein weiterer Schritt")
LOOKS: tuple[dict[str, Any], ...] = (
    {"face_down": True, "title": Text("Card", "Karte")},
    {"label": Text("Sprint", "Spurt"), "detail": SPRINT, "kind": Text("normal", "normal"), "badge": "1"},
    {"label": Text("Annul", "Bann"), "row": 0, "title": Text("Annul", "Bann")},
    {"text": "7", "glyph": "flag", "owner": 1},
)

hands = st.lists(st.sampled_from(LOOKS), max_size=4).map(
    lambda looks: tuple(card(f"hand-{place}", **look) for place, look in enumerate(looks))
)
trays = st.tuples(hands, st.sampled_from(["Hand", "Cards"])).map(lambda found: tray(*found[0], title=found[1]))


def card(name: str = "hand-0", **more: Any) -> Element:
    return Element(name, "card", "card", 0, 0, **more)


def tray(*items: Element, name: str = "own", title: str = "Hand", **more: Any) -> Tray:
    return Tray(name, Text(title, title), items, **more)


def parsed(markup: str) -> ElementTree.Element:
    return ElementTree.fromstring(markup)


def words(markup: str) -> list[str]:
    return [text for text in parsed(markup).itertext() if text]


def put(page: ElementTree.Element, name: str, fresh: str) -> None:
    """Do to a page what its script does: put an element in the place of the one with the same DOM id."""
    for parent in page.iter():
        for place, child in enumerate(parent):
            if child.get("id") == name:
                parent[place] = parsed(fresh)
                return
    raise AssertionError(name)


@given(trays, trays)
def test_a_page_that_applies_the_changes_shows_the_new_trays(old, new):
    page = parsed(f"<div>{trays_markup((old,), 'de', interactive=True)}</div>")

    told = tray_changes((old,), (new,), "de", interactive=True)

    assert told is not None
    for name, fresh in told.items():
        put(page, name, fresh)
    wanted = parsed(f"<div>{trays_markup((new,), 'de', interactive=True)}</div>")
    assert ElementTree.tostring(page) == ElementTree.tostring(wanted)


def test_of_a_hand_only_the_card_that_differs_is_told():
    old = tray(card("hand-0", **LOOKS[1]), card("hand-1", **LOOKS[2]))
    new = replace(old, items=(old.items[0], replace(old.items[1], marks=("last-to",))))

    told = tray_changes((old,), (new,), "en")

    assert told == {"b-hand-1": item_markup(new.items[1], "en")}
    assert tray_changes((new,), (new,), "en") == {}


def test_other_trays_have_nothing_in_common():
    assert tray_changes((tray(),), (tray(), tray(name="pile")), "en") is None


def test_a_card_shows_name_cost_kind_and_text_in_the_language_of_the_reader():
    assert words(item_markup(card(**LOOKS[1]), "de")) == ["Spurt", "1", "normal", "Ein weiterer Schritt"]


def test_backs_are_all_the_same_whatever_lies_below():
    hidden = card(face_down=True, title=Text("Card", "Karte"))
    fronts = [replace(hidden, **{**look, "face_down": True, "title": hidden.title, "row": None}) for look in LOOKS]

    assert {item_markup(front, "en") for front in fronts} == {item_markup(hidden, "en")}


def test_what_can_be_picked_is_a_named_button_only_for_those_who_play():
    spot = card(row=0, title=Text("Sprint, costs 1", "Spurt, Kosten 1"), **LOOKS[1])

    for_player = parsed(item_markup(spot, "de", interactive=True))[0]
    for_spectator = parsed(item_markup(spot, "de"))[0]

    assert (for_player.get("role"), for_player.get("data-el")) == ("button", "hand-0")
    assert for_player.get("aria-label") == "Spurt, Kosten 1. Ein weiterer Schritt"
    assert (for_spectator.get("role"), for_spectator.get("tabindex")) == (None, None)


@given(st.text())
def test_no_text_breaks_out_of_the_markup(text):
    said = Text(text, text)
    items = (card(label=said, detail=said, kind=said, badge=text, title=said, row=0), card(text, text=text))

    section = parsed(tray_markup(Tray(text, said, items, 0), "en", interactive=True))

    assert {child.tag for child in section.iter()} <= {"section", "h2", "ul", "li", "div", "span"}


def test_an_item_of_parts_is_drawn_as_it_would_lie_on_the_board():
    tile = card(w=12, h=8, turn=90, parts=(Part("road", "M0-4V4"),), row=0, title=Text("Tile", "Karte"))

    shown = parsed(item_markup(tile, "de", interactive=True))[0]

    picture = shown[0]
    assert (picture.get("viewBox"), picture.get("aria-hidden")) == ("-4 -6 8 12", "true")
    assert picture[0].get("transform") == "rotate(90)"
    assert shown.get("aria-label") == "Karte"
    assert "playcard__picture" not in item_markup(replace(tile, face_down=True), "de")


def test_marks_reach_the_cards_of_a_tray():
    view = BoardView(10, 10, Text("", ""), (), trays=(tray(card()), tray(card("pile-0"), name="pile")))

    found = marked(view, [("hand-0", "last-to")])

    assert found.trays[0].items[0].marks == ("last-to",)
    assert found.trays[1] is view.trays[1]
