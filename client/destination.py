"""The host that a person at a terminal connects to, and how they return to it."""

from __future__ import annotations

from typing import NamedTuple

from sealed_wonders.net.address import Address


class Destination(NamedTuple):
    """A host, and how to return to it."""

    address: Address
    passing: bool = False
    """Whether nobody returns to this host, so that it needn't be remembered."""
    heard: bool = False
    """
    Whether the host was picked from a list of known or discovered ones.

    A pin in the address is then not from an invitation.
    """
    back: str = "join"
    """The command that returns to it."""
