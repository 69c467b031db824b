"""
Sentences about the games, which line mode, screens, reports and logs share.

Each game's sentences are in its own package. Sentences about a table, whatever is played
at it, are in `client.tablewords`.
"""
