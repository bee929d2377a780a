"""Behind the scenes of a running service: makes tournaments and people, plays moves, and tells what really lies there.

Runs as a process of its own in the environment of the service (`python -m tests.e2e.backstage`) and answers one line of
JSON with one line of JSON; `Backstage` is the test's end of it.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from typing import Any, Self

from tests.live import PYTHON, ROOT, LiveService


class Backstage:
    """Calls the functions of `acts` and `exhibition`: `stage.knockout(players=["Ana", "Ben"])`."""

    def __init__(self, service: LiveService) -> None:
        self._child = subprocess.Popen(
            [PYTHON, "-m", "tests.e2e.backstage"],
            env={**service.env, "PYTHONPATH": str(ROOT)},
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def __getattr__(self, name: str) -> Callable[..., Any]:
        def call(**fields: Any) -> Any:
            assert self._child.stdin is not None
            assert self._child.stdout is not None
            self._child.stdin.write(json.dumps({"act": name, "fields": fields}) + "\n")
            self._child.stdin.flush()
            answer = json.loads(self._child.stdout.readline())
            assert "error" not in answer, answer["error"]
            return answer["value"]

        return call

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._child.communicate(timeout=20)


def main() -> None:
    """Answer until the input ends."""
    import django

    django.setup()
    # They know the models, and can be imported only now.
    from tests.e2e import acts, exhibition

    known = {**vars(acts), **vars(exhibition)}
    for line in sys.stdin:
        asked = json.loads(line)
        try:
            answer = {"value": known[asked["act"]](**asked["fields"])}
        except Exception as error:
            answer = {"error": f"{asked}: {error!r}"}
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
