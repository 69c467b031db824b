"""
The fast implementation of 7 Wonders.

`book` contains the printed cards and boards, `prices` the costs of goods, and `city`
and `table` the game itself. `reading` converts a state of `core` to a table, and the
table's moves to text. `policy` chooses moves, based on the estimates in `worth`.
"""
