"""
One table, from its lobby to its score sheet.

It takes what people say and what time does, and holds what all of them should know: who
sits in the lobby, the log, the clock. It sends nothing. Whoever does compares that with
what a connection has been told, so that to come back, to come late and to be slow are
the same thing.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Literal

from sealed_wonders.host.denied import Denied
from sealed_wonders.host.game import Game
from sealed_wonders.host.lobby import Lobby
from sealed_wonders.host.news import (
    Away,
    Back,
    Began,
    DrawnAgain,
    GotUp,
    SatDown,
    TableNews,
)
from sealed_wonders.host.terms import Terms, title_of
from sealed_wonders.net.errors import LocalProtocolError
from sealed_wonders.net.fold import Fraud
from sealed_wonders.net.identity import Identity
from sealed_wonders.net.lobby import table_code
from sealed_wonders.net.log.envelopes import Wire
from sealed_wonders.net.log.evidence import Equivocation
from sealed_wonders.net.messages import FromHost, TableLine
from sealed_wonders.net.names import make_line


class Stage(enum.Enum):
    """How far a table is."""

    LOBBY = enum.auto()
    PLAYING = enum.auto()
    FULL = enum.auto()
    """Nothing more is logged; what is logged may still have to be checked."""
    OVER = enum.auto()
    """All have signed the end, and nothing was found to be wrong."""
    STOPPED = enum.auto()
    """It was closed, or can't go on."""


class Event(enum.Enum):
    """What happens to a table."""

    DRAWN = enum.auto()
    """All have revealed: there is a game."""
    FILLED = enum.auto()
    """All have signed its end, or its fold has stopped."""
    APPROVED = enum.auto()
    """All that was signed has been checked, as far as it is."""
    BROKEN = enum.auto()
    """A seat's fraud, or a fault of this program."""
    CLOSED = enum.auto()
    """Nobody wants it any more."""


TRANSITIONS: Mapping[tuple[Stage, Event], Stage] = {
    (Stage.LOBBY, Event.DRAWN): Stage.PLAYING,
    (Stage.LOBBY, Event.BROKEN): Stage.STOPPED,
    (Stage.LOBBY, Event.CLOSED): Stage.STOPPED,
    (Stage.PLAYING, Event.FILLED): Stage.FULL,
    (Stage.PLAYING, Event.BROKEN): Stage.STOPPED,
    (Stage.PLAYING, Event.CLOSED): Stage.STOPPED,
    (Stage.FULL, Event.APPROVED): Stage.OVER,
    (Stage.FULL, Event.BROKEN): Stage.STOPPED,
}

STATES: Mapping[Stage, Literal["lobby", "playing", "over"]] = {
    Stage.LOBBY: "lobby",
    Stage.PLAYING: "playing",
    Stage.FULL: "over",
    Stage.OVER: "over",
    Stage.STOPPED: "over",
}
"""What clients are told."""


