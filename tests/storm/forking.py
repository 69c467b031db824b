"""
A host in the storm that shows its players two histories, with the help of one of them.

From some moment on there are two copies of the host, each honest by itself. Both have the
games up to then, and each goes on with some of the players only. The player who helps plays
at both, with one key; so at each copy, the others may go on without those who are missing.
A while later, or never, one of the copies disappears.
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

LIKELY = 0.08
"""How likely it is that a host does so, where nobody else cheats and no host is lost."""

TWIN, DOUBLE = "twin", "double"
"""The machines of the host's other self, and of its helper's."""


class Twin(House):
    """The host's other self, at the same address for those who are led to it."""

    def announced(self) -> Nearby | None:
        """It is announced as the host that it looks like, which is announced anyway."""
        return None


class Fork:
    """
    Two worlds.

    Attributes:
        helper: who plays in both.
        others: those who are in the other one.
        is_open: it has come to it.
        is_healed: the other one is no more.
        twin: its host.
        double: who plays for the helper there.
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
        """Seconds; None: for ever."""
        self.double = Guest(table, double, helper.manner, work)
        self.double.name, self.double.identity = helper.name, helper.identity
        self.double.starts = 1000  # another's chance than the helper's
        for one in (helper, self.double):
            one.crook = Crook(PLAYS_TWICE, helper.identity, dice)

    def __str__(self) -> str:
        names = ", ".join(it.name for it in self.others)
        return f"the host and {self.helper.name} show another game to {names}"

    def plan(self) -> None:
        """Have it happen."""
        self._table.world.later(self._at, self._open)

    def _open(self) -> None:
        """Begin, as soon as a game is being played and all of it is written down."""
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
        """Let all be in one world from now on; what was said in the other they know."""
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
