"""
The evaluation of choices in a game that was played: computed once, stored, and shown.
"""
