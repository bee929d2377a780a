"""The one list of time controls."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from gameengine.clock.absolute import Absolute
from gameengine.clock.bronstein import Bronstein
from gameengine.clock.byo_yomi import ByoYomi
from gameengine.clock.canadian import Canadian
from gameengine.clock.control import Kind, TimeControl, refused
from gameengine.clock.correspondence import Correspondence
from gameengine.clock.delay import Delay
from gameengine.clock.fischer import Fischer
from gameengine.clock.hourglass import Hourglass
from gameengine.clock.limits import KEYS, Limits, limited
from gameengine.clock.none import NoControl
from gameengine.clock.per_move import PerMove
from gameengine.clock.stages import Stages
from gameengine.clock.unequal import KEY as OTHERS
from gameengine.clock.unequal import unequal
from gameengine.core.types import Text

# Short texts are read by the first kind that they look like: the special ones stand before the general ones.
_ALL: Final[tuple[type[Kind], ...]] = (
    NoControl,
    Hourglass,
    Correspondence,
    PerMove,
    Canadian,
    ByoYomi,
    Stages,
    Absolute,
    Fischer,
    Bronstein,
    Delay,
)
KINDS: Final[Mapping[str, type[Kind]]] = MappingProxyType({kind.kind: kind for kind in _ALL})


def control_from_json(data: Any) -> TimeControl:
    """Return the control of a JSON form, for example `{"kind": "per_move", "per_move_ms": 30000}`.

    Any kind may have `reaction` and `untimed_ms` besides, and `others` for unequal times. Raises Refusal BAD_CONTROL
    for an unknown kind, an unknown or missing field, or a value out of range.
    """
    others = data.get(OTHERS, []) if isinstance(data, Mapping) else None
    if not isinstance(others, list | tuple):
        raise refused(data)
    limits = Limits.from_json(data)
    inner = {key: value for key, value in data.items() if key not in KEYS and key != OTHERS}
    return limited(unequal([_of_kind(inner), *(_of_kind(other) for other in others)]), limits)


def _of_kind(data: Any) -> TimeControl:
    if not isinstance(data, Mapping):
        raise refused(data)
    kind = data.get("kind")
    if not isinstance(kind, str) or kind not in KINDS:
        known = ", ".join(KINDS)
        raise refused(data, Text(f"kind must be one of {known}.", f"kind muss eines von diesen sein: {known}."))
    return KINDS[kind].from_json(data)
