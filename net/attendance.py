"""
Attendance: a seat's statements on whether anybody is there to play it.

docs/PROTOCOL.md (Attendance) fixes the bytes, the meanings and the limits.

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
from sealed_wonders.net.log.lanes import ATTENDANCE, phase_of, rules_of
from sealed_wonders.net.log.phases import (
    Collection,
    Reason,
    Receipt,
    SlotTaken,
    WireRefused,
)
from sealed_wonders.net.log.sidelane import OfferedEntry, SideLane

Word = Literal["LEAVE", "IDLE", "HERE"]

WORDS: tuple[Word, ...] = get_args(Word)

MAX_STATEMENTS_PER_SEAT: Mapping[Word, int] = {"LEAVE": 16, "IDLE": 16, "HERE": 6}
"""Statements of each kind that one seat may sign, since everybody stores them."""


class _Said(NamedTuple):
    seat: Seat
    word: Word
    phase: int
    """The phase in the statement, with the digest of the log before it in `prev`."""
    prev: bytes
    place: int
    """Number of the entry in the log."""


class Attendance(SideLane):
    """
    All statements of one game.

    Attributes:
        leaving: the seats that are leaving permanently, and have said nothing since.
        idle: the seats at which nobody is, by their statements about the open phase.
    """

    rules = rules_of(ATTENDANCE)

    def __init__(self, gid: bytes) -> None:
        super().__init__(gid)
        self.leaving: frozenset[Seat] = frozenset()
        self.idle: frozenset[Seat] = frozenset()
        self._said: Counter[tuple[Seat, Word]] = Counter()
        self._of_phases: list[_Said] = []
        """Statements that apply to the phase that they name, in order."""
        self._here: dict[Seat, list[int]] = {}

    def count(self, seat: Seat, word: Word) -> int:
        """Return how often a seat has made a statement in this game."""
        return self._said[seat, word]

    def next_number(self, seat: Seat) -> int:
        """Return the lowest number that a seat's next statement may have."""
        return 1 + max((it for other, it in self._places if other == seat), default=-1)

    def here(self, seat: Seat) -> Sequence[int]:
        """Return the log positions of a seat's HERE statements about the open phase."""
        return self._here.get(seat, ())

    def _expect(self, offer: OfferedEntry) -> Collection:
        envelope, seat = offer.envelope, offer.place.owner
        # Any digest will do: a host that trusts proofs may be further ahead than we are.
        prev, keys = envelope.prev, {seat: offer.log.holder(seat)}
        return self._slots(envelope, _word_of(envelope.kind), (seat,), prev, keys)

    def _check(self, offer: OfferedEntry) -> None:
        seat, number = offer.place
        body, word = offer.envelope.body, _word_of(offer.envelope.kind)
        if (
            number < self.next_number(seat)  # some get lost, so there may be gaps
            or self.count(seat, word) >= MAX_STATEMENTS_PER_SEAT[word]
            or len(body) != 1
            or phase_of(body) is None
        ):
            raise WireRefused(
                Reason.BAD_BALLOT,
                "not a valid attendance entry: {body}",
                body=shown(body),
            )

    def _keep(self, offer: OfferedEntry, slots: Collection) -> Receipt:
        super()._keep(offer, slots)
        envelope, log, seat = offer.envelope, offer.log, offer.place.owner
        word, named = _word_of(envelope.kind), phase_of(envelope.body) or 0
        self._said[seat, word] += 1
        number = log.phase.number
        counts = (named, envelope.prev) == (number, log.prev_of(number))
        if word != "LEAVE":
            said = _Said(seat, word, named, envelope.prev, log.position)
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
