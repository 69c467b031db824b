"""
The screens of 7 Wonders.

Each draws a `View`, which contains everything that a seat may see of the game and is
computed once for each state.
"""
