"""
People's keys, compared with the known ones.

`Keyring` only compares. `client.person.knownkeys` remembers keys and accepts changed
ones.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from sealed_wonders.client.table.events import LobbyNews
from sealed_wonders.net.lobby import TablePerson
from sealed_wonders.net.lobby.loans import Declared
from sealed_wonders.net.messages import LobbyPerson, Taker
from sealed_wonders.net.pins import Pin


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
