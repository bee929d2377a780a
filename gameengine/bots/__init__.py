"""Players made of code, three levels per game, and a measure of their strength."""

from gameengine.bots.levels import DEFAULT_BUDGET_MS, LEVELS, UnknownLevelError, choose

__all__ = ["DEFAULT_BUDGET_MS", "LEVELS", "UnknownLevelError", "choose"]
