"""The one list of time controls."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from gameengine.clock.absolute import Absolute
from gameengine.clock.control import Kind, TimeControl, refused
from gameengine.clock.fischer import Fischer
from gameengine.clock.limits import KEYS, Limits, limited
from gameengine.clock.none import NoControl
from gameengine.clock.per_move import PerMove

KINDS: Final[Mapping[str, type[Kind]]] = MappingProxyType(
    {kind.kind: kind for kind in (PerMove, Absolute, Fischer, NoControl)}
)


def control_from_json(data: Any) -> TimeControl:
    """Return the control of a JSON form, for example `{"kind": "per_move", "per_move_ms": 30000}`.

    Any kind may have `reaction` and `untimed_ms` besides. Raises Refusal BAD_CONTROL for an unknown kind, an unknown or
    missing field, or a value out of range.
    """
    if not isinstance(data, Mapping) or not isinstance(data.get("kind"), str) or data["kind"] not in KINDS:
        raise refused(data)
    inner = {key: value for key, value in data.items() if key not in KEYS}
    return limited(KINDS[data["kind"]].from_json(inner), Limits.from_json(data))
