"""
Fast implementations of the games, for bots to evaluate moves and play many games.

The rules are defined in `core`; the results here are identical, bit for bit. A game is
kept in small integers, is changed in place, and records no events. `client/bots`
uses it; `core` and screens don't.

Each module runs as plain Python. With a C compiler and Cython, ``scripts/compile`` compiles most of them,
with C types that ``scripts/declarations.py`` derives from their type hints.
tests/client/engine/test_compiled.py compares both.
"""
