"""
What is said at the table: what of it is heard, and once only.

It is heard if its author has signed it, for a place where we are, later than all else that
we have heard of them. Nothing else is told to anybody: the host may send what it likes, as
often as it likes, and costs us no more than some signatures a second.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

from sealed_wonders.client.table.events import Heard
from sealed_wonders.net.identity import Identity
from sealed_wonders.net.limits import Bucket
from sealed_wonders.net.messages import Spoken
from sealed_wonders.net.talk import Voice, is_signed

CHECK_RATE, CHECK_BURST = 64, 512
"""
Signatures that are looked at: all that a table has kept and some, and then twice as much as
everybody there may say.
"""

AUTHORS_CAP = 256
"""Authors that are heard. A host can make up any number of people who look on."""

EVENING = 12 * 60 * 60
"""Seconds by which a moment may differ from our clock before that is told."""


class Talk:
    """
    What one person says and hears at a table.

    Attributes:
        voice: signs what they say.
    """

    def __init__(
        self,
        identity: Identity,
        name: str,
        wall: Callable[[], float],
        seconds: Callable[[], float],
    ) -> None:
        """
        Have heard nothing yet.

        Args:
            wall: gives the time, in seconds since 1970; it may be wrong, and go back.
            seconds: gives the time of a clock that nobody sets.
        """
        self.voice = Voice(identity, name, wall)
        self._wall = wall
        self._seconds = seconds
        self._latest: dict[bytes, int] = {}
        """By author: the moment of what was heard last of them."""
        self._checks = Bucket(CHECK_RATE, CHECK_BURST, seconds())

    def hear(
        self,
        said: Sequence[Spoken],
        places: Collection[bytes],
        seated: Mapping[bytes, str],
    ) -> Iterator[Heard]:
        """
        Give what is new of some lines, and was said.

        Args:
            places: where we are.
            seated: the names of those who have a seat, by identity.
        """
        for one in said:
            if one.place in places and self._is_new(one) and self._is_good(one):
                self._latest[one.identity] = one.moment
                self.voice.heard(one)
                yield self._heard(one, seated.get(one.identity))

    def _is_new(self, said: Spoken) -> bool:
        latest = self._latest.get(said.identity)
        return (
            len(self._latest) < AUTHORS_CAP if latest is None else said.moment > latest
        )

    def _is_good(self, said: Spoken) -> bool:
        return self._checks.take(1, self._seconds()) and is_signed(said)

    def _heard(self, said: Spoken, name: str | None) -> Heard:
        at = said.moment / 1000
        is_now = abs(at - self._wall()) <= EVENING
        return Heard(
            said.identity,
            said.name if name is None else name,
            name is not None,
            said.code,
            said.text,
            None if is_now else at,
        )
