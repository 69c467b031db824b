"""
What people say to each other: signed by whoever says it, so that nobody else can have.

It is no part of a game, and of no log. A host passes it on as it is, keeps the last of it
for who comes later, and can keep it back; it can't change it, say it in somebody's name, or
show it where it wasn't said. For what is signed names the *place*: the game, whose id
nobody has had before, or else the table of one host. And it names the *moment*, which goes
up with all that one author says: so nothing is heard twice, or in another order.

At a table without a game that is all there is: a host that has kept what somebody said
there another evening can show it again, and whoever hears it looks at the moment.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from sealed_wonders.core.game import PROTO, frame
from sealed_wonders.net.identity import Identity, verify
from sealed_wonders.net.lobby.entries import name_key
from sealed_wonders.net.log.digests import digest
from sealed_wonders.net.messages import MOMENT_CAP, Spoken

SAY = "say"
"""A line that somebody says."""

DO = "me"
"""A line that says what its author does."""

NOT_ME = "not-me"
"""Somebody else has played the seat of whoever says it."""

QUICK = ("hello", "well-played", "hurry-up", "thanks", "back-soon", "good-game")
"""Words that travel as a code, and which everybody reads in their own language."""

BOT, MYSELF = "bot", "myself"
"""A program plays for whoever says it, and they play again: their own word, in no log."""

REJOINED = "rejoined"
"""
Whoever says it plays on with their seat from another machine, by its words. With it goes a
mark of that machine, by which others know it from any other that has the same key.
"""

WORDS_USED, DISPLACED = "words-used", "displaced"
"""
What a host says of a seat, by the identity of its holder: somebody has asked for what it takes
to play on with it at another machine; and two programs have come in for it at the same time.
"""

BREAK = "break"
"""
Whoever says it proposes a break at the end of the age whose number goes with it; without a
number, they withdraw that.
"""

STANDS_STILL, GOES_ON = "stands-still", "goes-on"
"""
The program of whoever says it signs nothing, since most others count otherwise than it does;
and it goes on. See `sealed_wonders.client.table.agreement`.
"""

SET_BACK = "set-back"
"""
The program of whoever says it may have forgotten what it signed, and signs nothing before all
others have said what they know of it. See `sealed_wonders.client.table.recollecting`.
"""

MARK_SIZE = 16
"""Bytes of a mark."""


def table_place(host: bytes, table: str) -> bytes:
    """
    Give the place of a table at which no game goes on.

    Args:
        host: the host's identity.
    """
    return digest(b"talk-place", host, name_key(table).encode())


def statement(said: Spoken) -> bytes:
    """Give what the signature of *said* is over."""
    return frame(
        PROTO,
        b"talk",
        said.place,
        said.moment.to_bytes(8, "big"),
        said.name.encode(),
        said.code.encode("ascii"),
        said.text.encode(),
    )


def is_signed(said: Spoken) -> bool:
    """Tell whether somebody has said it, as it stands there."""
    return verify(said.identity, statement(said), said.signature)


class Voice:
    """One who speaks: each of their moments is later than all before it."""

    def __init__(
        self, identity: Identity, name: str, wall: Callable[[], float]
    ) -> None:
        """
        Have said nothing yet.

        Args:
            wall: gives the time, in seconds since 1970; it may go back.
        """
        self._identity = identity
        self._name = name
        self._wall = wall
        self._last = 0

    def heard(self, said: Spoken) -> None:
        """Take what they have said themselves, perhaps before the program was started."""
        if said.identity == self._identity.public:
            self._last = max(self._last, said.moment)

    def say(self, place: bytes, code: str, text: str = "") -> Spoken:
        """
        Say something, and sign it.

        Raises:
            ValueError: *text* isn't a line that can be sent.
        """
        # A clock that is far ahead leaves room for what is still to be said.
        now = min(int(self._wall() * 1000), MOMENT_CAP // 2)
        self._last = max(now, self._last + 1)
        public = self._identity.public
        said = Spoken(public, self._name, place, self._last, code, text, b"")
        signature = self._identity.sign(statement(said))
        return msgspec.structs.replace(said, signature=signature)
