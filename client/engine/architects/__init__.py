"""
The fast implementation of Architects.

`book` contains the printed cards and wonders, and `table` the game itself. `reading`
converts a state of `core` to a table, and the table's moves to text. `policy` chooses
moves by what a wonder `needs`; `foresight` chooses by a learned `value`.
"""
