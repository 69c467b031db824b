"""
7 Wonders: Architects for bots: a game in numbers.

`book` is what is printed, `table` the game itself; `reading` makes a table of a state of
`core`, and writes its moves as text. `policy` plays on, by what a wonder `needs`; `foresight`
does so by a `value` that was learned.
"""
