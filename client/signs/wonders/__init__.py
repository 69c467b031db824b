"""7 Wonders in signs."""
