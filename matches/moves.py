"""The list of moves: each action in the game's notation, and between them what the clock and the arbiter did."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from html import escape
from itertools import groupby
from typing import Any, Final

from django.urls import get_script_prefix, reverse
from django.utils.translation import gettext as _

from gameengine.core.game import Game
from gameengine.core.types import JsonObject
from gameengine.log import Branch, branch_of
from matches.branching import Lines, branches_in
from matches.words import language, line_text, used_text

PLAYED: Final = frozenset({"action", "auto"})
MARKED_MS: Final = 1_000
"""An action that came so much later than it was made is marked."""


@dataclass(frozen=True, slots=True)
class Item:
    """One line of the list. A move has the number `ply` of completed actions after it; anything else has None."""

    seq: int
    ply: int | None
    text: str
    actor: int
    at_ms: int
    used_ms: int | None = None
    continues: bool = False
    """Whether the move goes on with the turn of the one before it, and stands on the same line."""
    late_ms: int = 0
    """How long after it was made the service heard of it: by the word of a device at the board."""

    @property
    def late(self) -> str:
        """Return how much later it was handed in, "" for so little as any network takes."""
        return used_text(self.late_ms) if self.late_ms >= MARKED_MS else ""


def items(lines: Iterable[tuple[int, JsonObject]], game: Game[Any], names: Sequence[str]) -> list[Item]:
    """Return the list for (number, line as the viewer may see it); lines with nothing to tell are left out."""
    return [item for seq, line in lines if (item := _item(seq, line, game, names)) is not None]


def _item(seq: int, line: JsonObject, game: Game[Any], names: Sequence[str]) -> Item | None:
    actor, at_ms, used_ms = _whole(line["actor"]), _whole(line["at_ms"]), line.get("used_ms")
    if line["kind"] in PLAYED:
        text = game.notation(str(line.get("text", "")), _events(line))
        used_ms = None if used_ms is None else _whole(used_ms)
        late_ms = _whole(line.get("received_ms", at_ms)) - at_ms
        return Item(seq, _whole(line["ply"]), text, actor, at_ms, used_ms, _continues(line, game), late_ms)
    text = _chance_text(line, game) if line["kind"] == "chance" else line_text(line, names)
    return Item(seq, None, text, actor, at_ms) if text else None


def _continues(line: JsonObject, game: Game[Any]) -> bool:
    # Not isinstance with PlaysInSteps: that check is slow, and this is asked for every move of a list.
    continues: Callable[[str], bool] | None = getattr(game, "continues", None)
    return continues is not None and continues(str(line.get("text", "")))


def _chance_text(line: JsonObject, game: Game[Any]) -> str:
    """Return the sentence about an outcome of chance, a secret one only by what everybody sees of it.

    Set-up and the autopilot's lots are left out.
    """
    setting_up, lot = line["ply"] == 0, str(line.get("label", "")).endswith(":autopilot")
    if setting_up or lot or ("text" not in line and not line["events"]):
        return ""
    return game.describe(str(line.get("text", "")), _events(line)).to(language())


def list_markup(lines: Lines, game: Game[Any], names: Sequence[str], match_id: str) -> str:
    """Return all lines of the list as markup; what a ruling has voided is folded, and leads to its own branch."""
    branches = branches_in(lines)
    told: list[str] = []
    for counts, group in groupby(lines, lambda one: one[0] in branches[-1].path):
        found = items(group, game, names)
        if counts:
            told += [markup(item, match_id) for item in found]
        elif found:
            told.append(_voided(found, match_id, branches))
    return "".join(told)


def _voided(found: Sequence[Item], match_id: str, branches: Sequence[Branch]) -> str:
    """Return what counts no more as one folded line of the list. Each action leads to the last branch that has it."""
    plies = [item.ply for item in found if item.ply is not None]
    told = {"first": min(plies, default=0), "last": max(plies, default=0)}
    if not plies:
        words = _("Voided: no action")
    elif told["first"] == told["last"]:
        words = _("Voided: action %(first)s") % told
    else:
        words = _("Voided: actions %(first)s to %(last)s") % told
    inner = "".join(markup(item, match_id, branch_of(branches, item.seq).number) for item in found)
    return (
        f'<li class="moves__void" id="void-{found[0].seq}"><details><summary>{escape(words)}</summary>'
        f'<ol class="moves__voided">{inner}</ol></details></li>'
    )


def markup(item: Item, match_id: str, branch: int | None = None) -> str:
    """Return one line of the list as `<li>`; a move links to its place in the replay (without id: on the same page).

    With a `branch`, it is one of a branch that counts no more.
    """
    if item.ply is None:
        return f'<li class="moves__ply moves__ruling" id="line-{item.seq}">{escape(item.text)}</li>'
    void = branch is not None
    query = f"?branch={branch}&amp;ply={item.ply}" if void else f"?ply={item.ply}" if match_id else ""
    address = f"{_replay(match_id, get_script_prefix())}{query}" if match_id else query
    step = " moves__ply--step" if item.continues else ""
    name = f"line-{item.seq}" if void else f"ply-{item.ply}"
    return (
        f'<li class="moves__ply{step}" id="{name}"><span class="moves__number">{item.ply}</span>'
        f'<a href="{address}#p{item.ply}">{escape(item.text)}</a>{_handed_in(item)}'
        f'<span class="moves__used">{used_text(item.used_ms)}</span></li>'
    )


def _handed_in(item: Item) -> str:
    """Return the mark of an action that came later than it was made; so little as any network takes is none."""
    if not item.late:
        return ""
    title = escape(_("Handed in later by the device at the board"))
    return f'<span class="moves__late" title="{title}">+{item.late} s</span>'


@lru_cache(maxsize=2048)
def _replay(match_id: str, _prefix: str) -> str:
    """Return the address of a replay below the site's prefix: the same for every line of a match."""
    return reverse("match-replay", args=[match_id])


def _events(line: JsonObject) -> list[JsonObject]:
    events: Any = line["events"]
    return list(events)


def _whole(value: Any) -> int:
    return int(value)
