"""Scenario files: small, machine-readable tests of a game's rules, the same schema for every game."""

from gameengine.scenarios.files import Scenario, ScenarioFile, ScenarioFileError, read_file, read_text, scenario_paths
from gameengine.scenarios.running import Failure, run, run_file

__all__ = [
    "Failure",
    "Scenario",
    "ScenarioFile",
    "ScenarioFileError",
    "read_file",
    "read_text",
    "run",
    "run_file",
    "scenario_paths",
]
