"""Tags of the tournament pages."""
