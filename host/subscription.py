"""A connection's subscription to a table: what it was sent, and what comes next."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, assert_never

from sealed_wonders.host.lobby import OpenLobby
from sealed_wonders.host.runninggame import RunningGame
from sealed_wonders.net.log.digests import order_digest
from sealed_wonders.net.log.envelopes import wires_of
from sealed_wonders.net.messages import (
    Chat,
    Closed,
    Convicted,
    FromHost,
    Lobby,
    Log,
    Read,
    Refused,
    Standings,
    Taker,
    Takers,
    logs,
)

if TYPE_CHECKING:
    from sealed_wonders.host.tableentry import TableEntry


@dataclass(slots=True, eq=False)
class Subscription:
    """A position in a table's log, and the last of each other message sent."""

    position: int | None = None
    """The number of the next entry to send; None until the client has asked."""
    taker: Taker | None = None
    """As whom the client would take a seat; None if it wouldn't."""
    _takers: tuple[Taker, ...] = field(default=(), init=False)
    _sent: dict[type[FromHost], FromHost] = field(default_factory=dict, init=False)
    _told_length: bool = field(default=False, init=False)
    _clock: int = field(default=0, init=False)
    """`Timekeeper.changes` when the clock was sent last."""
    _closed: bool = field(default=False, init=False)
    _is_halted: bool = field(default=False, init=False)
    _convicted: int = field(default=0, init=False)
    """Number of proofs of two signed versions that were sent."""
    _heard: int = field(default=0, init=False)
    """Number of chat lines that were sent or no longer kept."""
    _order: bytes | None = field(default=None, init=False)
    """The client's digest of the entries before `position`; None once checked."""

    def read(self, asked: Read) -> None:
        """Start or continue to send the log as requested."""
        self.position, self._order = asked.entry, asked.order
        self._told_length = False

    @property
    def is_reading(self) -> bool:
        """Whether the client gets the lobby or the log, not just the log's length."""
        return self.position is not None or Lobby in self._sent

    def take_updates(
        self,
        table: TableEntry,
        takers: tuple[Taker, ...] | None,
        standings: Standings | None,
        shown: int | None,
    ) -> Iterator[FromHost]:
        """
        Yield the messages to send now; each counts as sent once it is taken.

        If the connection is full, the caller stops, and continues another time. While
        the table is halted, only that is sent, once, and the chat.

        Args:
            takers: the volunteers for a seat; None for a client without a seat to give.
            standings: the standings of the people there; None if there are none to
                send.
            shown: number of entries that a spectator with a delay may see by now; None
                for all.
        """
        halted = table.files.halted
        was_halted, self._is_halted = self._is_halted, bool(halted)
        if halted:
            if not was_halted:
                yield Refused("unwritten", halted)
            yield from self._talk(table)
            return
        match table.phase:
            case OpenLobby() as lobby:
                yield from self._notices(lobby.notices())
            case RunningGame() as game:
                if shown is None:
                    yield from self._at_once(game)
                else:
                    yield from self._later(game, shown)
            case _:
                assert_never(table.phase)
        # A new connection that is told nothing of volunteers knows of none.
        if takers is not None and takers != self._takers:
            self._takers = takers
            yield Takers(table.name, takers)
        if standings is not None:
            yield from self._standings(standings)
        yield from self._talk(table)
        if table.reason and not self._closed:
            self._closed = True
            yield Closed(table.name, table.reason)

    def _at_once(self, game: RunningGame) -> Iterator[FromHost]:
        yield from self._log(game, game.fold.position)
        yield from self._notices(game.notices())
        # Without the log, a client knows neither seats nor phases.
        if self.position is not None:
            yield from self._convictions(game)
            yield from self._time(game)

    def _later(self, game: RunningGame, shown: int) -> Iterator[FromHost]:
        yield from self._log(game, shown)
        yield from self._notices(game.later)
        if self.position is None:
            return
        if shown >= game.fold.position:
            yield from self._convictions(game)
        if (then := game.clock_later(self._clock)) is not None:
            self._clock, clock = then
            yield clock

    def _convictions(self, game: RunningGame) -> Iterator[FromHost]:
        for proof in [*game.proofs.values()][self._convicted :]:
            self._convicted += 1
            wires = proof.first.wire, proof.second.wire
            yield Convicted(game.table, proof.identity, *wires)

    def _time(self, game: RunningGame) -> Iterator[FromHost]:
        if game.time.changes != self._clock:
            self._clock = game.time.changes
            yield game.time.told(game.fold.phase.number)

    def _talk(self, table: TableEntry) -> Iterator[FromHost]:
        # Without the log or lobby, a client can't tell to which game a chat line
        # belongs.
        talk = table.talk
        for said in talk.since(self._heard) if self.is_reading else ():
            self._heard = max(self._heard, talk.total - len(talk)) + len(said)
            yield Chat(table.name, tuple(said))

    def _notices(self, notices: Iterable[FromHost]) -> Iterator[FromHost]:
        for notice in notices:
            if self._sent.get(type(notice)) != notice:
                self._sent[type(notice)] = notice
                yield notice

    def _standings(self, standings: Standings) -> Iterator[FromHost]:
        before = self._sent.get(Standings, Standings(standings.table, ()))
        if standings != before:
            self._sent[Standings] = standings
            yield standings

    def _log(self, game: RunningGame, shown: int) -> Iterator[FromHost]:
        if self.position is None and Lobby in self._sent:
            # A client from the lobby has nothing of the log yet, and wants all of it.
            self.position, self._told_length = 0, True
        if not self._told_length:
            self._told_length = True
            yield Log(game.table, shown, ())
        if self.position is None:
            return
        if self._order is not None:
            before = wires_of(game.fold.entries()[: self.position])
            if order_digest(before) != self._order:
                # The client has entries of an earlier host that we lost and got in
                # another order.
                self.position = 0
            self._order = None
        # A client may know more entries than we do after a crash of ours.
        self.position = min(self.position, game.fold.position)
        entries = game.fold.entries(self.position)[: max(0, shown - self.position)]
        for log in logs(game.table, self.position, wires_of(entries)):
            self.position += len(log.wires)
            yield log
