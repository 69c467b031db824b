"""
``builder`` of 7 Wonders: what is worth most to the city just now.

`builder` chooses between moves; `moves`, `leaders` and `edifices` say what each of them
is worth, by `worth`: what is certain is counted, and the rest estimated by `prospects`,
from a `forecast` of the game and what goods the city `needs`.
"""

from sealed_wonders.client.bots.wonders.builder import player

__all__ = ("player",)
