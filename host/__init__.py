"""
The headless host: tables, lobbies, message order, clocks and journals.

A host holds no secret of any player. Its auditors check every proof, unless it is set to
relay only.
"""
