"""
Two programs with the key of one seat: whoever has it is told, and so is everybody at the table.

An identity has one connection at a time. A program whose line broke comes in again, and takes
its own place; but another machine may have the key, too, by the seat's twelve words or a copy
of files. Which of the two it is, shows within seconds: programs ping, and those whose line is
broken don't. So whoever comes second waits until the first program is heard again, or misses a
ping. If it is heard, the second is told so, and puts it out by coming again, which the whole
table hears. What is said here to a table is the host's word, signed by it, and no more than
that: who has which seat is what the log says, and it names no machines.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass

from twisted.internet.interfaces import IDelayedCall

from sealed_wonders.host.context import Context
from sealed_wonders.host.news import Displaced, WordsUsed
from sealed_wonders.host.peer import Peer
from sealed_wonders.host.publisher import Publisher
from sealed_wonders.host.tablerecord import TableRecord
from sealed_wonders.net import notices
from sealed_wonders.net.talk import DISPLACED, WORDS_USED, Voice
from sealed_wonders.net.wire import ToClient

LOOKS_EVERY = 0.25
"""Seconds between two looks whether the first program was heard."""

COMES_AGAIN = 60.0
"""Seconds within which a program that was told comes again, if it is to take the place."""

TOLD_EVERY = 60.0
"""Seconds until it is said again of one seat that somebody has its words."""


@dataclass(frozen=True, slots=True, eq=False)
class _Coming:
    """Somebody who has logged in while another program may play with their key."""

    before: Peer
    """That program."""
    connection: ToClient
    at: float
    """When they have come."""
    later: Callable[[], None]
    """Lets them in."""


class Rivals:
    """Takes note of programs that come for a seat for which another one is there."""

    def __init__(self, context: Context, publisher: Publisher, voice: Voice) -> None:
        """
        Args:
            voice: the host's, as which it tells tables.
        """
        self._context = context
        self._publisher = publisher
        self._voice = voice
        self._waiting: dict[_Coming, IDelayedCall] = {}
        """Those who wait, and the next look at each."""
        self._told: dict[Hashable, float] = {}
        """By identity: when the second program was told that the first is there."""
        self._said: dict[Hashable, float] = {}
        """By game and identity: when it was said that somebody has the words."""

    def makes_way(
        self, identity: bytes, connection: ToClient, later: Callable[[], None]
    ) -> bool:
        """
        Tell whether somebody who has logged in can come in at once.

        Else another program with their key plays, or its line is broken.

        Args:
            later: lets them in, in its place; called in a moment, if at all.
        """
        before = self._context.peers.of(identity)
        if before is not None and self._is_playing(before):
            came_at = self._context.clock.seconds()
            self._look(_Coming(before, connection, came_at, later))
            return False
        self._told.pop(identity, None)
        return True

    def fell_quiet(self, peer: Peer) -> None:
        """Let whoever waits take somebody's place at once, so that they aren't called away."""
        for coming in [it for it in self._waiting if it.before is peer]:
            self._waiting[coming].cancel()
            self._look(coming)

    def _look(self, coming: _Coming) -> None:
        """See which of the two it is, now or in a moment."""
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
        """Tell whoever has come of the first program; if they come again, tell the table."""
        before, now = coming.before, self._context.clock.seconds()
        _forget(self._told, coming.at - COMES_AGAIN)
        if self._told.get(before.identity, now) > coming.at:
            self._told[before.identity] = now
            said = notices.IN_USE(seconds=f"{now - before.since:.0f}")
            coming.connection.refuse("in-use", str(said))
            return
        del self._told[before.identity]
        for record in self._played_by(before.identity):
            name = self._tell(record, before.identity, DISPLACED)
            self._context.tell(Displaced(record.table.name, name))
        coming.later()

    def words_used(self, record: TableRecord, identity: bytes) -> None:
        """Tell that somebody has what it takes to play on with a seat, by its words."""
        game, now = record.table.game, self._context.clock.seconds()
        _forget(self._said, now - TOLD_EVERY)
        if game is None or (game.gid, identity) in self._said:
            return
        self._said[game.gid, identity] = now
        name = self._tell(record, identity, WORDS_USED)
        self._context.tell(WordsUsed(record.table.name, name))

    def _is_playing(self, peer: Peer) -> bool:
        """Tell whether somebody is heard who has a seat in a game, and is no bot of ours."""
        if peer.connection.is_quiet:
            return False
        return any(not it.is_bot(peer) for it in self._played_by(peer.identity))

    def _played_by(self, identity: bytes) -> list[TableRecord]:
        return [
            record
            for record in self._context.registry.of(identity)
            if record.table.is_live and record.table.game is not None
        ]

    def _tell(self, record: TableRecord, identity: bytes, code: str) -> str:
        """Say something of a seat to all at its table; returns the name of its holder."""
        game = record.table.game
        if game is None:
            return ""
        with self._publisher.changing(record):
            record.talk.add(self._voice.say(game.gid, code, identity.hex()))
        return game.name_of(identity) or ""


def _forget(some: dict[Hashable, float], before: float) -> None:
    for key in [key for key, at in some.items() if at <= before]:
        del some[key]
