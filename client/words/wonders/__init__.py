"""7 Wonders in words and rows of text."""
