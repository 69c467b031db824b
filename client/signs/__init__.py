"""
Drawings made of signs: rows of styled pieces of text.

Cards, costs, effects and cities are drawn with them. Where a drawing stands on a screen is
up to `client.terminal`.
"""
