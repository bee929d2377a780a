# Django is set up only after this file is read: imports of ours stand inside the fixtures.
import pytest


@pytest.fixture
def clock():
    """Return a clock that stands still until it is told to move."""
    from tests.matches.building import still_clock

    with still_clock() as clock:
        yield clock


@pytest.fixture
def finished():
    """Return the ids of the matches whose end was signalled."""
    from matches.signals import match_finished

    ids = []

    def note(match, **kwargs):
        ids.append(match.pk)

    match_finished.connect(note)
    yield ids
    match_finished.disconnect(note)


@pytest.fixture(autouse=True)
def no_broker(monkeypatch):
    """Keep what is asked of Celery in a list instead of sending it."""
    asked = []

    def ask(task, *args, at_ms=None, expires_s=60):
        asked.append((task, args, at_ms))
        return True

    monkeypatch.setattr("matches.timers.ask", ask)
    return asked
