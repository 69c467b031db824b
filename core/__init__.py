"""
The rules: pure, deterministic, without clock, I/O or randomness of their own.

`game` is the contract every ruleset keeps and all that `net` may know of the rules.
"""
