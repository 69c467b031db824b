"""The identity and name that a program plays under."""

from __future__ import annotations

from typing import NamedTuple

from sealed_wonders.net.identity import Identity


class Participant(NamedTuple):
    """Identity and name for logging in, sitting down and taking a seat."""

    identity: Identity
    name: str
    owner: bytes | None = None
    """Identity of the owner of a bot; None for a person."""
