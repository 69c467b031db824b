"""What one connection has been told of one table, and what it is told next."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sealed_wonders.host.game import GameStage
from sealed_wonders.host.table import Table
from sealed_wonders.host.talk import Talk
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


class Subscription:
    """
    A position in a table's log, and what was last sent of all else.

    Attributes:
        position: the entry to be sent next; None until it is known where to begin.
        taker: as whom it would take a seat at the table; None if it wouldn't.
    """

    __slots__ = (
        "_clock",
        "_closed",
        "_convicted",
        "_heard",
        "_is_halted",
        "_order",
        "_sent",
        "_takers",
        "_told_length",
        "position",
        "taker",
    )

    def __init__(self) -> None:
        self.position: int | None = None
        self.taker: Taker | None = None
        self._takers: tuple[Taker, ...] = ()
        self._sent: dict[type[FromHost], FromHost] = {}
        self._told_length = False
        self._clock = 0
        """`Timekeeper.changes`, when it was told of that."""
        self._closed = False
        self._is_halted = False
        self._convicted = 0
        """Of how many who signed two versions it was told."""
        self._heard = 0
        """Of how many lines of talk it was told, or which were gone by then."""
        self._order: bytes | None = None
        """What the entries before `position` are taken to be, until that is looked at."""

    def read(self, asked: Read) -> None:
        """Send the log as somebody asks for it."""
        self.position, self._order = asked.entry, asked.order
        self._told_length = False

    @property
    def is_reading(self) -> bool:
        """The lobby was told, or the log is: not only that there is one."""
        return self.position is not None or Lobby in self._sent

    def take_updates(
        self,
        table: Table,
        talk: Talk,
        takers: tuple[Taker, ...] | None = None,
        standings: Standings | None = None,
        *,
        halted: str = "",
        shown: int | None = None,
    ) -> Iterator[FromHost]:
        """
        Give what is to be sent now, one by one, each of which is taken as sent.

        Whoever can't send more asks for no more, and goes on another time.

        Args:
            takers: who would take a seat; None for who has none to give.
            standings: how those who are there stand; None where nobody tells.
            halted: why the table stands still; then that is sent, once, and what is said.
            shown: how many entries of the log may be told by now, to somebody who sees
                all of it later; None: all, at once.
        """
        was_halted, self._is_halted = self._is_halted, bool(halted)
        if halted:
            if not was_halted:
                yield Refused("unwritten", halted)
            yield from self._talk(table, talk)
            return
        game = table.game
        if game is None:
            yield from self._notices(table.notices())
        elif shown is None:
            yield from self._at_once(table, game)
        else:
            yield from self._later(table, game, shown)
        # Who hears nothing of takers, on a new connection, knows of none.
        if takers is not None and takers != self._takers:
            self._takers = takers
            yield Takers(table.name, takers)
        if standings is not None:
            yield from self._standings(standings)
        yield from self._talk(table, talk)
        if table.reason and not self._closed:
            self._closed = True
            yield Closed(table.name, table.reason)

    def _at_once(self, table: Table, game: GameStage) -> Iterator[FromHost]:
        yield from self._log(game, game.fold.position)
        yield from self._notices(table.notices())
        # Who doesn't read the log yet knows nothing of a seat, nor of a phase.
        if self.position is not None:
            yield from self._convictions(table, game)
            yield from self._time(game)

    def _later(self, table: Table, game: GameStage, shown: int) -> Iterator[FromHost]:
        yield from self._log(game, shown)
        yield from self._notices(game.later)
        if self.position is None:
            return
        if shown >= game.fold.position:
            yield from self._convictions(table, game)
        if (then := game.clock_later(self._clock)) is not None:
            self._clock, clock = then
            yield clock

    def _convictions(self, table: Table, game: GameStage) -> Iterator[FromHost]:
        for proof in [*game.proofs.values()][self._convicted :]:
            self._convicted += 1
            wires = proof.first.wire, proof.second.wire
            yield Convicted(table.name, proof.identity, *wires)

    def _time(self, game: GameStage) -> Iterator[FromHost]:
        if game.time.changes != self._clock:
            self._clock = game.time.changes
            yield game.time.told(game.fold.phase.number)

    def _talk(self, table: Table, talk: Talk) -> Iterator[FromHost]:
        # Who doesn't read the log yet can't tell which game it is in which that is said.
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

    def _log(self, game: GameStage, shown: int) -> Iterator[FromHost]:
        if self.position is None and Lobby in self._sent:
            # Who was there in the lobby knows nothing of the log, and wants it all.
            self.position, self._told_length = 0, True
        if not self._told_length:
            self._told_length = True
            yield Log(game.table, shown, ())
        if self.position is None:
            return
        if self._order is not None:
            before = wires_of(game.fold.entries()[: self.position])
            if order_digest(before) != self._order:
                # They have read what an earlier host had, and we have lost and heard again.
                self.position = 0
            self._order = None
        # More than there is may be known to somebody whom a crash of ours outlived.
        self.position = min(self.position, game.fold.position)
        entries = game.fold.entries(self.position)[: max(0, shown - self.position)]
        for log in logs(game.table, self.position, wires_of(entries)):
            self.position += len(log.wires)
            yield log
