"""
The host's side of the draws at one table. The people's side is `lobby.draw`.

`TRANSITIONS` lists what may happen in each stage.
"""

from __future__ import annotations

import enum
from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from sealed_wonders.core.quoting import shown
from sealed_wonders.core.sentences import Sentence
from sealed_wonders.net.errors import LocalProtocolError, RemoteProtocolError
from sealed_wonders.net.lobby.charter import Charter, charter_of, void_note
from sealed_wonders.net.lobby.entries import (
    AgreedTable,
    Commit,
    LobbyReveal,
    SeatIdentity,
    TablePerson,
    host_of,
    make_table,
    name_key,
    read_commit,
    read_reveal,
    read_table,
)
from sealed_wonders.net.lobby.options import Options, options_fault
from sealed_wonders.net.log.envelopes import Entry


class CoordinatorStage(enum.Enum):
    GATHERING = enum.auto()
    """People sit down and get up."""
    DRAWING = enum.auto()
    """The table is fixed; everybody must reveal."""
    SETTLED = enum.auto()
    """Everybody has revealed: there is a game."""


class CoordinatorEvent(enum.Enum):
    SIT = enum.auto()
    RISE = enum.auto()
    CHANGE = enum.auto()
    ANNOUNCE = enum.auto()
    REVEAL = enum.auto()
    LAST_REVEAL = enum.auto()
    REVEAL_AGAIN = enum.auto()
    VOID = enum.auto()


