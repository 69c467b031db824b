"""
Games once more, in numbers: bots weigh their moves with it, and play very many games.

The rules are in `core`, and what is here gives bit for bit the same. It keeps a game in
small integers, changes it where it is, and writes nothing down. Each module runs as it
is; where there is a C compiler, and Cython, `setup.py` compiles those that have a file
``.pxd`` beside them, which says what is an int of C's, and nothing else changes.
"""
