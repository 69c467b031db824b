"""Where a person at a terminal goes."""

from __future__ import annotations

from typing import NamedTuple

from sealed_wonders.net.address import Address


class Destination(NamedTuple):
    """The host to go to, and how one comes back there."""

    address: Address
    passing: bool = False
    """Nobody comes back to this host, and it needn't be remembered."""
    heard: bool = False
    """
    It was chosen among hosts that are heard or known; so a pin that the address has is no
    invitation's.
    """
    back: str = "join"
    """The command by which one comes back."""
