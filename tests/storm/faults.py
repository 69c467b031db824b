"""
The list of everything that is to go wrong in a storm, drawn from the seed beforehand.

Each fault is one event that can be written down and read again; its consequences are
left to the run. So a list can be shortened, and replayed as it is.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from tests.storm.moving import ANOTHER
from tests.storm.world import Machine

if TYPE_CHECKING:
    from tests.storm.table import Table

HOUR = 3600.0

HOUSE = "house"
"""The host's machine; all others are named after their users."""


class Event(NamedTuple):
    """A fault."""

    at: float
    kind: str
    whom: str
    """The name of a machine."""
    much: float
    """Seconds that it lasts or that the program is off, or a number of writes or hours."""

    def __str__(self) -> str:
        return f"{self.at:.2f}:{self.kind}:{self.whom}:{self.much:g}"

    @classmethod
    def read(cls, text: str) -> Event:
        """Read an event as `str` writes it."""
        at, kind, whom, much = text.split(":")
        if kind not in KINDS:
            raise ValueError(f"no fault is called {kind!r}")
        return cls(float(at), kind, whom, float(much))


def read(text: str) -> tuple[Event, ...]:
    """Read a list of events, separated by commas."""
    return tuple(Event.read(one) for one in text.split(",") if one)


def write(events: Sequence[Event]) -> str:
    """Write a list of events, separated by commas."""
    return ",".join(map(str, events))


# The kinds of faults.


def _cut(table: Table, machine: Machine, much: float) -> None:
    for end in table.network.of(machine):
        end.cut()


def _dark(table: Table, machine: Machine, much: float) -> None:
    for end in table.network.of(machine):
        end.pair.is_dark = True


def _part(table: Table, machine: Machine, much: float) -> None:
    others = [it for it in table.machines if it is not machine]
    table.network.part([machine], others, much)


def _kill(table: Table, machine: Machine, much: float, *, power: bool = False) -> None:
    table.program_of(machine).is_back_after = much
    machine.kill(power=power)


def _dies(table: Table, machine: Machine, much: float, *, power: bool = False) -> None:
    machine.disk.dies_after, machine.disk.dies_with_power = int(much), power


def _sleep(table: Table, machine: Machine, much: float) -> None:
    if machine.is_running:
        machine.sleep(much)


def _for_a_while(table: Table, machine: Machine, much: float, *, what: str) -> None:
    """Set a fault of a disk for a while."""
    setattr(machine.disk, what, True)
    table.world.later(much, setattr, machine.disk, what, False)


def _moves(table: Table, machine: Machine, much: float) -> None:
    for end in table.network.of(machine):
        end.pair.is_dark = True
    machine.ip = f"10.1.{int(machine.world.now) % 250}.{len(machine.name)}"


def _set_clock(table: Table, machine: Machine, much: float, *, hour: float) -> None:
    machine.slip += much * hour


def _gone(table: Table, machine: Machine, much: float) -> None:
    table.program_of(machine).is_gone = True
    machine.kill()
    table.look()


def _lost(table: Table, machine: Machine, much: float) -> None:
    table.program_of(machine).is_gone = True
    machine.kill(power=True)
    table.moving.lost()


def _absent(table: Table, machine: Machine, much: float) -> None:
    table.program_of(machine).is_back_after = 10 + much
    machine.kill()
    table.moving.lost()


def _leaves(table: Table, machine: Machine, much: float) -> None:
    for guest in table.guests:
        if guest.machine is machine and machine.is_running:
            machine.enter(guest.leave)


Action = Callable[["Table", Machine, float], None]

GUEST_FAULTS: Mapping[str, tuple[Action, float]] = {
    "cut": (_cut, 0),
    "dark": (_dark, 0),
    "part": (_part, 30),
    "kill": (_kill, 20),
    "power": (partial(_kill, power=True), 20),
    "dies": (_dies, 30),
    "fails": (partial(_dies, power=True), 30),
    "sleep": (_sleep, 60),
    "full": (partial(_for_a_while, what="is_full"), 20),
    "locked": (partial(_for_a_while, what="is_read_only"), 20),
    "unsynced": (partial(_for_a_while, what="fails_to_sync"), 20),
    "moves": (_moves, 0),
    "gone": (_gone, 0),
    "leaves": (_leaves, 0),
}
"""Faults of a player's machine, each with its largest amount."""

