"""
Home: the host at which a game was drawn.

The charter contains the host's identity, which no host proves in `welcome`, but not its
pin. So its address and pin are stored with what we have signed, and are known even after
this program was restarted at another host.
"""

from __future__ import annotations

import contextlib
from typing import NamedTuple

from sealed_wonders.client.table.memory import HOME, MemoryStore, unsigned
from sealed_wonders.net.address import Address

_INVITED = b"invited"


class HomeHost(NamedTuple):
    """The host at which a game was drawn."""

    at: Address
    """Its address, with its pin."""
    is_invited: bool
    """Whether we came there by an invitation with the pin."""


def keep_home(store: MemoryStore, home: HomeHost) -> None:
    """Store it, if that is possible; a game can continue without it."""
    marks = (_INVITED,) if home.is_invited else ()
    memory = unsigned(0, HOME, nonce=str(home.at).encode(), entrusted=marks)
    with contextlib.suppress(OSError, ValueError):
        store.remember(memory)


def home_in(store: MemoryStore) -> HomeHost | None:
    """Return what was stored; None if nothing was."""
    memory = store.recall(0, HOME)
    if memory is None:
        return None
    try:
        at = Address.parse(memory.nonce.decode())
    except ValueError:
        return None
    return HomeHost(at, _INVITED in memory.entrusted)
