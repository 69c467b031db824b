"""
The headless host: tables, lobby, order of messages, time, journal.

It checks everything and holds no secret of any player.
"""
