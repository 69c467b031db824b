"""
What a person is asked, and how they answer: by typing, or with a cursor on a screen.

Each game makes menus of its questions; dialogs are for what isn't part of a game.
"""
