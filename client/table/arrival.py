"""
Finding a running game at another host.

Any host that has a game's log can continue the game. A client recognizes the right
table by the beginning of its log, which all players have signed. The host to visit is
chosen in `sealed_wonders.client.table.quorum`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

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
    ListTables,
    Log,
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
"""Seconds within which a host that accepts us must show that it has our game."""

KEPT_CAP = 32
"""Messages about tables to keep until we know which table is ours."""

About = Clock | Paused | Presence | Takers | Timing
"""Messages about a table that the host doesn't repeat unless something changes."""


class NotThere(RemoteProtocolError):
    """A host doesn't have the game that we looked for."""


class GameSearch:
    """
    Search for a game of ours among the tables of a host.

    Attributes:
        table: the name of the table whose log is being read; in the end, of the one
            with our game.
        is_there: whether it has our game.
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
        """Tables that haven't been examined."""
        self._wires: list[Wire] = []
        """Entries read from the log of `table`."""
        self._lengths: dict[str, int] = {}
        self._kept: dict[tuple[type[About], str], About] = {}

    def tables(self, tables: Sequence[TableLine], before: str) -> None:
        """
        Take the list of tables, and put the likeliest ones first.

        Args:
            before: the name of our table at the last host.
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
        Return the name of the table whose log to read next.

        Raises:
            NotThere: no table is left.
        """
        if not self._left:
            raise NotThere(Sentence("your game isn't in progress on that host"))
        self.table, self._wires = self._left.pop(0), []
        return self.table

    def take(self, log: Log) -> bool:
        """Take entries of a log, and return whether they may still be of our game."""
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
        """The part that was read of the log of the table with our game."""
        return Log(self.table, 0, tuple(self._wires))

    @property
    def length(self) -> int:
        """Number of entries in that log, as the host reports it; 0 if it hasn't."""
        return self._lengths.get(name_key(self.table), 0)

    def keep(self, message: About) -> None:
        """Keep a message about a table until we know which table is ours."""
        if len(self._kept) < KEPT_CAP:
            self._kept[type(message), name_key(message.table)] = message

    def kept(self) -> Iterable[About]:
        """Return the kept messages about our table."""
        mine = name_key(self.table)
        return [it for (_, table), it in self._kept.items() if table == mine]


class Visit:
    """
    Messages sent and received at another host until it has shown that it has our game.

    Attributes:
        arrival: the search for our game.
        doors: the passwords for tables of that host.
        is_welcome: whether it has accepted us.
        host: its identity, as it reports it.
        name: its name, as it reports it.
    """

    def __init__(
        self,
        fold: Fold,
        table: str,
        doors: Doors,
        awaits: Callable[[Wire], bool] | None = None,
    ) -> None:
        """
        Create a visit that hasn't begun.

        Args:
            table: the name of our table at the last host.
            doors: the passwords for tables of the last host.
            awaits: returns whether a wire is one that our log waits for; the visit
                succeeds only if the log there has one. None: our game is enough.
        """
        self.arrival = GameSearch(fold)
        self._awaits = awaits
        self._has_awaited = awaits is None
        """Its log has that, as far as it was read."""
        self.doors = doors.elsewhere()
        self.is_welcome = False
        self.host = b""
        self.name = ""
        self._drawn_at = fold.charter.host
        self._table = table

    @property
    def is_there(self) -> bool:
        """Whether our game continues there, and its log has what is awaited."""
        return self.arrival.is_there and self._has_awaited

    def welcomed(self, welcome: Welcome) -> Sequence[FromClient]:
        """Take the host's welcome, and return the messages to send."""
        self.is_welcome = True
        self.host, self.name = welcome.identity, welcome.name
        self.doors.welcomed(welcome.identity, welcome.tables, welcome.salt)
        # A suspended game that our login resumes may be missing in the welcome, but
        # it is in this answer.
        return (ListTables(self._table),)

    def receive(self, message: FromHost) -> Sequence[FromClient]:
        """
        Take a message, and return the messages to send.

        Raises:
            RemoteProtocolError: the host doesn't have our game, or sends what no honest
                host sends.
        """
        arrival = self.arrival
        match message:
            case Tables(tables):
                self.doors.hear(tables)
                arrival.tables(tables, self._table)
                return self._look_at_next()
            case Refused(reason="unwritten"):
                pass  # its disk is full; other messages follow
            case Refused():
                return self._look_at_next()
            case Closed(table) if name_key(table) == name_key(arrival.table):
                return self._look_at_next()
            case Log() if not arrival.take(message):
                return self._look_at_next()
            case Log() if name_key(message.table) == name_key(arrival.table):
                self._look_for_awaited(message.wires)
            case Presence() | Paused() | Timing() | Clock() | Takers():
                arrival.keep(message)
        return ()

    def _look_for_awaited(self, wires: Sequence[Wire]) -> None:
        if self._awaits is not None and not self._has_awaited:
            self._has_awaited = any(map(self._awaits, wires))

    def _look_at_next(self) -> Sequence[FromClient]:
        table = self.arrival.next()
        self._has_awaited = self._awaits is None
        return *self.doors.proof(table, self._drawn_at), Read(table, 0)
