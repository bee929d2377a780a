"""A worker beside something else: one that falls over its broker is replaced."""

import threading

from flagfall.up.background import Background


class Falling:
    """An application whose workers end by themselves, twice, and then work until they are told."""

    def __init__(self):
        self.begun = 0
        self.works = threading.Event()

    def Worker(self, **about):
        self.begun += 1
        return self

    def start(self):
        if self.begun > 2:
            self.works.set()


def test_a_worker_that_ends_by_itself_is_followed_by_another(caplog):
    app = Falling()
    with Background(app, schedule=False, ends_within_s=0.1, again_s=0.01):
        assert app.works.wait(5)

    assert "has ended by itself" in caplog.text
