"""
The headless host: tables, lobbies, message order, clocks and journals.

It checks everything, and holds no secret of any player.
"""
