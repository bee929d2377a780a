import pytest


@pytest.fixture(autouse=True)
def fresh_cache(settings):
    """Forget kept answers and counts of requests."""
    from django.core.cache import caches

    yield
    caches["kept"].clear()


@pytest.fixture(autouse=True)
def asked(monkeypatch):
    """Keep what is asked of Celery in a list instead of sending it."""
    tasks = []

    def ask(task, *args, at_ms=None, expires_s=60):
        tasks.append((task, args))
        return True

    monkeypatch.setattr("matches.timers.ask", ask)
    return tasks
