"""
The game of one table: what is posted, who is here, and how much of the turn is left.

The fold decides what is taken. A host adds nothing to the log and chooses for nobody: a
seat that is silent is waited for, however long it takes.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Self

from sealed_wonders.core.game import Seat
from sealed_wonders.host.denied import Denied
from sealed_wonders.host.terms import rules_of
from sealed_wonders.net.errors import LocalProtocolError, RemoteProtocolError
from sealed_wonders.net.fold import Fold, Fraud
from sealed_wonders.net.lobby import Charter, open_charter
from sealed_wonders.net.log.envelopes import Wire
from sealed_wonders.net.log.evidence import Equivocation
from sealed_wonders.net.log.phases import Known, Reason, Receipt, Refused
from sealed_wonders.net.messages import Clock, Presence
from sealed_wonders.net.names import make_line
from sealed_wonders.net.suites import begin_relayed

CHOICES = ("PICK", "DECIDE", "CHOOSE")
"""The kinds of phases in which a seat chooses, and so has to think."""


class Game:
    """
    A table from the draw for seats to the score sheet.

    Its fold takes what is signed and in its place, and believes the proofs. What grows
    is the log, which the rules bound.

    Attributes:
        failure: why the fold can't go on though nobody broke the rules for all it knows;
            if proofs are bad that it believed, it comes to this sooner or later.
    """

    def __init__(self, table: str, fold: Fold, seconds: Callable[[], float]) -> None:
        """
        Begin a game, or go on with one.

        Args:
            seconds: the time.
        """
        self.table = table
        self.fold = fold
        self.failure: LocalProtocolError | None = None
        self._seconds = seconds
        self._here = [False] * len(fold.seats)
        self._timed = -1
        """The phase that is timed."""
        self._until: float | None = None
        """When its time is out."""
        self._out = False
        self._time_the_phase()

    @classmethod
    def of(cls, table: str, charter: Charter, seconds: Callable[[], float]) -> Self:
        """Begin the game a lobby agreed on."""
        fold = begin_relayed(charter, rules_of(charter.options))
        return cls(table, fold, seconds)

    @classmethod
    def resumed(
        cls, table: str, wires: Sequence[Wire], seconds: Callable[[], float]
    ) -> Self:
        """
        Go on with a game.

        Args:
            wires: all entries so far, as they came in. The last may be a fraud.

        Raises:
            RemoteProtocolError: they are no game's.
        """
        charter = open_charter(wires)
        try:
            rules = rules_of(charter.options)
        except ValueError as error:
            raise RemoteProtocolError(str(error)) from None
        game = cls(table, begin_relayed(charter, rules), seconds)
        for entry in range(game.fold.position, len(wires)):
            if isinstance(game._take(wires[entry]), Equivocation | Known):
                raise RemoteProtocolError(f"entry {entry} was there before")
        return game

    @property
    def gid(self) -> bytes:
        """The game's id."""
        return self.fold.charter.gid

    @property
    def names(self) -> tuple[str, ...]:
        """By seat."""
        return tuple(person.name for person in self.fold.charter.people)

    @property
    def suite(self) -> int:
        """How its cards are kept: see `sealed_wonders.net.suites`."""
        return self.fold.charter.suite

    @property
    def is_full(self) -> bool:
        """Nothing more is logged: all have signed the end, or the fold stopped."""
        fold = self.fold
        return fold.over or fold.fraud is not None or self.failure is not None

    @property
    def turn_time(self) -> int:
        """Seconds for a choice; 0 is as long as it takes."""
        seconds = dict(self.fold.charter.options)["turn_time"]
        return seconds if isinstance(seconds, int) else 0

    def seat_of(self, identity: bytes) -> Seat | None:
        """Give somebody's seat; None if they only look on."""
        return self.fold.charter.seat_of(identity)

    def post(self, identity: bytes, wire: Wire) -> Equivocation | None:
        """
        Take an envelope for the log.

        Whoever sits here may bring it, also another's: it is the signature that counts,
        and a returning player may know what a host has forgotten in a crash.

        Returns:
            The proof, if it shows that its author signed another one for its place.

        Raises:
            Denied: whoever brings it doesn't sit here.
            Refused: it has no place in the log now.
        """
        if self.seat_of(identity) is None:
            raise Denied("no-seat", f"you don't play at {self.table!r}")
        if self.failure is not None:
            raise Refused(Reason.OVER, make_line(str(self.failure)))
        verdict = self._take(wire)
        return verdict if isinstance(verdict, Equivocation) else None

    def _take(self, wire: Wire) -> Receipt | Fraud | None:
        try:
            return self.fold.accept(wire)
        except LocalProtocolError as failure:
            self.failure = failure
            return None
        finally:
            self._time_the_phase()

    # Who is here.

    def came(self, seat: Seat) -> None:
        """Note that somebody is connected."""
        self._here[seat] = True

    def went(self, seat: Seat) -> None:
        """Note that somebody's connection broke; the table waits."""
        self._here[seat] = False

    @property
    def here(self) -> Sequence[bool]:
        """Who is connected, by seat."""
        return tuple(self._here)

    def presence(self) -> Presence:
        """Say who is connected."""
        return Presence(self.table, tuple(self._here))

    # What time does.

    @property
    def deadline(self) -> float | None:
        """When `expire` has something to do."""
        return None if self._out else self._until

    def expire(self) -> None:
        """Note that time is out, if it is."""
        if self._until is not None and self._until <= self._seconds():
            self._out = True

    @property
    def clock_key(self) -> tuple[int, bool] | None:
        """What changes when all must be told of the clock; None if there is none."""
        return None if self._until is None else (self._timed, self._out)

    def clock(self) -> Clock:
        """Say what is left of the turn; when it is 0, clients choose the default."""
        if self._out or self._until is None:
            return Clock(self.table, 0, self._timed)
        left = max(1, math.ceil(self._until - self._seconds()))
        return Clock(self.table, left, self._timed)

    def _time_the_phase(self) -> None:
        """Begin a new turn if a new choice is open."""
        phase = self.fold.phase
        if phase.number == self._timed:
            return
        self._timed, self._until, self._out = phase.number, None, False
        if self.turn_time and phase.kind in CHOICES and not self.is_full:
            self._until = self._seconds() + self.turn_time
