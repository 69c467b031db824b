"""
The screens of 7 Wonders, and `face`, through which shared code finds all of this game.
"""
