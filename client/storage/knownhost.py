"""
A host as this machine knows it: its address and its pin, also if the address changes.

The modules that connect a person to a host (`client/tableconnection.py`,
``wonders rejoin``) compare the host's pin here on each connection. A changed pin ends
the connection, and never replaces the one in the file.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from sealed_wonders.client.storage.home import DamagedFile, Home
from sealed_wonders.client.table.link import LinkBroken
from sealed_wonders.core.sentences import Sentence, sentence_of
from sealed_wonders.net.address import Address
from sealed_wonders.net.pins import Pin
from sealed_wonders.net.words import _


class KnownHost:
    """
    The address and pin of a host, as far as they are remembered.

    Attributes:
        at: The current address, at which other machines can find the host, too.
    """

    def __init__(
        self,
        home: Home,
        address: Address,
        note: Callable[[str], None],
        tell: Callable[[str], None],
    ) -> None:
        """
        Create it for an address that hasn't been reached yet.

        Args:
            address: With its pin, if known from elsewhere, such as an invitation.
            note: Reports a damaged file to the person.
            tell: Reports that the host is new, or has moved.
        """
        self.at = replace(address, pin=None)
        self._home = home
        self._is_pinned = address.pin is not None
        self._note = note
        self._tell = tell
        self._pin: bytes | None = None
        """The pin that the host has shown; None before the first connection."""

    def last_pin(self) -> bytes | None:
        """Return the pin remembered for this address, or None."""
        try:
            return self._home.hosts.entries().get(str(self.at))
        except DamagedFile:
            return None  # reported when there is a connection

    def shown(self, pin: bytes, plain: Address) -> bool:
        """
        Record the pin shown at an address; return whether other machines can reach it.

        A link-local address differs between machines and between restarts, so others
        can't use it, and it doesn't replace the earlier address. The host may well
        still be there, too.
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
        Compare a pin with the one remembered for an address.

        Raises:
            LinkBroken: It is another pin, or a file at home can't be used.
        """
        if at.pin is not None:
            return  # the connection has already checked that pin
        where, hosts = str(replace(at, pin=None)), self._home.hosts
        try:
            if hosts.check(where, pin) is Pin.CHANGED:
                raise LinkBroken(_other_host(where, pin.hex(), str(hosts.path)))
        except DamagedFile as damaged:
            raise LinkBroken(sentence_of(damaged)) from None

    def remember(self) -> None:
        """
        Remember the host's pin for the next time.

        Raises:
            DamagedFile: A file at home can't be used.
        """
        if self._pin is None:
            return
        where, hosts = str(self.at), self._home.hosts
        if not self._is_pinned and hosts.check(where, self._pin) is Pin.NEW:
            self._tell(_first_time(where, self._pin.hex()))
        hosts.pin(where, self._pin)

    def _follow(self, before: Address, pin: bytes) -> None:
        """Report and remember the new address of a host that has shown the same pin."""
        self._tell(host_moved(self.at.brief))
        try:
            self._home.move_going(str(before), str(self.at))
            self._home.hosts.pin(str(self.at), pin)
        except DamagedFile as damaged:
            self._note(str(damaged))


def host_moved(address: str) -> str:
    return _("The host has moved to {address}.").format(address=address)


def _first_time(address: str, pin: str) -> str:
    said = _(
        "This is your first visit to {address}. To be sure that nobody is in between, "
        "compare its pin with the one that the host's machine shows, in the lobby or "
        "the invitation: {pin}"
    )
    return said.format(address=address, pin=pin)


def _other_host(address: str, pin: str, path: str) -> Sentence:
    return Sentence(
        "The host at {address} isn't the one you met there before: its pin is now "
        "{pin}. Somebody may be intercepting the connection. If you are sure that the "
        "host has just been set up again, join with {address}#{pin}, or delete its "
        "line in {path}.",
        address=address,
        pin=pin,
        path=path,
    )
