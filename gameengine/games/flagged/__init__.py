"""Flagged, game key `flagged`."""
