"""
Attendance: a seat's statements on whether anybody is there to play it.

Each statement is an envelope in a lane of the seat, ``here/s``, where s is the seat.
Its number is higher than those of earlier statements, and its body names the open
phase.

- ``LEAVE``: the holder leaves permanently, so the others needn't wait. It applies until
  the seat says anything else.
- ``IDLE``: the seat's program is connected, but nobody reacts to its alarm. It applies
  to the phase that it names.
- ``HERE``: somebody is there, and withdraws the other statements.

Statements bind nobody, decide nothing about a phase, and aren't in a log file.
`sealed_wonders.net.voting` determines how others react. They are entries of the log, so
that everybody receives them in the same order relative to the ballots, and nobody can
hold them back for another phase.
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
    SlotTaken,
    WireRefused,
)

Word = Literal["LEAVE", "IDLE", "HERE"]

WORDS: tuple[Word, ...] = get_args(Word)

MOST: Mapping[Word, int] = {"LEAVE": 16, "IDLE": 16, "HERE": 6}
"""Maximum number of each statement per seat and game, since everybody stores them."""


class _Said(NamedTuple):
    seat: Seat
    word: Word
    phase: int
    """The phase in the statement, with the digest of the log before it in `prev`."""
    prev: bytes
    place: int
    """Number of the entry in the log."""


class Attendance:
    """
    All statements of one game.

    Attributes:
        leaving: the seats that are leaving permanently, and have said nothing since.
        idle: the seats at which nobody is, by their statements about the open phase.
    """

    def __init__(self, gid: bytes) -> None:
        self.leaving: frozenset[Seat] = frozenset()
        self.idle: frozenset[Seat] = frozenset()
        self._gid = gid
        self._all: dict[tuple[Seat, int], Collection] = {}
        self._said: Counter[tuple[Seat, Word]] = Counter()
        self._of_phases: list[_Said] = []
        """Statements that apply to the phase that they name, in order."""
        self._here: dict[Seat, list[int]] = {}

    def count(self, seat: Seat, word: Word) -> int:
        """Return how often a seat has made a statement in this game."""
        return self._said[seat, word]

    def next_number(self, seat: Seat) -> int:
        """Return the lowest number that a seat's next statement may have."""
        return 1 + max((it for other, it in self._all if other == seat), default=-1)

    def here(self, seat: Seat) -> Sequence[int]:
        """
        Return the places in the log of a seat's HERE statements about the open phase.
        """
        return self._here.get(seat, ())

    def is_known(self, entry: Entry) -> bool:
        """
        Return whether there is a statement in the place of an entry.

        Raises:
            WireRefused: the lane isn't one of attendance.
        """
        return _place_of(entry) in self._all

    def offer(
        self, entry: Entry, signer: bytes, phase: int, prev: bytes, place: int
    ) -> Receipt:
        """
        Accept a statement by a seat in the game.

        Args:
            signer: the identity of the seat's current holder.
            phase: the open phase.
            prev: the digest of the log before that phase.
            place: the number that the entry gets in the log.

        Raises:
            WireRefused: it isn't valid here; nothing changes.
        """
        envelope = entry.envelope
        seat, number = _place_of(entry)
        known = self._all.get((seat, number))
        if known is not None:
            return known.offer(entry)
        word = _word_of(envelope.kind)
        # Accept any phase: a host that trusts proofs may be further ahead than we are.
        alone = Phase(number, word, (seat,))
        # The current holder's key. The seat may have another holder when this arrives
        # again.
        keys = {seat: signer}
        opened = Collection(self._gid, envelope.lane, alone, envelope.prev, keys)
        opened.check_addressed(entry)
        named = phase_of(envelope.body)
        if (
            number < self.next_number(seat)  # there may be gaps, since some get lost
            or self.count(seat, word) >= MOST[word]
            or len(envelope.body) != 1
            or named is None
        ):
            raise WireRefused(
                Reason.BAD_BALLOT,
                Sentence(
                    "not a valid attendance entry: {body}",
                    body=shown(envelope.body),
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
        return SlotTaken(envelope, closed=True, counts=counts)

    def _note(self, said: _Said) -> None:
        seat = said.seat
        if said.word == "IDLE":
            self.idle |= {seat}
        else:
            self.spoke((seat,))
            self.idle -= {seat}
            self._here.setdefault(seat, []).append(said.place)

    def spoke(self, seats: Iterable[Seat]) -> None:
        """Note that seats have said something else, so they aren't leaving."""
        self.leaving -= frozenset(seats)

    def change_hands(self, seats: Iterable[Seat]) -> None:
        """Note that seats have new holders, whose attendance is unknown."""
        changed = frozenset(seats)
        self.leaving -= changed
        self.idle -= changed
        for seat in changed:
            self._here.pop(seat, None)
        self._of_phases = [it for it in self._of_phases if it.seat not in changed]

    def open(self, phase: int, prev: bytes) -> None:
        """Note that another phase has opened, or that one has reopened."""
        self.idle = frozenset()
        self._here.clear()
        for said in self._of_phases:
            if (said.phase, said.prev) == (phase, prev):
                self._note(said)


def _word_of(kind: str) -> Word:
    return next((word for word in WORDS if word == kind), "HERE")


def _place_of(entry: Entry) -> tuple[Seat, int]:
    return seat_of(entry.envelope.lane, ATTENDANCE), entry.envelope.phase
