"""
Players, and the hosts at which they are, without a network.

In this game, every player makes one entry per phase. A phase is complete for a player
who has received all its entries. Hosts may withhold entries, and lie about the players
at them. Seats sign true statements, unless they are friends of a lying host.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from sealed_wonders.client.table.dial import TRIED
from sealed_wonders.client.table.homehost import HomeHost
from sealed_wonders.client.table.quorum import (
    Followed,
    HostAnswer,
    Party,
    Quorum,
    QuorumCallbacks,
)
from sealed_wonders.core.game import Seat
from sealed_wonders.net.address import Address
from sealed_wonders.net.discovery.nearby import GameNearby, Nearby
from sealed_wonders.net.rollcall import Statement
from tests.support.clock import Clock

GID = bytes(range(32))
STEM = GID.hex()[:16]
HOME = "A"

PLACES = {
    name: Address("192.0.2.1", 7000 + number, bytes([number]) * 16)
    for number, name in enumerate("ABCXYZ")
}
"""The hosts' addresses in the order of their pins; the game was begun at `HOME`."""

NAMES = {place.pin: name for name, place in PLACES.items()}

ROLL_CALL_SECONDS = 6.0
"""Seconds until a host answers a roll call."""

RECONNECT_SECONDS = 15.0
"""Seconds until a player who lost a running host is connected again."""

MOVE_SECONDS = 1.0
"""Seconds that a move to another host takes."""

EntryId = tuple[int, Seat]
"""An entry: its phase and its seat."""


@dataclass
class Host:
    """
    A host, and its behaviour.

    Attributes:
        is_there: whether the host is running.
        passes_on: whether it shows an entry to a seat; an honest host shows all.
        shows: whether it shows a seat's statement to another seat; the last argument is
            whether that other seat is at this host.
        claims: the number of players that it announces instead of the true one; to
            players at this host, it claims that all are there.
        delay: seconds until an entry reaches its log.
        takes: whether it accepts players, and has the game.
        log: the entries that have reached it.
    """

    name: str
    is_there: bool = True
    passes_on: Callable[[EntryId, Seat], bool] = lambda made, who: True
    shows: Callable[[Seat, Seat, bool], bool] = lambda seat, who, is_here: True
    claims: int | None = None
    delay: float = 0.0
    takes: bool = True
    log: set[EntryId] = field(default_factory=set)
    seen: list[tuple[float, Seat]] = field(default_factory=list)
    """When each seat arrived at the host."""


