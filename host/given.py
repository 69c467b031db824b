"""
Reads games given to a host as files: a player's log, or another host's journal.

Either file contains the whole game. It isn't changed; the host writes a journal of its
own.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from sealed_wonders.net.errors import RemoteProtocolError
from sealed_wonders.net.log import file as log_file
from sealed_wonders.net.log import journal
from sealed_wonders.net.log.envelopes import Wire
from sealed_wonders.net.passwords import PasswordLock
from sealed_wonders.net.system.locks import is_locked


class BadGame(Exception):
    """A game can't be continued; the message is one line."""


class GivenGame(NamedTuple):
    """A game from a file."""

    table: str
    """The table's name; empty from a log, which doesn't have it."""
    lock: PasswordLock | None
    """
    The lock of the table's password; None if there is none, or the file doesn't say so.
    """
    listed: bool
    """Whether the table is in the list of tables."""
    on_page: bool
    """Whether the table may be on the page for a room."""
    wires: tuple[Wire, ...]
    """The entries, in an order in which they may have arrived."""
    damage: str = ""
    """What is wrong with the rest of the file; empty if nothing is."""


def read_given(path: Path) -> GivenGame:
    """
    Read a game from a file.

    Raises:
        BadGame: the file can't be read, is damaged, or is in use by another host.
    """
    try:
        if is_locked(path):
            raise BadGame(f"{path}: another host is running that game")
        with path.open("rb") as file:
            # An oversized file isn't read as a whole.
            data = file.read(journal.CAP + 1)
        if data.startswith(journal.MAGIC):
            kept = journal.read(data)
            return GivenGame(
                kept.table,
                kept.lock,
                kept.listed,
                kept.on_page,
                kept.wires,
                kept.damage,
            )
        return GivenGame("", None, True, True, log_file.read(data))
    except OSError as error:
        raise BadGame(f"can't read {path}: {error.strerror}") from None
    except RemoteProtocolError as error:
        raise BadGame(f"{path} isn't a log of a game: {error}") from None
