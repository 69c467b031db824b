"""
The lobby: how people sit down at a table, and which game they get.

Everybody commits to a random number, the host fixes the table, and everybody reveals.
So nobody chooses the game's id, which determines the seats and all public randomness.
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
from sealed_wonders.net.lobby.coordinator import Coordinator, FailedDraw
from sealed_wonders.net.lobby.draw import DrawSide
from sealed_wonders.net.lobby.entries import Commit, TablePerson, name_key, read_commit
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
    "DrawSide",
    "FailedDraw",
    "OptionValue",
    "Options",
    "TablePerson",
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
