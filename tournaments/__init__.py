"""Tournaments: entries, stages, rounds, pairings and results, and who may do what."""
