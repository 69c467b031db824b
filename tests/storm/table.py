"""One table in a storm, from its seed to its end."""

from __future__ import annotations

import contextlib
import math
import random
import shutil
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from unittest import mock

import pytest
from cryptography.x509 import Certificate

from sealed_wonders.host.terms import Terms
from sealed_wonders.net.tableoptions import PLAYERS
from sealed_wonders.net.verification import Work, at_once
from sealed_wonders.net.verificationcache import VERIFICATION_CACHE
from tests.storm import faults
from tests.storm.chance import Chance
from tests.storm.crooks import CLIENT_CHEATS, HOST_CHEATS, Crook, LyingHost
from tests.storm.disk import Disk
from tests.storm.edges import edges
from tests.storm.faults import Event
from tests.storm.forking import DOUBLE, FORK_PROBABILITY, TWIN, Fork, Twin
from tests.storm.handing import ONLOOKER, Handing, gives_away, looks_on
from tests.storm.judge import Judge
from tests.storm.moving import (
    ANOTHER,
    CERTIFICATES,
    Around,
    Moving,
    fixed_certificate,
)
from tests.storm.network import Network
from tests.storm.people import Manner
from tests.storm.programs import AnotherHouse, Guest, House, Later, Room
from tests.storm.shorttoy import StormToy, short_toy
from tests.storm.thief import THIEF, THIEF_PROBABILITY, Thief
from tests.storm.world import Machine, World
from tests.support.inprocess.folds import NAMES
from tests.support.integers import sealing_with_integers
from tests.support.lobbies import HOST, identity_of
from tests.support.toy import TOY
from tests.support.toytable import register_toy

STOLEN = fixed_certificate("thief")
"""The certificate of a stranger's host, whose pin decides nothing."""

CALM_SECONDS = 60.0
"""Seconds after which nothing new goes wrong."""

WRITE_SECONDS = 5.0
"""Seconds for a host to write the end of a game to disk."""

MAX_FAULTS = 8
"""Faults in one run."""

POWER_FAULTS = ("power", "fails", "lost")
"""Kinds of faults for which synced contents are recorded."""

PATIENCE_SECONDS = 300.0
"""Seconds after `CALM_SECONDS` within which every game ends that can."""

SETTLED_SECONDS = 20.0
"""Seconds without a new entry after which a table that isn't over is judged."""


LEAVE_ROOM_PROBABILITY = 0.2
"""Probability that somebody leaves the room with their program on."""

BIG_TABLE_PROBABILITY = 0.1
"""Probability of a table with 6 or 7 players."""

SHORT = "short"
"""The shorter toy."""

GAMES = (TOY, SHORT, "architects", "wonders")


@dataclass(frozen=True, slots=True)
class Setting:
    """
    The game to play; empty values are drawn from the seed.

    Attributes:
        is_fast: whether cards are sealed by `integers`.
    """

    game: str = TOY
    seats: int = 0
    expansions: str = ""
    is_fast: bool = True

    def terms(self, chance: Chance) -> Terms:
        dice, more = chance.dice("terms"), chance.dice("seats")
        expansions = self.expansions
        if self.game == "wonders" and not expansions:
            expansions = dice.choice(("", "leaders", "edifice", "leaders,edifice"))
        few = dice.choice((3, 3, 3, 4, 5)) if not self.seats else self.seats
        when_gone = dice.choice(("go-on", "go-on", "go-on", "wait"))
        clocks = chance.dice("game time")
        game_time = clocks.choice((0, 0, 20, 60))
        is_big = not self.seats and more.random() < BIG_TABLE_PROBABILITY
        return Terms.of(
            game=TOY if self.game == SHORT else self.game,
            players=more.choice((6, 7)) if is_big else few,
            when_gone="rescue" if gives_away(chance) else when_gone,
            gone_after=dice.choice((5, 10, 30)),
            turn_time=dice.choice((0, 0, 10, 30)),
            game_time=game_time,
            increment=clocks.choice((0, 3)) if game_time else 0,
            own={"with": expansions} if expansions else {},
        )


@dataclass(frozen=True, slots=True)
class Outcome:
    """
    The result of a run.

    Attributes:
        wrong: what is wrong, in a line each; empty if all is well.
        trace: the hash of everything that happened.
        lines: everything that happened, if it was recorded.
        ended: number of players who have seen the end of their game.
        seconds: virtual seconds.
        faults: the planned faults.
        crooks: who cheated, and how.
    """

    wrong: tuple[str, ...]
    trace: str
    lines: tuple[str, ...]
    ended: int
    seconds: float
    events: int
    faults: tuple[Event, ...]
    crooks: str