class SimulatedPerson:
    """A player or a spectator."""

    def __init__(self, world: World, seat: Seat, place: str, *, plays: bool) -> None:
        self.world, self.seat, self.plays = world, seat, plays
        self.at = place
        """The name of their host, or an empty text."""
        self.log: set[EntryId] = set()
        self._phase = self._looked_at = 0
        """The open phase, and the number of entries from which it was computed."""
        self.news = 0
        self.posted: dict[EntryId, float] = {}
        self.shown: set[EntryId] = set()
        """The entries that their present host has shown them."""
        self.thinks_until = 0.0
        self.thinks_for = 3.0
        self.moves: list[tuple[str, float]] = []
        self.offered: Sequence[Nearby] = ()
        self._is_friend = self._sleeps = False
        self._lost = place, 0.0
        """The host that they lost, and when."""
        self.unheard_at = ""
        """The names of hosts that don't pass their votes on."""
        self.lies: Statement | None = None
        """The false statement that they sign, if any."""
        self.quorum = Quorum(
            world.clock,
            self._look,
            QuorumCallbacks(
                lambda: self.followed,
                self._survey,
                self._go,
                self._go_for_news,
                self._offer,
            ),
            random.Random(seat),
        )

    # What they know.

    @property
    def phase(self) -> int:
        """The open phase, according to the entries that they have received."""
        if len(self.log) != self._looked_at:
            self._looked_at = len(self.log)
            seats = self.world.seats
            while all((self._phase, seat) in self.log for seat in seats):
                self._phase += 1
        return self._phase

    @property
    def own_entry(self) -> EntryId | None:
        """Their entry in the open phase, or None if they haven't made it."""
        mine = self.phase, self.seat
        return mine if mine in self.posted else None

    @property
    def statement(self) -> Statement:
        """What they sign for a roll call."""
        if self.lies is not None:
            return self.lies
        return Statement(
            self.phase, b"", _digest(self.own_entry) if self.own_entry else None
        )

    @property
    def followed(self) -> Followed | None:
        world = self.world
        if not world.has_begun or self._sleeps:
            return None
        unshown = self.posted.keys() - self.shown
        phase = self.phase
        return Followed(
            GID,
            world.parties,
            self.seat if self.plays else None,
            phase,
            HomeHost(PLACES[HOME], world.is_invited) if world.knows_home else None,
            world.is_invited,
            self.news,
            min(unshown)[0] if unshown else None,
            phase if self.at and self.at in self.unheard_at else None,
            self._all_here,
            self._has_shown,
            lambda seat, said: not self._has_shown(seat, said),
            lambda answers: {},
        )

    @property
    def _all_here(self) -> bool | None:
        if not self.at:
            return None
        host = self.world.hosts[self.at]
        return (
            host.claims is not None or self.world.seats_at(self.at) >= self.world.seats
        )

    def _has_shown(self, seat: Seat, said: Statement) -> bool:
        if said.phase != self.phase:
            return said.phase < self.phase
        return said.own is None or said.own in {_digest(it) for it in self.log}

    # What they do.

    def live(self) -> None:
        """
        Reconnect if necessary, receive what the host shows, and make an entry that is
        due.
        """
        world, now = self.world, self.world.clock.seconds()
        if self._is_friend or self._sleeps:
            return
        last, when = self._lost
        if (
            not self.at
            and now > when + RECONNECT_SECONDS
            and world.hosts[last].is_there
        ):
            self.go(last)
        if self.at:
            host = world.hosts[self.at]
            kept = host.log - self.shown
            shown = {it for it in kept if host.passes_on(it, self.seat)}
            new = shown - self.log
            self.news += sum(seat != self.seat for _, seat in new)
            self.log |= shown
            self.shown |= shown
            for made in self.log - host.log:
                world.post(host, made)
        if (
            self.plays
            and self.at
            and self.own_entry is None
            and now >= self.thinks_until
        ):
            made = self.phase, self.seat
            self.posted[made] = now
            self.thinks_until = now + self.thinks_for
            world.post(world.hosts[self.at], made)
        self.quorum.changed()

    def help_host_lie(self) -> None:
        """Help their host to lie: stay there, and make no more entries."""
        self._is_friend = True
        self.quorum.close()

    def go(self, name: str) -> None:
        """Arrive at a host."""
        self.at, self._sleeps = name, False
        self.shown = set()
        self.world.hosts[name].seen.append((self.world.clock.seconds(), self.seat))
        for made in self.posted:
            self.world.post(self.world.hosts[name], made)
        self.quorum.arrived(PLACES[name])

    def lose(self) -> None:
        """
        Lose the connection, and reconnect after `RECONNECT_SECONDS` if the host is running.
        """
        self._lost = self.at, self.world.clock.seconds()
        self.at = ""
        self.quorum.connection_lost()

    def sleep(self) -> None:
        """Suspend the machine until they arrive at a host."""
        self.at, self._sleeps = "", True
        self.quorum.changed()

    def _look(self, heard: Callable[[Sequence[Nearby]], None]) -> Callable[[], object]:
        self.world.listeners[self.seat] = heard
        self.world.clock.callLater(0.5, lambda: heard(self.world.announced))
        return lambda: self.world.listeners.pop(self.seat, None)

    def _survey(
        self,
        hosts: Sequence[Nearby],
        done: Callable[[Mapping[bytes, HostAnswer]], None],
    ) -> Callable[[], object]:
        self.world.surveys.append((self.world.clock.seconds(), self.seat))
        names = [name for host in hosts[:4] if (name := _reached(host))]
        timer = self.world.clock.callLater(
            ROLL_CALL_SECONDS, lambda: done(self.world.proven(self, names))
        )

        def stop() -> None:
            if timer.active():
                timer.cancel()

        return stop

    def _go(self, host: Nearby, *, for_news: bool = False) -> None:
        name = NAMES[host.address.pin]
        there, is_reached = self.world.hosts[name], _reached(host)

        def arrive() -> None:
            is_wanted = not for_news or self._has_news(there)
            if there.is_there and there.takes and is_reached and is_wanted:
                self.moves.append((name, self.world.clock.seconds()))
                self.go(name)
            else:
                denies = there.is_there and bool(is_reached) and not there.takes
                self.quorum.missed(PLACES[name].pin, denies=denies)

        self.world.clock.callLater(MOVE_SECONDS, arrive)

    def _go_for_news(self, host: Nearby) -> None:
        self._go(host, for_news=True)

    def _has_news(self, host: Host) -> bool:
        """Return whether a host shows an entry that is missing in the open phase."""
        return any(
            phase == self.phase and seat != self.seat and (phase, seat) not in self.log
            for phase, seat in host.log
            if host.passes_on((phase, seat), self.seat)
        )

    def _offer(self, hosts: Sequence[Nearby]) -> None:
        self.offered = hosts


