"""Matches: one sitting at one board, from the first ready to the published seed."""
