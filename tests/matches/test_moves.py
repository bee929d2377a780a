"""The list of moves and the sentence below the board tell of chance what everybody may know."""

from gameengine.clock import control_from_json
from gameengine.games.flank_flip import game as flank_flip
from gameengine.games.queens_race import game
from gameengine.table import Scripted, act, start_now
from matches.moves import items, markup

ON_BONUS = (
    "qr1 3q3/7/7/1M5/7/7/3Q3 t=11.0 p=bonus d=F/F/F s=0/0 q=0/0 k=0/0 r=0 a=0 z=0 n=0 f=- c=B4 b=- j=point,chill o=-"
)


def test_what_a_secret_shuffle_leads_to_is_told_without_the_order():
    chance = Scripted({"bonus_deck": [["point", "chill"]], "dice": ["F/F/F"]})
    step = start_now(game, {}, 2, control_from_json({"kind": "none"}), at_ms=0, chance=chance, position=ON_BONUS)

    lines = act(step.table, 0, "bonus draw", 1, chance).lines
    told = [item.text for item in items(enumerate(line.public() for line in lines), game, ("Ana", "Ben"))]

    assert told == [
        "bonus draw",
        "The used cards are shuffled. Light draws Point of Honour: one point.",
        "Dark rolls F F F.",
    ]
    assert not any("chill" in text for text in told)


def test_a_turn_of_many_moves_stands_on_one_line():
    position = "90O^,91X^,92O^/93X^,94O^,95X^/96O^,97X^,98O^ O.X X start 0 O5X4 1"
    chance, control = Scripted({}), control_from_json({"kind": "none"})
    table = start_now(flank_flip, {}, 2, control, at_ms=0, chance=chance, position=position).table
    turn = act(table, 1, "turn a2", 1, chance)
    hit = act(turn.table, 1, "hit a1 E", 2, chance)

    told = items(enumerate(line.public() for line in (*turn.lines, *hit.lines)), flank_flip, ("Ana", "Ben"))

    assert [(item.text, item.continues) for item in told] == [("turn a2", False), ("hit a1 E", True)]
    assert ["moves__ply--step" in markup(item, "") for item in told] == [False, True]
