"""
Chat: what people say to each other, signed by its author.

docs/PROTOCOL.md (Talk) fixes the signed bytes.

Chat isn't part of a game or a log. A host relays lines unchanged and keeps the last
ones for people who join later. It can hold lines back, but it can't change them, speak
in somebody's name, or show a line in another place. The signature covers the *place*,
which is either the id of the game, or the table of one host if there is no game. It
also covers the *moment*, which increases with each of an author's lines, so no line is
shown twice or out of order.

At a table without a game, a host can show a line again that it kept from another
evening. Only the moment tells these apart.
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
"""A line of chat."""

DO = "me"
"""A line about what its author does."""

NOT_ME = "not-me"
"""Somebody else has played the author's seat."""

QUICK = ("hello", "well-played", "hurry-up", "thanks", "back-soon", "good-game")
"""Phrases that travel as codes, and that everybody reads in their own language."""

BOT, MYSELF = "bot", "myself"
"""The author's program plays for them; they play again. Not part of any log."""

REJOINED = "rejoined"
"""
The author continues in their seat from another machine, by the seat's words.

The text is a mark of that machine, to tell it from others with the same key.
"""

WORDS_USED, DISPLACED = "words-used", "displaced"
"""
What a host says about a seat, with the identity of its holder: somebody has requested
the backup of the seat; two programs have logged in for it at the same time.
"""

BREAK = "break"
"""
The author proposes a break at the end of the age with the given number, or withdraws
the proposal if there is no number.
"""

STANDS_STILL, GOES_ON = "stands-still", "goes-on"
"""
The author's program signs nothing, because most others compute another state; it
continues. See `sealed_wonders.client.table.agreement`.
"""

SET_BACK = "set-back"
"""
The author's program may have forgotten signatures, and signs nothing until all others
have told it what they know. See `sealed_wonders.client.table.recollecting`.
"""

CLOSES = "closes"
"""
The author closes the program on purpose, and keeps the seat. Others only say so, once the
author is gone; nothing depends on it.
"""

LENT_TO_ANYONE = "to-anyone"
"""Whoever lends the author's seat lends seats to any phone that asks. Not in any log."""

MARK_SIZE = 16
"""Bytes of a machine's mark."""


def table_place(host: bytes, table: str) -> bytes:
    """
    Return the place of a table without a running game.

    Args:
        host: the host's identity.
    """
    return digest(b"talk-place", host, name_key(table).encode())


def statement(said: Spoken) -> bytes:
    """Return the bytes that the signature of *said* covers."""
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
    return verify(said.identity, statement(said), said.signature)


class Voice:
    """An author, whose moments increase with each line."""

    def __init__(
        self, identity: Identity, name: str, wall: Callable[[], float]
    ) -> None:
        """
        Create an author who has said nothing yet.

        Args:
            wall: return the system time in seconds since 1970, which may go back.
        """
        self._identity = identity
        self._name = name
        self._wall = wall
        self._last = 0

    def heard(self, said: Spoken) -> None:
        """Take note of the author's earlier lines, perhaps from before a restart."""
        if said.identity == self._identity.public:
            self._last = max(self._last, said.moment)

    def say(self, place: bytes, code: str, text: str = "") -> Spoken:
        """
        Return a signed line.

        Raises:
            ValueError: *text* isn't a line that can be sent.
        """
        # Capped, so that a clock that is far ahead leaves room for further moments.
        now = min(int(self._wall() * 1000), MOMENT_CAP // 2)
        self._last = max(now, self._last + 1)
        public = self._identity.public
        said = Spoken(public, self._name, place, self._last, code, text, b"")
        signature = self._identity.sign(statement(said))
        return msgspec.structs.replace(said, signature=signature)
