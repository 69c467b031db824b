"""
Games that are over, and what they come to: who has played, won, and how well.

What counts is what a log proves, and nothing else: every row is read from a log of which
every signature, proof and rule was checked. So what is written down here can be thrown away
and read anew at any time.
"""
