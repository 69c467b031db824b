"""All that is printed of a game, as lists to read and as JSON, and its pictures in words."""
