"""
Attendance: what a seat says of whether anybody is there to play it.

Each of these words is an envelope of a lane of the seat's own, ``here/s``, s being the seat.
Its number is higher than those before it, and its body names the open phase.

- ``LEAVE``: whoever has it goes for good, so that others need not wait for them. It holds
  until the seat says anything else.
- ``IDLE``: its program is there, and nobody is at it, though it rang. It holds for the phase
  it names.
- ``HERE``: somebody is at it, and takes it back.

None of them binds anybody, decides on a phase, or stands in a file. What others make of it is
in `sealed_wonders.net.voting`. They are entries of the log, so that all hear them in one order
with the ballots that they are about, and nobody can hold them over for another phase.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, NamedTuple, get_args

from sealed_wonders.core.game import Seat
from sealed_wonders.core.quoting import shown
from sealed_wonders.core.sentences import Sentence
from sealed_wonders.net.log.ballots import seat_of
from sealed_wonders.net.log.envelopes import Entry
from sealed_wonders.net.log.lanes import ATTENDANCE, phase_of
from sealed_wonders.net.log.phases import (
    Collection,
    Phase,
    Reason,
    Receipt,
    Refused,
    Taken,
)

Word = Literal["LEAVE", "IDLE", "HERE"]

WORDS: tuple[Word, ...] = get_args(Word)

MOST: Mapping[Word, int] = {"LEAVE": 16, "IDLE": 16, "HERE": 6}
"""How often a seat says each in a game, at most: all is written down by all."""


class _Said(NamedTuple):
    """That somebody is there, or nobody."""

    seat: Seat
    word: Word
    phase: int
    """The phase that it names, and the log's digest before that."""
    prev: bytes
    place: int
    """The number of the entry in the log."""


class Attendance:
    """
    All that was said of it in one game.

    Attributes:
        leaving: the seats that have said that they go for good, and nothing since.
        idle: those at which nobody is, as they have said about the open phase.
    """

    def __init__(self, gid: bytes) -> None:
        self.leaving: frozenset[Seat] = frozenset()
        self.idle: frozenset[Seat] = frozenset()
        self._gid = gid
        self._all: dict[tuple[Seat, int], Collection] = {}
        self._said: Counter[tuple[Seat, Word]] = Counter()
        self._of_phases: list[_Said] = []
        """Whatever holds for the phase it names, in order."""
        self._here: dict[Seat, list[int]] = {}

    def count(self, seat: Seat, word: Word) -> int:
        """Give how often a seat has said something in this game."""
        return self._said[seat, word]

    def next_number(self, seat: Seat) -> int:
        """Give the lowest number that the next word of a seat may have."""
        return 1 + max((it for other, it in self._all if other == seat), default=-1)

    def here(self, seat: Seat) -> Sequence[int]:
        """Give where in the log a seat has said about the open phase that somebody is there."""
        return self._here.get(seat, ())

    def is_known(self, entry: Entry) -> bool:
        """
        Tell whether there is a word in the place of an entry.

        Raises:
            Refused: it is in no lane of these.
        """
        return _place_of(entry) in self._all

    def offer(
        self, entry: Entry, signer: bytes, phase: int, prev: bytes, place: int
    ) -> Receipt:
        """
        Take a word of a seat that plays.

        Args:
            signer: who has the seat now.
            phase: the open one.
            prev: the log's digest before that.
            place: the number that the entry has in the log.

        Raises:
            Refused: it has no place here; nothing changes.
        """
        envelope = entry.envelope
        seat, number = _place_of(entry)
        known = self._all.get((seat, number))
        if known is not None:
            return known.offer(entry)
        word = _word_of(envelope.kind)
        # Whatever phase it names: a host that believes a proof may be further than we.
        alone = Phase(number, word, (seat,))
        # Whoever has the seat now; another may have it when this comes again.
        keys = {seat: signer}
        opened = Collection(self._gid, envelope.lane, alone, envelope.prev, keys)
        opened.check_addressed(entry)
        named = phase_of(envelope.body)
        if (
            number < self.next_number(seat)  # there may be gaps: some get lost
            or self.count(seat, word) >= MOST[word]
            or len(envelope.body) != 1
            or named is None
        ):
            raise Refused(
                Reason.BAD_BALLOT,
                Sentence(
                    "not what a seat says here: {body}", body=shown(envelope.body)
                ),
            )
        opened.offer(entry)
        self._all[seat, number] = opened
        self._said[seat, word] += 1
        counts = (named, envelope.prev) == (phase, prev)
        if word != "LEAVE":
            said = _Said(seat, word, named, envelope.prev, place)
            self._of_phases.append(said)
            if counts:
                self._note(said)
        elif counts:
            self.leaving |= {seat}
        return Taken(envelope, closed=True, counts=counts)

    def _note(self, said: _Said) -> None:
        """Note what holds for the open phase."""
        seat = said.seat
        if said.word == "IDLE":
            self.idle |= {seat}
        else:
            self.spoke((seat,))
            self.idle -= {seat}
            self._here.setdefault(seat, []).append(said.place)

    def spoke(self, seats: Iterable[Seat]) -> None:
        """Note that seats say something else, so that they don't go for good."""
        self.leaving -= frozenset(seats)

    def change_hands(self, seats: Iterable[Seat]) -> None:
        """Note that somebody else has seats: nothing is known of who is there."""
        changed = frozenset(seats)
        self.leaving -= changed
        self.idle -= changed
        for seat in changed:
            self._here.pop(seat, None)
        self._of_phases = [it for it in self._of_phases if it.seat not in changed]

    def open(self, phase: int, prev: bytes) -> None:
        """Note that another phase is open, perhaps one that is gone back to."""
        self.idle = frozenset()
        self._here.clear()
        for said in self._of_phases:
            if (said.phase, said.prev) == (phase, prev):
                self._note(said)


def _word_of(kind: str) -> Word:
    return next((word for word in WORDS if word == kind), "HERE")


def _place_of(entry: Entry) -> tuple[Seat, int]:
    return seat_of(entry.envelope.lane, ATTENDANCE), entry.envelope.phase
