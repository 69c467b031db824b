"""
A host in the storm that shows its players two histories, with the help of one of them.

From some moment on there are two copies of the host, each honest by itself. Both have
the games up to then, and each continues with some of the players only. The helping
player plays at both, with one key; so at each copy, the others may go on without those
who are missing. A while later, or never, one of the copies disappears.
"""

from __future__ import annotations

import random
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

from tests.storm.crooks import PLAYS_TWICE, Crook
from tests.storm.programs import Guest, House

if TYPE_CHECKING:
    from sealed_wonders.net.discovery.nearby import Nearby
    from sealed_wonders.net.verification import Work
    from tests.storm.table import Table
    from tests.storm.world import Machine

FORK_PROBABILITY = 0.08
"""Probability of a fork if nobody else cheats and no host is lost."""

TWIN, DOUBLE = "twin", "double"
"""The machines of the host's copy, and of the helper's second client."""


class Twin(House):
    """The host's copy, at the same address for those who are led to it."""

    def announced(self) -> Nearby | None:
        """Announce nothing: the copied host is announced anyway."""
        return None


class Fork:
    """
    Two worlds.

    Attributes:
        helper: the player in both worlds.
        others: the players in the second world.
        is_open: whether there have been two worlds.
        is_healed: whether the second world has ended.
        twin: the host of the second world.
        double: the helper's second client.
    """

    def __init__(
        self, table: Table, twin: Twin, double: Machine, work: Work, dice: random.Random
    ) -> None:
        helper, *rest = dice.sample(table.guests, len(table.guests))
        self.helper, self.twin = helper, twin
        self.others = rest[: dice.randint(1, len(rest) - 1)]
        self.is_open = self.is_healed = False
        self._table = table
        self._at = dice.uniform(3, 20)
        self._lasts = dice.choice((3.0, 15.0, 40.0, None))
        """Seconds for which the second world lasts; None: forever."""
        self.double = Guest(table, double, helper.manner, work)
        self.double.name, self.double.identity = helper.name, helper.identity
        self.double.starts = 1000  # other randomness than the helper's
        for one in (helper, self.double):
            one.crook = Crook(PLAYS_TWICE, helper.identity, dice)

    def __str__(self) -> str:
        names = ", ".join(it.name for it in self.others)
        return f"the host and {self.helper.name} show another game to {names}"

    def plan(self) -> None:
        """Schedule the fork."""
        self._table.world.later(self._at, self._open)

    def _open(self) -> None:
        """Fork as soon as a game is running and all of it is on disk."""
        table, house, helper = self._table, self._table.house, self.helper
        is_there = house.is_running and helper.machine.is_running
        if table.is_calm or table.is_over:
            return
        if (
            not is_there
            or getattr(helper, "session", None) is None
            or not helper.session.game
            or not house.plays
        ):
            table.world.later(1.0, self._open)
            return
        table.world.note("FORK:", self)
        self.is_open = True
        _copy(house.machine.disk.folder, self.twin.machine.disk.folder)
        _copy(helper.machine.disk.folder, self.double.machine.disk.folder)
        self.twin.start()
        self.double.start()
        for guest in (self.double, *self.others):
            table.network.detours[guest.machine.name] = (
                house.machine.ip,
                self.twin.machine.ip,
            )
        for guest in self.others:
            self._cut(guest)
        if self._lasts is not None:
            table.world.later(self._lasts, self._heal)

    def _cut(self, guest: Guest) -> None:
        for end in self._table.network.of(guest.machine):
            end.cut()

    def _heal(self) -> None:
        """Unite all players in one world; they still know what they heard elsewhere."""
        self._table.world.note("one world again")
        self.is_healed = True
        self._table.network.detours.clear()
        for program in (self.double, self.twin):
            program.is_gone = True
            program.machine.kill()
        for guest in self.others:
            self._cut(guest)


def _copy(of: Path, to: Path) -> None:
    shutil.rmtree(to)
    shutil.copytree(of, to)
