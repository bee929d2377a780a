"""Rules and tables of board games: a pure library that the service stands on and that is usable alone."""
