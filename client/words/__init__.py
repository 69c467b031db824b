"""
Everything that people read, as sentences and rows of styled text.

Line mode, screens, reports and logs all use it. Where it stands on a screen, the cursor
and the keys are up to `client.terminal`. Each game's words are in its own package.
"""
