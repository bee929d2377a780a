"""Cross tables from a few characters per round, and random ones."""

import random

from tournaments.standings.crosstable import Cell, Competitor, CrossTable, Kind
from tournaments.standings.order import standings
from tournaments.standings.score import CLASSIC, PointSystem

BYES = {"U": Kind.PAIRING_BYE, "F": Kind.FULL_BYE, "H": Kind.HALF_BYE, "Z": Kind.ZERO_BYE, "_": Kind.FREE}
RESULTS = {"1": 2, "=": 1, "0": 0}


def table(*lines, system="swiss", rounds=None, after=None, points=CLASSIC, ratings=None, penalties=None, expelled=()):
    """Return a cross table; each line is one competitor, "2w1 U 3b= 4w+ Z 5b?" is opponent, seat, result per round."""
    rows = [[_cell(text, points) for text in line.split()] for line in lines]
    longest = max(map(len, rows))
    competitors = tuple(
        Competitor(
            number,
            tuple(cells),
            (ratings or {}).get(number, 1500),
            (penalties or {}).get(number, 0),
            number in expelled,
        )
        for number, cells in enumerate(rows, start=1)
    )
    return CrossTable(system, rounds or longest, longest if after is None else after, competitors, points)


def _cell(text, points):
    if text in BYES:
        worth = {"U": points.bye, "F": points.win, "H": points.draw, "Z": points.absence, "_": 0}[text]
        return Cell(BYES[text], worth)
    opponent, seat, result = int(text[:-2]), "wb".index(text[-2]), text[-1]
    if result == "?":
        return Cell(Kind.OPEN, 0, opponent, seat)
    if result in "+-":
        kind = Kind.FORFEIT_WIN if result == "+" else Kind.FORFEIT_LOSS
        return Cell(kind, points.win if result == "+" else points.absence, opponent, seat, 2 if result == "+" else 0)
    made = RESULTS[result]
    return Cell(Kind.PLAYED, (points.loss, points.draw, points.win)[made], opponent, seat, made)


def value(cross_table, key, number, *, order=""):
    """Return one plain value of one competitor, the tie-break taken right after the points."""
    found = standings(cross_table, order, key)
    row = next(row for row in found.rows if row.number == number)
    return found.keys[0].tie_break.plain(row.further[0])


def trail(cross_table, key, number):
    """Return the trail of one value."""
    return next(row.further[0] for row in standings(cross_table, "", key).rows if row.number == number)


def random_swiss(seed, players, rounds, *, absences=0.1, forfeits=0.1, points=CLASSIC):
    """Return a tournament in which neighbours in the table meet, and all kinds of unplayed rounds occur."""
    draw = random.Random(seed)
    cells = {number: [] for number in range(1, players + 1)}
    for _ in range(rounds):
        there = [number for number in cells if draw.random() >= absences]
        for number in cells.keys() - set(there):
            cells[number].append(_cell(draw.choice("HZZF"), points))
        there.sort(key=lambda number: (-sum(cell.points for cell in cells[number]), draw.random()))
        if len(there) % 2:
            cells[there.pop()].append(_cell("U", points))
        for first, second in zip(there[::2], there[1::2], strict=True):
            pairs = ("+-", "-+", "--") if draw.random() < forfeits else ("10", "01", "==")
            one, other = draw.choice(pairs)
            cells[first].append(_cell(f"{second}w{one}", points))
            cells[second].append(_cell(f"{first}b{other}", points))
    ratings = {number: draw.randint(1000, 2500) for number in cells}
    competitors = tuple(Competitor(number, tuple(own), ratings[number]) for number, own in cells.items())
    return CrossTable("swiss", rounds, rounds, competitors, points)


def point_system(win, draw, bye):
    """Return a point system in whole points."""
    return PointSystem(win=10 * win, draw=10 * draw, bye=10 * bye)
