"""
Handovers and substitutes in a storm: spectators who play on for others.

A player who wants to leave hands over their seat. At tables that give away the seats of
silent players, the others ask spectators, and hold a ballot.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from tests.storm.chance import Chance
from tests.storm.people import Manner
from tests.storm.programs import Guest

if TYPE_CHECKING:
    from sealed_wonders.net.verification import Work
    from tests.storm.table import Table
    from tests.storm.world import Machine

SPECTATOR_PROBABILITY = 0.1
"""Probability that a table has a spectator."""

ONLOOKER = "zed"

RETRY_SECONDS = 2.0
"""Seconds between two attempts to hand over a seat."""


def looks_on(chance: Chance) -> bool:
    """Return whether a table has a spectator."""
    return chance.dice("looking on").random() < SPECTATOR_PROBABILITY


def gives_away(chance: Chance) -> bool:
    """Return whether a table gives away the seats of silent players."""
    return looks_on(chance) and chance.dice("giving away").random() < 0.6


class Handing:
    """
    Plans a handover at a table with a spectator.

    Attributes:
        onlooker: the spectator.
    """

    def __init__(
        self, table: Table, machine: Machine, work: Work, dice: random.Random
    ) -> None:
        self.onlooker = Guest(table, machine, Manner(pause=0.3), work, looks_on=True)
        self._table = table
        self._giver = dice.choice(table.guests) if dice.random() < 0.6 else None
        self._at = dice.uniform(3, 20)
        self._comes_at = dice.uniform(2, 10)

    def plan(self) -> None:
        """Schedule the spectator's arrival and the handover."""
        self._table.world.later(self._comes_at, self.onlooker.start)
        if self._giver is not None:
            self._table.world.later(self._at, self._give, self._giver)

    def _give(self, giver: Guest) -> None:
        """Hand over a player's seat as soon as somebody can take it."""
        if self._table.is_calm or giver.is_done or giver.is_gone:
            return
        if giver.machine.is_running and giver.player.takers_now:
            giver.machine.enter(giver.give)
        self._table.world.later(RETRY_SECONDS, self._give, giver)
