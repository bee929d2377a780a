"""Free tables as resources: the same use cases as the pages."""
