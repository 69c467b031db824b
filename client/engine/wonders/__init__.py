"""
7 Wonders for bots: a game in numbers.

`book` is what is printed, `prices` what goods cost, `city` and `table` the game itself;
`reading` makes a table of a state of `core`, and writes its moves as text. `policy` chooses,
by what things are `worth`.
"""
