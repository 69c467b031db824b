"""
The screens of 7 Wonders.

What a seat may see of a game is put together once, in a view; screens draw that.
"""
