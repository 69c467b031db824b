"""
Handles two programs with the key of one seat, and informs everybody at the table.

docs/PROTOCOL.md (Login: An identity has one connection) prescribes this.

An identity has one connection at a time. A program that reconnects takes its own place.
But another machine may also have the key, through the seat's twelve words or a copy of
files. The difference shows within seconds, because connected programs ping, and
disconnected ones don't. So the second program has to wait until the first one sends
something or misses a ping. If the first one sends something, the host tells the second
one that the key is in use. If it then connects again, it displaces the first one, and
the host tells the whole table.

Such a message to a table is only the host's own word, with its signature: the log
determines who has which seat, and it names no machines.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from twisted.internet.interfaces import IDelayedCall

from sealed_wonders.host.context import Context
from sealed_wonders.host.news import Displaced, WordsUsed
from sealed_wonders.host.peer import Peer
from sealed_wonders.host.publisher import Publisher
from sealed_wonders.host.tableentry import TableEntry
from sealed_wonders.net import notices
from sealed_wonders.net.origins import Buckets, Rate
from sealed_wonders.net.talk import DISPLACED, WORDS_USED, Voice
from sealed_wonders.net.wire import ToClient

LOOKS_EVERY = 0.25
"""Seconds between two checks whether the first program has sent something."""

COMES_AGAIN = 60.0
"""Seconds within which a program that was told has to come again to take the place."""

TOLD_EVERY = 60.0
"""Minimum seconds between two reports that somebody has a seat's words."""


@dataclass(frozen=True, slots=True, eq=False)
class _Coming:
    """A second program that has logged in with a key that may be in use."""

    before: Peer
    """The first program."""
    connection: ToClient
    at: float
    """Time of the login."""
    later: Callable[[], None]
    """Lets the second program in."""


class Rivals:
    """Decides between two programs with one key."""

    def __init__(self, context: Context, publisher: Publisher, voice: Voice) -> None:
        self._context = context
        self._publisher = publisher
        self._voice = voice
        self._waiting: dict[_Coming, IDelayedCall] = {}
        """Programs that are waiting, each with its next check."""
        self._told: dict[bytes, float] = {}
        """When a second program was told that the first is there, by identity."""
        self._reports = Buckets(Rate(1 / TOLD_EVERY, 1))
        """The reports of used words, by game and identity."""

    def makes_way(
        self, identity: bytes, connection: ToClient, later: Callable[[], None]
    ) -> bool:
        """
        Return whether somebody who has logged in can be let in at once.

        If not, another program with their key is playing, or has lost its connection.

        Args:
            later: lets the new connection in, in place of the other; called later, or
                never.
        """
        before = self._context.peers.of(identity)
        if before is not None and self._is_playing(before):
            came_at = self._context.clock.seconds()
            self._look(_Coming(before, connection, came_at, later))
            return False
        self._told.pop(identity, None)
        return True

    def fell_quiet(self, peer: Peer) -> None:
        """Let a waiting program in at once, because the first one missed a ping."""
        for coming in [it for it in self._waiting if it.before is peer]:
            self._waiting[coming].cancel()
            self._look(coming)

    def _look(self, coming: _Coming) -> None:
        """Decide between the two, or check again later."""
        self._waiting.pop(coming, None)
        before, identity = coming.before, coming.before.identity
        if not coming.connection.is_open:
            return
        if self._context.peers.of(identity) is not before or not self._is_playing(
            before
        ):
            if self.makes_way(identity, coming.connection, coming.later):
                coming.later()
        elif before.connection.heard_at > coming.at:
            self._meet(coming)
        else:
            look = self._context.clock.callLater(LOOKS_EVERY, self._look, coming)
            self._waiting[coming] = look

    def _meet(self, coming: _Coming) -> None:
        """Refuse a second program, or let it in if it has come again."""
        before, now = coming.before, self._context.clock.seconds()
        since = coming.at - COMES_AGAIN
        self._told = {key: at for key, at in self._told.items() if at > since}
        if self._told.get(before.identity, now) > coming.at:
            self._told[before.identity] = now
            said = notices.IN_USE(seconds=f"{now - before.since:.0f}")
            coming.connection.refuse("in-use", str(said))
            return
        del self._told[before.identity]
        for table in self._played_by(before.identity):
            name = self._tell(table, before.identity, DISPLACED)
            self._context.tell(Displaced(table.name, name))
        coming.later()

    def words_used(self, table: TableEntry, identity: bytes) -> None:
        """Report that somebody has the words of a seat, and so can play in it."""
        game, now = table.game, self._context.clock.seconds()
        if game is None or not self._reports.take((game.gid, identity), now):
            return
        name = self._tell(table, identity, WORDS_USED)
        self._context.tell(WordsUsed(table.name, name))

    def _is_playing(self, peer: Peer) -> bool:
        """Return whether a connected client, not our own bot, has a seat in a game."""
        if peer.connection.is_quiet:
            return False
        return any(not it.is_bot(peer) for it in self._played_by(peer.identity))

    def _played_by(self, identity: bytes) -> list[TableEntry]:
        return [
            table
            for table in self._context.registry.of(identity)
            if table.running is not None
        ]

    def _tell(self, table: TableEntry, identity: bytes, code: str) -> str:
        """Add a chat line about a seat to its table; return the name of its holder."""
        game = table.game
        if game is None:
            return ""
        with self._publisher.changing(table):
            table.talk.add(self._voice.say(game.gid, code, identity.hex()))
        return game.name_of(identity) or ""
