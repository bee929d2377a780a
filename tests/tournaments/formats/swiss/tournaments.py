"""Random tournaments of every kind for the tests, told by one number."""

import random

from tournaments.exchange.trf.generate import Plan, generate
from tournaments.exchange.trf.pairing import request_of
from tournaments.exchange.trf.values import Points

THREE_ONE = Points(win=30, draw=10, pab=30, half=10, full=30, forfeit_win=30, unknown=10)


def random_plan(seed, smallest, largest, *, most_rounds=11):
    """Return a plan in which anything may happen: byes, forfeits, late entries, forbidden pairs, last rounds."""
    chosen = random.Random(seed)
    players = chosen.randint(smallest, largest)
    rounds = chosen.randint(2, max(2, min(players, most_rounds)))
    return Plan(
        players,
        rounds,
        seed,
        played=chosen.randint(1, rounds) - 1,
        draws=chosen.choice((0.0, 0.3, 0.6)),
        byes=chosen.choice((0, 0, 0.1, 0.25)),
        full_byes=chosen.choice((0, 0, 0.05)),
        forfeits=chosen.choice((0, 0, 0.1, 0.3)),
        leaving=chosen.choice((0, 0.2)),
        late=chosen.choice((0, 0.2)),
        forbidden=chosen.choice((0, 0, 2, players // 2)),
        accelerated=chosen.random() < 0.2,
        points=chosen.choice((Points(), Points(), Points(), THREE_ONE, Points(pab=5), Points(pab=0))),
        dialect=chosen.choice(("trf26", "trf16x")),
    )


def random_request(seed, smallest, largest, **limits):
    """Return the request for the coming round of a random tournament."""
    return request_of(generate(random_plan(seed, smallest, largest, **limits)))
