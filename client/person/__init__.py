"""
A person at a table, whichever way they see it: what they can do, type and be asked.

`Person` is the player for whom line mode and screens are displays. Nothing here draws,
and no particular game is known. What people read is mostly in `client.words`; a sentence
that only one module says may stand there.
"""
