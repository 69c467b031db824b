"""
Coming to another host with a game that goes on.

Any host that has its log can go on with a game. Which of its tables that is, is seen by what
the log begins with, which all who play have signed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sealed_wonders.client.table.doors import Doors
from sealed_wonders.core.sentences import Sentence
from sealed_wonders.net.errors import RemoteProtocolError
from sealed_wonders.net.fold import Fold
from sealed_wonders.net.lobby import name_key
from sealed_wonders.net.log.envelopes import Wire
from sealed_wonders.net.messages import (
    Clock,
    Closed,
    FromClient,
    FromHost,
    Log,
    Look,
    Paused,
    Presence,
    Read,
    Refused,
    TableLine,
    Tables,
    Takers,
    Timing,
    Welcome,
)

ARRIVAL_PATIENCE = 5.0
"""Seconds for a host that lets us in to show that it has our game."""

KEPT_CAP = 32
"""Messages about tables that are kept until it is known which is ours."""

About = Clock | Paused | Presence | Takers | Timing
"""What a host says of a table, and not again unless it changes."""


class NotThere(RemoteProtocolError):
    """A host hasn't the game that was looked for there."""


class Arrival:
    """
    Looking for a game of ours at a host.

    Attributes:
        table: the name of the table that is looked at; in the end, of the one that has it.
        is_there: it has.
    """

    def __init__(self, fold: Fold) -> None:
        self.table = ""
        self.is_there = False
        self._begins = fold.charter.wires
        chains = (fold.handovers.chain(seat) for seat in fold.seats)
        came = (handover.takeover.person for chain in chains for handover in chain)
        people = (*fold.charter.people, *came)
        self._names = {name_key(person.name) for person in people}
        self._left: list[str] = []
        """The tables to be looked at yet."""
        self._wires: list[Wire] = []
        """What was read of that table's log."""
        self._lengths: dict[str, int] = {}
        self._kept: dict[tuple[type[About], str], About] = {}

    def tables(self, tables: Sequence[TableLine], before: str) -> None:
        """
        Take which tables there are.

        Args:
            before: what ours was called elsewhere.
        """

        def likeness(line: TableLine) -> tuple[bool, int]:
            known = sum(name_key(name) in self._names for name in line.players)
            return name_key(line.name) == name_key(before), known

        games = [line for line in tables if line.state in ("playing", "over")]
        games = [line for line in games if likeness(line)[1]]
        games.sort(key=likeness, reverse=True)
        self._left = [line.name for line in games]

    def next(self) -> str:
        """
        Give the table whose log is to be read next.

        Raises:
            NotThere: there is none.
        """
        if not self._left:
            raise NotThere(Sentence("your game doesn't go on there"))
        self.table, self._wires = self._left.pop(0), []
        return self.table

    def take(self, log: Log) -> bool:
        """Take entries of a log; tells whether they may be of our game, so far."""
        if name_key(log.table) != name_key(self.table) or not self.table:
            if not log.wires and len(self._lengths) < KEPT_CAP:
                self._lengths[name_key(log.table)] = log.entry
            return True
        if not log.wires:
            self._lengths[name_key(log.table)] = log.entry
            return True
        if log.entry != len(self._wires):
            return False
        self._wires += log.wires
        begins = tuple(self._wires[: len(self._begins)])
        self.is_there = begins == self._begins
        return begins == self._begins[: len(begins)]

    @property
    def log(self) -> Log:
        """What was read of the log of the table that has our game."""
        return Log(self.table, 0, tuple(self._wires))

    @property
    def length(self) -> int:
        """How many entries its log had, as far as it has said so."""
        return self._lengths.get(name_key(self.table), 0)

    def keep(self, message: About) -> None:
        """Keep what is said of a table until it is known which is ours."""
        if len(self._kept) < KEPT_CAP:
            self._kept[type(message), name_key(message.table)] = message

    def kept(self) -> Iterable[About]:
        """Give what was said of ours."""
        mine = name_key(self.table)
        return [it for (_, table), it in self._kept.items() if table == mine]


class Visit:
    """
    What is said at another host, and heard there, until it has shown that it has our game.

    Attributes:
        arrival: what was found out.
        doors: what is known of passwords there.
        is_welcome: it has let us in.
        host: its identity, as it says.
        name: what it is called, likewise.
    """

    def __init__(self, fold: Fold, table: str, doors: Doors) -> None:
        """
        Know nothing of it yet.

        Args:
            table: what ours was called elsewhere.
            doors: none of that host's: what is known of the last one's.
        """
        self.arrival = Arrival(fold)
        self.doors = doors.elsewhere()
        self.is_welcome = False
        self.host = b""
        self.name = ""
        self._drawn_at = fold.charter.host
        self._table = table

    @property
    def is_there(self) -> bool:
        """The game goes on there."""
        return self.arrival.is_there

    def welcomed(self, welcome: Welcome) -> Sequence[FromClient]:
        """Take the host's welcome; gives what is said next."""
        self.is_welcome = True
        self.host, self.name = welcome.identity, welcome.name
        self.doors.welcomed(welcome.identity, welcome.tables, welcome.salt)
        # A game that was put away is listed by the time this is answered.
        return (Look(self._table),)

    def receive(self, message: FromHost) -> Sequence[FromClient]:
        """
        Take a message; gives what is said next.

        Raises:
            RemoteProtocolError: it hasn't our game, or does what no honest host does.
        """
        arrival = self.arrival
        match message:
            case Tables(tables):
                self.doors.hear(tables)
                arrival.tables(tables, self._table)
                return self._look_at_next()
            case Refused(reason="unwritten"):
                pass  # its disk is full; nothing is said of any table that waits for that
            case Refused():
                return self._look_at_next()
            case Closed(table) if name_key(table) == name_key(arrival.table):
                return self._look_at_next()
            case Log() if not arrival.take(message):
                return self._look_at_next()
            case Presence() | Paused() | Timing() | Clock() | Takers():
                arrival.keep(message)
        return ()

    def _look_at_next(self) -> Sequence[FromClient]:
        table = self.arrival.next()
        return *self.doors.proof(table, self._drawn_at), Read(table, 0)
