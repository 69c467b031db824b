"""
Finished games, and results from them: who has played and won, and how well.

Only what a log proves counts: every row comes from a log whose signatures, proofs and
rules were all checked. So the database can be deleted and rebuilt from the logs at any
time.
"""
