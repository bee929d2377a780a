import time

import pytest
from cryptography.fernet import InvalidToken
from django.db import connection

from matches import now
from matches.now import DriftingOffset
from matches.sealing import seal, unseal


def test_the_best_sample_counts_and_old_ones_fade():
    offset = DriftingOffset()
    offset.sample(1_000_000_000, 0)
    offset.sample(1_000_400_000, 500_000)
    assert offset.read(1_000_000) == 1_000_000 + 1_000_000_000 - 100

    offset.sample(3_000_000_000, 2_000_000_000)
    # Worse by itself, but the old one has faded by 200 microseconds in the two seconds.
    offset.sample(2_999_900_000, 2_000_000_000)
    assert offset.read(2_000_000_000) == 3_000_000_000


def test_without_a_sample_there_is_no_time():
    with pytest.raises(LookupError):
        DriftingOffset().read(0)


def test_the_estimate_never_goes_back_between_samples():
    offset = DriftingOffset()
    offset.sample(10**9, 0)
    readings = [offset.read(moment) for moment in range(0, 10**10, 10**7)]
    assert readings == sorted(readings)


@pytest.mark.django_db
@pytest.mark.pg
def test_the_estimate_is_never_ahead_of_the_database():
    now.calibrate()
    behind = []
    for _ in range(50):
        estimate = now.now_ms()
        with connection.cursor() as cursor:
            cursor.execute("SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint")
            behind.append(cursor.fetchone()[0] - estimate)
        time.sleep(0.001)

    # Any single question may have waited for the processor; one of them tells how near the estimate is.
    assert 0 <= min(behind) < 50


def test_a_sealed_seed_opens_only_with_the_secret(settings):
    sealed = seal(b"seed")
    assert b"seed" not in sealed.encode()
    assert unseal(sealed) == b"seed"
    settings.SECRET_KEY = "another"
    with pytest.raises(InvalidToken):
        unseal(sealed)
