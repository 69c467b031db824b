"""A table of 7 Wonders before its game: its options, and the lobby's sentences."""
