"""Ways into tournaments by pages: parse, one use case, answer."""
