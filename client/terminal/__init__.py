"""
The full screen: its application and keyboard, and the screens.

What a screen says is in `client.words` and the rooms beside it, as sentences and rows of
styled text that line mode, reports and logs use, too. Here is what needs a screen: its
layout, a cursor, keys and clicks. Modules directly in this folder serve every game, and reach the game in play
through its `GameFace`. Code for a single game is in that game's package: `wonders` for
7 Wonders and `architects` for Architects.
"""
