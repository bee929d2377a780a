"""Forms of the tournament pages: what was sent, as values that services take. Rules are the services'."""
