"""
The terminal client: output and input of a person, on a screen or in line mode.

Modules directly in this folder serve every game and reach the game in play through
`games`. Code for a single game is in that game's package: `wonders` for 7 Wonders and
`architects` for Architects.
"""
