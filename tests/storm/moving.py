"""
A table in the storm whose host is lost, and whose game continues at another host.

Players find that host by its announcement, some at once and some a while later, or are
told where to go. The first host may come back, so that two hosts continue the game.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from cryptography.x509 import Certificate

from sealed_wonders.client.table.endpoint import Look
from sealed_wonders.net.certificate import make_certificate, read_certificate, spki_pin
from sealed_wonders.net.discovery.nearby import Nearby
from sealed_wonders.net.log import journal
from sealed_wonders.net.log.envelopes import wires_of
from tests.storm.world import Timer
from tests.support.inprocess.chance import stream

if TYPE_CHECKING:
    from tests.storm.programs import AnotherHouse, Guest
    from tests.storm.table import Table

LOOK_SECONDS = 2.0
"""Average seconds between two looks at the announcements."""

TELL_SECONDS = 15.0
"""Seconds until people have told each other where the game continues or has ended."""

RETRY_SECONDS = 2.0
"""Seconds between two attempts to continue a table."""

ANOTHER = ("second", "third")
"""The machines on which a game can continue."""


def fixed_certificate(name: str) -> Certificate:
    """Make a certificate that depends only on a name, as its pin is sent in messages."""
    pem = make_certificate(
        datetime(2026, 1, 1, tzinfo=UTC), stream("certificate", name)
    )
    return read_certificate(pem)[1]


CERTIFICATES = sorted(map(fixed_certificate, ("house", *ANOTHER)), key=spki_pin)
"""Certificates of a table's hosts, the one with the lowest pin first."""


class Around:
    """The announcements on the network, and who hears them from when on."""

    def __init__(self, table: Table, dice: random.Random) -> None:
        self.lingers = dice.choice((5.0, 20.0, 4500.0))
        """Seconds for which a host is still announced after it is gone."""
        self._table = table
        self._dice = dice
        self._deaf_for = {
            guest.name: dice.choice((0.0, 0.0, 0.0, 8.0, 30.0))
            for guest in table.guests
        }
        """Seconds after which each player hears of another host."""

    def look(self, guest: Guest) -> Look:
        """Return a player's function that looks for hosts."""

        def look(heard: Callable[[Sequence[Nearby]], None]) -> Callable[[], object]:
            timers: list[Timer] = []
            last: Sequence[Nearby] = ()

            def listen() -> None:
                nonlocal last
                before, last = last, self._heard_by(guest)
                pause = LOOK_SECONDS * (0.5 + self._dice.random())
                timers[:] = [guest.machine.callLater(pause, listen)]
                if last != before:
                    heard(last)

            def stop() -> None:
                if timers[0].active():
                    timers[0].cancel()

            timers.append(guest.machine.callLater(LOOK_SECONDS * 0.1, listen))
            return stop

        return look

    def _heard_by(self, guest: Guest) -> Sequence[Nearby]:
        table, heard = self._table, []
        for house in table.houses:
            said = house.announced()
            since = table.world.now - house.began_at
            is_new = house is not table.house and since < self._deaf_for.get(
                guest.name, 0
            )
            is_parted = table.network.is_parted(guest.machine, house.machine)
            if said is not None and not is_parted and (table.is_calm or not is_new):
                heard.append(said)
        if table.thief is not None and (said := table.thief.announced()) is not None:
            heard.append(said)
        return heard


class Moving:
    """The players who continue a table whose host is lost."""

    def __init__(self, table: Table, dice: random.Random) -> None:
        self._table = table
        self._order = dice.sample(table.guests, len(table.guests))
        self._pause = dice.choice((2.0, 8.0, 20.0))
        self._wanted = dice.choice((1, 1, 1, 2))
        """Number of players who continue it at once, without knowing of each other."""
        self._has_file = dice.random() < 0.5
        """Whether they use the file that their program keeps, or what it has in memory."""

    def lost(self) -> None:
        """React to the loss of the host, for now or for good."""
        self._table.world.later(self._pause, self._go_on)

    def _go_on(self) -> None:
        table = self._table
        house = table.house
        # A host that was lost while it was off may start once more before it stays off.
        if table.is_over or (house.is_running and not house.is_gone):
            return
        for guest in self._order:
            taken = [it for it in table.another if it.guest is not None]
            free = [it for it in table.another if it.guest is None]
            if len(taken) == self._wanted:
                break
            if guest not in (it.guest for it in taken):
                self._take_up(guest, free[0])
        table.world.later(RETRY_SECONDS, self._go_on)

    def _take_up(self, guest: Guest, house: AnotherHouse) -> None:
        """Make somebody continue their game, if they see that its host is lost."""
        if not guest.machine.is_running or not guest.has_lost_host:
            return
        seat = guest.session.seat
        if seat is None:
            return
        gid, name = seat.fold.charter.gid, guest.session.table
        data = journal.begin(journal.JournalHead(name)) + journal.pack(
            wires_of(seat.fold.entries())
        )
        if self._has_file:
            data = guest.kept_log(gid) or data
        house.take_up(guest, data)

    def ended(self, guest: Guest) -> None:
        """Make a player who saw the end at another host tell the others where."""
        pins = {it.address: it for it in self._table.another if it.has_game}
        house = pins.get(guest.place)
        if house is not None:
            for other in self._table.guests:
                self._table.world.later(TELL_SECONDS, self._tell_end, other, house)

    def _tell_end(self, guest: Guest, house: AnotherHouse) -> None:
        if not guest.goes_to(house):
            self._table.world.later(TELL_SECONDS, self._tell_end, guest, house)

    def tell(self, house: AnotherHouse) -> None:
        """Send everybody to a host whose program wouldn't go there by itself."""
        for guest in self._table.guests:
            self._lead(guest, house)

    def _lead(self, guest: Guest, house: AnotherHouse) -> None:
        """
        Send somebody to a host, again and again until they are connected to a running
        host.

        Their machine may be asleep, or they may not have noticed yet that the host is
        lost.
        """
        if guest.machine.is_running and guest.is_waiting_for_host:
            guest.machine.enter(guest.go)
        elif guest.machine.is_running and guest.follows_nobody:
            guest.goes_to(house)
        if not (self._table.is_over or guest.is_at_a_running_host):
            self._table.world.later(TELL_SECONDS, self._lead, guest, house)
