"""
Farewells: a seat says that it goes for good, so that others need not wait for it.

Each is an envelope of a lane of its own, ``leave/s``, s being the seat; its number counts
those of that seat, and its body names the open phase. It binds nobody: whoever has said so
may speak again, and is then one who plays like all others.
"""

from __future__ import annotations

from collections.abc import Iterable

from sealed_wonders.core.game import Seat
from sealed_wonders.core.quoting import shown
from sealed_wonders.core.sentences import Sentence
from sealed_wonders.net.log.ballots import seat_of
from sealed_wonders.net.log.envelopes import Entry
from sealed_wonders.net.log.lanes import FAREWELLS, phase_of
from sealed_wonders.net.log.phases import (
    Collection,
    Phase,
    Reason,
    Receipt,
    Refused,
    Taken,
)

MOST = 16
"""Farewells of one seat in a game, at most: each is written down by all."""


class Farewells:
    """
    All farewells of one game.

    Attributes:
        leaving: the seats that have said that they go for good, and nothing since.
    """

    def __init__(self, gid: bytes) -> None:
        self.leaving: frozenset[Seat] = frozenset()
        self._gid = gid
        self._all: dict[tuple[Seat, int], Collection] = {}

    def of(self, seat: Seat) -> int:
        """Give how often a seat has said so."""
        return sum(other == seat for other, _ in self._all)

    def is_known(self, entry: Entry) -> bool:
        """
        Tell whether there is one in the place of an entry.

        Raises:
            Refused: it is in no lane of farewells.
        """
        return _place_of(entry) in self._all

    def offer(self, entry: Entry, signer: bytes, phase: int, prev: bytes) -> Receipt:
        """
        Take a farewell, of a seat that plays.

        Args:
            signer: who has the seat now.
            phase: the open one.
            prev: the log's digest before that.

        Raises:
            Refused: it has no place here; nothing changes.
        """
        envelope = entry.envelope
        seat, number = _place_of(entry)
        said = self._all.get((seat, number))
        if said is not None:
            return said.offer(entry)
        # Whatever phase it names: a host that believes a proof may be further than we.
        alone = Phase(number, "LEAVE", (seat,))
        # Whoever has the seat now; another may have it when this comes again.
        keys = {seat: signer}
        opened = Collection(self._gid, envelope.lane, alone, envelope.prev, keys)
        opened.check_addressed(entry)
        count, body = self.of(seat), envelope.body
        named = phase_of(body)
        if number != count or count >= MOST or len(body) != 1 or named is None:
            raise Refused(
                Reason.BAD_BALLOT, Sentence("not a farewell: {body}", body=shown(body))
            )
        opened.offer(entry)
        self._all[seat, number] = opened
        if (named, envelope.prev) != (phase, prev):
            return Taken(envelope, closed=True, counts=False)
        self.leaving |= {seat}
        return Taken(envelope, closed=True)

    def take_back(self, seats: Iterable[Seat]) -> None:
        """Note that seats have spoken again, or somebody else speaks for them."""
        self.leaving -= frozenset(seats)


def _place_of(entry: Entry) -> tuple[Seat, int]:
    return seat_of(entry.envelope.lane, FAREWELLS), entry.envelope.phase
