"""
A person at a terminal: in lines, or at screens.

What is common to all games lies here, and asks the game that is played through `games`.
A game's own are: of 7 Wonders, all that `wonders` needs (its sight, its menus, what it
tells, its screens); of Architects, all in `architects`.
"""
