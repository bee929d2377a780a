"""The API of games and matches, and what every view of the API stands on."""
