"""Warnings about people's keys: who has another key than the one known by their name."""

from __future__ import annotations

import hashlib

from sealed_wonders.client.tablewords.spokenwords import side_by_side
from sealed_wonders.client.view.keyring import Keyring
from sealed_wonders.net.identity import fingerprint
from sealed_wonders.net.lobby import TablePerson
from sealed_wonders.net.messages import LobbyPerson, Taker
from sealed_wonders.net.words import _


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
