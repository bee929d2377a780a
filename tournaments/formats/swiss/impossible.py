"""Why no pairing exists, and who stands in the way."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Final

from gameengine.core.types import Text
from tournaments.formats.swiss.field import Field, Member, field_of, legal
from tournaments.formats.swiss.model import NoPairingError
from tournaments.formats.swiss.proofs import bye_score, completable, matching

_MOST_LISTED: Final = 40
_MOST_TRIED: Final = 150
"""Up to so many players the whole obstacle is looked for; beyond that only who stays over."""


def explained(field: Field) -> NoPairingError:
    """Return the error that tells why the players cannot be paired; it is known that they cannot."""
    members = field.members
    if not members:
        return NoPairingError("nobody", Text("there is no one to pair", "es ist niemand zu paaren"))
    if len(members) % 2 and not any(member.may_have_bye for member in members):
        return _nobody_for_the_bye(field)
    if field.request.forbidden and _possible(field_of(replace(field.request, forbidden=frozenset())).members):
        return _forbidden(field)
    return _blocked(field)


def _possible(members: Sequence[Member]) -> bool:
    """Return whether these can be paired."""
    return bye_score(members) is not None if len(members) % 2 else completable(members, None)


def _nobody_for_the_bye(field: Field) -> NoPairingError:
    reason = Text(
        "the number of players is odd, and all of them have had a bye or a win without playing",
        "die Zahl der Spieler ist ungerade, und alle hatten schon ein Freilos oder einen kampflosen Sieg",
    )
    return NoPairingError("nobody_for_the_bye", reason, [member.number for member in field.members])


def _forbidden(field: Field) -> NoPairingError:
    """Return the error that names the forbidden pairs; without them a pairing exists."""
    obstacle = {member.number for member in _obstacle(field.members)}
    pairs = sorted(pair for pair in field.request.forbidden if obstacle.intersection(pair))
    written = _listed([f"{one}-{other}" for one, other in pairs])
    reason = Text(
        f"without these forbidden pairs there would be a pairing: {written.en}",
        f"ohne diese verbotenen Paarungen gäbe es eine Auslosung: {written.de}",
    )
    return NoPairingError("forbidden", reason, sorted(obstacle), pairs)


def _blocked(field: Field) -> NoPairingError:
    """Return the error for players who have met too many of the others."""
    obstacle = sorted(member.number for member in _obstacle(field.members))
    written = _listed(list(map(str, obstacle)))
    reason = Text(
        f"these players have too few possible opponents left: {written.en}",
        f"diese Spieler haben zu wenige mögliche Gegner übrig: {written.de}",
    )
    without_colours = [replace(member, topscorer=True) for member in field.members]
    if _possible(without_colours):
        reason = Text(
            f"{reason.en}; only the colours that two of them need stand in the way (C3)",
            f"{reason.de}; nur die Farben, die je zwei von ihnen brauchen, stehen dagegen (C3)",
        )
    return NoPairingError("blocked", reason, obstacle)


def _listed(items: Sequence[str]) -> Text:
    """Return a list in words, cut where it becomes too long to read."""
    written, more = ", ".join(items[:_MOST_LISTED]), len(items) - _MOST_LISTED
    return Text(f"{written} and {more} more", f"{written} und {more} weitere") if more > 0 else Text(written, written)


def _obstacle(members: Sequence[Member]) -> list[Member]:
    """Return the players any of whom could be the one that stays over in a matching of most pairs.

    By the theorem of Gallai and Edmonds they are what has too few neighbours; everybody else can always be paired.
    """
    most = _most_pairs(members, lambda _: True)
    if len(members) > _MOST_TRIED:
        return most[1]
    return [member for member in members if len(_most_pairs(members, member.__ne__)[0]) == len(most[0])]


def _most_pairs(
    members: Sequence[Member], counts: Callable[[Member], bool]
) -> tuple[set[tuple[int, int]], list[Member]]:
    """Return a matching of most pairs among those who count, the bye as one more vertex, and who stays over."""
    present = [member for member in members if counts(member)]
    edges = [
        (one, other, 1) for one, other in combinations(range(len(present)), 2) if legal(present[one], present[other])
    ]
    if len(members) % 2:
        edges += [(index, len(present), 1) for index, member in enumerate(present) if member.may_have_bye]
    pairs = matching(len(present) + 1, edges)
    paired = {vertex for pair in pairs for vertex in pair}
    return pairs, [member for index, member in enumerate(present) if index not in paired]
