"""
Games once more, in numbers: bots weigh their moves with it, and play very many games.

The rules are in `core`, and what is here gives bit for bit the same. It keeps a game in
small integers, changes it where it is, and writes nothing down. Each module runs as it
is. With a C compiler and Cython, ``scripts/compile`` compiles most of them, with C types
that ``scripts/declarations.py`` takes from their type hints.
"""
