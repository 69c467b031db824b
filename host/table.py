"""
One table, from its lobby to its score sheet.

It takes what people do and what time does, and holds what all of them should know: who
sits in the lobby, the log, the clock. It sends nothing. Whoever does compares that with
what a connection has been told, so that to come back, to come late and to be slow are
the same thing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sealed_wonders.core.sentences import Text
from sealed_wonders.host.denied import Denied
from sealed_wonders.host.game import GameStage
from sealed_wonders.host.kepttime import NOTHING, KeptTime
from sealed_wonders.host.lobby import ExpectedPlayers, LobbyStage
from sealed_wonders.host.news import TableNews
from sealed_wonders.host.stage import (
    TRANSITIONS,
    WIRE_STATES,
    TableEvent,
    TableStage,
    TableState,
)
from sealed_wonders.host.terms import Terms, title_of
from sealed_wonders.net import notices
from sealed_wonders.net.claims import Fraud
from sealed_wonders.net.errors import LocalProtocolError
from sealed_wonders.net.identity import Identity
from sealed_wonders.net.log.envelopes import Entry, Wire
from sealed_wonders.net.log.evidence import Equivocation
from sealed_wonders.net.messages import FromHost, TableLine
from sealed_wonders.net.names import make_line
from sealed_wonders.net.tableoptions import PAUSE_TIME


class Table:
    """
    One table.

    What its stages have in common it passes on to the one it is in, as `TableStage` says.

    Attributes:
        name: unique at its host.
        state: how far it is.
        reason: why it stopped, for everybody; empty as long as it hasn't.
    """

    def __init__(
        self, name: str, stage: LobbyStage | GameStage, news: list[TableNews]
    ) -> None:
        """
        Make a table, in its lobby or in a game that goes on.

        Args:
            news: the list to which the stage appends what happens.
        """
        self.name = name
        self.reason = ""
        self.state = stage.initial
        self._stage: TableStage = stage
        self._news = news
        self._advance()

    @classmethod
    def opened(
        cls,
        name: str,
        host: Identity,
        terms: Terms,
        expected: ExpectedPlayers,
        seconds: Callable[[], float],
    ) -> Table:
        """Open a table."""
        news: list[TableNews] = []
        lobby = LobbyStage(name, host, terms, expected, seconds, news.append)
        return cls(name, lobby, news)

    @classmethod
    def resumed(
        cls,
        name: str,
        wires: Sequence[Wire],
        seconds: Callable[[], float],
        pause_time: int = PAUSE_TIME.default,
        kept: KeptTime = NOTHING,
    ) -> Table:
        """
        Go on with a game.

        Args:
            pause_time: the seconds for which each seat may stop the clock; 0 is as long as
                it likes.
            kept: what was written down of the game's time.

        Raises:
            RemoteProtocolError: these are not the entries of one.
        """
        news: list[TableNews] = []
        game = GameStage.resumed(name, wires, seconds, news.append, pause_time, kept)
        return cls(name, game, news)

    # What everybody may know.

    @property
    def lobby(self) -> LobbyStage | None:
        """The lobby, as long as there is no game."""
        return self._stage if isinstance(self._stage, LobbyStage) else None

    @property
    def game(self) -> GameStage | None:
        """The game, once there is one."""
        return self._stage if isinstance(self._stage, GameStage) else None

    @property
    def plays(self) -> str:
        """The name of the game that is played here, or will be."""
        return str(dict(self._stage.options)["game"])

    @property
    def is_live(self) -> bool:
        """People may still do something here."""
        return self.state.is_live

    @property
    def is_done(self) -> bool:
        """Nothing happens here any more."""
        return self.state.is_done

    @property
    def came_to_nothing(self) -> bool:
        """It was closed before a game began: nothing was finished there."""
        return self.state is TableState.STOPPED and self.game is None

    def line(self) -> TableLine:
        """Describe the table to those who come in."""
        stage = self._stage
        return TableLine(
            self.name,
            title_of(stage.options),
            stage.wanted,
            len(stage.names),
            WIRE_STATES[self.state],
            stage.names,
        )

    def seats(self, identity: bytes) -> bool:
        """Tell whether somebody has a seat here."""
        return self._stage.seats(identity)

    def has_sat(self, identity: bytes) -> bool:
        """Tell whether somebody has a seat here, or has handed it over to another."""
        return self._stage.has_sat(identity)

    def notices(self) -> tuple[FromHost, ...]:
        """Return how it stands, besides the log and the clock."""
        return self._stage.notices()

    def take_news(self) -> tuple[TableNews, ...]:
        """Return what has happened since the last time this was asked."""
        news = tuple(self._news)
        self._news.clear()
        return news

    # What people do.

    def sit(self, identity: bytes, entry: Entry) -> None:
        """
        Give somebody a seat in the lobby; one who plays already is welcome back.

        Raises:
            Denied: they get none.
        """
        self._stage.sit(identity, entry)

    def leave(self, identity: bytes) -> None:
        """
        Let somebody get up.

        Raises:
            Denied: they don't sit here, or the game has begun.
        """
        self._stage.leave(identity)

    def ready(self, identity: bytes, ready: bool, options: bytes) -> None:
        """
        Note that somebody is ready, or isn't any more.

        Raises:
            Denied: they don't sit here, or were shown something else.
        """
        self._stage.ready(identity, ready, options)

    def post(self, identity: bytes, entry: Entry) -> Equivocation | None:
        """
        Take an envelope.

        Returns:
            The proof, if it shows that its author signed another one for its place.

        Raises:
            Denied, Refused: it isn't taken. Once the log is full nothing is, but what is
                known already is no matter.
        """
        if self.state is TableState.STOPPED:
            raise Denied("stopped", self.reason)
        proof = self._stage.post(identity, entry)
        self._advance()
        return proof

    # Who is here.

    def came(self, identity: bytes) -> None:
        """Note that somebody who has a seat is connected; in a game, who looks on, too."""
        self._stage.came(identity)

    def went(self, identity: bytes) -> None:
        """Note that the connection of one of them broke."""
        self._stage.went(identity)

    def release(self, identity: bytes) -> None:
        """Reserve no seat any longer for somebody who played here before."""
        self._stage.release(identity)

    def lost_bot(self, name: str, *, again: bool) -> None:
        """
        Note that one of the host's bots has ended.

        Args:
            again: it is started again.
        """
        self._stage.lost_bot(name, again=again)

    # What time does.

    @property
    def deadline(self) -> float | None:
        """When `expire` has something to do."""
        return self._stage.deadline if self.is_live else None

    def expire(self) -> None:
        """Do what is due."""
        self._stage.expire()

    # Ends.

    def close(self, reason: Text) -> None:
        """Close a table that nobody wants any more."""
        self._enter(TableEvent.CLOSED)
        self.reason = make_line(str(reason))

    def approve(self) -> None:
        """End a game in which nothing was found to be wrong."""
        self._enter(TableEvent.APPROVED)

    def convict(self, fraud: Fraud) -> None:
        """Stop a game in which somebody broke the rules."""
        game = self.game
        name = "" if game is None else game.name_in(fraud.phase, fraud.seat)
        self.break_off(
            notices.FRAUD(
                name=name,
                seat=fraud.seat,
                entry=fraud.entry,
                phase=fraud.phase,
                kind=fraud.kind,
                reason=fraud.reason,
            )
        )

    def break_off(self, reason: Text) -> None:
        """Stop a table that can't go on."""
        self._enter(TableEvent.BROKEN)
        self.reason = make_line(str(reason))

    # Inside.

    def _advance(self) -> None:
        """Go on to the next stage if this one has come to its regular end."""
        if self._stage.is_complete and self.is_live:
            after = self._stage.successor()
            self._enter(self._stage.completed)
            self._stage = after

    def _enter(self, event: TableEvent) -> None:
        try:
            self.state = TRANSITIONS[self.state, event]
        except KeyError:
            raise LocalProtocolError(
                f"{event.name} at a table {self.state.name}"
            ) from None
        if not self.is_live:
            self._stage.close()
