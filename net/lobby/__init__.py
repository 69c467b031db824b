"""
The lobby: how people come to sit at a table, and which game it is that they play.

Everybody commits to a random number, the host fixes the table, then everybody reveals.
So the game's id, from which seats and all public chance follow, is nobody's choice.
"""

from __future__ import annotations

from sealed_wonders.net.lobby.charter import (
    LOBBY_CAP,
    BadEntry,
    Charter,
    is_whole_lobby,
    open_charter,
    table_code,
    void_note,
)
from sealed_wonders.net.lobby.coordinator import Coordinator, Void
from sealed_wonders.net.lobby.draw import Draw
from sealed_wonders.net.lobby.entries import Commit, Person, name_key, read_commit
from sealed_wonders.net.lobby.options import (
    MAX_PEOPLE,
    Options,
    OptionValue,
    make_options,
    pack_options,
    parse_options,
)

__all__ = [
    "LOBBY_CAP",
    "MAX_PEOPLE",
    "BadEntry",
    "Charter",
    "Commit",
    "Coordinator",
    "Draw",
    "OptionValue",
    "Options",
    "Person",
    "Void",
    "is_whole_lobby",
    "make_options",
    "name_key",
    "open_charter",
    "pack_options",
    "parse_options",
    "read_commit",
    "table_code",
    "void_note",
]
