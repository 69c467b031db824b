"""
The second stage of a table: what is posted, who is here, how much of the turn is left.

The fold decides what is taken. A host adds nothing to the log and chooses for nobody: a
seat that is silent is waited for, however long it takes.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import ClassVar, Self

from sealed_wonders.core.game import Seat
from sealed_wonders.core.sentences import sentence_of
from sealed_wonders.host.denied import Denied
from sealed_wonders.host.news import Away, Back
from sealed_wonders.host.stage import TableEvent, TableState, Tell
from sealed_wonders.host.terms import rules_of
from sealed_wonders.net.errors import LocalProtocolError, RemoteProtocolError
from sealed_wonders.net.fold import Fold, Fraud
from sealed_wonders.net.lobby import Charter, Options, open_charter
from sealed_wonders.net.log.envelopes import Entry, Wire, parse_entries
from sealed_wonders.net.log.evidence import Equivocation
from sealed_wonders.net.log.phases import Known, Reason, Receipt, Refused
from sealed_wonders.net.messages import Clock, FromHost, Presence
from sealed_wonders.net.suites import begin_relayed

CHOICES = ("PICK", "DECIDE", "CHOOSE")
"""The kinds of phases in which a seat chooses, and so has to think."""


class GameStage:
    """
    A table from the draw for seats to the score sheet.

    Its fold takes what is signed and in its place, and believes the proofs. What grows
    is the log, which the rules bound.

    Attributes:
        failure: why the fold can't go on though nobody broke the rules for all it knows;
            if proofs are bad that it believed, it comes to this sooner or later.
    """

    initial: ClassVar[TableState] = TableState.PLAYING
    completed: ClassVar[TableEvent] = TableEvent.FILLED

    def __init__(
        self, table: str, fold: Fold, seconds: Callable[[], float], tell: Tell
    ) -> None:
        """
        Begin a game, or go on with one.

        Args:
            seconds: returns the time.
            tell: takes the news of it.
        """
        self.table = table
        self.fold = fold
        self.failure: LocalProtocolError | None = None
        self._seconds = seconds
        self._tell = tell
        self._is_closed = False
        self._here = [False] * len(fold.seats)
        self._timed = -1
        """The phase that is timed."""
        self._until: float | None = None
        """When its time is out."""
        self._out = False
        self._time_the_phase()

    @classmethod
    def of(
        cls,
        table: str,
        charter: Charter,
        seconds: Callable[[], float],
        tell: Tell,
        here: Sequence[bool],
    ) -> Self:
        """
        Begin the game a lobby agreed on.

        Args:
            here: who is connected, by seat.
        """
        fold = begin_relayed(charter, rules_of(charter.options))
        game = cls(table, fold, seconds, tell)
        game._here = list(here)
        return game

    @classmethod
    def resumed(
        cls,
        table: str,
        wires: Sequence[Wire],
        seconds: Callable[[], float],
        tell: Tell,
    ) -> Self:
        """
        Go on with a game.

        Args:
            wires: all entries so far, as they came in. The last may be a fraud.

        Raises:
            RemoteProtocolError: they are no game's.
        """
        entries = parse_entries(wires)
        charter = open_charter(entries)
        try:
            rules = rules_of(charter.options)
        except ValueError as error:
            raise RemoteProtocolError(sentence_of(error)) from None
        game = cls(table, begin_relayed(charter, rules), seconds, tell)
        for number in range(game.fold.position, len(entries)):
            if isinstance(game._take(entries[number]), Equivocation | Known):
                raise RemoteProtocolError(f"entry {number} was there before")
        return game

    # What everybody may know.

    @property
    def gid(self) -> bytes:
        """The game's id."""
        return self.fold.charter.gid

    @property
    def names(self) -> tuple[str, ...]:
        """By seat."""
        return tuple(person.name for person in self.fold.charter.people)

    @property
    def options(self) -> Options:
        """What is played."""
        return self.fold.charter.options

    @property
    def wanted(self) -> int:
        """How many play."""
        return len(self.names)

    @property
    def suite(self) -> int:
        """How its cards are kept: see `sealed_wonders.net.suites`."""
        return self.fold.charter.suite

    @property
    def is_complete(self) -> bool:
        """Nothing more is logged: all have signed the end, or the fold stopped."""
        fold = self.fold
        return fold.over or fold.fraud is not None or self.failure is not None

    @property
    def turn_time(self) -> int:
        """Seconds for a choice; 0 is as long as it takes."""
        seconds = dict(self.options)["turn_time"]
        return seconds if isinstance(seconds, int) else 0

    @property
    def here(self) -> Sequence[bool]:
        """Who is connected, by seat."""
        return tuple(self._here)

    def seat_of(self, identity: bytes) -> Seat | None:
        """Return somebody's seat; None if they only look on."""
        return self.fold.charter.seat_of(identity)

    def seats(self, identity: bytes) -> bool:
        """Tell whether somebody plays here."""
        return self.seat_of(identity) is not None

    def name_of(self, identity: bytes) -> str | None:
        """Return the name by which somebody plays here."""
        seat = self.seat_of(identity)
        return None if seat is None else self.names[seat]

    def notices(self) -> tuple[FromHost, ...]:
        """Return who is connected, for all who look on."""
        return (Presence(self.table, tuple(self._here)),)

    # What people do.

    def sit(self, identity: bytes, entry: Entry) -> None:
        """
        Let somebody come back who plays already.

        Raises:
            Denied: they don't, and it is too late.
        """
        if not self.seats(identity):
            raise Denied("begun", f"the game at {self.table!r} has begun")

    def leave(self, identity: bytes) -> None:
        """
        Leave a game that is over, which changes nothing.

        Raises:
            Denied: it goes on.
        """
        if not self._is_closed:
            raise Denied("begun", "the game goes on, and your seat is kept")

    def ready(self, identity: bytes, ready: bool, options: bytes) -> None:
        """
        Take it that somebody is ready, which the game has begun with.

        Raises:
            Denied: they aren't any more.
        """
        if not ready:
            raise Denied("begun", f"the game at {self.table!r} has begun")

    def post(self, identity: bytes, entry: Entry) -> Equivocation | None:
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
            raise Refused(Reason.OVER, sentence_of(self.failure))
        verdict = self._take(entry)
        return verdict if isinstance(verdict, Equivocation) else None

    # Who is here.

    def came(self, identity: bytes) -> None:
        """Note that somebody is connected."""
        seat = self.seat_of(identity)
        if seat is not None and not self._here[seat]:
            self._here[seat] = True
            self._tell(Back(self.table, self.names[seat]))

    def went(self, identity: bytes) -> None:
        """Note that somebody's connection broke; the table waits."""
        seat = self.seat_of(identity)
        if seat is not None and self._here[seat]:
            self._here[seat] = False
            if not self._is_closed:
                self._tell(Away(self.table, self.names[seat]))

    def release(self, identity: bytes) -> None:
        """Do nothing: seats are reserved in lobbies only."""

    def lost_bot(self, name: str) -> None:
        """Do nothing: the seat of a bot is kept like anybody's."""

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

    # What comes next.

    def successor(self) -> Self:
        """Return itself: nothing follows a game."""
        return self

    def close(self) -> None:
        """Tell no more of who has gone."""
        self._is_closed = True

    # Inside.

    def _take(self, entry: Entry) -> Receipt | Fraud | None:
        try:
            return self.fold.accept(entry)
        except LocalProtocolError as failure:
            self.failure = failure
            return None
        finally:
            self._time_the_phase()

    def _time_the_phase(self) -> None:
        """Begin a new turn if a new choice is open."""
        phase = self.fold.phase
        if phase.number == self._timed:
            return
        self._timed, self._until, self._out = phase.number, None, False
        if self.turn_time and phase.kind in CHOICES and not self.is_complete:
            self._until = self._seconds() + self.turn_time
