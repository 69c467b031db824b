"""
Home: the host at which a game was drawn, as we know it.

Its identity is in the charter, but nobody proves that in `welcome`. Its pin isn't in the log;
so it is kept with what we have signed, and known when the program is started again elsewhere.
"""

from __future__ import annotations

import contextlib
from typing import NamedTuple

from sealed_wonders.client.table.memory import HOME, Store, unsigned
from sealed_wonders.net.address import Address

_INVITED = b"invited"


class Home(NamedTuple):
    """Where a game was drawn."""

    at: Address
    """With the pin."""
    is_invited: bool
    """We came there by an invitation that had the pin."""


def keep_home(store: Store, home: Home) -> None:
    """Keep it, if that can be: a game goes on without."""
    marks = (_INVITED,) if home.is_invited else ()
    memory = unsigned(0, HOME, nonce=str(home.at).encode(), entrusted=marks)
    with contextlib.suppress(OSError, ValueError):
        store.remember(memory)


def home_in(store: Store) -> Home | None:
    """Find what was kept; None if nothing was."""
    memory = store.recall(0, HOME)
    if memory is None:
        return None
    try:
        at = Address.parse(memory.nonce.decode())
    except ValueError:
        return None
    return Home(at, _INVITED in memory.entrusted)
