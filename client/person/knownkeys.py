"""
The keys of people somebody has played with: remembering them, and accepting changed ones.

The known keys are in a file, the player's `PinBook`; only `Trust.take` replaces a key in
it. Accepted keys are forgotten when the program ends. The warnings are in
`client.tablewords.trust`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from sealed_wonders.client.storage.home import DamagedFile, PinBook
from sealed_wonders.client.table.events import LobbyNews
from sealed_wonders.client.view.keyring import Keyring
from sealed_wonders.net.lobby import name_key
from sealed_wonders.net.pins import Pin


class Trust:
    """
    The keys of people somebody has played with, and decisions on changed ones.

    Attributes:
        keyring: Compares keys without changing any.
    """

    def __init__(self, me: bytes, book: PinBook, warn: Callable[[str], None]) -> None:
        """
        Create it with the keys on disk.

        Args:
            warn: Called with an error in that file, which isn't fatal.
        """
        self.keyring = Keyring(me, self._check, self._like)
        self._book = book
        self._warn = warn
        self._accepted: set[bytes] = set()
        """Changed keys that the person accepts."""

    def accept(self, keys: Iterable[bytes]) -> None:
        """Accept changed keys for this session."""
        self._accepted.update(keys)

    def doubtful(self, news: LobbyNews | None) -> frozenset[bytes]:
        """Return the changed keys in a lobby that the person hasn't accepted."""
        changed = self.keyring.changed(news) if news is not None else ()
        return frozenset(person.identity for person in changed) - self._accepted

    def meet(self, name: str, key: bytes) -> Pin:
        """Compare a player's key with the known one; remember a new one."""
        pin = self._check(name, key)
        if pin is Pin.NEW:
            self._pin(name, key)
        return pin

    def take(self, name: str, people: Sequence[tuple[str, bytes]]) -> str:
        """
        Remember a changed key in place of the known one.

        Args:
            people: Names and keys of people at the table.

        Returns:
            The name as its owner writes it; empty if nobody of that name has a changed
            key.
        """
        for other, key in people:
            same = name_key(other) == name_key(name)
            if same and self._check(name, key) is Pin.CHANGED:
                self._pin(other, key)
                return other
        return ""

    def _check(self, name: str, key: bytes) -> Pin:
        try:
            return self._book.check(name, key)
        except DamagedFile as damaged:
            self._warn(str(damaged))
            return Pin.NEW

    def _like(self, name: str, key: bytes) -> str:
        try:
            return self._book.like(name, key)
        except DamagedFile:
            return ""  # the warning comes when keys are compared

    def _pin(self, name: str, key: bytes) -> None:
        try:
            self._book.pin(name, key)
        except DamagedFile as damaged:
            self._warn(str(damaged))
