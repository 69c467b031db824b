"""What a replay notes of a game: a module for each, of which only that is loaded."""
