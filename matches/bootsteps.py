"""What a Celery worker does beside tasks: whoever consumes the queue `clock` keeps time."""

from __future__ import annotations

from typing import Any, Final

from celery import bootsteps

QUEUE: Final = "clock"


class Enforcement(bootsteps.StartStopStep):
    """Starts the keeper before the worker connects to its broker, so that it keeps time without one."""

    requires = ("celery.worker.components:Pool",)

    def __init__(self, parent: Any, **_options: Any) -> None:
        self._keeper: Any = None
        super().__init__(parent)

    def include_if(self, parent: Any) -> bool:
        """Tell whether this worker has the queue, in a process in which nobody keeps time yet."""
        from matches.enforcement import is_kept_here

        return QUEUE in parent.app.amqp.queues.consume_from and not is_kept_here()

    def start(self, parent: Any) -> None:
        """Start keeping time."""
        # Models can be imported only once Django is set up, which is later than this module is read.
        from matches.enforcement import Keeper

        self._keeper = Keeper()
        self._keeper.start()

    def stop(self, parent: Any) -> None:
        """Stop keeping time."""
        if self._keeper is not None:
            self._keeper.stop()
            self._keeper = None

    terminate = stop
