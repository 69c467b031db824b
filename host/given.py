"""
Reads games given to a host as files: a player's log, or another host's journal.

Either file contains the whole game. It isn't changed; the host writes a journal of its
own.
"""

from __future__ import annotations

from pathlib import Path

from sealed_wonders.net.errors import RemoteProtocolError
from sealed_wonders.net.log import file as log_file
from sealed_wonders.net.log import journal
from sealed_wonders.net.log.journal import JournalHead, KeptJournal
from sealed_wonders.net.system.locks import is_locked


class BadGame(Exception):
    """A game can't be continued; the message is one line."""


def read_given(path: Path) -> KeptJournal:
    """
    Read a game from a file; a log doesn't have the name of the table.

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
            return journal.read(data)
        return KeptJournal(JournalHead(""), log_file.read(data), (), "")
    except OSError as error:
        raise BadGame(f"can't read {path}: {error.strerror}") from None
    except RemoteProtocolError as error:
        raise BadGame(f"{path} isn't a log of a game: {error}") from None
