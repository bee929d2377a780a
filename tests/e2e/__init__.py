"""The product as its four kinds of user meet it: a real browser, and the real service as processes."""
