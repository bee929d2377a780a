"""Plain oracle, brute force and the product agree on random rounds; the long run is `make kit`."""

import pytest

from tests.tournaments.formats.swiss.kit import answer, differing, differing_from_brute_force
from tests.tournaments.formats.swiss.tournaments import random_request
from tournaments.formats.swiss import search
from tournaments.formats.swiss.engine import Method
from tournaments.formats.swiss.model import RoundPairing


@pytest.mark.parametrize("seed", range(1, 120))
def test_no_pairing_of_a_small_field_is_better_or_earlier(seed):
    assert not differing_from_brute_force(random_request(seed, 2, 7))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(1000, 1060))
def test_no_pairing_of_ten_is_better_or_earlier(seed):
    assert not differing_from_brute_force(random_request(seed, 8, 10))


@pytest.mark.parametrize("seed", range(2000, 2030))
def test_every_way_gives_the_answer_of_the_plain_oracle(seed):
    assert not differing(random_request(seed, 8, 22))


@pytest.mark.parametrize("seed", range(3000, 3006))
def test_costs_of_any_width_lead_to_the_same_answer(seed, monkeypatch):
    request = random_request(seed, 10, 24)
    wanted = answer(request, Method())
    monkeypatch.setattr(search, "_MOST_BITS", 20)

    found = answer(request, Method(small=10**6, wide=10**6))

    assert found == wanted
    assert found is None or isinstance(found, RoundPairing)


@pytest.mark.parametrize("seed", [4000, 4001])
def test_the_same_request_has_the_same_answer(seed):
    request = random_request(seed, 40, 60)

    assert answer(request, Method()) == answer(request, Method())
