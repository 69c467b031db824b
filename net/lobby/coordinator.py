"""
The host's side of the draws at one table. The people's side is `lobby.draw`.

docs/PROTOCOL.md (The lobby) fixes the entries.
"""

from __future__ import annotations

import enum
from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from sealed_wonders.core.quoting import shown
from sealed_wonders.core.sentences import Sentence
from sealed_wonders.net.errors import LocalProtocolError, RemoteProtocolError
from sealed_wonders.net.identity import Identity
from sealed_wonders.net.lobby.charter import Charter, void_note
from sealed_wonders.net.lobby.entries import (
    Commit,
    TablePerson,
    host_of,
    make_table,
    name_key,
    read_commit,
    read_table,
)
from sealed_wonders.net.lobby.options import Options, options_fault
from sealed_wonders.net.lobby.reveals import Reveals
from sealed_wonders.net.log.envelopes import Entry


class CoordinatorStage(enum.Enum):
    GATHERING = enum.auto()
    """People sit down and get up."""
    DRAWING = enum.auto()
    """The table is fixed; everybody must reveal."""
    SETTLED = enum.auto()
    """Everybody has revealed: there is a game."""


class FailedDraw(NamedTuple):
    missing: tuple[TablePerson, ...]
    """People who didn't reveal."""
    note: Sentence
    """The same in words, for everybody."""


class Coordinator:
    """
    The host's state machine: collect commitments, fix the table, collect reveals.

    Everybody else has a `Draw`. The coordinator's only secret is the host's signing
    key, and it can't choose the game that it draws: the nonces are fixed before the
    table, and the table before the nonces are known.
    """

    def __init__(self, identity: Identity, options: Options) -> None:
        """
        Open a lobby.

        Args:
            identity: the host's identity.
            options: the options for everybody who sits down.

        Raises:
            LocalProtocolError: the options are invalid, or name another host.
        """
        self._identity = identity
        self.draw = 0
        """Number of this draw, which is the number of failed draws before it."""
        self.options = self._checked(options)
        self._commits: dict[bytes, Commit] = {}
        self._reveals: Reveals | None = None
        """None until the table is fixed."""

    @property
    def stage(self) -> CoordinatorStage:
        if self._reveals is None:
            return CoordinatorStage.GATHERING
        is_drawing = self._reveals.missing
        return CoordinatorStage.DRAWING if is_drawing else CoordinatorStage.SETTLED

    @property
    def commits(self) -> tuple[Commit, ...]:
        """Commitments of the people seated, in order of arrival."""
        return tuple(self._commits.values())

    @property
    def table(self) -> Entry | None:
        """The LOBBY_TABLE of this draw, once it is fixed."""
        return None if self._reveals is None else self._reveals.table.entry

    @property
    def missing(self) -> tuple[TablePerson, ...]:
        """People who have yet to reveal."""
        return () if self._reveals is None else self._reveals.missing

    def change(self, options: Options) -> None:
        """
        Change the options. People who had agreed to the old ones must be asked again.

        Raises:
            LocalProtocolError: the options are invalid or name another host, or it is
                too late.
        """
        checked = self._checked(options)
        self._require("CHANGE", CoordinatorStage.GATHERING, LocalProtocolError)
        self.options = checked

    def sit(self, entry: Entry) -> TablePerson:
        """
        Seat the signer of a LOBBY_COMMIT.

        Raises:
            RemoteProtocolError: it isn't for this draw, the table is full or fixed, or
                the name or identity is taken.
        """
        self._require("SIT", CoordinatorStage.GATHERING, RemoteProtocolError)
        commit = read_commit(entry)
        person = commit.person
        if commit.draw != self.draw:
            raise RemoteProtocolError(
                "a commitment for draw {draw}, but this is draw {other}",
                draw=commit.draw,
                other=self.draw,
            )
        if person.identity in self._commits:
            raise RemoteProtocolError(
                "somebody with {name}'s identity already has a seat here",
                name=shown(person.name),
            )
        if name_key(person.name) in map(name_key, self._names):
            raise RemoteProtocolError(
                "somebody called {name} already has a seat here",
                name=shown(person.name),
            )
        if len(self._commits) >= self._players:
            raise RemoteProtocolError(
                "all {players} seats are taken", players=self._players
            )
        self._commits[person.identity] = commit
        return person

    def rise(self, identity: bytes) -> None:
        """
        Take somebody's seat away. To sit down again, they have to commit again.

        Raises:
            RemoteProtocolError: the table is fixed, or nobody with this identity has a
                seat.
        """
        self._require("RISE", CoordinatorStage.GATHERING, RemoteProtocolError)
        if identity not in self._commits:
            raise RemoteProtocolError(
                "nobody with this identity has a seat here: {identity}",
                identity=shown(identity),
            )
        del self._commits[identity]

    def announce(self, rules: bytes) -> Entry:
        """
        Fix the table, and return its LOBBY_TABLE.

        Args:
            rules: the hash of the rules and cards that the options mean.

        Raises:
            LocalProtocolError: the table is fixed already, or seats are free.
        """
        self._require("ANNOUNCE", CoordinatorStage.GATHERING, LocalProtocolError)
        if len(self._commits) != self._players:
            raise LocalProtocolError(
                f"{len(self._commits)} people for {self._players} seats"
            )
        commits = [self._commits[identity] for identity in sorted(self._commits)]
        bodies = tuple(commit.body for commit in commits)
        entry = make_table(self._identity, self.draw, rules, self.options, bodies)
        self._reveals = Reveals(read_table(entry), commits)
        return entry

    def reveal(self, entry: Entry) -> Charter | None:
        """
        Accept a LOBBY_REVEAL, and return the charter once all are there.

        Raises:
            RemoteProtocolError: the entry isn't valid at this table.
        """
        if self._reveals is None:
            raise RemoteProtocolError(
                "a reveal at the wrong time: {stage}", stage=self.stage.name
            )
        self._reveals.add(entry)
        return self.charter

    @property
    def charter(self) -> Charter | None:
        """The charter, once everybody has revealed."""
        return None if self._reveals is None else self._reveals.charter

    def void(self, called: Mapping[bytes, str] = MappingProxyType({})) -> FailedDraw:
        """
        Void the draw. Everybody must commit again, with a new nonce.

        Nobody is excluded. Everybody learns who didn't reveal, and must agree to a new
        draw in the same way as to the first.

        Args:
            called: names as they are shown, by identity, if different.

        Raises:
            LocalProtocolError: no table is being drawn.
        """
        self._require("VOID", CoordinatorStage.DRAWING, LocalProtocolError)
        missing = self.missing
        self.draw += 1
        self._commits = {}
        self._reveals = None
        return FailedDraw(missing, void_note(self.draw, missing, called))

    @property
    def _names(self) -> tuple[str, ...]:
        return tuple(commit.person.name for commit in self._commits.values())

    @property
    def _players(self) -> int:
        players = dict(self.options)["players"]
        return players if isinstance(players, int) else 0

    def _checked(self, options: Options) -> Options:
        if fault := options_fault(options):
            raise LocalProtocolError(fault)
        if host_of(options) != self._identity.public:
            raise LocalProtocolError("the options name another host")
        return options

    def _require(
        self,
        event: str,
        stage: CoordinatorStage,
        error: type[LocalProtocolError | RemoteProtocolError],
    ) -> None:
        if self.stage is not stage:
            raise error(f"{event} at the wrong time: {self.stage.name}")
