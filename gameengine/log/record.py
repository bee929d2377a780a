"""A match as a file: one JSON value per line, each in canonical form.

{"header": {...}}                         what the chain begins with
{"h": hash, "line": {...}, "ph": {...}}   one per line of the log; "ph" only where there are private parts
{"proof": {...}}                          once the match is over: seeds, nonces, private parts with salts, last hash
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import orjson

from gameengine.core.types import JsonObject
from gameengine.log.chain import NotCanonicalError, Part, canonical, chain, genesis, part_hashes
from gameengine.table.line import Line, line_from_json
from gameengine.table.value import Table

FORMAT: Final = "flagfall-record/1"
_HEADER: Final = {"format", "match", "game", "rules_version", "options", "control", "seats", "commit"}
_PROOF: Final = {"seed", "nonces", "parts", "head"}


class RecordError(ValueError):
    """A file is no record. `place` says where, for example "line 3"."""

    def __init__(self, place: str, detail: str) -> None:
        super().__init__(f"{place}: {detail}")
        self.place, self.detail = place, detail


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the log in its chain. `parts` is empty while the private parts are not published."""

    public: JsonObject
    ph: Mapping[str, str]
    hash: str
    parts: Mapping[str, Part]

    def line(self) -> Line:
        """Return the line; only possible with its parts."""
        return line_from_json(self.public, {audience: part.part for audience, part in self.parts.items()})


@dataclass(frozen=True, slots=True)
class Proof:
    """What is published after the match. `parts` has one entry per line, `head` is the last hash.

    `seeds` are hex, by branch: that of the match, and those of the branches that rulings began.
    """

    seeds: tuple[str, ...]
    nonces: tuple[str, ...]
    parts: tuple[Mapping[str, Part], ...]
    head: str


@dataclass(frozen=True, slots=True)
class Record:
    """A file that has been read: nothing is checked yet but its form."""

    header: JsonObject
    entries: tuple[Entry, ...]
    proof: Proof | None


def header(table: Table, match_id: str, commitment: str) -> dict[str, Any]:
    """Return the header of a match's log. The JSON forms of options and control are part of it."""
    return {
        "format": FORMAT,
        "match": match_id,
        "game": table.game.key,
        "rules_version": table.game.rules_version,
        "options": dict(table.options),
        "control": table.control.to_json(),
        "seats": table.seats,
        "commit": commitment,
    }


def link(previous: str, line: Line, salt: Callable[[], str]) -> Entry:
    """Return a line linked to the hash before it; `salt` gives 16 random bytes as hex."""
    public = line.public()
    parts = {audience: Part(part, salt()) for audience, part in line.private_parts().items()}
    return Entry(public, part_hashes(parts), chain(previous, public, parts), parts)


def link_all(head: JsonObject, lines: Iterable[Line], salt: Callable[[], str]) -> tuple[Entry, ...]:
    """Return all lines of a log linked, from the header on."""
    entries: list[Entry] = []
    previous = genesis(head)
    for line in lines:
        entries.append(link(previous, line, salt))
        previous = entries[-1].hash
    return tuple(entries)


def write_record(
    head: JsonObject, entries: Sequence[Entry], *, seeds: Sequence[bytes], nonces: Sequence[str] = ()
) -> str:
    """Return the text of a record; without seeds (one per branch) it has no proof, and no private part leaves."""
    lines: list[JsonObject] = [{"header": head}]
    for entry in entries:
        sealed: dict[str, Any] = {"ph": dict(entry.ph)} if entry.ph else {}
        lines.append({"h": entry.hash, "line": entry.public, **sealed})
    if seeds:
        lines.append({"proof": _proof_json(head, entries, seeds, nonces)})
    return "".join(canonical(line).decode() + "\n" for line in lines)


def read_record(text: str) -> Record:
    """Return the record of a file's text. Raises RecordError for anything that `write_record` does not write."""
    rows = [_row(number, raw) for number, raw in enumerate(_rows(text), 1)]
    if not rows or set(rows[0]) != {"header"}:
        raise RecordError("line 1", "no header")
    head = _fields("line 1", rows.pop(0)["header"], _HEADER)
    proof = None
    if rows and set(rows[-1]) == {"proof"}:
        proof = _proof(f"line {len(rows) + 1}", rows.pop()["proof"], len(rows))
    return Record(head, tuple(_entry(number, row, proof) for number, row in enumerate(rows, 2)), proof)


def _rows(text: str) -> list[str]:
    if not text.endswith("\n"):
        raise RecordError("end", "the last line is cut off")
    return text[:-1].split("\n")


def _row(number: int, raw: str) -> dict[str, Any]:
    place = f"line {number}"
    try:
        data = orjson.loads(raw)
        again = canonical(data).decode()
    except (ValueError, NotCanonicalError) as error:
        raise RecordError(place, f"no canonical JSON: {error}") from error
    if again != raw or not isinstance(data, dict):
        raise RecordError(place, "no canonical JSON object")
    return data


def _entry(number: int, row: dict[str, Any], proof: Proof | None) -> Entry:
    place = f"line {number}"
    _fields(place, row, {"h", "line"}, {"ph"})
    parts = proof.parts[number - 2] if proof else {}
    if not isinstance(row["line"], dict) or not isinstance(row.get("ph", {}), dict):
        raise RecordError(place, "not a line of a log")
    return Entry(row["line"], row.get("ph", {}), row["h"], parts)


def _proof(place: str, data: Any, count: int) -> Proof:
    _fields(place, data, _PROOF, {"seeds"})
    parts = [{} for _ in range(count)]  # type: list[dict[str, Part]]
    try:
        for number, sealed in data["parts"].items():
            parts[_index(number, count)] = {name: Part(one["part"], one["salt"]) for name, one in sealed.items()}
        seeds = (data["seed"], *data.get("seeds", ()))
        for seed in seeds:
            bytes.fromhex(seed)
        return Proof(seeds, tuple(data["nonces"]), tuple(parts), data["head"])
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise RecordError(place, f"not a proof: {error}") from error


def _index(number: str, count: int) -> int:
    index = int(number)
    if str(index) != number or not 0 <= index < count:
        raise ValueError(f"no line {number!r}")
    return index


def _fields(place: str, data: Any, needed: set[str], optional: set[str] = set()) -> dict[str, Any]:  # noqa: B006
    if not isinstance(data, dict) or not needed <= set(data) <= needed | optional:
        raise RecordError(place, f"expected the fields {', '.join(sorted(needed))}")
    return data


def _proof_json(
    head: JsonObject, entries: Sequence[Entry], seeds: Sequence[bytes], nonces: Sequence[str]
) -> dict[str, Any]:
    first, *others = (seed.hex() for seed in seeds)
    return {
        "seed": first,
        **({"seeds": others} if others else {}),
        "nonces": list(nonces),
        "parts": {
            str(number): {name: {"part": part.part, "salt": part.salt} for name, part in entry.parts.items()}
            for number, entry in enumerate(entries)
            if entry.parts
        },
        "head": entries[-1].hash if entries else genesis(head),
    }
