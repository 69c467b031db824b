"""
A spectator in the storm who takes the log, and opens a host of their own with it.

That host announces that everybody is there, and withholds all new entries. Nobody has a
reason to go there, unless a player helps the stranger.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import TYPE_CHECKING

from sealed_wonders.host.resumption import BadGame
from sealed_wonders.host.server import Server
from sealed_wonders.net.discovery.nearby import GameNearby, Nearby
from sealed_wonders.net.log import journal
from sealed_wonders.net.log.envelopes import wires_of
from sealed_wonders.net.messages import FromHost, Log
from tests.storm.crooks import Crook
from tests.storm.programs import AnotherHouse, Guest

if TYPE_CHECKING:
    from sealed_wonders.net.wire import ToClient

THIEF = "thief"

THIEF_PROBABILITY, HELPER_PROBABILITY = 0.15, 0.3
"""Probability of a thief, and that a player helps them."""

HELPS = "goes to a thief"
"""The kind of cheat that helpers are."""

RETRY_SECONDS = 2.0
"""Seconds between two attempts to take the log."""


class Thief(AnotherHouse):
    """The machine of a stranger who has taken the log of the game."""

    helper: Guest | None = None
    """The player who goes there."""
    _stolen = 0
    """Number of entries in the stolen log."""

    def plan(self, dice: random.Random) -> None:
        """Schedule the theft, with a player's help or without."""
        guests = [it for it in self.table.guests if it.crook is None]
        if guests and not self.table.crooks and dice.random() < HELPER_PROBABILITY:
            self.helper = dice.choice(guests)
            self.helper.crook = Crook(HELPS, self.helper.identity, dice)
        self.table.world.later(dice.uniform(2, 20), self._steal)

    def _steal(self) -> None:
        seats = (it.seat for it in self.table.guests)
        folds = [it.fold for it in seats if it is not None and not it.fold.over]
        if not folds:
            if not self.table.is_over:
                self.table.world.later(RETRY_SECONDS, self._steal)
            return
        entries = max((fold.entries() for fold in folds), key=len)
        self._stolen = len(entries)
        self._given = self.machine.disk.folder / "given.journal"
        self._given.write_bytes(
            journal.begin(journal.JournalHead("table 1"))
            + journal.pack(wires_of(entries))
        )
        self.machine.disk.settle()
        self.machine.world.note(self.machine.name, "has taken the log")
        self.liar = self  # type: ignore[assignment]
        self.start()
        if self.helper is not None:
            self.guest = self.helper
            self._lead(self.helper)

    def _begin(self, server: Server) -> None:
        try:
            server.resumption.take_over(self._given)
        except BadGame as why:
            self.machine.world.note(self.machine.name, "can't:", why)

    def announced(self) -> Nearby | None:
        """Announce that everybody is there."""
        if self.server is None:
            return None
        games = (GameNearby(it.gid, 7) for it in self.server.games())
        return Nearby(self.server.name, self.address, (), tuple(games))

    def connection(self, make: Callable[[], ToClient]) -> ToClient:
        """Return a connection that never carries new entries."""
        made = make()
        honest = made.send

        def send(message: FromHost) -> None:
            is_new = isinstance(message, Log) and message.entry >= self._stolen
            if not (is_new and message.wires):  # type: ignore[attr-defined]
                honest(message)

        made.send = send  # type: ignore[method-assign]
        return made
