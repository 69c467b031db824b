"""The addresses at which a host is reached, which change with the machine's networks."""

from __future__ import annotations

import socket
from dataclasses import replace

from sealed_wonders.host.webnames import RequestedAddress
from sealed_wonders.net.address import Address
from sealed_wonders.net.discovery.ownaddresses import (
    Reach,
    Watch,
    reached_at,
    to_type,
)
from sealed_wonders.net.invitations import Invitation

EVERYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}
"""Wildcard addresses, each with the address at which this machine reaches itself."""


class HostAddresses:
    """
    Where a host listens, and the invitations that lead there.

    Args:
        machine: returns this machine's addresses.

    Attributes:
        at: where the host listens, with its pin; it may be a wildcard address.
        near: the same, as this machine reaches itself.
        invitations: one invitation for each network that this machine is on.
    """

    def __init__(self, at: Address, machine: Watch) -> None:
        self._machine = machine
        self.at = at
        self.near = replace(at, host=self._host_for_itself())
        self.invitations = self._reported = self._find()

    @property
    def may_change(self) -> bool:
        return self.at.host in EVERYWHERE

    def look(self) -> bool:
        """
        Update the invitations.

        Returns:
            Whether the change is worth a report: other addresses, or a wider reach of
            one, but not an address that is gone for a moment, as with Wi-Fi.
        """
        self.invitations = now = self._find()
        told = {it.at: it.reach for it in self._reported}
        is_better = any(it.reach < told.get(it.at, it.reach) for it in now)
        if not is_better and told.keys() == {it.at for it in now}:
            return False
        self._reported = now
        return True

    @property
    def invitations_or_near(self) -> tuple[Invitation, ...]:
        """The invitations; without a network, the one for this machine itself."""
        return self.invitations or (Invitation(str(self.near)),)

    def pages(self, port: int) -> tuple[Invitation, ...]:
        """Return the addresses for browsers, which accept none with a zone."""
        return tuple(
            Invitation(RequestedAddress(Address.parse(it.at).host, port).url, it.reach)
            for it in self.invitations_or_near
            if "%" not in it.at
        )

    def _host_for_itself(self) -> str:
        host = self.at.host
        if host == "::" and not any(own.ip == "::1" for own in self._machine()):
            return "127.0.0.1"
        return EVERYWHERE.get(host, host)

    def _find(self) -> tuple[Invitation, ...]:
        reached = reached_at(self.at.host, self._machine())
        if not self.may_change:
            reach = min((it.reach for it in reached), default=Reach.LAN)
            return (Invitation(str(self.at), reach),)
        return tuple(
            Invitation(str(replace(self.at, host=own.ip)), own.reach)
            for own in to_type(reached, own_address())
        )


def own_address() -> str | None:
    """Return this machine's address on its default route, if there is one."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Connecting a UDP socket sends nothing; it only selects a route.
            probe.connect(("192.0.2.1", 9))
            address = str(probe.getsockname()[0])
        except OSError:
            return None
    return None if address.startswith(("0.", "127.")) else address
