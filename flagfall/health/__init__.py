"""How the service is: a page for people, an answer for machines, metrics for a collector."""