HOST_FAULTS: Mapping[str, tuple[Action, float]] = {
    "cut": (_cut, 0),
    "kill": (_kill, 20),
    "power": (partial(_kill, power=True), 20),
    "dies": (_dies, 60),
    "fails": (partial(_dies, power=True), 60),
    "sleep": (_sleep, 20),
    "full": (partial(_for_a_while, what="is_full"), 20),
    "locked": (partial(_for_a_while, what="is_read_only"), 20),
}
"""Faults of the host's machine, likewise."""

MOVE_FAULTS: Mapping[str, tuple[Action, float]] = {
    "lost": (_lost, 0),
    "absent": (_absent, 60),
}
"""Faults that make a table move: its host is off for good, or for long enough."""

MOVE_PROBABILITY = 0.12
"""Probability that a table moves."""

CLOCK_FAULTS: Mapping[str, tuple[Action, float]] = {
    "forward": (partial(_set_clock, hour=HOUR), 480),
    "back": (partial(_set_clock, hour=-HOUR), 480),
}
"""Changes of the time of day, in hours; no timeout depends on it."""

CLOCK_PROBABILITY = 0.2
"""Probability that clocks are changed."""

KINDS: Mapping[str, tuple[Action, float]] = {
    **GUEST_FAULTS,
    **HOST_FAULTS,
    **CLOCK_FAULTS,
    **MOVE_FAULTS,
}

FINAL = ("gone", "leaves")
"""Final faults, which happen to one player at most: more than half have to be left."""


def drawn(dice: random.Random, names: Sequence[str], most: int) -> tuple[Event, ...]:
    """Draw a list of faults."""
    events: list[Event] = []
    count = dice.randint(0, most)
    span = dice.choice((8.0, 20.0, 40.0))
    favourites = dice.sample(sorted({**GUEST_FAULTS, **HOST_FAULTS}), 4)
    for _ in range(count):
        is_house = dice.random() < 0.3
        kinds = HOST_FAULTS if is_house else GUEST_FAULTS
        # A few kinds together find more than all of them once.
        liked = [kind for kind in favourites if kind in kinds]
        kind = dice.choice(liked if liked and dice.random() < 0.6 else sorted(kinds))
        whom = HOUSE if is_house else dice.choice(sorted(names))
        if kind in FINAL and any(it.kind in FINAL for it in events):
            continue
        much = round(kinds[kind][1] * dice.random() ** 2, 1)
        events.append(Event(round(span * dice.random(), 2), kind, whom, much))
    if dice.random() < MOVE_PROBABILITY:
        events = list(_with_move(dice, events))
    return tuple(sorted(events))


def _with_move(dice: random.Random, events: Sequence[Event]) -> Iterator[Event]:
    """
    Yield the events with one that makes the table move.

    Some of the later faults of its host then affect the next host.
    """
    kind = dice.choice(sorted(MOVE_FAULTS))
    much = round(MOVE_FAULTS[kind][1] * dice.random(), 1)
    moves = Event(round(2 + 13 * dice.random(), 2), kind, HOUSE, much)
    yield moves
    for event in events:
        if event.whom == HOUSE and event.at > moves.at:
            at, whom = round(event.at + 20 * dice.random(), 2), dice.choice(ANOTHER)
            yield event._replace(at=at, whom=whom)
        else:
            yield event


def of_clocks(dice: random.Random, names: Sequence[str]) -> tuple[Event, ...]:
    """Draw the machines whose time of day is changed, and when."""
    if dice.random() >= CLOCK_PROBABILITY:
        return ()
    events: list[Event] = []
    for _ in range(dice.randint(1, 3)):
        kind = dice.choice(sorted(CLOCK_FAULTS))
        whom, at = dice.choice((HOUSE, *sorted(names))), round(20 * dice.random(), 2)
        much = round(CLOCK_FAULTS[kind][1] * dice.random(), 1)
        events.append(Event(at, kind, whom, much))
        if dice.random() < 0.5:
            # It shows when a program starts and reads what earlier ones have written.
            events.append(Event(at, "kill", whom, round(10 * dice.random(), 1)))
    return tuple(sorted(events))


def plan(table: Table, events: Sequence[Event]) -> None:
    """Schedule faults."""
    for event in events:
        table.world.later(event.at, _happen, table, event)


def _happen(table: Table, event: Event) -> None:
    machine = next((it for it in table.machines if it.name == event.whom), None)
    if machine is None:
        return
    table.world.note("FAULT:", event)
    does, _ = KINDS[event.kind]
    does(table, machine, event.much)
