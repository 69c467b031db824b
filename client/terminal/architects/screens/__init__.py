"""
The screens of 7 Wonders: Architects.

The game is public apart from a few cards, so everything is drawn from a sight,
whichever seat it is of.
"""
