"""The fast wall check against a flood fill that knows nothing of it (rule page, section 12)."""

import pytest

from gameengine.games.flagged.geometry import ALL_SLOTS, HALF, SIDES, SIDES_OF, SLOT, SLOTS, SQUARE, members
from gameengine.games.flagged.walls import is_connected, open_slots, pillar_squares, reachable, wall_refusal
from gameengine.randomness import SeededRandom

ROWS_2_TO_7 = range(8, 56)


def flooded(walls, pillars, start):
    """Return the squares reached from one, square by square."""
    blocked = {frozenset(SIDES[slot]) for slot in members(walls)}
    reached, waiting = {start}, [start]
    while waiting:
        square = waiting.pop()
        for other in (square + 8, square - 8, square + 1, square - 1):
            beside = 0 <= other < 64 and abs(other % 8 - square % 8) <= 1
            if not beside or pillars >> other & 1 or other in reached or frozenset((square, other)) in blocked:
                continue
            reached.add(other)
            waiting.append(other)
    return reached


def is_whole(walls, pillars):
    free = [square for square in range(64) if not pillars >> square & 1]
    return len(flooded(walls, pillars, free[0])) == len(free)


def code_by_flood(walls, pillars, slot):
    if walls >> slot & 1:
        return "WALL_OCCUPIED"
    if any(pillars >> square & 1 for square in SIDES[slot]):
        return "WALL_TERRAIN"
    walls |= 1 << slot
    if is_whole(walls, pillars):
        return ""
    south = [square for square in range(8) if not pillars >> square & 1]
    crossing = any(square >= 56 for start in south for square in flooded(walls, pillars, start))
    return "WALL_CLOSED" if crossing else "WALL_PATH"


def positions(seed, slots):
    """Yield random legal positions with up to three pillars, until so many slots have been looked at."""
    random = SeededRandom(seed)
    seen = 0
    while seen < slots:
        pillars = 0
        for _ in range(random.below(4)):
            pillar = 1 << ROWS_2_TO_7[random.below(48)]
            pillars |= pillar if is_whole(0, pillars | pillar) else 0
        walls = 0
        for _ in range(random.below(60)):
            legal = members(open_slots(walls, pillars))
            walls |= 1 << legal[random.below(len(legal))] if legal else 0
            if random.below(12) == 0:
                # A pillar may come to walls that stand already.
                pillar = 1 << ROWS_2_TO_7[random.below(48)]
                pillars |= pillar if is_whole(walls, pillars | pillar) and pillars.bit_count() < 3 else 0
        yield walls, pillars
        seen += len(SLOTS)


def compare(seed, slots):
    seen = 0
    for walls, pillars in positions(seed, slots):
        legal = open_slots(walls, pillars)
        for slot in range(len(SLOTS)):
            code = code_by_flood(walls, pillars, slot)
            assert wall_refusal(walls, pillars, slot) == code, (walls, pillars, SLOTS[slot])
            assert bool(legal >> slot & 1) == (code == ""), (walls, pillars, SLOTS[slot])
            seen += 1
    return seen


def test_the_fast_check_agrees_with_the_flood():
    assert compare(seed=1, slots=4_000) >= 4_000


@pytest.mark.kit
def test_the_fast_check_agrees_with_the_flood_on_100_000_slots():
    assert compare(seed=2, slots=100_000) >= 100_000


def test_pillars_may_be_raised_where_the_flood_allows_it():
    for walls, pillars in positions(3, 2_500):
        allowed = pillar_squares(walls, pillars)
        for square in range(64):
            free = square in ROWS_2_TO_7 and not pillars >> square & 1
            assert bool(allowed >> square & 1) == (free and is_whole(walls, pillars | 1 << square))


def test_the_set_flood_reaches_what_the_plain_one_reaches():
    for walls, pillars in positions(4, 3_000):
        start = next(square for square in range(64) if not pillars >> square & 1)
        assert set(members(reachable(walls, pillars, 1 << start))) == flooded(walls, pillars, start)
        assert is_connected(walls, pillars)


def test_taking_a_wall_away_never_closes_anything():
    for walls, pillars in positions(5, 1_500):
        for slot in members(walls):
            assert is_connected(walls & ~(1 << slot), pillars)


def test_slots_have_one_name_each():
    assert len(SLOTS) == 112
    assert SLOTS[:4] == ("A1N", "A1E", "B1N", "B1E")
    assert ALL_SLOTS.bit_count() == 112
    assert "H3E" not in SLOT
    assert "A8N" not in SLOT


def test_a_half_has_24_and_28_slots():
    assert [half.bit_count() for half in HALF] == [52, 52]
    assert not HALF[0] & HALF[1]


def test_a_square_in_the_middle_has_four_sides():
    assert sorted(SLOTS[slot] for slot in members(SIDES_OF[SQUARE["D4"]])) == ["C4E", "D3N", "D4E", "D4N"]
