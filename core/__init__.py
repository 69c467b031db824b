"""
The rules of the games: pure and deterministic, without a clock, I/O or randomness.

`game` is the contract that every ruleset implements. It is nearly all that `net` may
import from here.
"""
