"""
The entries for 7 Wonders in the menu that the program starts with.
"""

from __future__ import annotations

from sealed_wonders.client.words.homemessages import HomeMessages
from sealed_wonders.net.words import marked

HOME = HomeMessages(
    play=marked("Play here, against bots"),
    go_on=marked("Resume your game against bots"),
    another=marked("Start another game against bots"),
    learn=marked("Learn to play, step by step"),
)
