"""Standings: points, tie-breaks and ranks from a cross table. Pure functions over values; no database, no clock."""