TRANSITIONS: Mapping[tuple[CoordinatorStage, CoordinatorEvent], CoordinatorStage] = {
    (CoordinatorStage.GATHERING, CoordinatorEvent.SIT): CoordinatorStage.GATHERING,
    (CoordinatorStage.GATHERING, CoordinatorEvent.RISE): CoordinatorStage.GATHERING,
    (CoordinatorStage.GATHERING, CoordinatorEvent.CHANGE): CoordinatorStage.GATHERING,
    (CoordinatorStage.GATHERING, CoordinatorEvent.ANNOUNCE): CoordinatorStage.DRAWING,
    (CoordinatorStage.DRAWING, CoordinatorEvent.REVEAL): CoordinatorStage.DRAWING,
    (CoordinatorStage.DRAWING, CoordinatorEvent.REVEAL_AGAIN): CoordinatorStage.DRAWING,
    (CoordinatorStage.DRAWING, CoordinatorEvent.LAST_REVEAL): CoordinatorStage.SETTLED,
    (CoordinatorStage.DRAWING, CoordinatorEvent.VOID): CoordinatorStage.GATHERING,
    (CoordinatorStage.SETTLED, CoordinatorEvent.REVEAL_AGAIN): CoordinatorStage.SETTLED,
}


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

    def __init__(self, identity: SeatIdentity, options: Options) -> None:
        """
        Open a lobby.

        Args:
            identity: the host's identity.
            options: the options for everybody who sits down.

        Raises:
            LocalProtocolError: the options are invalid, or name another host.
        """
        self._identity = identity
        self._stage = CoordinatorStage.GATHERING
        self._draw = 0
        self._options = self._checked(options)
        self._commits: dict[bytes, Commit] = {}
        self._table: AgreedTable | None = None
        self._reveals: dict[bytes, LobbyReveal] = {}

    @property
    def stage(self) -> CoordinatorStage:
        return self._stage

    @property
    def draw(self) -> int:
        """Number of this draw, which is the number of failed draws before it."""
        return self._draw

    @property
    def options(self) -> Options:
        return self._options

    @property
    def commits(self) -> tuple[Commit, ...]:
        """Commitments of the people seated, in order of arrival."""
        return tuple(self._commits.values())

    @property
    def table(self) -> Entry | None:
        """The LOBBY_TABLE of this draw, once it is fixed."""
        return None if self._table is None else self._table.entry

    @property
    def missing(self) -> tuple[TablePerson, ...]:
        """People who have yet to reveal."""
        if self._table is None:
            return ()
        return tuple(p for p in self._table.people if p.identity not in self._reveals)

    def change(self, options: Options) -> None:
        """
        Change the options. People who had agreed to the old ones must be asked again.

        Raises:
            LocalProtocolError: the options are invalid or name another host, or it is
                too late.
        """
        checked = self._checked(options)
        self._enter(CoordinatorEvent.CHANGE, LocalProtocolError)
        self._options = checked

    def sit(self, entry: Entry) -> TablePerson:
        """
        Seat the signer of a LOBBY_COMMIT.

        Raises:
            RemoteProtocolError: it isn't for this draw, the table is full or fixed, or
                the name or identity is taken.
        """
        after = self._after(CoordinatorEvent.SIT, RemoteProtocolError)
        commit = read_commit(entry)
        person = commit.person
        if commit.draw != self._draw:
            raise RemoteProtocolError(
                "a commitment for draw {draw}, but this is draw {other}",
                draw=commit.draw,
                other=self._draw,
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
        self._stage = after
        return person

    def rise(self, identity: bytes) -> None:
        """
        Take somebody's seat away. To sit down again, they have to commit again.

        Raises:
            RemoteProtocolError: the table is fixed, or nobody with this identity has a
                seat.
        """
        after = self._after(CoordinatorEvent.RISE, RemoteProtocolError)
        if identity not in self._commits:
            raise RemoteProtocolError(
                "nobody with this identity has a seat here: {identity}",
                identity=shown(identity),
            )
        del self._commits[identity]
        self._stage = after

    def announce(self, rules: bytes) -> Entry:
        """
        Fix the table, and return its LOBBY_TABLE.

        Args:
            rules: the hash of the rules and cards that the options mean.

        Raises:
            LocalProtocolError: the table is fixed already, or seats are free.
        """
        after = self._after(CoordinatorEvent.ANNOUNCE, LocalProtocolError)
        if len(self._commits) != self._players:
            raise LocalProtocolError(
                f"{len(self._commits)} people for {self._players} seats"
            )
        bodies = tuple(commit.body for commit in self._by_identity())
        entry = make_table(self._identity, self._draw, rules, self._options, bodies)
        self._table = read_table(entry)
        self._stage = after
        return entry

    def reveal(self, entry: Entry) -> Charter | None:
        """
        Accept a LOBBY_REVEAL, and return the charter once all are there.

        Raises:
            RemoteProtocolError: the entry isn't valid at this table.
        """
        if self._table is None:
            raise RemoteProtocolError(
                "a reveal at the wrong time: {stage}", stage=self._stage.name
            )
        reveal = read_reveal(entry, self._table)
        if reveal.person.identity in self._reveals:
            self._enter(CoordinatorEvent.REVEAL_AGAIN, RemoteProtocolError)
            return self.charter
        last = self.missing == (reveal.person,)
        self._enter(
            CoordinatorEvent.LAST_REVEAL if last else CoordinatorEvent.REVEAL,
            RemoteProtocolError,
        )
        self._reveals[reveal.person.identity] = reveal
        return self.charter

    @property
    def charter(self) -> Charter | None:
        """The charter, once everybody has revealed."""
        if self._table is None or self._stage is not CoordinatorStage.SETTLED:
            return None
        reveals = [self._reveals[person.identity] for person in self._table.people]
        return charter_of(self._table, self._by_identity(), reveals)

    @property
    def reveals(self) -> tuple[Entry, ...]:
        """The LOBBY_REVEALs so far, in order of arrival."""
        return tuple(reveal.entry for reveal in self._reveals.values())

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
        after = self._after(CoordinatorEvent.VOID, LocalProtocolError)
        missing = self.missing
        self._draw += 1
        self._commits = {}
        self._table = None
        self._reveals = {}
        self._stage = after
        return FailedDraw(missing, void_note(self._draw, missing, called))

    @property
    def _names(self) -> tuple[str, ...]:
        return tuple(commit.person.name for commit in self._commits.values())

    @property
    def _players(self) -> int:
        players = dict(self._options)["players"]
        return players if isinstance(players, int) else 0

    def _by_identity(self) -> tuple[Commit, ...]:
        return tuple(self._commits[identity] for identity in sorted(self._commits))

    def _checked(self, options: Options) -> Options:
        if fault := options_fault(options):
            raise LocalProtocolError(fault)
        if host_of(options) != self._identity.public:
            raise LocalProtocolError("the options name another host")
        return options

    def _after(
        self,
        event: CoordinatorEvent,
        error: type[LocalProtocolError | RemoteProtocolError],
    ) -> CoordinatorStage:
        try:
            return TRANSITIONS[self._stage, event]
        except KeyError:
            raise error(f"{event.name} at the wrong time: {self._stage.name}") from None

    def _enter(
        self,
        event: CoordinatorEvent,
        error: type[LocalProtocolError | RemoteProtocolError],
    ) -> None:
        self._stage = self._after(event, error)
