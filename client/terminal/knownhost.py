"""
A host as this machine knows it: by its pin, wherever it may be by now.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from sealed_wonders.client.storage.home import Damaged, Home
from sealed_wonders.client.table.link import Broken
from sealed_wonders.core.sentences import Sentence, sentence_of
from sealed_wonders.net.address import Address
from sealed_wonders.net.pins import Pin
from sealed_wonders.net.words import _


class KnownHost:
    """
    Where a host is and which pin it has, as far as that is remembered.

    Attributes:
        at: where it is by now, and others can find it.
    """

    def __init__(
        self,
        home: Home,
        address: Address,
        note: Callable[[str], None],
        tell: Callable[[str], None],
    ) -> None:
        """
        Begin with where it is to be.

        Args:
            address: with its pin, if that is known from elsewhere.
            note: tells a person what is wrong about it.
            tell: tells them anything else.
        """
        self.at = replace(address, pin=None)
        self._home = home
        self._is_pinned = address.pin is not None
        self._note = note
        self._tell = tell
        self._pin: bytes | None = None
        """What it has shown; None before there was a connection."""

    def last_pin(self) -> bytes | None:
        """Return the pin of the host that was there the last time."""
        try:
            return self._home.hosts.entries().get(str(self.at))
        except Damaged:
            return None  # which is told when there is a connection

    def shown(self, pin: bytes, plain: Address) -> bool:
        """
        Take the pin that it has shown at an address; tells whether others find it there.

        One of a single link, which is written differently on each machine and at each
        start, is no way back, unless there never was another. The host may well be where
        it was, too.
        """
        self._pin = pin
        if "%" in plain.host:
            return False
        before, self.at = self.at, plain
        if before != plain:
            self._follow(before, pin)
        return True

    def check(self, pin: bytes, at: Address) -> None:
        """
        Compare it with the one we know by this address.

        Raises:
            Broken: it is another one, or a file at home can't be used.
        """
        if at.pin is not None:
            return  # and it is that one
        where, hosts = str(replace(at, pin=None)), self._home.hosts
        try:
            if hosts.check(where, pin) is Pin.CHANGED:
                raise Broken(_other_host(where, pin.hex(), str(hosts.path)))
        except Damaged as damaged:
            raise Broken(sentence_of(damaged)) from None

    def remember(self) -> None:
        """
        Know it by its pin the next time.

        Raises:
            Damaged: a file at home can't be used.
        """
        if self._pin is None:
            return
        where, hosts = str(self.at), self._home.hosts
        if not self._is_pinned and hosts.check(where, self._pin) is Pin.NEW:
            self._tell(_first_time(where, self._pin.hex()))
        hosts.pin(where, self._pin)

    def _follow(self, before: Address, pin: bytes) -> None:
        """Say where it is now, which has shown by its pin that it is the same."""
        self._tell(host_moved(self.at.brief))
        try:
            self._home.move_going(str(before), str(self.at))
            self._home.hosts.pin(str(self.at), pin)
        except Damaged as damaged:
            self._note(str(damaged))


def host_moved(address: str) -> str:
    return _("The host has moved: it is at {address} now.").format(address=address)


def _first_time(address: str, pin: str) -> str:
    said = _(
        "You are at {address} for the first time. Its pin is {pin}; whoever runs it can "
        "tell you whether that is right."
    )
    return said.format(address=address, pin=pin)


def _other_host(address: str, pin: str, path: str) -> Sentence:
    return Sentence(
        "{address} is not the host it was the last time: its pin is now {pin}. Somebody "
        "may stand in between. If the host was really set up anew, join with "
        "{address}#{pin}, or take its line out of {path}.",
        address=address,
        pin=pin,
        path=path,
    )
