"""
The home of somebody who plays on here with a seat that another machine had.

Their identity is no other than on that machine, but it isn't this one's: it lies in a folder
of its own, with the file of that one game, and goes with it. So they come back to the game,
with the same words, also after this machine went down.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import dataclass

from sealed_wonders.client.storage.home import Damaged, Going, Home, write
from sealed_wonders.client.table.memory import Memory, OnDisk, unpacked
from sealed_wonders.net.identity import Identity

FOLDER = "rejoined"
"""Within the folder of whoever plays on, where such seats are."""


@dataclass(frozen=True, slots=True)
class Rejoined(Home):
    """A home in which the identity, and what it must not forget, are another's."""

    seat: Home
    """Where these are."""

    def identity(self) -> Identity:
        """Give the identity of the seat."""
        return self.seat.identity()

    def memories(self, table: bytes) -> OnDisk:
        """Open what that identity must not forget of a game."""
        return self.seat.memories(table)

    def keep_name(self, name: str) -> None:
        """Remember nothing: it is that of the seat."""

    def set_going(self, game: Going) -> None:
        """Write nothing down: whoever comes back does so by the words."""

    def forget_going(self, host: str) -> None:
        """Leave alone what this machine's own player has going on there."""

    def sit_at(self, host: str) -> Callable[[], None]:
        """Take the one place that this identity has at a host."""
        return self.seat.sit_at(host)

    def clear(self) -> None:
        """Remove the identity, unless its game still goes on."""
        if not any(self.seat.state.glob("games/*.seat")):
            shutil.rmtree(self.seat.state, ignore_errors=True)


def restored(
    home: Home, identity: Identity, seed: bytes, table: bytes, told: bytes
) -> Rejoined:
    """
    Begin the file of a seat anew, or go on with it if that was done here before.

    Args:
        seed: that of the seat.
        table: the hash of what was agreed on.
        told: what is in the seat's backup besides.

    Raises:
        Damaged: it can't be written, or used; or it is being played in another window.
    """
    path = home.state / FOLDER / identity.public.hex()
    seat = Home(path, path)
    try:
        memories: tuple[Memory, ...] = unpacked(told)
        write(path / "identity.pem", identity.to_pem())
        store = seat.memories(table)
        try:
            store.begin(seed)
            store.restore()
            for memory in memories:
                store.remember(memory)
        finally:
            store.close()
    except (OSError, ValueError) as problem:
        raise Damaged(path, problem) from None
    return Rejoined(home.config, home.state, seat)
