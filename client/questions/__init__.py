"""
Questions to a person, and the ways to answer them: by typing, or with a cursor.

Each game makes menus of its questions; dialogs are for what isn't part of a game.
"""
