"""The lobby: free tables, at which people meet for games that count nowhere."""
