"""
The screens of Architects, and `face`, through which shared code finds all of this game.
"""
