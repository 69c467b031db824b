"""One table in a storm, from its seed."""

from __future__ import annotations

import contextlib
import random
import shutil
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

from sealed_wonders.host.terms import Terms
from sealed_wonders.net.suites import OPEN, SEALED
from sealed_wonders.net.verification import Work, at_once
from tests.storm.chance import Chance
from tests.storm.disk import Disk
from tests.storm.edges import edges
from tests.storm.integers import fast
from tests.storm.judge import Judge
from tests.storm.network import Network
from tests.storm.people import Manner
from tests.storm.programs import Guest, House, Later
from tests.storm.world import Machine, World
from tests.support.inprocess.folds import NAMES
from tests.support.toy import TOY
from tests.support.toytable import toys

CALM = 60.0
"""Seconds after which nothing new goes wrong."""

PATIENCE = 600.0
"""Seconds after that in which every game has to end that can."""


@dataclass(frozen=True, slots=True)
class Setting:
    """What is played."""

    game: str = TOY
    seats: int = 3
    expansions: str = ""
    when_gone: str = "go-on"
    gone_after: int = 5
    turn_time: int = 0
    is_sealed: bool = True
    is_fast: bool = True

    def terms(self) -> Terms:
        """Give the terms of the table."""
        own = {"with": self.expansions} if self.expansions else {}
        return Terms(
            game=self.game,
            wanted=self.seats,
            when_gone=self.when_gone,
            gone_after=self.gone_after,
            turn_time=self.turn_time,
            suite=SEALED if self.is_sealed else OPEN,
            own=own,
        )


@dataclass(frozen=True, slots=True)
class Outcome:
    """
    What became of a run.

    Attributes:
        wrong: what is wrong, in a line each; nothing if all is well.
        trace: the hash of all that happened.
        lines: all that happened, if that was wanted.
        ended: how many have seen the end of their game.
        seconds: of virtual time.
    """

    wrong: tuple[str, ...]
    trace: str
    lines: tuple[str, ...]
    ended: int
    seconds: float
    events: int
    notes: tuple[str, ...] = field(default=())


class Table:
    """A host, those who play there, and all that is around them."""

    def __init__(
        self, seed: int, setting: Setting, folder: Path, *, traces: bool = False
    ) -> None:
        self.chance = Chance(seed)
        self.setting = setting
        self.terms = setting.terms()
        self.world = World(self.chance, folder, traces=traces)
        self.network = Network(self.world)
        self.judge = Judge(self)
        self.is_calm = False
        self.dice_of_faults = self.chance.dice("recovery")
        self.is_over = False
        dice = self.chance.dice("people")
        house = self._machine("house", "10.0.0.1")
        self.house = House(self, house, self._work(dice, house))
        self.guests = []
        for n, name in enumerate(NAMES[: setting.seats], 1):
            machine = self._machine(name, f"10.0.{n}.7")
            work = self._work(dice, machine)
            self.guests.append(Guest(self, machine, Manner.of(dice), work))

    def _machine(self, name: str, ip: str) -> Machine:
        disk = Disk(self.world.folder / name, self.chance.dice("disk", name))
        return Machine(self.world, name, ip, self.network, disk)

    def _work(self, dice: random.Random, machine: Machine) -> Work:
        seconds = dice.choice((0.0, 0.0, 0.01, 0.5))
        return Later(machine, seconds) if seconds else at_once

    def name_of(self, identity: bytes) -> str:
        """Give somebody's name."""
        found = (it.name for it in self.guests if it.identity.public == identity)
        return next(found, "somebody")

    def look(self) -> None:
        """See whether all have what they came for."""
        self.is_over = all(it.is_done or it.is_gone for it in self.guests)

    def host_died(self) -> None:
        """Take note of what the host knew."""

    def play(self) -> Outcome:
        """Let everybody play until all is over, or nothing more may happen."""
        world = self.world
        self.house.start()
        for guest in self.guests:
            world.later(2 * self.dice_of_faults.random(), guest.start)
        world.later(CALM, self._calm)
        world.run(CALM + PATIENCE, lambda: self.is_over)
        seconds = world.now
        for guest in self.guests:
            if not guest.is_done:
                self.judge.left_off(guest)
        ended = sum(it.is_done and it.player.news == "ended" for it in self.guests)
        wrong = (*self.judge.wrong, *world.faults)
        lines = tuple(world.lines or ())
        return Outcome(wrong, world.trace, lines, ended, seconds, world.events)

    def _calm(self) -> None:
        """Let nothing more go wrong, and everybody be quick."""
        self.is_calm = True
        self.world.note("it is calm")
        for guest in self.guests:
            if guest.machine.is_running:
                guest.machine.enter(guest.player.calm_down)

    def close(self) -> None:
        """End everything."""
        for machine in (self.house.machine, *(it.machine for it in self.guests)):
            machine.end()


def play(seed: int, setting: Setting, *, traces: bool = False) -> Outcome:
    """Play one game in a storm."""
    where = "/dev/shm" if Path("/dev/shm").is_dir() else None
    folder = Path(tempfile.mkdtemp(prefix="storm", dir=where))
    group = fast() if setting.is_fast else contextlib.nullcontext()
    try:
        with toys(), group:
            table = Table(seed, setting, folder, traces=traces)
            with edges(table.world):
                try:
                    return table.play()
                finally:
                    table.close()
    finally:
        shutil.rmtree(folder, ignore_errors=True)
