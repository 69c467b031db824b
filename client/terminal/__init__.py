"""
The terminal client: what a person reads and types, on a screen or in line mode.

Modules directly in this folder serve every game and reach the game in play through
`games`. What belongs to one game is in that game's package: `wonders` for 7 Wonders and
`architects` for Architects.
"""
