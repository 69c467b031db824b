"""
Games that are given to a host as files: a player's log, or another host's journal.

Either holds all that there is to a game. The file stays as it is; the host writes a journal
of its own.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from sealed_wonders.net.errors import RemoteProtocolError
from sealed_wonders.net.log import file as log_file
from sealed_wonders.net.log import journal
from sealed_wonders.net.log.envelopes import Wire
from sealed_wonders.net.passwords import Lock
from sealed_wonders.net.system.locks import is_locked


class BadGame(Exception):
    """A game can't be gone on with; the message is one line."""


class Given(NamedTuple):
    """A game as a file has it."""

    table: str
    """The table's name; empty in a log, which says nothing of it."""
    lock: Lock | None
    """Of its password; None: it has none, or the file doesn't say so."""
    listed: bool
    """It is told of whoever asks for the tables."""
    on_page: bool
    """It may be on the page on which a host shows its tables to a room."""
    wires: tuple[Wire, ...]
    """In an order in which they may have come in."""
    damage: str = ""
    """What is wrong with what stands behind them, if something does."""


def read_given(path: Path) -> Given:
    """
    Read a game from a file, which isn't changed.

    Raises:
        BadGame: it can't be read, is damaged, or is written just now by another host.
    """
    try:
        if is_locked(path):
            raise BadGame(f"{path}: another host goes on with that game")
        with path.open("rb") as file:
            # One that is too long isn't read into memory.
            data = file.read(journal.CAP + 1)
        if data.startswith(journal.MAGIC):
            kept = journal.read(data)
            return Given(
                kept.table,
                kept.lock,
                kept.listed,
                kept.on_page,
                kept.wires,
                kept.damage,
            )
        return Given("", None, True, True, log_file.read(data))
    except OSError as error:
        raise BadGame(f"can't read {path}: {error.strerror}") from None
    except RemoteProtocolError as error:
        raise BadGame(f"{path} is no log of a game: {error}") from None
