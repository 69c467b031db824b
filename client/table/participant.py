"""Who a program plays as."""

from __future__ import annotations

from typing import NamedTuple

from sealed_wonders.net.identity import Identity


class Participant(NamedTuple):
    """Who takes part: as whom we log in, sit down, and take a seat."""

    identity: Identity
    name: str
    owner: bytes | None = None
    """The identity that runs this bot; None for a person."""
