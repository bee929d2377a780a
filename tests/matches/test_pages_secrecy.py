"""Nothing that is face-down shows on a page, in a snapshot, a replay or a log while the match runs; the rest does."""

import json
import re

import pytest
from django.urls import reverse

from gameengine.table import view
from matches import services
from matches.models import Match
from matches.store import load
from tests.matches.building import live_match, play
from tests.matches.pages import arbiter, page, player, visitor

pytestmark = pytest.mark.django_db

PLIES = 24


@pytest.fixture
def match():
    made = live_match()
    for _ in range(PLIES):
        play(made.pk)
    return Match.objects.get(pk=made.pk)


def hidden_and_shown(match):
    """Return the places with a face-down piece, and (place, letter) of the face-up ones."""
    board = view(load(match.pk).table, None)["board"]
    return (
        [node for node, text in board.items() if text == "?"],
        [(node, text) for node, text in board.items() if text not in ".?"],
    )


def element(markup, name):
    found = re.search(rf'<g id="[^"]*" data-el="{name}"[^>]*>.*?</g>(?=<g id|</svg>|$)', markup, re.DOTALL)
    return found[0] if found else ""


def texts_of(match):
    """Return everything that anybody can get of the running match by HTTP."""
    found = {}
    for who, client in {"visitor": visitor(), "0": player(0), "1": player(1), "arbiter": arbiter()}.items():
        found[f"page of {who}"] = page(client, "match", match.pk)
        snap = client.get(reverse("match-snap", args=[match.pk])).json()
        found[f"snap of {who}"] = snap["svg"] + "".join(snap["parts"].values()) + json.dumps(snap)
        found[f"replay of {who}"] = page(client, "match-replay", match.pk)
        frame = client.get(reverse("match-frame", args=[match.pk, PLIES])).json()
        found[f"frame of {who}"] = frame["svg"] + json.dumps(frame)
        found[f"log of {who}"] = page(client, "match-log", match.pk)
        if who == "arbiter":
            found |= {f"desk {ply}": page(client, "match-desk", match.pk, ply=ply) for ply in (0, 1, PLIES, PLIES + 1)}
        found[f"check of {who}"] = page(client, "match-check", match.pk)
    return found


def test_no_text_of_a_running_match_tells_a_face_down_piece(match):
    table = load(match.pk).table
    position = table.game.write(table.state)
    board = table.game.state_json(table.state)["board"]
    down = [node for node, text in board.items() if text.startswith("~")]
    assert down

    for name, text in texts_of(match).items():
        assert position not in text, name
        assert match.table not in text, name
        assert not re.search(r"~[A-Za-z]", text), name
        for node in down:
            drawn = element(text, f"piece-{node}")
            assert "<text" not in drawn, (name, node)
            assert "glyph" not in drawn, (name, node)
            assert "tone-" not in drawn, (name, node)
            spoken = re.findall(rf'aria-label="([^"]*on {node}[^"]*)"', text)
            assert all(label.startswith("Face-down piece") for label in spoken), (name, spoken)


def test_what_is_face_up_is_there_for_everybody(match):
    down, up = hidden_and_shown(match)
    assert up

    for name, text in texts_of(match).items():
        if name.startswith(("log", "check", "desk")):
            continue
        for node, letter in up:
            assert f">{letter}</text>" in element(text, f"piece-{node}"), (name, node)
        for node in down:
            assert "face-down" in element(text, f"piece-{node}"), (name, node)


def test_the_seed_stays_secret_until_the_end(match):
    running = "".join(texts_of(match).values())
    assert '"proof"' not in running
    assert match.commitment in running

    services.match_act(match_id=match.pk, seat=0, text="resign", cmd="end")

    over = page(visitor(), "match-log", match.pk)
    seed = json.loads(over.strip().splitlines()[-1])["proof"]["seed"]
    assert seed not in running


@pytest.mark.parametrize("sight", ["all", "0", "1"])
def test_nobody_looks_through_other_eyes_while_it_runs(match, sight):
    for client, own in ((visitor(), None), (player(0), "0"), (player(1), "1"), (arbiter(), None)):
        for name, args in (("match-replay", []), ("match-frame", [1])):
            answer = client.get(reverse(name, args=[match.pk, *args]), {"view": sight})
            assert answer.status_code == (200 if sight == own else 403)


def test_afterwards_everything_may_be_seen(match):
    services.match_act(match_id=match.pk, seat=0, text="resign", cmd="end")
    board = load(match.pk).table.game.state_json(load(match.pk).table.state)["board"]
    down = {node: text[1] for node, text in board.items() if text.startswith("~")}

    frame = visitor().get(reverse("match-frame", args=[match.pk, PLIES]), {"view": "all"}).json()

    for node, letter in down.items():
        assert f">{letter}</text>" in element(frame["svg"], f"piece-{node}")
