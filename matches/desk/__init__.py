"""The arbiter's desk for one match: what happened at an action, told from the log, as values."""
