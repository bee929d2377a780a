"""Which stage and which round a page of tables is about, as its address says."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any
from urllib.parse import urlencode

from tournaments.errors import NotFoundError
from tournaments.models import Stage
from tournaments.pages import words
from tournaments.selectors.stages import Part, part_asked, parts_of
from tournaments.views.common import Here

_MOST_DIGITS = 3


@dataclass(frozen=True)
class Asked:
    """What `?stage=2&after=3` asks for. Without a stage it is the last of which something is public."""

    here: Here
    parts: tuple[Part, ...]
    part: Part | None

    @property
    def stage(self) -> Stage | None:
        """Return the stage, None for a tournament that has none."""
        return self.part.stage if self.part else None

    @cached_property
    def after(self) -> int | None:
        """Return the round after which, None for the last that counts. Raises NotFoundError `no_such_round`."""
        given = self.here.request.GET.get("after", "")
        if not given:
            return None
        if not (given.isascii() and given.isdigit() and len(given) <= _MOST_DIGITS):
            raise NotFoundError("no_such_round")
        return int(given)

    @property
    def query(self) -> str:
        """Return what leads back to this stage, where there are several: "?stage=2"."""
        return f"?stage={self.part.stage.number}" if self.part and len(self.parts) > 1 else ""

    @property
    def more(self) -> str:
        """Return the same for an address that has a question already: "&stage=2"."""
        return self.query.replace("?", "&")

    @property
    def link(self) -> str:
        """Return what leads to the same stage and round on another page."""
        given = {"stage": self.query.partition("=")[2], "after": self.here.request.GET.get("after", "")}
        kept = {key: value for key, value in given.items() if value}
        return f"?{urlencode(kept)}" if kept else ""

    @property
    def choices(self) -> list[dict[str, Any]]:
        """Return the stages to choose from; none where there is only one."""
        if len(self.parts) < 2:
            return []
        return [
            {
                "number": part.stage.number,
                "name": words.stage_name(part.stage),
                "public": part.public,
                "table": part.has_table,
                "current": part == self.part,
            }
            for part in self.parts
        ]

    @property
    def title(self) -> str:
        """Return the name of the stage, where there are several."""
        return words.stage_name(self.part.stage) if self.part and len(self.parts) > 1 else ""


def asked(here: Here) -> Asked:
    """Return what the address asks for. Raises NotFoundError `no_such_stage`."""
    parts = parts_of(here.tournament)
    return Asked(here, parts, part_asked(parts, here.request.GET.get("stage", "")))
