"""
Words for commands, in the language that is spoken and in English.
"""

from __future__ import annotations

from collections.abc import Mapping

from sealed_wonders.client.terminal.text import unaccented
from sealed_wonders.net.words import p_

_SYNONYMS = (
    "?=help score=scores l=left r=right exit=quit q=quit unready=not last=turn "
    "wait=status story=log memory=hands"
)
"""Other words for commands, each with the command."""


def commands() -> Mapping[str, str]:
    """Return the commands of the language, by those of the program."""
    return {
        "help": p_("typed", "help"),
        "who": p_("typed", "who"),
        "status": p_("typed", "status"),
        "table": p_("typed", "table"),
        "invite": p_("typed", "invite"),
        "left": p_("typed", "left"),
        "right": p_("typed", "right"),
        "wonder": p_("typed", "wonder"),
        "city": p_("typed", "city"),
        "hand": p_("typed", "hand"),
        "again": p_("typed", "again"),
        "moves": p_("typed", "moves"),
        "leaders": p_("typed", "leaders"),
        "edifices": p_("typed", "edifices"),
        "turn": p_("typed", "turn"),
        "scores": p_("typed", "scores"),
        "discard": p_("typed", "discard"),
        "card": p_("typed", "card"),
        "hands": p_("typed", "hands"),
        "log": p_("typed", "log"),
        "piles": p_("typed", "piles"),
        "tokens": p_("typed", "tokens"),
        "ready": p_("typed", "ready"),
        "not": p_("typed", "not"),
        "trust": p_("typed", "trust"),
        "unseat": p_("typed", "unseat"),
        "say": p_("typed", "say"),
        "pause": p_("typed", "pause"),
        "resume": p_("typed", "resume"),
        "host": p_("typed", "host"),
        "clock": p_("typed", "clock"),
        "finish": p_("typed", "finish"),
        "open": p_("typed", "open"),
        "me": p_("typed", "me"),
        "mute": p_("typed", "mute"),
        "unmute": p_("typed", "unmute"),
        "rematch": p_("typed", "rematch"),
        "undo": p_("typed", "undo"),
        "leave": p_("typed", "leave"),
        "quit": p_("typed", "quit"),
        "without": p_("typed", "without"),
        "substitute": p_("typed", "substitute"),
        "give": p_("typed", "give"),
        "keep": p_("typed", "keep"),
        "bot": p_("typed", "bot"),
        "words": p_("typed", "words"),
        "here": p_("typed", "here"),
        "there": p_("typed", "there"),
        "continue": p_("typed", "continue"),
        "seat": p_("typed", "seat"),
        "sit": p_("typed", "sit"),
        "compare": p_("typed", "compare"),
        "disown": p_("typed", "disown"),
    }


def command(word: str) -> str:
    """Understand a word that was typed: give the command it is, or the word."""
    word = word.lower()
    plain = unaccented(word)
    for known, said in commands().items():
        if word == known or plain == unaccented(said):
            return known
    more = p_("other words typed, each with its English command", "exit=quit")
    rows = dict(row.split("=") for row in f"{more} {_SYNONYMS}".split())
    return rows.get(plain, word)
