"""Accounts: the user model, guests, personal tokens, and the pages around them."""