class World:
    """
    All people and hosts.

    Attributes:
        hosts: by name.
        people: by seat; spectators come last.
        parties: the owners of the seats.
        false: announcements of strangers.
    """

    def __init__(
        self,
        at: str,
        *hosts: Host,
        bots: Mapping[Seat, bytes] | None = None,
        onlookers: str = "",
        is_invited: bool = False,
        knows_home: bool = True,
        has_begun: bool = True,
    ) -> None:
        """
        Put people at hosts.

        Args:
            at: the name of each player's host.
            hosts: hosts that aren't honest, or not running.
            bots: the owners of the seats that bots play.
            onlookers: the names of the spectators' hosts.
            is_invited: whether everybody has an invitation to the home host.
            knows_home: whether everybody knows the home host.
            has_begun: whether the game has begun.
        """
        self.clock = Clock()
        self.hosts = {name: Host(name) for name in PLACES}
        self.hosts |= {host.name: host for host in hosts}
        self.seats = {*range(len(at))}
        self.is_invited, self.knows_home = is_invited, knows_home
        self.has_begun = has_begun
        owners = bots or {}
        self.parties = {
            seat: Party(owners.get(seat, bytes([seat]) * 32), seat not in owners)
            for seat in self.seats
        }
        self.announced: Sequence[Nearby] = ()
        self.false: Sequence[Nearby] = ()
        self.listeners: dict[Seat, Callable[[Sequence[Nearby]], None]] = {}
        self.surveys: list[tuple[float, Seat]] = []
        """When each seat has made a roll call."""
        self.people = [
            SimulatedPerson(self, seat, place, plays=seat < len(at))
            for seat, place in enumerate(at + onlookers)
        ]
        for one in self.people:
            one.go(one.at)
        self._announce()

    def post(self, host: Host, made: EntryId) -> None:
        """Add an entry to a host's log, after the host's delay."""
        if host.delay:
            self.clock.callLater(host.delay, host.log.add, made)
        else:
            host.log.add(made)

    def seats_at(self, name: str) -> set[Seat]:
        """Return the seats of the players at a host."""
        return {one.seat for one in self.people if one.plays and one.at == name}

    def proven(
        self, asker: SimulatedPerson, names: Sequence[str]
    ) -> Mapping[bytes, HostAnswer]:
        """Return what hosts prove to somebody who asks them."""
        found = dict[bytes, HostAnswer]()
        for name in names:
            host, pin = self.hosts[name], PLACES[name].pin or b""
            if host.is_there:
                seats = {
                    seat: self.people[seat].statement
                    for seat in self.seats_at(name)
                    if host.shows(seat, asker.seat, asker.at == name)
                }
                found[pin] = HostAnswer(host.takes, seats, PLACES[name])
        return found

    def _announce(self) -> None:
        before = self.announced
        self.announced = [
            Nearby(
                host.name,
                PLACES[host.name],
                (),
                (GameNearby(STEM, host.claims or len(self.seats_at(host.name))),),
            )
            for host in self.hosts.values()
            if host.is_there and (host.claims is not None or host.log)
        ]
        self.announced = [*self.announced, *self.false]
        if before != self.announced:
            for heard in list(self.listeners.values()):
                heard(self.announced)
        self.clock.callLater(3.0, self._announce)

    def kill(self, name: str) -> None:
        """Stop a host, and disconnect everybody there."""
        self.hosts[name].is_there = False
        for one in self.people:
            if one.at == name:
                one.lose()

    def run(self, seconds: float) -> None:
        """Let seconds pass, in steps of half a second."""
        for _ in range(int(2 * seconds)):
            for one in self.people:
                one.live()
            self.clock.advance(0.5)

    @property
    def at(self) -> str:
        """The host of each player by seat; a dot for a player who is at none."""
        return "".join(one.at or "." for one in self.people if one.plays)

    @property
    def phases(self) -> list[int]:
        return [one.phase for one in self.people if one.plays]


def _reached(host: Nearby) -> str:
    """Return the name of the host reached at these addresses, or an empty text."""
    name = NAMES[host.address.pin]
    tried = (host.address, *host.others)[:TRIED]
    return name if PLACES[name] in tried else ""


def _digest(made: EntryId) -> bytes:
    phase, seat = made
    return bytes([phase % 256, phase // 256, seat]) + bytes(29)
