"""Live updates: one hub per process, rooms by match, one encoding of each event per audience, language and form."""
