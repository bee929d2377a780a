"""Pages: ways in, with no rule inside."""
