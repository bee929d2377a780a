"""Reading scenario files; a file that does not keep to the schema is refused with the place of the fault."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import yaml

from gameengine.clock import TimeControl, control_from_json, control_from_notation
from gameengine.core.errors import Refusal
from gameengine.core.types import Json, JsonObject
from gameengine.core.yamldata import LOADER

SCHEMA: Final = "flagfall-scenarios/1"
SUFFIX: Final = ".scenarios.yaml"

_FILE_KEYS: Final = {"schema", "game", "rules_version", "defaults", "scenarios"}
_SCENARIO_KEYS: Final = {"id", "title", "covers", "players", "options", "clock", "setup", "steps", "expect"}
_SETUP_KEYS: Final = {"start", "position", "chance", "chance_rest", "seed"}
_STEP_KEYS: Final = {"by", "do", "wait_s", "legal", "error", "expect"}


class ScenarioFileError(ValueError):
    """A file is no scenario file. The text says which file, which scenario, and what is wrong."""


@dataclass(frozen=True, slots=True)
class Step:
    """One step: who does what after how long, whether it must be accepted, and what must be true then."""

    by: int | str
    do: str | None
    wait_ms: int
    error: str | None
    expect: JsonObject


@dataclass(frozen=True, slots=True)
class Scenario:
    """One scenario with the file's defaults merged in. `position` is None for the ordinary start."""

    id: str
    title: str
    players: int
    options: JsonObject
    control: TimeControl
    position: str | None
    chance: Mapping[str, Sequence[Json]]
    seed: int | None
    """Set if what is not scripted may be random."""
    steps: tuple[Step, ...]
    expect: JsonObject


@dataclass(frozen=True, slots=True)
class ScenarioFile:
    """All scenarios of one file."""

    game: str
    rules_version: int
    scenarios: tuple[Scenario, ...]


def scenario_paths(paths: Iterable[Path]) -> list[Path]:
    """Return the scenario files that `paths` name; a folder stands for all that lie in it."""
    found: list[Path] = []
    for path in paths:
        found += sorted(path.glob(f"*{SUFFIX}")) if path.is_dir() else [path]
    return found


def read_file(path: Path) -> ScenarioFile:
    """Return the scenarios of a file. Raises ScenarioFileError, also when it cannot be read."""
    try:
        return read_text(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise ScenarioFileError(f"{path}: {error}") from error
    except ScenarioFileError as error:
        raise ScenarioFileError(f"{path}: {error}") from error


def read_text(text: str) -> ScenarioFile:
    """Return the scenarios of a file's text. Raises ScenarioFileError."""
    try:
        data = yaml.load(text, Loader=LOADER)  # noqa: S506 - both are safe
    except yaml.YAMLError as error:
        raise ScenarioFileError(f"no YAML: {' '.join(str(error).split())}") from error
    _keys("file", data, _FILE_KEYS, {"schema", "game", "rules_version", "scenarios"})
    if data["schema"] != SCHEMA:
        raise ScenarioFileError(f"schema {data['schema']!r} instead of {SCHEMA!r}")
    if not isinstance(data["scenarios"], list):
        raise ScenarioFileError("scenarios is no list")
    scenarios = tuple(_scenario(one, data.get("defaults") or {}) for one in data["scenarios"])
    _refuse_doubles(scenarios)
    return ScenarioFile(data["game"], data["rules_version"], scenarios)


def _refuse_doubles(scenarios: Sequence[Scenario]) -> None:
    ids = [scenario.id for scenario in scenarios]
    double = next((one for one in ids if ids.count(one) > 1), None)
    if double:
        raise ScenarioFileError(f"{double}: this id is there twice")


def _scenario(own: Any, defaults: Mapping[str, Any]) -> Scenario:
    _keys("scenario", own, _SCENARIO_KEYS, {"id", "title"})
    place = str(own["id"])
    data = {**defaults, **own}
    setup = _keys(f"{place}: setup", data.get("setup"), _SETUP_KEYS)
    if (setup.get("start") is True) == ("position" in setup):
        raise ScenarioFileError(f"{place}: setup needs exactly one of start and position")
    return Scenario(
        place,
        str(data["title"]),
        data.get("players", 2),
        {**defaults.get("options", {}), **own.get("options", {})},
        _control(place, data.get("clock")),
        setup.get("position"),
        _streams(place, setup.get("chance") or {}),
        setup.get("seed", 0) if setup.get("chance_rest") == "random" else None,
        tuple(_step(f"{place}: step {number}", step) for number, step in enumerate(data.get("steps") or (), 1)),
        data.get("expect") or {},
    )


def _streams(place: str, chance: Any) -> Mapping[str, Sequence[Json]]:
    if not isinstance(chance, dict) or not all(isinstance(outcomes, list) for outcomes in chance.values()):
        raise ScenarioFileError(f"{place}: chance is no map of streams to lists")
    return chance


def _step(place: str, data: Any) -> Step:
    _keys(place, data, _STEP_KEYS, {"by"})
    legal = data.get("legal", True)
    if legal == ("error" in data):
        raise ScenarioFileError(f"{place}: an error code belongs to legal: false, and only there")
    do = data.get("do")
    return Step(
        data["by"],
        None if do is None else str(do),
        milliseconds(data.get("wait_s", 0)),
        data.get("error"),
        data.get("expect") or {},
    )


def milliseconds(seconds: float) -> int:
    """Return seconds of a scenario file as whole milliseconds.

    >>> milliseconds(29.999)
    29999
    """
    return round(seconds * 1000)


def _control(place: str, data: Any) -> TimeControl:
    """Return the clock of a scenario: a short text, or the JSON form with `mode` for the kind and seconds for `_ms`."""
    try:
        if isinstance(data, str):
            return control_from_notation(data)
        return control_from_json(_in_ms({"mode": "none"} if data is None else data))
    except Refusal as refusal:
        # Scenario files name durations in seconds.
        told = refusal.told.en.replace("_ms", "_s") if refusal.told else refusal
        raise ScenarioFileError(f"{place}: clock: {told}") from refusal


def _in_ms(data: Any) -> Any:
    if isinstance(data, list):
        return [_in_ms(each) for each in data]
    if not isinstance(data, dict):
        return data
    return dict(_setting_in_ms(str(key), value) for key, value in data.items())


def _setting_in_ms(key: str, value: Any) -> tuple[str, Any]:
    if key.endswith("_s") and isinstance(value, int | float) and not isinstance(value, bool):
        return f"{key.removesuffix('_s')}_ms", milliseconds(value)
    return ("kind" if key == "mode" else key), _in_ms(value)


def _keys(place: str, data: Any, known: set[str], needed: Iterable[str] = ()) -> dict[str, Any]:
    if not isinstance(data, dict):
        raise ScenarioFileError(f"{place}: no map")
    unknown = [str(key) for key in data if key not in known]
    missing = [key for key in needed if key not in data]
    if unknown or missing:
        raise ScenarioFileError(f"{place}: unknown {unknown}, missing {missing}")
    return data
