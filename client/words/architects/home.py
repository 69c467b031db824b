"""The home screen's entries for 7 Wonders: Architects."""

from __future__ import annotations

from sealed_wonders.client.words.home import Home
from sealed_wonders.net.words import marked

HOME = Home(
    play=marked("Play Architects here, against programs"),
    go_on=marked("Go on with your game of Architects against programs"),
    another=marked("Begin another game of Architects against programs"),
    learn=marked("Learn to play Architects, step by step"),
)
