"""
A table, from its lobby to its score sheet.

It applies the actions of people and the passing of time, and holds what everybody
should know: who is in the lobby, the log, the clock. It sends nothing.
`subscription.py` compares it with what a connection has been sent, so that
reconnecting, joining late and being slow are all the same case.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sealed_wonders.core.sentences import Text
from sealed_wonders.host.denied import Denied
from sealed_wonders.host.kepttime import NOTHING, KeptTime
from sealed_wonders.host.lobby import ExpectedPlayers, LobbyStage
from sealed_wonders.host.news import TableNews
from sealed_wonders.host.runninggame import GameStage
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
    A table.

    It delegates everything that its two stages have in common to the current one; see
    `TableStage`.

    Attributes:
        name: the name, unique at its host.
        state: how far the table has come.
        reason: why it stopped, for everybody; empty if it hasn't.
    """

    def __init__(
        self, name: str, stage: LobbyStage | GameStage, news: list[TableNews]
    ) -> None:
        """
        Create a table in its lobby or in a game that is resumed.

        Args:
            name: the table's name.
            stage: the lobby or game.
            news: the list to which the stage appends its news.
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
        Return a table with a game that is resumed.

        Args:
            name: the table's name.
            wires: all entries so far, in the order in which they arrived.
            seconds: returns the time.
            pause_time: seconds for which each seat may pause the game; 0 for no limit.
            kept: the saved clock.

        Raises:
            RemoteProtocolError: the entries aren't those of a game.
        """
        news: list[TableNews] = []
        game = GameStage.resumed(name, wires, seconds, news.append, pause_time, kept)
        return cls(name, game, news)

    # Public facts.

    @property
    def lobby(self) -> LobbyStage | None:
        """The lobby; None once there is a game."""
        return self._stage if isinstance(self._stage, LobbyStage) else None

    @property
    def game(self) -> GameStage | None:
        """The game; None while there is a lobby."""
        return self._stage if isinstance(self._stage, GameStage) else None

    @property
    def plays(self) -> str:
        """Name of the game that is or will be played here."""
        return str(dict(self._stage.options)["game"])

    @property
    def is_live(self) -> bool:
        """Whether people can still act here."""
        return self.state.is_live

    @property
    def is_done(self) -> bool:
        """Whether nothing happens here any more."""
        return self.state.is_done

    @property
    def came_to_nothing(self) -> bool:
        """Whether the table was closed before a game began."""
        return self.state is TableState.STOPPED and self.game is None

    def line(self) -> TableLine:
        """Describe the table for the list of tables."""
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
        """Return whether somebody has a seat here."""
        return self._stage.seats(identity)

    def has_sat(self, identity: bytes) -> bool:
        """Return whether somebody has a seat here, or handed one over."""
        return self._stage.has_sat(identity)

    def notices(self) -> tuple[FromHost, ...]:
        """Return the state of the table besides the log and the clock."""
        return self._stage.notices()

    def take_news(self) -> tuple[TableNews, ...]:
        """Return the news since the last call."""
        news = tuple(self._news)
        self._news.clear()
        return news

    # Actions of people.

    def sit(self, identity: bytes, entry: Entry) -> None:
        """
        Seat somebody in the lobby; in a game, let a player return.

        Raises:
            Denied: they get no seat.
        """
        self._stage.sit(identity, entry)

    def leave(self, identity: bytes) -> None:
        """
        Free somebody's seat.

        Raises:
            Denied: they have none, or the game has begun.
        """
        self._stage.leave(identity)

    def ready(self, identity: bytes, ready: bool, options: bytes) -> None:
        """
        Record whether somebody is ready.

        Raises:
            Denied: they have no seat, or were shown other options.
        """
        self._stage.ready(identity, ready, options)

    def post(self, identity: bytes, entry: Entry) -> Equivocation | None:
        """
        Post an envelope.

        Returns:
            The proof, if it shows that its author signed another envelope for its
            place.

        Raises:
            Denied, WireRefused: it isn't accepted. Once the log is complete, no new
                entry is; one that is in the log already does no harm.
        """
        if self.state is TableState.STOPPED:
            raise Denied("stopped", self.reason)
        proof = self._stage.post(identity, entry)
        self._advance()
        return proof

    # Presence.

    def came(self, identity: bytes) -> None:
        """
        Note that somebody with a seat is connected; in a game, spectators as well.
        """
        self._stage.came(identity)

    def went(self, identity: bytes) -> None:
        """Note that one of their connections is lost."""
        self._stage.went(identity)

    def release(self, identity: bytes) -> None:
        """Stop reserving a seat for somebody who played here before."""
        self._stage.release(identity)

    def lost_bot(self, name: str, *, again: bool) -> None:
        """
        Note that one of the host's bots has ended.

        Args:
            name: the bot's name.
            again: whether it is being restarted.
        """
        self._stage.lost_bot(name, again=again)

    # Time.

    @property
    def deadline(self) -> float | None:
        """Time of the next call of `expire`."""
        return self._stage.deadline if self.is_live else None

    def expire(self) -> None:
        self._stage.expire()

    # Ends.

    def close(self, reason: Text) -> None:
        """Close a table that nobody needs any more."""
        self._enter(TableEvent.CLOSED)
        self.reason = make_line(str(reason))

    def approve(self) -> None:
        """End a game in which everything was found valid."""
        self._enter(TableEvent.APPROVED)

    def convict(self, fraud: Fraud) -> None:
        """Stop a game because somebody broke the rules."""
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

    # Private.

    def _advance(self) -> None:
        """Enter the next stage if this one is complete."""
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
