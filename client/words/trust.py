"""
Other people's keys: which are known, which changed ones a person accepts, and warnings.

The known keys are in a file, the player's `PinBook`; accepted ones are forgotten at the
end of the program.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from sealed_wonders.client.storage.home import DamagedFile, PinBook
from sealed_wonders.client.table.events import LobbyNews
from sealed_wonders.net.identity import fingerprint
from sealed_wonders.net.lobby import TablePerson, name_key
from sealed_wonders.net.lobby.words import words_of
from sealed_wonders.net.messages import LobbyPerson, Taker
from sealed_wonders.net.pins import Pin
from sealed_wonders.net.words import _


@dataclass(frozen=True, slots=True)
class Keyring:
    """Our own key, and functions that compare keys with the known ones."""

    me: bytes | None
    """Our own key; None if we have none, as in a replay."""
    check: Callable[[str, bytes], Pin]
    like: Callable[[str, bytes], str] = lambda name, key: ""
    """Returns the known name, with another key, that a name could be mistaken for."""

    def is_changed(self, person: LobbyPerson | TablePerson | Taker) -> bool:
        """
        Return whether somebody has another key than the one known by their name.

        A bot has a new key in every game; its owner distinguishes it from a person.
        """
        if person.identity == self.me or person.owner is not None:
            return False
        return self.check(person.name, person.identity) is Pin.CHANGED

    def changed(self, news: LobbyNews) -> Iterator[LobbyPerson]:
        """Yield the people whose keys differ from the known ones."""
        return filter(self.is_changed, news.people)


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


def still_changed(name: str, shown: str) -> str:
    """
    Return the warning about a changed key in a game that has begun.

    Args:
        shown: The displayed name, with a mark on a look-alike.
    """
    said = _(
        "WARNING! {who} has a different key from the {name} you know. If you expected "
        "that, type: trust {who}"
    )
    return said.format(who=shown, name=name)


def another_key(person: LobbyPerson | TablePerson | Taker, shown: str) -> str:
    """
    Return what to ask a person with a changed key.

    Args:
        shown: Their displayed name.
    """
    return _(
        "This {who} has a different key from the {name} you know, and may be somebody "
        "else. Ask {who} by voice whether their key is {fingerprint}."
    ).format(who=shown, name=person.name, fingerprint=fingerprint(person.identity))


def identity_words(identity: bytes) -> str:
    """
    Return six words for an identity, to compare with what its owner sees.

    These have nothing to do with the four words of a table's code. An impostor can
    search for a key with the same words offline; for four words, that takes about an
    hour.
    """
    return words_of(hashlib.sha256(identity).digest()[:6])


def make_sure(person: TablePerson | Taker, shown: str, keyring: Keyring) -> str:
    """
    Return how to make sure of the identity of somebody who is to get a seat.

    Args:
        person: A spectator, or somebody who offers to take the seat.
        shown: Their displayed name.
    """
    said = _(
        "Make sure that it is really them: their screen must show the words {words}."
    ).format(words=identity_words(person.identity))
    if keyring.is_changed(person):
        said += " " + another_key(person, shown)
    return said
