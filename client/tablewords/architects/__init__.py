"""A table of Architects before its game: its options, and the lobby's sentences."""
