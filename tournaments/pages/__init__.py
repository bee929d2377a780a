"""What the pages of a tournament show, as values: made from rows, without a query of their own and without markup."""
