"""The identity and name that a program plays under."""

from __future__ import annotations

from typing import NamedTuple

from sealed_wonders.net.identity import Identity
from sealed_wonders.net.login import Lender, make_hello
from sealed_wonders.net.messages import Hello


class Participant(NamedTuple):
    """Identity and name for logging in, sitting down and taking a seat."""

    identity: Identity
    name: str
    owner: bytes | None = None
    """Identity of the owner of a bot; None for a person."""
    lender: Lender | None = None
    """The machine that lends this seat to somebody's phone; None for its own seat."""

    def hello(self, exporter: bytes) -> Hello:
        """Return our login for the connection that *exporter* comes from."""
        return make_hello(self.identity, self.name, exporter, self.lender)

    @property
    def lending_key(self) -> Identity | None:
        """The key with which the lender signs that it lends this seat."""
        return None if self.lender is None else self.lender.identity
