"""Boards as data, and the one renderer that turns them into pictures."""
