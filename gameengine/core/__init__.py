"""The interface of a game, and the few types that every part of the engine shares."""
