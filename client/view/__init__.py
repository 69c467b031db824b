"""
What a person knows of a table and of a game, as values, without a sentence.

Screens, line mode and pages for a browser show it; sentences are made of it in `client.words`
and in the rooms behind that. `games` finds the parts of a game.
"""
