"""The environment of a session: clocks, randomness, threads and files."""

from __future__ import annotations

import secrets
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from twisted.internet.interfaces import IReactorTime

from sealed_wonders.client.table.memory import InMemory, MemoryStore
from sealed_wonders.net.verification import Work, at_once

if TYPE_CHECKING:
    from sealed_wonders.client.table.hostlog import LogOf

StoreOf = Callable[[bytes], MemoryStore]
"""Returns the store for a game, by the hash of the agreed table."""


@dataclass(frozen=True, slots=True)
class Environment:
    """Clocks, randomness, threads and files; tests replace them."""

    clock: IReactorTime | None = None
    """
    Times how long to wait for others.

    Without it, there are no ballots, no seat changes hands, and nobody is told that we
    continue from another machine.
    """
    wall: Callable[[], float] = lambda: 0.0
    """Returns the time of day for chat; it may be wrong, and go back."""
    entropy: Callable[[int], bytes] = secrets.token_bytes
    """Returns as many random bytes as requested."""
    work: Work = at_once
    """Runs long jobs: checking entries, and making our own."""
    made: deque[bytes] | None = None
    """
    Digests of the latest entries that seats of this process have made.

    They needn't be checked again: their proofs come from our own secrets. Without it, our
    own entries are checked like all others.
    """
    store_of: StoreOf = lambda table: InMemory()
    log_of: LogOf | None = None
    """Opens the file that keeps a game's log; None to keep none."""
