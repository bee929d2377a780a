"""The API of tournaments: the same services, selectors and rights as the pages."""
