"""
Sentences about a table itself, alike in every game: its lobby, its options, who is missing.

Each game's sentences about its own options and its lobby are in its package.
"""
