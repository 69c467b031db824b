"""
``builder`` of 7 Wonders: Architects: what is worth most to the city just now.

`builder` chooses between moves by `worth`: what is certain is counted, and the rest
estimated, with `tokens`, from a `forecast` of the game and what the wonder `needs`.
"""

from sealed_wonders.client.bots.architects.builder import player

__all__ = ("player",)
