"""
7 Wonders: Architects in a terminal, in line mode and on screens.

Organized like `wonders`; `face` is the entry point for shared code.
"""
