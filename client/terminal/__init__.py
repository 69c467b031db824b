"""
The full screen: its application and keyboard, and the screens.

Sentences and rows of styled text are in `client.words` and the rooms beside it, for line
mode, reports and logs, too. This folder contains everything that needs a screen: layout,
a cursor, keys and clicks. Modules directly in it serve every game, and reach the game in
play through its `GameFace`. Code for a single game is in that game's package: `wonders`
for 7 Wonders and `architects` for Architects.
"""
