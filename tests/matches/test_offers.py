"""Actions on their way to pages: thousands of them as a few lists, and never a list that nobody could read."""

import re
from itertools import product

import pytest

from gameengine.table import legal_actions, seats_to_act
from matches import parts
from matches.picture import About, Face, picture
from matches.store import load
from matches.views import page
from tests.matches.building import live_match, play


def begun(actions=4):
    """Return a match of Flagged after some actions."""
    match = live_match(game="flagged")
    for _ in range(actions):
        play(match.pk)
    return match


def seen(match, seat):
    row = load(match.pk)
    faces = [Face(0, "Ana"), Face(1, "Ben")]
    return picture(row.table, seat, about=About(match.pk), faces=faces, seq=row.seq)


def texts(legal):
    """Return what a page may send: one way of each part after the beginning."""
    for offer in legal:
        for ways in product(*offer.get("x", [])):
            yield offer["a"] + "".join(way["a"] for way in ways)


@pytest.mark.django_db(transaction=True)
def test_what_a_page_can_put_together_is_what_is_legal():
    match = begun()
    table = load(match.pk).table
    seat = seats_to_act(table)[0]

    assert sorted(texts(parts.legal(seen(match, seat)))) == sorted(legal_actions(table, seat))
    assert parts.legal(seen(match, 1 - seat)) is None


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("most", "listed"), [(10_000, True), (3, False)])
def test_without_a_script_actions_stand_in_a_list_unless_they_are_too_many(monkeypatch, most, listed):
    monkeypatch.setattr(page, "MOST_LISTED", most)
    match = begun()
    shown = seen(match, seats_to_act(load(match.pk).table)[0])

    found = page._by_hand(shown)

    assert found["count"] == len(list(texts(parts.legal(shown))))
    assert bool(found["actions"]) is listed


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("actions", "field"), [(["end"], "select"), ([], "input")])
def test_the_form_without_a_script_has_a_list_or_a_field(actions, field):
    from django.template.loader import render_to_string

    match = begun(0)
    act = {"cmd": "c", "ply": 1, "count": 5, "actions": actions}
    markup = render_to_string("matches/_by_hand.html", {"match": match, "picture": seen(match, 0), "act": act})

    assert re.search(rf"<{field} id=\"by-hand\" name=\"a\"", markup)
