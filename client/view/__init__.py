"""
A person's knowledge of a table and of a game, as values, without a sentence.

Screens, line mode and pages for a browser show it. `client.words` and the rooms after it
make sentences from it. `games` finds the parts of a game.
"""
