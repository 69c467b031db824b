"""
Warnings about people's keys: who has another key than the one known by their name.

`Keyring` only compares. `client.person.knownkeys` remembers keys and accepts changed
ones.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from sealed_wonders.client.table.events import LobbyNews
from sealed_wonders.client.words.spokenwords import side_by_side
from sealed_wonders.net.identity import fingerprint
from sealed_wonders.net.lobby import TablePerson
from sealed_wonders.net.lobby.loans import Declared
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

        A bot has a new key in every game; its owner distinguishes it from a person. So
        has a lent seat, whose key is its lender's to know.
        """
        if person.identity == self.me or not is_known_by_key(person):
            return False
        return self.check(person.name, person.identity) is Pin.CHANGED

    def changed(self, news: LobbyNews) -> Iterator[LobbyPerson]:
        """Yield the people whose keys differ from the known ones."""
        return filter(self.is_changed, news.people)


def is_known_by_key(person: Declared) -> bool:
    """Return whether somebody has the same key in every game, so that we remember it."""
    return person.owner is None and person.lender is None


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
        "else. Ask {who} in person or by phone whether their key is {fingerprint}."
    ).format(who=shown, name=person.name, fingerprint=fingerprint(person.identity))


def has_key(person: LobbyPerson, shown: str) -> str:
    """Return a sentence with somebody's key, for reading aloud."""
    said = _("{name} has the key {fingerprint}.")
    return said.format(name=shown, fingerprint=fingerprint(person.identity))


def identity_words(identity: bytes) -> str:
    """
    Return six words for an identity, to compare with what its owner sees.

    They are in the reader's language, with those of the other languages in brackets.
    """
    return side_by_side(identity_code(identity))


def identity_code(identity: bytes) -> bytes:
    """
    Return the six bytes that stand for an identity, or for a machine's mark.

    Players compare them between their programs, so every version must return the same.
    They have nothing to do with the four words of a table's code. An impostor can
    search for a key with the same words offline; for four words, that takes about an
    hour.
    """
    return hashlib.sha256(identity).digest()[:6]


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
