"""
The home of a player who continues here with a seat from another machine.

The player has the identity from the other machine, which isn't this machine's own. So
that identity is in a folder of its own, with the memory file of that one game, and is
removed with it. So the player can also return to the game after this machine has been
restarted, with the same words.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import dataclass

from sealed_wonders.client.storage.home import DamagedFile, Home, OngoingGame, write
from sealed_wonders.client.table.memory import Memory, OnDisk, unpacked
from sealed_wonders.net.identity import Identity

FOLDER = "rejoined"
"""Subfolder for such seats."""


@dataclass(frozen=True, slots=True)
class Rejoined(Home):
    """
    A home whose identity and memory file are those of a seat from another machine.
    """

    seat: Home
    """The home with the seat's identity and memory file."""

    def identity(self) -> Identity:
        return self.seat.identity()

    def memories(self, table: bytes) -> OnDisk:
        return self.seat.memories(table)

    def set_going(self, game: OngoingGame) -> None:
        """Do nothing: the player returns to the game with the words."""

    def forget_going(self, host: str) -> None:
        """
        Do nothing: a game saved for this host belongs to this machine's own player.
        """

    def sit_at(self, host: str) -> Callable[[], None]:
        return self.seat.sit_at(host)

    def clear(self) -> None:
        """Remove the identity, unless its game is still in progress."""
        if not any(self.seat.state.glob("games/*.seat")):
            shutil.rmtree(self.seat.state, ignore_errors=True)


def restored(
    home: Home, identity: Identity, seed: bytes, table: bytes, told: bytes
) -> Rejoined:
    """
    Create the memory file of a seat, or reuse it if that was done here before.

    Args:
        home: the home of this machine's own player.
        identity: the seat's identity.
        seed: the seat's seed.
        table: the hash of the game's charter.
        told: the packed memories in the seat's backup.

    Raises:
        DamagedFile: a file can't be written or used, or the game is being played in
            another window.
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
        raise DamagedFile(path, problem) from None
    return Rejoined(home.config, home.state, seat)
