"""
`TableModel`, everything a person has been told about a table so far.

`updates` puts a session's events into it; screens are drawn from it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from sealed_wonders.client.table.events import Absence, Halting, LobbyNews, Wait
from sealed_wonders.client.table.expectations import Awaited
from sealed_wonders.client.view import shownnames
from sealed_wonders.client.view.ending import Ending
from sealed_wonders.client.view.games import face_of, named
from sealed_wonders.client.view.handingmodel import HandingModel
from sealed_wonders.client.view.keyring import Keyring
from sealed_wonders.client.view.menu import Item, Menu
from sealed_wonders.client.view.narration import Narration
from sealed_wonders.client.view.sealedmove import Overdue, Sealed
from sealed_wonders.client.view.sight import AnySight, TurnNumber
from sealed_wonders.client.view.standstill import Break, Standstill
from sealed_wonders.client.view.timeleft import TimeLeft
from sealed_wonders.core.game import Card, Move, Seat, Slot
from sealed_wonders.net.discovery.nearby import Nearby
from sealed_wonders.net.invitations import Invitations
from sealed_wonders.net.lobby import Charter, TablePerson
from sealed_wonders.net.lobby.options import rescues
from sealed_wonders.net.lookalikes import told_apart
from sealed_wonders.net.messages import StandingRow, TableLine, TableTerms, Timing
from sealed_wonders.net.tableoptions import SPECTATOR_DELAY
from sealed_wonders.net.times import Times, times_of

if TYPE_CHECKING:
    from sealed_wonders.client.view.gameface import GameFace

Command = Callable[["TableModel", str], Iterable[str]]
"""Returns the lines of a command, given the words after it."""


@dataclass(slots=True)
class TableModel:
    """The current state of a table, as far as a person has been told."""

    keyring: Keyring
    news: LobbyNews | None = None
    """The lobby, if we were in one."""
    charter: Charter | None = None
    """The game, once it has begun."""
    people: tuple[TablePerson, ...] = ()
    """The current player of each seat."""
    ours: Seat | None = None
    """Our seat; None before the game, for a spectator, or if somebody else has it."""
    behind: Seat = 0
    """The seat that a spectator watches from; meaningless for a player."""
    sight: AnySight[Any] | None = None
    """Our view of the game, an instance of the game's subclass of `AnySight`."""
    here: tuple[bool, ...] = ()
    """By seat, who is connected; empty before the host has said."""
    closing: dict[bytes, float] = field(default_factory=dict)
    """When players said that they close their program, by identity, until they go."""
    bots: frozenset[bytes] = frozenset()
    """Identities of players whose programs, by their own messages, play for them."""
    wait: Wait | None = None
    """The current wait of the table; None before the game and after it."""
    wait_since: float = 0.0
    """When the step that `wait` is about began, on the reactor's clock."""
    awaited: Awaited | None = None
    """The message or entry that the host is late with."""
    absence: Absence = field(default_factory=Absence)
    """Absent players, and the ballots about them."""
    halting: Halting = field(default_factory=Halting)
    """Players who want to end the game early."""
    out: bool = False
    """Whether we were removed, or somebody else has our seat."""
    handing: HandingModel = field(default_factory=HandingModel)
    """The state of seats that change hands."""
    menu: Menu | None = None
    """The last question."""
    asked: bool = False
    """Whether the last question is still open."""
    sealed: Sealed | None = None
    """Our answer to it, while the others haven't all answered."""
    overdue: Overdue | None = None
    """How the last choice was sealed at its timeout; None if we answered in time."""
    moment: TurnNumber | None = None
    """The current or last turn; None before the first."""
    turn: list[str] = field(default_factory=list)
    """The sentences told of that turn."""
    narration: Narration = field(default_factory=Narration)
    notes: Any = None
    """Whatever the game itself needs to remember, of its own type; None for nothing."""
    digest: tuple[AnySight[Any], Any] | None = None
    """A digest that the game has computed of a sight, cached with that sight."""
    past: list[Any] = field(default_factory=list)
    """The news of the game so far, in order; events of the game's own types."""
    host: str = ""
    """The host's name."""
    moved_to: bytes = b""
    """The current host's identity, if it isn't the one that drew the game's seats."""
    invitations: Invitations = ()
    """The addresses at which others find the table, with its pin; one per network."""
    hosts: bool = False
    """Whether others use our own host, and lose it when we leave."""
    is_private: bool = False
    """Whether our own host lets nobody else in, so that all the others are bots."""
    tables: tuple[TableLine, ...] = ()
    """The host's tables, as of the start of the connection."""
    terms: TableTerms = field(default_factory=TableTerms)
    """The default options of tables opened at the host, and which can be chosen."""
    surprises: tuple[str, ...] = ()
    """How the table differs from what we expect."""
    games: tuple[str, ...] = ()
    """Tables whose games we can watch, while we have to choose one."""
    password_of: str | None = None
    """
    The table whose password is wanted; empty for the host's own, None for neither.
    """
    password_why: str = ""
    """Why the last password for it was refused."""
    standings: tuple[StandingRow, ...] = ()
    """This evening's standings of people at the table, as counted by the host."""
    again: tuple[str, ...] = ()
    """Names of players who wait at the table for a rematch."""
    voices: dict[bytes, str] = field(default_factory=dict)
    """Names of people who have sent a message, by identity."""
    returning: tuple[str, ...] = ()
    """Players of the previous game, for whom seats are kept for a while."""
    returning_until: float = 0.0
    """When that is over at the latest, by the clock of `deadline`."""
    offline: bool = False
    """Whether the connection is lost, and being retried."""
    connection_failure: str = ""
    """Why there is still no connection, as far as known."""
    may_host: bool = False
    """
    Whether the host has been lost for long enough that this machine may replace it.
    """
    elsewhere: tuple[Nearby, ...] = ()
    """Other hosts that claim to continue the game; no player is proven to be there."""
    halted: tuple[str, ...] = ()
    """
    Why our program has stopped, since most others computed different results; empty if
    it hasn't.
    """
    planned_break: Break | None = None
    """The break that somebody has proposed for the end of this age."""
    standstill: Standstill | None = None
    """The current pause of the clock, if any."""
    timing: Timing | None = None
    """The last report on times agreed and proposed during the game."""
    time: TimeLeft | None = None
    """The last report on the time left; None if there is no limit."""
    mark: bytes = b""
    """This machine's mark, if another machine has played our seat; else empty."""
    code_read: bool = False
    """Whether the table code has been shown large and closed."""
    ending: Ending | None = None
    """How the game ended; None until then."""
    disclosable: dict[Slot, Card] = field(default_factory=dict)
    """Our face-down cards that we can still disclose after the game."""
    disclosed: dict[Seat, dict[Slot, Card]] = field(default_factory=dict)
    """Cards disclosed after the game, by seat."""

    @property
    def names(self) -> tuple[str, ...]:
        """Names by seat, in a game; look-alikes are marked."""
        return told_apart(tuple(person.name for person in self.people))

    @property
    def may_rescue(self) -> bool:
        """Whether this table allows substitutes."""
        return self.charter is not None and rescues(self.charter.options)

    @property
    def company(self) -> Mapping[bytes, str]:
        """
        Other people who have a seat, watch, or have said something: names by identity.
        """
        here = self.people or (() if self.news is None else self.news.people)
        there = (*here, *self.handing.takers)
        people = {it.identity: it.name for it in there if it.owner is None}
        return {
            identity: name
            for identity, name in {**self.voices, **people}.items()
            if identity != self.keyring.me
        }

    @property
    def is_among_bots(self) -> bool:
        """Whether a game is on in which nobody but bots would notice what we do."""
        return self.charter is not None and not self.company

    def called(self, identity: bytes, name: str) -> str:
        """
        Return the displayed name of a person: as seated, or as they call themselves.
        """
        seated = self.seated
        if identity in seated:
            return seated[identity]
        # A spectator can choose any name.
        there = {it.identity: it.name for it in self.handing.takers}
        there = {**self.voices, **there, identity: name}
        others = {one: called for one, called in there.items() if one not in seated}
        shown = told_apart(tuple(others.values()), self._names_of_seated)
        return dict(zip(others, shown, strict=True))[identity]

    def named(self, name: str) -> str:
        """Return the displayed name for one that comes without an identity."""
        names = self._names_of_seated
        if name in names:
            return tuple(self.seated.values())[names.index(name)]
        return told_apart((name,), names)[0]

    @property
    def _names_of_seated(self) -> tuple[str, ...]:
        there = self.people or (self.news.people if self.news is not None else ())
        return tuple(person.name for person in there)

    @property
    def seated(self) -> Mapping[bytes, str]:
        """Displayed names of the people at the table, by identity."""
        if self.people:
            people = (person.identity for person in self.people)
            return dict(zip(people, self.names, strict=True))
        return {} if self.news is None else shownnames.people(self.news)

    @property
    def host_key(self) -> bytes:
        """
        The identity of the host that has the game now, which owns the host's bots.
        """
        drawn_at = b"" if self.charter is None else self.charter.host
        return self.moved_to or drawn_at

    @property
    def viewpoint(self) -> Seat:
        """The seat in the middle: our own, or the one a spectator watches from."""
        return self.behind if self.ours is None else self.ours

    @property
    def has_no_seat(self) -> bool:
        """Whether a game is on in which we have no seat, or no longer."""
        return self.charter is not None and self.ours is None

    @property
    def late(self) -> int:
        """Seconds of delay of a spectator's view; 0 for none."""
        handing, is_on = self.handing, self.charter is not None and self.ending is None
        if (
            self.charter is None
            or not is_on
            or not handing.looks_on
            or handing.informed
        ):
            return 0
        return SPECTATOR_DELAY.agreed(self.charter.options)

    @property
    def agreed_times(self) -> Times:
        """The time limits agreed before the game."""
        return Times() if self.charter is None else times_of(self.charter.options)

    @property
    def times(self) -> Times:
        """The current time limits."""
        return self.agreed_times if self.timing is None else self.timing.now

    @property
    def owing(self) -> tuple[Seat, ...]:
        """Seats that owe a choice."""
        return (
            self.wait.missing if self.wait is not None and self.wait.is_choice else ()
        )

    @property
    def deadline(self) -> float | None:
        """
        When the time for the open choice is up, on the reactor's clock; None for no
        limit.
        """
        return None if self.time is None else self.time.deadline(self.owes)

    @property
    def owes(self) -> Seat | None:
        """Our seat, if we owe a choice."""
        return self.ours if self.asked or self.ours in self.owing else None

    def ticks(self, now: float) -> float | None:
        """
        Return when the displayed time next changes by a second, or None if no clock
        runs.
        """
        time, at = self.time, self.deadline
        if at is None and time is not None and time.runs and time.seats and self.owing:
            at = time.heard
        elif at is None or at <= now:
            return None
        return now + ((at - now) % 1 or 1)

    def own_time(self, seat: Seat, now: float) -> float | None:
        """Return a seat's remaining game time in seconds; None for no limit."""
        if self.time is None:
            return None
        return self.time.own(seat, now, owes=seat in self.owing)

    @property
    def gone(self) -> tuple[Seat, ...]:
        """Seats that the game continues without, according to the rules' state."""
        return () if self.sight is None else tuple(self.sight.state.gone)

    @property
    def bot_seats(self) -> frozenset[Seat]:
        """Seats in play whose program plays for them at the moment."""
        return frozenset(
            seat
            for seat, one in enumerate(self.people)
            if one.identity in self.bots and seat not in self.gone
        )

    @property
    def answer(self) -> Move | None:
        """Our sealed move, while the others haven't all answered."""
        return self.sealed.move if self.sealed is not None else None

    def item(self, number: str) -> Item | None:
        """Return the item with a number, while the question is open, or None."""
        if self.menu is None or not self.asked:
            return None
        numbered = (it for it in self.menu.items if str(it.number) == number)
        return next(numbered, None)

    @property
    def game(self) -> str:
        """The name of the table's game."""
        agreed = self.charter or self.news
        return named(agreed.options if agreed else None)

    @property
    def face(self) -> GameFace:
        """The face of the table's game."""
        return face_of(self.game)
