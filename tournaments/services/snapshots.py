"""Numbered pictures of what was published: the pairings of a round, the standings after it."""

from __future__ import annotations

import hashlib
import json
from typing import Any

from matches.now import now_ms
from tournaments.formats.registry import format_of
from tournaments.models import Round, Snapshot, Stage
from tournaments.services.standings import closed_rounds, standings_of


def snapshot_pairings(stage: Stage, round_: Round) -> Snapshot:
    """Keep the pairings of a round as they are published now. The stage is locked."""
    boards = round_.pairings.select_related("entry_0", "entry_1")
    data = {
        "round": round_.number,
        "boards": [
            {
                "board": pairing.board,
                "key": pairing.key,
                "entries": [pairing.entry_0_id, pairing.entry_1_id],
                "names": [entry.name if entry else None for entry in pairing.entries],
            }
            for pairing in boards
        ],
    }
    return _keep(stage, Snapshot.Kind.PAIRINGS, round_.number, data)


def snapshot_standings(stage: Stage, number: int) -> Snapshot | None:
    """Keep the standings after a closed round, unless they are what the last picture of it shows; None for a tree."""
    if format_of(stage.format).table is None:
        return None
    data = standings_of(stage, after=number).as_json()
    last = stage.snapshots.filter(kind=Snapshot.Kind.STANDINGS, round_number=number).last()
    if last is not None and last.sha == _sha(data):
        return last
    return _keep(stage, Snapshot.Kind.STANDINGS, number, data)


def standings_anew(stage: Stage, number: int) -> None:
    """Keep the standings after every closed round from this one on again: something before them was corrected."""
    states = dict(stage.rounds.order_by("number").values_list("number", "state"))
    for closed in range(number, closed_rounds(states) + 1):
        snapshot_standings(stage, closed)


def _keep(stage: Stage, kind: Snapshot.Kind, number: int, data: dict[str, Any]) -> Snapshot:
    """Write a picture under the next number."""
    last = stage.snapshots.last()
    return Snapshot.objects.create(
        stage=stage,
        number=last.number + 1 if last else 1,
        kind=kind,
        round_number=number,
        at_ms=now_ms(),
        data=data,
        sha=_sha(data),
    )


def _sha(data: dict[str, Any]) -> str:
    """Return the checksum of a picture: equal for equal ones."""
    return hashlib.sha256(json.dumps(data, sort_keys=True, separators=(",", ":")).encode()).hexdigest()
