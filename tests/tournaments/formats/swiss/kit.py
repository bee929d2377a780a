"""`python -m tests.tournaments.formats.swiss.kit`: the long comparison of every way to pair a round.

Plain oracle, product with and without its short cuts on generated rounds; brute force on small ones.
"""

import argparse
import sys
import time

from tests.tournaments.formats.swiss import brute_force, plain
from tests.tournaments.formats.swiss.tournaments import random_request
from tournaments.formats.swiss.engine import Method, pair
from tournaments.formats.swiss.field import field_of
from tournaments.formats.swiss.model import NoPairingError
from tournaments.formats.swiss.proofs import bye_score

FULL = Method(small=10**6, wide=10**6)
WITHOUT_ASSIGNMENT = Method(small=0, wide=10**6)
ASSIGNMENT_ALWAYS = Method(small=0, wide=2)
METHODS = {"default": Method(), "full": FULL, "B": WITHOUT_ASSIGNMENT, "C": ASSIGNMENT_ALWAYS}


def answer(request, method):
    """Return the pairing, None if there is none."""
    try:
        return pair(request, method)
    except NoPairingError:
        return None


def plain_answer(request):
    """Return the pairing of the plain oracle, None if there is none."""
    if answer(request, Method()) is None:
        return None
    members = field_of(request).members
    return plain.pair(request, bye_score(members) if len(members) % 2 else None)


def as_brute(found):
    """Return a pairing in the form of the brute force."""
    if found is None:
        return brute_force.NO_PAIRING
    return {frozenset((board.first, board.second)) for board in found.boards}, found.bye


def differing(request, *, oracle=plain_answer):
    """Return the names of the methods that do not give the oracle's answer."""
    wanted = oracle(request)
    return [name for name, method in METHODS.items() if answer(request, method) != wanted]


def differing_from_brute_force(request):
    """Return the names of the methods that brute force contradicts."""
    wanted = brute_force.pair(request)
    return [name for name, method in METHODS.items() if as_brute(answer(request, method)) != wanted]


def main(arguments):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args(arguments)
    begun, wrong = time.monotonic(), 0
    seeds = range(chosen.seed, chosen.seed + chosen.rounds)
    for name, check, smallest, largest in (
        ("brute force", differing_from_brute_force, 2, 10),
        ("plain oracle", differing, 8, 28),
    ):
        for seed in seeds:
            found = check(random_request(seed, smallest, largest))
            if found:
                wrong += 1
                print(f"{name}, seed {seed}: {', '.join(found)}")
        print(f"{chosen.rounds} rounds against the {name}, {smallest} to {largest} players: {wrong} wrong", flush=True)
    for seed in seeds[: chosen.rounds // 20]:
        found = differing(random_request(seed, 40, 120), oracle=lambda request: answer(request, FULL))
        if found:
            wrong += 1
            print(f"whole graph, seed {seed}: {', '.join(found)}")
    print(f"{chosen.rounds // 20} rounds against the whole graph, 40 to 120 players: {wrong} wrong")
    print(f"{time.monotonic() - begun:.0f} s")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