class Table:
    """
    One table.

    Attributes:
        name: unique at its host.
        stage: how far it is.
        reason: why it stopped, for everybody; empty as long as it hasn't.
    """

    def __init__(
        self, name: str, now: Lobby | Game, seconds: Callable[[], float]
    ) -> None:
        """Put up a table, in its lobby or in a game that is gone on with."""
        self.name = name
        self.reason = ""
        self.stage = Stage.LOBBY if isinstance(now, Lobby) else Stage.PLAYING
        self._now = now
        self._seconds = seconds
        self._news: list[TableNews] = []

    @classmethod
    def opened(
        cls,
        name: str,
        host: Identity,
        terms: Terms,
        bots: Sequence[str],
        seconds: Callable[[], float],
        kept: Mapping[bytes, str] = MappingProxyType({}),
    ) -> Table:
        """
        Open a table.

        Args:
            bots: the names of the host's that will come.
            kept: the names of those who played here before, by identity.
        """
        return cls(name, Lobby(name, host, terms, bots, seconds, kept), seconds)

    @classmethod
    def resumed(
        cls, name: str, wires: Sequence[Wire], seconds: Callable[[], float]
    ) -> Table:
        """
        Go on with a game.

        Raises:
            RemoteProtocolError: these are not the entries of one.
        """
        game = Game.resumed(name, wires, seconds)
        table = cls(name, game, seconds)
        if game.is_full:
            table._enter(Event.FILLED)
        return table

    # What everybody may know.

    @property
    def lobby(self) -> Lobby | None:
        """The lobby, as long as there is no game."""
        return self._now if isinstance(self._now, Lobby) else None

    @property
    def game(self) -> Game | None:
        """The game, once there is one."""
        return self._now if isinstance(self._now, Game) else None

    @property
    def is_live(self) -> bool:
        """People may still do something here."""
        return self.stage in (Stage.LOBBY, Stage.PLAYING)

    @property
    def is_done(self) -> bool:
        """Nothing happens here any more."""
        return self.stage in (Stage.OVER, Stage.STOPPED)

    @property
    def came_to_nothing(self) -> bool:
        """It was closed before a game began: nothing was finished there."""
        return self.stage is Stage.STOPPED and self.game is None

    def line(self) -> TableLine:
        """Describe the table to those who come in."""
        if isinstance(self._now, Lobby):
            options, wanted = self._now.options, self._now.terms.wanted
        else:
            options = self._now.fold.charter.options
            wanted = len(self._now.names)
        names = self._now.names
        return TableLine(
            self.name,
            title_of(options),
            wanted,
            len(names),
            STATES[self.stage],
            names,
        )

    def seats(self, identity: bytes) -> bool:
        """Tell whether somebody has a seat here."""
        match self._now:
            case Lobby() as lobby:
                return identity in lobby.members
            case Game() as game:
                return game.seat_of(identity) is not None

    def name_of(self, identity: bytes) -> str | None:
        """Give the name by which somebody sits here."""
        match self._now:
            case Lobby() as lobby:
                return lobby.name(identity)
            case Game() as game:
                seat = game.seat_of(identity)
                return None if seat is None else game.names[seat]

    @property
    def position(self) -> int:
        """How many entries the log has."""
        return 0 if self.game is None else self.game.fold.position

    def entries(self, first: int) -> tuple[Wire, ...]:
        """Give the log's entries from a number on."""
        return () if self.game is None else self.game.fold.entries(first)

    def notices(self) -> tuple[FromHost, ...]:
        """Give what hangs on the wall, besides the log and the clock."""
        match self._now:
            case Lobby() as lobby:
                return lobby.notices()
            case Game() as game:
                return (game.presence(),)

    def news(self) -> tuple[TableNews, ...]:
        """Give what has happened since the last time this was asked."""
        news, self._news = tuple(self._news), []
        return news

    # What people do.

    def sit(self, identity: bytes, wire: Wire) -> None:
        """
        Give somebody a seat in the lobby; one who plays already is welcome back.

        Raises:
            Denied: no.
        """
        match self._now:
            case Lobby() as lobby if self.stage is Stage.LOBBY:
                before = lobby.note
                try:
                    if lobby.sit(identity, wire):
                        name = str(lobby.name(identity))
                        self._tell(SatDown(self.name, name, lobby.is_own_bot(name)))
                finally:
                    self._tell_of_draw(before)
            case _ if not self.seats(identity):
                raise Denied("begun", f"the game at {self.name!r} has begun")

    def leave(self, identity: bytes) -> None:
        """
        Let somebody get up.

        Raises:
            Denied: they don't sit here, or the game has begun.
        """
        name = self.name_of(identity)
        match self._now:
            case Lobby() as lobby if self.stage is Stage.LOBBY:
                before = lobby.note
                if lobby.rise(identity):
                    self._tell(GotUp(self.name, str(name)))
                self._tell_of_draw(before)
            case _ if self.is_live:
                raise Denied("begun", "the game goes on, and your seat is kept")

    def ready(self, identity: bytes, ready: bool, options: bytes) -> None:
        """
        Note that somebody is ready, or isn't any more.

        Raises:
            Denied: they don't sit here, or were shown something else.
        """
        if self.lobby is not None and self.stage is Stage.LOBBY:
            self.lobby.ready(identity, ready, options)
        elif not ready:
            raise Denied("begun", f"the game at {self.name!r} has begun")

    def post(self, identity: bytes, wire: Wire) -> Equivocation | None:
        """
        Take an envelope.

        Returns:
            The proof, if it shows that its author signed another one for its place.

        Raises:
            Denied, Refused: it isn't taken. Once the log is full nothing is, but what is
                known already is no matter.
        """
        if self.stage is Stage.STOPPED:
            raise Denied("stopped", self.reason)
        match self._now:
            case Lobby() as lobby:
                self._reveal(lobby, identity, wire)
                return None
            case Game() as game:
                return self._play(game, identity, wire)

    # Who is here.

    def came(self, identity: bytes) -> None:
        """Note that somebody who has a seat is connected."""
        match self._now:
            case Lobby() as lobby:
                if self.is_live:
                    lobby.came(identity)
            case Game() as game:
                seat = game.seat_of(identity)
                if seat is not None and not game.here[seat]:
                    game.came(seat)
                    self._tell(Back(self.name, game.names[seat]))

    def went(self, identity: bytes) -> None:
        """Note that the connection of somebody who has a seat broke."""
        match self._now:
            case Lobby() as lobby:
                lobby.went(identity)
            case Game() as game:
                seat = game.seat_of(identity)
                if seat is not None and game.here[seat]:
                    game.went(seat)
                    if self.stage is Stage.PLAYING:
                        self._tell(Away(self.name, game.names[seat]))

    def release(self, identity: bytes) -> None:
        """Keep no seat any more for somebody who played here before."""
        if self.lobby is not None and self.stage is Stage.LOBBY:
            self.lobby.release(identity)

    def lost_bot(self, name: str) -> None:
        """Note that the process of one of the host's bots has ended."""
        if self.lobby is not None:
            before = self.lobby.note
            if self.lobby.lost_bot(name):
                self._tell(GotUp(self.name, name))
            self._tell_of_draw(before)

    # What time does.

    @property
    def deadline(self) -> float | None:
        """When `expire` has something to do."""
        return self._now.deadline if self.is_live else None

    def expire(self) -> None:
        """Do what is due."""
        match self._now:
            case Lobby() as lobby:
                before = lobby.note
                for name in lobby.expire():
                    self._tell(GotUp(self.name, name))
                self._tell_of_draw(before)
            case Game() as game:
                game.expire()

    # Ends.

    def close(self, reason: str) -> None:
        """Take the table away."""
        self._enter(Event.CLOSED)
        self.reason = make_line(reason)

    def approve(self) -> None:
        """End a game in which nothing was found to be wrong."""
        self._enter(Event.APPROVED)

    def convict(self, fraud: Fraud) -> None:
        """Stop a game in which somebody broke the rules."""
        names = () if self.game is None else self.game.names
        self.break_off(f"fraud: {names[fraud.seat]}, {fraud}")

    def break_off(self, reason: str) -> None:
        """Stop a table that can't go on."""
        self._enter(Event.BROKEN)
        self.reason = make_line(reason)

    # Inside.

    def _reveal(self, lobby: Lobby, identity: bytes, wire: Wire) -> None:
        if identity not in lobby.members:
            raise Denied("no-seat", f"you don't sit at {self.name!r}")
        before = lobby.note
        charter = lobby.reveal(wire)
        if charter is None:
            self._tell_of_draw(before)
            return
        game = Game.of(self.name, charter, self._seconds)
        for seat, person in enumerate(charter.people):
            if lobby.is_here(person.identity):
                game.came(seat)
        self._enter(Event.DRAWN)
        self._now = game
        gid = game.gid
        self._tell(Began(self.name, gid.hex(), game.suite, table_code(gid), game.names))

    def _play(self, game: Game, identity: bytes, wire: Wire) -> Equivocation | None:
        proof = game.post(identity, wire)
        if game.is_full and self.stage is Stage.PLAYING:
            self._enter(Event.FILLED)
        return proof

    def _tell(self, news: TableNews) -> None:
        self._news.append(news)

    def _tell_of_draw(self, before: str) -> None:
        lobby = self.lobby
        if lobby is not None and lobby.note and lobby.note != before:
            self._tell(DrawnAgain(self.name, lobby.note))

    def _enter(self, event: Event) -> None:
        try:
            self.stage = TRANSITIONS[self.stage, event]
        except KeyError:
            raise LocalProtocolError(
                f"{event.name} at a table {self.stage.name}"
            ) from None
