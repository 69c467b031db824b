"""The words for commands: those of the current language, and the English ones."""

from __future__ import annotations

from collections.abc import Mapping

from sealed_wonders.client.person.features import features
from sealed_wonders.client.words.text import unaccented
from sealed_wonders.net.words import p_

_SYNONYMS = (
    "?=help score=scores l=left r=right exit=quit q=quit unready=not last=turn "
    "wait=status story=log memory=hands chat=say"
)
"""Further words for commands, each as ``word=command``."""


def commands() -> Mapping[str, str]:
    """Return the translated word for each command."""
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
        **{it.name: it.word() for it in features()},
    }


def command(word: str) -> str:
    """Return the command that a typed word means, or the word if there is none."""
    word = word.lower()
    plain = unaccented(word)
    for known, said in commands().items():
        if word == known or plain == unaccented(said):
            return known
    more = p_("other words typed, each with its English command", "exit=quit")
    rows = dict(row.split("=") for row in f"{more} {_SYNONYMS}".split())
    return rows.get(plain, word)
