"""
Sentences about a table itself, alike in every game: its lobby, its options, who is missing.

What a game says of its own options and of its lobby is in the game's package.
"""
