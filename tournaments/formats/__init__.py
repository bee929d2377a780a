"""Formats: who meets whom. Pure functions over values; no database, no clock, no random source."""
