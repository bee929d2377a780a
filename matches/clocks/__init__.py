"""The clock as people meet it: what it shows, the field in which one is chosen, the account of a match's clock."""
