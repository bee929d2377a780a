"""What can be wrong with a cross table or with a list of tie-breaks."""

from __future__ import annotations


class StandingsError(ValueError):
    """The standings cannot be worked out; `code` never changes, `detail` names the part that is wrong."""

    def __init__(self, code: str, detail: str) -> None:
        super().__init__(f"{code}: {detail}")
        self.code = code
        self.detail = detail
