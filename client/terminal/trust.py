"""
Whose keys a person knows, and with which unknown ones they want to play all the same.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from sealed_wonders.client.storage.home import Book, Damaged
from sealed_wonders.client.table.events import LobbyNews
from sealed_wonders.net.identity import fingerprint
from sealed_wonders.net.lobby import Person as Seated
from sealed_wonders.net.lobby import name_key
from sealed_wonders.net.lobby.words import words_of
from sealed_wonders.net.messages import Person, Taker
from sealed_wonders.net.pins import Pin
from sealed_wonders.net.words import _


@dataclass(frozen=True, slots=True)
class Keyring:
    """Our own key, and what compares others with those we know."""

    me: bytes | None
    """Whose key is ours; None where nobody's is."""
    check: Callable[[str, bytes], Pin]
    like: Callable[[str, bytes], str] = lambda name, key: ""
    """Gives the name we know, with another key, that one could be taken for."""

    def is_changed(self, person: Person | Seated | Taker) -> bool:
        """
        Tell whether somebody has another key than the one of that name we know.

        A bot has a new one in every game, and is told from people by its owner.
        """
        if person.identity == self.me or person.owner is not None:
            return False
        return self.check(person.name, person.identity) is Pin.CHANGED

    def changed(self, news: LobbyNews) -> Iterator[Person]:
        """Yield those who have another key than the one we know."""
        return filter(self.is_changed, news.people)


class Trust:
    """
    The keys of those a person has played with, and what they said of changed ones.

    Attributes:
        keyring: compares keys, and changes nothing.
    """

    def __init__(self, me: bytes, book: Book, warn: Callable[[str], None]) -> None:
        """
        Begin with the keys that are written down.

        Args:
            warn: called with what is wrong with that file, which stops nobody.
        """
        self.keyring = Keyring(me, self._check, self._like)
        self._book = book
        self._warn = warn
        self._accepted: set[bytes] = set()
        """The changed keys with which the person wants to play all the same."""

    def accept(self, keys: Iterable[bytes]) -> None:
        """Play with these all the same, though another key is known by the name."""
        self._accepted.update(keys)

    def doubtful(self, news: LobbyNews | None) -> frozenset[bytes]:
        """Return the changed keys in a lobby that the person hasn't accepted."""
        changed = self.keyring.changed(news) if news is not None else ()
        return frozenset(person.identity for person in changed) - self._accepted

    def meet(self, name: str, key: bytes) -> Pin:
        """Compare the key of somebody we begin to play with; a new one is kept."""
        pin = self._check(name, key)
        if pin is Pin.NEW:
            self._pin(name, key)
        return pin

    def take(self, name: str, people: Sequence[tuple[str, bytes]]) -> str:
        """
        Take a changed key for the one of that name from now on.

        Args:
            people: names and keys of those who are there.

        Returns:
            The name as its owner writes it; empty if nobody by it has a changed key.
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
        except Damaged as damaged:
            self._warn(str(damaged))
            return Pin.NEW

    def _like(self, name: str, key: bytes) -> str:
        try:
            return self._book.like(name, key)
        except Damaged:
            return ""  # which is warned of where keys are compared

    def _pin(self, name: str, key: bytes) -> None:
        try:
            self._book.pin(name, key)
        except Damaged as damaged:
            self._warn(str(damaged))


def still_changed(name: str, shown: str) -> str:
    """
    Warn of somebody with a changed key in a game that has begun.

    Args:
        shown: the name as it is shown, with a mark where it could be taken for another.
    """
    said = _(
        "WARNING! {who} plays with another key than the {name} you know. If that is "
        "right, type: trust {who}"
    )
    return said.format(who=shown, name=name)


def another_key(person: Person | Seated | Taker, shown: str) -> str:
    """
    Say what is to be asked of somebody with another key.

    Args:
        shown: their name as it is shown.
    """
    return _(
        "This {who} has another key than the {name} you know, and may be somebody else. "
        "Ask {who}, by voice, whether their key is {fingerprint}."
    ).format(who=shown, name=person.name, fingerprint=fingerprint(person.identity))


def identity_words(identity: bytes) -> str:
    """
    Give six words for an identity, to be compared with what its owner sees.

    Whoever wants to pass for somebody can look for a key with the same words for as long as
    they like: for four that takes an hour or so.
    """
    return words_of(hashlib.sha256(identity).digest()[:6])


def make_sure(person: Seated | Taker, shown: str, keyring: Keyring) -> str:
    """
    Say how one makes sure that somebody who looks on is who one thinks.

    Args:
        shown: their name as it is shown.
    """
    said = _("Make sure that it is they: their screen shows the words {words}.").format(
        words=identity_words(person.identity)
    )
    if keyring.is_changed(person):
        said += " " + another_key(person, shown)
    return said
