"""
The screens of 7 Wonders: Architects.

All of the game is public, so everything is drawn of a sight, from whichever seat it is.
"""