class Table:
    """A host, its players, and everything around them."""

    def __init__(
        self,
        seed: int,
        setting: Setting,
        folder: Path,
        events: Sequence[Event] | None = None,
        *,
        traces: bool = False,
    ) -> None:
        self.chance = Chance(seed)
        self.setting = setting
        self.terms = setting.terms(self.chance)
        self.world = World(self.chance, folder, traces=traces)
        self.network = Network(self.world)
        self.judge = Judge(self)
        self.is_calm = False
        self.is_over = False
        self.fork: Fork | None = None
        self.thief: Thief | None = None
        dice = self.chance.dice("people")
        keys = self.chance.dice("pins").sample(CERTIFICATES, len(CERTIFICATES))
        house = self._machine("house", "10.0.0.1")
        shown = keys.pop()
        self.house = House(self, house, self._work(dice, house), HOST, shown)
        self.another = []
        for n, name in enumerate(ANOTHER, 2):
            machine = self._machine(name, f"10.0.0.{n}")
            work = self._work(dice, machine)
            found = AnotherHouse(self, machine, work, identity_of(name), keys.pop())
            self.another.append(found)
        self.houses: list[House] = [self.house, *self.another]
        self.guests = []
        for n, name in enumerate(NAMES[: self.terms[PLAYERS]], 1):
            machine = self._machine(name, f"10.0.{n}.7")
            work = self._work(dice, machine)
            self.guests.append(Guest(self, machine, Manner.of(dice), work))
        self.machines = [it.machine for it in self.programs]
        self.around = Around(self, self.chance.dice("around"))
        self.moving = Moving(self, self.chance.dice("moving"))
        if events is None:
            names = [guest.name for guest in self.guests]
            events = faults.drawn(self.chance.dice("faults"), names, MAX_FAULTS)
            events += faults.of_clocks(self.chance.dice("clocks"), names)
        self.events = tuple(sorted(events))
        self._draw_crooks(self.chance.dice("crooks"))
        self._draw_rooms(self.chance.dice("rooms"))
        self.fork = self._draw_fork(self.chance.dice("fork"), shown)
        self.handing = self._draw_handing(self.chance.dice("handing"))
        self.thief = self._draw_thief(self.chance.dice("thief"))
        for machine in self.machines:
            machine.disk.is_remembered = any(it.kind in POWER_FAULTS for it in events)
            machine.disk.settle()

    def _draw_crooks(self, dice: random.Random) -> None:
        """Draw a cheat, or none."""
        drawn, one = dice.random(), dice.choice(self.guests)
        if drawn < 0.15:
            one.crook = Crook(dice.choice(CLIENT_CHEATS), one.identity, dice)
        elif drawn < 0.3:
            victim = one.identity.public
            self.house.liar = LyingHost(dice.choice(HOST_CHEATS), self, victim, dice)

    def _draw_rooms(self, dice: random.Random) -> None:
        """Draw a player who leaves their running program for a while or for good."""
        people = [it for it in self.guests if not (it.manner.is_program or it.crook)]
        if people and dice.random() < LEAVE_ROOM_PROBABILITY:
            at, long = dice.uniform(0, 20), dice.uniform(5, 40)
            back = at + long if dice.random() < 0.5 else math.inf
            dice.choice(people).room = Room(at, back)

    def _draw_fork(self, dice: random.Random, shown: Certificate) -> Fork | None:
        """Draw whether the host shows two worlds."""
        moves = any(it.kind in faults.MOVE_FAULTS for it in self.events)
        if dice.random() >= FORK_PROBABILITY or self.crooks or moves:
            return None
        machine = self._machine(TWIN, "10.0.0.9")
        twin = Twin(self, machine, self._work(dice, machine), HOST, shown)
        double = self._machine(DOUBLE, "10.0.9.7")
        fork = Fork(self, twin, double, self._work(dice, double), dice)
        self.houses.append(twin)
        self.machines += (machine, double)
        return fork

    def _draw_handing(self, dice: random.Random) -> Handing | None:
        """Draw a spectator who would play on for others, or none."""
        if not looks_on(self.chance) or self.fork is not None:
            return None
        machine = self._machine(ONLOOKER, "10.0.8.7")
        handing = Handing(self, machine, self._work(dice, machine), dice)
        self.guests.append(handing.onlooker)
        self.machines.append(machine)
        return handing

    def _draw_thief(self, dice: random.Random) -> Thief | None:
        """Draw a stranger who opens a host with the log, or none."""
        if dice.random() >= THIEF_PROBABILITY or self.fork is not None:
            return None
        machine = self._machine(THIEF, "10.0.7.7")
        thief = Thief(
            self, machine, self._work(dice, machine), identity_of(THIEF), STOLEN
        )
        thief.plan(dice)
        self.machines.append(machine)
        return thief

    @property
    def crooks(self) -> str:
        """Who cheats, and how; empty if nobody does."""
        liar = self.house.liar
        words = [f"{it.name} {it.crook.kind}" for it in self.guests if it.crook]
        if self.fork is not None:
            words.append(str(self.fork))
        if liar is not None:
            words.append(f"the host {liar.kind} to {self.name_of(liar.victim)}")
        return ", ".join(words)

    @property
    def has_moved(self) -> bool:
        """Whether somebody continues the game, or has continued it, at another host."""
        return any(house.has_game for house in self.another)

    def program_of(self, machine: Machine) -> Guest | House:
        """Return the program of a machine."""
        return next(it for it in self.programs if it.machine is machine)

    @property
    def programs(self) -> Sequence[Guest | House]:
        """All programs that run on machines, or may."""
        double = () if self.fork is None else (self.fork.double,)
        thief = () if self.thief is None else (self.thief,)
        return *self.houses, *self.guests, *double, *thief

    def _machine(self, name: str, ip: str) -> Machine:
        disk = Disk(self.world.folder / name, self.chance.dice("disk", name))
        return Machine(self.world, name, ip, self.network, disk)

    def _work(self, dice: random.Random, machine: Machine) -> Work:
        seconds = dice.choice((0.0, 0.0, 0.01, 0.5))
        return Later(machine, seconds) if seconds else at_once

    def name_of(self, identity: bytes) -> str:
        found = (it.name for it in self.guests if it.identity.public == identity)
        return next(found, "somebody")

    def look(self) -> None:
        """Note whether everybody has got what they came for."""
        self.is_over = all(
            it.is_done or it.is_gone or it.is_lost or it.only_looks_on
            for it in self.guests
        )

    def play(self) -> Outcome:
        """Play until everything is over, or nothing more may happen."""
        world = self.world
        world.note("crooks:", self.crooks or "nobody")
        self.house.start()
        dice = self.chance.dice("coming")
        for guest in self.guests:
            if not guest.looks_on:
                world.later(2 * dice.random(), guest.start)
        faults.plan(self, self.events)
        for guest in self.guests:
            if guest.room.at < math.inf:
                world.note(guest.name, "leaves the room:", *guest.room)
            if guest.room.back < math.inf:
                world.later(guest.room.back, self._come_back, guest)
        for more in (self.fork, self.handing):
            if more is not None:
                more.plan()
        world.later(CALM_SECONDS, self._calm)
        world.run(CALM_SECONDS + PATIENCE_SECONDS, lambda: self.is_over)
        # A ballot may just have been carried, so that somebody is thinking.
        for _ in range(MAX_FAULTS):
            entries = self._entries()
            if self.is_over:
                break
            world.run(world.now + SETTLED_SECONDS, lambda: self.is_over)
            if entries == self._entries():
                break
        seconds = world.now
        if not self.is_calm:
            self._calm()
        # A host writes the end of a game a moment later.
        world.run(world.now + WRITE_SECONDS, lambda: False)
        self.judge.judge()
        ended = sum(it.ended_at < math.inf for it in self.guests)
        wrong = (*self.judge.wrong, *world.faults)
        lines = tuple(world.lines or ())
        return Outcome(
            wrong,
            world.trace,
            lines,
            ended,
            seconds,
            world.events,
            self.events,
            self.crooks,
        )

    def _entries(self) -> int:
        """Return the number of entries of the longest log."""
        seats = (it.seat for it in self.guests)
        return max((it.fold.position for it in seats if it is not None), default=0)

    def _calm(self) -> None:
        """Stop all faults, and make everybody quick."""
        self.is_calm = True
        self.world.note("it is calm")
        for machine in self.machines:
            disk = machine.disk
            disk.is_full = disk.is_read_only = disk.fails_to_sync = False
            disk.dies_after = -1
            machine.wakes_at = min(machine.wakes_at, self.world.now)
        for guest in self.programs:
            if guest.machine.is_running and hasattr(guest, "player"):
                guest.machine.enter(guest.player.calm_down)

    def _come_back(self, guest: Guest) -> None:
        self.world.note(guest.name, "comes back into the room")
        if guest.machine.is_running and hasattr(guest, "player"):
            guest.machine.enter(guest.player.come_back)

    def close(self) -> None:
        for machine in self.machines:
            machine.end()


def play(
    seed: int,
    setting: Setting,
    events: Sequence[Event] | None = None,
    *,
    traces: bool = False,
) -> Outcome:
    """Play one game in a storm."""
    where = "/dev/shm" if Path("/dev/shm").is_dir() else None
    folder = Path(tempfile.mkdtemp(prefix="storm", dir=where))
    group = sealing_with_integers() if setting.is_fast else contextlib.nullcontext()
    shared = mock.patch.object(VERIFICATION_CACHE, "capacity", 4096)
    try:
        with shared, pytest.MonkeyPatch.context() as patch, group:
            register_toy(patch, short_toy if setting.game == SHORT else StormToy)
            table = Table(seed, setting, folder, events, traces=traces)
            with edges(table.world):
                try:
                    return table.play()
                finally:
                    table.close()
    finally:
        shutil.rmtree(folder, ignore_errors=True)
