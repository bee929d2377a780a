"""The organizer's console: one module per tab."""
