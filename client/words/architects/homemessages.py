"""The home screen's entries for 7 Wonders: Architects."""

from __future__ import annotations

from sealed_wonders.client.words.homemessages import HomeMessages
from sealed_wonders.net.words import marked

HOME = HomeMessages(
    play=marked("Play Architects here, against bots"),
    go_on=marked("Resume your game of Architects against bots"),
    another=marked("Start another game of Architects against bots"),
    learn=marked("Learn to play Architects, step by step"),
)
