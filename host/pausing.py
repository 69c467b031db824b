"""
A game that stands still because somebody at the table wanted it: the clock, and nothing else.

The host keeps time, and so it is the one to stop the clock; nobody signs anything, and who
must may still choose. It goes on when everybody who plays and is there has said so. A host
that stops it by itself delays a game, which it can in any case.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sealed_wonders.net.messages import Paused


class Pause:
    """
    Whether a game stands still, by whose wish, and who would go on.

    Attributes:
        by: the name of whoever wanted it; None: it doesn't stand still.
    """

    def __init__(self) -> None:
        self.by: str | None = None
        self._on = set[bytes]()
        self._was_ever = False

    def begin(self, by: str) -> None:
        """Stand still, unless it does."""
        if self.by is None:
            self.by = by
            self._on.clear()
            self._was_ever = True

    def would_go_on(self, identity: bytes) -> None:
        """Note that somebody would."""
        self._on.add(identity)

    def ends(self, there: Iterable[bytes]) -> bool:
        """
        Go on if all would; tell whether it does so now.

        Args:
            there: the people who play and are connected; where nobody is, nobody goes on.
        """
        people = set(there)
        if self.by is None or not people or people - self._on:
            return False
        self.by = None
        return True

    def notices(self, table: str, seats: Sequence[bytes]) -> tuple[Paused, ...]:
        """
        Say how it is to those who look on; nothing, if it never stood still.

        Args:
            seats: the identities of those who play, by seat.
        """
        if not self._was_ever:
            return ()
        on = tuple(self.by is not None and it in self._on for it in seats)
        return (Paused(table, self.by, on),)
