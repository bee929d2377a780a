"""The hosted games, one package each."""
