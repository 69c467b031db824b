"""
The reveals of one draw, which its host and everybody at the table collect alike.

docs/PROTOCOL.md (The lobby) fixes the entries.
"""

from __future__ import annotations

from collections.abc import Sequence

from sealed_wonders.net.lobby.charter import Charter, charter_of
from sealed_wonders.net.lobby.entries import (
    AgreedTable,
    Commit,
    LobbyReveal,
    TablePerson,
    read_reveal,
)
from sealed_wonders.net.log.envelopes import Entry


class Reveals:
    """
    The reveals at one table.

    Attributes:
        table: what was agreed on.
    """

    def __init__(self, table: AgreedTable, commits: Sequence[Commit]) -> None:
        """
        Begin to collect the reveals of a draw.

        Args:
            commits: those in the table, ascending by identity.
        """
        self.table = table
        self._commits = commits
        self._all: dict[bytes, LobbyReveal] = {}

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The LOBBY_REVEALs so far, in order of arrival."""
        return tuple(reveal.entry for reveal in self._all.values())

    @property
    def missing(self) -> tuple[TablePerson, ...]:
        """People who have yet to reveal."""
        return tuple(it for it in self.table.people if it.identity not in self._all)

    @property
    def charter(self) -> Charter | None:
        """The charter, once everybody has revealed."""
        if self.missing:
            return None
        reveals = [self._all[person.identity] for person in self.table.people]
        return charter_of(self.table, self._commits, reveals)

    def add(self, entry: Entry) -> None:
        """
        Accept a LOBBY_REVEAL.

        Raises:
            RemoteProtocolError: the entry isn't valid at this table.
        """
        reveal = read_reveal(entry, self.table)
        self._all.setdefault(reveal.person.identity, reveal)
