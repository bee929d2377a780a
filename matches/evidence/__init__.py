"""Evidence of a match: made of its rows, and checked when somebody brings it back. The form is the engine's."""
