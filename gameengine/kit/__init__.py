"""The test kit that every hosted game must pass: random games, and checks at their nodes."""

from gameengine.kit.playthrough import options_of, playthrough
from gameengine.kit.report import Fault, Report
from gameengine.kit.running import run_kit

__all__ = ["Fault", "Report", "options_of", "playthrough", "run_kit"]
