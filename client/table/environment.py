"""What a session takes from the process in which it runs."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from twisted.internet.interfaces import IReactorTime

from sealed_wonders.client.table.memory import InMemory, Store
from sealed_wonders.net.verification import Work, at_once

if TYPE_CHECKING:
    from sealed_wonders.client.table.hostlog import LogOf

StoreOf = Callable[[bytes], Store]
"""Gives the store for a game, by the hash of the table that was agreed on."""


@dataclass(frozen=True, slots=True)
class Environment:
    """Clocks, randomness, threads and files; a test has its own."""

    clock: IReactorTime | None = None
    """
    Times how long somebody is waited for. Without one nothing is voted on, no seat changes
    hands, and nobody is told that we come from another machine.
    """
    wall: Callable[[], float] = lambda: 0.0
    """Returns the time of day, for what is said; it may be wrong, and go back."""
    entropy: Callable[[int], bytes] = secrets.token_bytes
    """Returns so many random bytes."""
    work: Work = at_once
    """Does what takes long: checks what others say, and makes what we say."""
    store_of: StoreOf = lambda table: InMemory()
    log_of: LogOf | None = None
    """Opens the file for what is heard of a game's log; None: it isn't kept."""
