"""
Two programs with the key of one seat: whoever has it is told, and so is everybody at the table.

An identity has one connection at a time. A program whose line broke comes in again, and takes
its own place; but another machine may have the key, too, by the seat's twelve words or a copy
of files. As long as the first program is heard, the second is told so before it puts the first
out, and does by coming again. What is said here to a table is the host's word, signed by it,
and no more than that: who has which seat is what the log says, and it names no machines.
"""

from __future__ import annotations

from collections.abc import Hashable

from sealed_wonders.host.context import Context
from sealed_wonders.host.news import Displaced, WordsUsed
from sealed_wonders.host.peer import Peer
from sealed_wonders.host.publisher import Publisher
from sealed_wonders.host.tablerecord import TableRecord
from sealed_wonders.net.talk import DISPLACED, WORDS_USED, Voice

COMES_AGAIN = 60.0
"""Seconds within which a program that was told comes again, if it is to take the place."""

TOLD_EVERY = 60.0
"""Seconds until it is said again of one seat that somebody has its words."""


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
        self._came: dict[Hashable, float] = {}
        """By identity: when the second program was told that the first is there."""
        self._said: dict[Hashable, float] = {}
        """By game and identity: when it was said that somebody has the words."""

    def take_place(self, before: Peer) -> bool:
        """Tell whether whoever has just come with somebody's key may put them out."""
        now = self._context.clock.seconds()
        _forget(self._came, now - COMES_AGAIN)
        told_at = self._came.pop(before.identity, None)
        if told_at is None and self._is_playing(before):
            self._came[before.identity] = now
            return False
        # Whoever was heard meanwhile is no connection that broke.
        if told_at is not None and before.connection.heard_at > told_at:
            for record in self._played_by(before.identity):
                name = self._tell(record, before.identity, DISPLACED)
                self._context.tell(Displaced(record.table.name, name))
        return True

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
