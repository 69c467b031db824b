"""
Chat at a table: which messages are shown, each only once.

A message is shown if its author has signed it for our table or game, later than every
other message we have from them. All others are dropped. So a host can send whatever it
likes, as often as it likes, and costs us no more than some signature checks a second.
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
Signatures to verify, per second and at once.

At once, everything that a table has stored, and more; per second, twice as much as
everybody there may send.
"""

AUTHORS_CAP = 256
"""Authors that are accepted; a host can make up any number of spectators."""

COMING = 5.0
"""Seconds in which a host sends what was said before we came."""

BEFORE = 10
"""Seconds by which such a message is older than our coming, at least."""

EVENING = 12 * 60 * 60
"""Seconds by which a message's time may differ from our clock without being shown."""


class Talk:
    """
    Chat of one person at a table.

    Attributes:
        voice: signs the person's own messages.
    """

    def __init__(
        self,
        identity: Identity,
        name: str,
        wall: Callable[[], float],
        seconds: Callable[[], float],
    ) -> None:
        """
        Create a chat without messages.

        Args:
            wall: returns the seconds since 1970; it may be wrong, and go back.
            seconds: returns the time of a monotonic clock.
        """
        self.voice = Voice(identity, name, wall)
        self._wall = wall
        self._seconds = seconds
        self._came: tuple[float, float] | None = None
        """When we came, by both clocks; None before that."""
        self._latest: dict[bytes, int] = {}
        """Time of the last message of each author."""
        self._checks = Bucket(CHECK_RATE, CHECK_BURST, seconds())

    def come(self) -> None:
        """Note that the host lets us hear a table, unless it has before."""
        if self._came is None:
            self._came = self._wall(), self._seconds()

    def hear(
        self,
        said: Sequence[Spoken],
        places: Collection[bytes],
        seated: Mapping[bytes, str],
    ) -> Iterator[Heard]:
        """
        Yield the new, properly signed messages among some.

        Args:
            said: the messages.
            places: the table and the game that we are at.
            seated: the names of people with a seat, by identity.
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
            is_past=self._is_past(at),
        )

    def _is_past(self, at: float) -> bool:
        """
        Return whether a message of this time was said before we came.

        Their author's clock may be slow, so that isn't said of messages that come later.
        """
        if self._came is None:
            return False
        wall, seconds = self._came
        return at < wall - BEFORE and self._seconds() - seconds <= COMING
