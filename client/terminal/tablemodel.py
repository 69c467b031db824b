"""
The model of a table at a terminal: what a person has been told so far.

What a session tells is taken into it by `updates`; screens are drawn from it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from sealed_wonders.client.table.events import Absence, Halting, LobbyNews, Wait
from sealed_wonders.client.table.expectations import Awaited
from sealed_wonders.client.terminal import lookalikes, text
from sealed_wonders.client.terminal.endings import Ending
from sealed_wonders.client.terminal.games import face_of, named
from sealed_wonders.client.terminal.handingmodel import HandingModel
from sealed_wonders.client.terminal.menu import Item, Menu
from sealed_wonders.client.terminal.narration import Narration
from sealed_wonders.client.terminal.sealing import Overdue, Sealed
from sealed_wonders.client.terminal.sight import Sight, TurnNumber
from sealed_wonders.client.terminal.standstill import Break, Standstill
from sealed_wonders.client.terminal.timeleft import TimeLeft
from sealed_wonders.client.terminal.trust import Keyring
from sealed_wonders.core.game import Card, Move, Seat, Slot
from sealed_wonders.net.discovery.nearby import Nearby
from sealed_wonders.net.invitations import Invitations
from sealed_wonders.net.lobby import Charter, Person
from sealed_wonders.net.lobby.options import rescues
from sealed_wonders.net.lookalikes import told_apart
from sealed_wonders.net.messages import Standing, TableLine, TableTerms, Timing
from sealed_wonders.net.tableoptions import SPECTATOR_DELAY
from sealed_wonders.net.times import Times, times_of
from sealed_wonders.net.words import _

if TYPE_CHECKING:
    from sealed_wonders.client.terminal.gameface import GameFace

Command = Callable[["TableModel", str], Iterable[str]]
"""Gives the lines of what was asked to be heard, for the words after the command."""


@dataclass(slots=True)
class TableModel:
    """All that a person has been told of a table, as it stands now."""

    keyring: Keyring
    news: LobbyNews | None = None
    """The lobby, if we were in one."""
    charter: Charter | None = None
    """The game, once it has begun."""
    people: tuple[Person, ...] = ()
    """Who has which seat in the game now."""
    ours: Seat | None = None
    """Our seat in the game; None before it, if somebody else has it, or if we look on."""
    behind: Seat = 0
    """The seat from behind which we look on; of no meaning while we have one."""
    sight: Sight[Any] | None = None
    """What is seen of the game, one of its own kind; see `sight`."""
    here: tuple[bool, ...] = ()
    """Who is connected, by seat; empty before anything was said of it."""
    bots: frozenset[bytes] = frozenset()
    """Those for whom a program plays just now, as they say."""
    wait: Wait | None = None
    """What the table waits for; None before it began, and when all is over."""
    awaited: Awaited | None = None
    """For what the host keeps us waiting."""
    absence: Absence = field(default_factory=Absence)
    """Who is waited for, and what is voted on because of that."""
    halting: Halting = field(default_factory=Halting)
    """Who would end the game before its end."""
    out: bool = False
    """The others go on without us, or somebody else has our seat."""
    handing: HandingModel = field(default_factory=HandingModel)
    """What is known of seats that change hands."""
    menu: Menu | None = None
    """The last question."""
    asked: bool = False
    """Whether that is still open."""
    sealed: Sealed | None = None
    """What was answered to it, while the others haven't answered yet."""
    overdue: Overdue | None = None
    """What became of the last choice because time was out; None if it wasn't."""
    moment: TurnNumber | None = None
    """The turn that is being played, or was last; None before the first."""
    turn: list[str] = field(default_factory=list)
    """That turn, as it was told."""
    narration: Narration = field(default_factory=Narration)
    notes: Any = None
    """What the game has noted besides, in a form of its own; None if nothing."""
    digest: tuple[Sight[Any], Any] | None = None
    """What the game has made of a sight, so that it is made once for each."""
    past: list[Any] = field(default_factory=list)
    """All that happened in the game, in order: events of its own."""
    host: str = ""
    """What the host is called."""
    moved_to: bytes = b""
    """The identity of the host at which the game goes on, if it wasn't drawn there."""
    invitations: Invitations = ()
    """The addresses by which others find the table, with its pin: one for each network."""
    tables: tuple[TableLine, ...] = ()
    """The host's tables, when the connection came to be."""
    terms: TableTerms = field(default_factory=TableTerms)
    """What tables that are opened there are like, and what of it may be chosen."""
    surprises: tuple[str, ...] = ()
    """What the table is like, where that is other than we expect."""
    games: tuple[str, ...] = ()
    """The tables where one may look on, as long as we are asked about that."""
    password_of: str | None = None
    """The table whose password we are asked for, empty for all; None: we aren't."""
    standings: tuple[Standing, ...] = ()
    """How those who are there stand this evening, as the host has counted."""
    again: tuple[str, ...] = ()
    """Those who sit at the table for another game, when this one is over."""
    voices: dict[bytes, str] = field(default_factory=dict)
    """The names of those who have said something, by identity."""
    returning: tuple[str, ...] = ()
    """The people of the game before, for whom seats are kept for a while."""
    offline: bool = False
    """The connection broke off, and is tried again."""
    astray: str = ""
    """Why there is still none, as far as that is known."""
    may_host: bool = False
    """The host has been lost for so long that this machine may go on with the table."""
    elsewhere: tuple[Nearby, ...] = ()
    """Other hosts at which the game may go on, though nobody is proven there."""
    halted: tuple[str, ...] = ()
    """Why our program has stopped, since most others count differently; empty if it hasn't."""
    planned_break: Break | None = None
    """The break that somebody has proposed, at the end of this age."""
    standstill: Standstill | None = None
    """By whose wish the clock stands still, if it does."""
    timing: Timing | None = None
    """What was said last of times that were agreed and proposed during the game."""
    time: TimeLeft | None = None
    """What was said last of the time that is left; None if there is no limit."""
    mark: bytes = b""
    """By what the others know this machine, where another one has played our seat."""
    code_read: bool = False
    """The words of the table code were shown big, and are done with."""
    ending: Ending | None = None
    """How it ended; None while it goes on."""
    disclosable: dict[Slot, Card] = field(default_factory=dict)
    """What we may open by then of what lies face down."""
    disclosed: dict[Seat, dict[Slot, Card]] = field(default_factory=dict)
    """What was opened by then, by whose it was."""

    @property
    def names(self) -> tuple[str, ...]:
        """The names by seat, in a game; with a mark where one could be taken for another."""
        return told_apart(tuple(person.name for person in self.people))

    @property
    def may_rescue(self) -> bool:
        """Whether this table lets somebody else play on for who is silent."""
        return self.charter is not None and rescues(self.charter.options)

    def called(self, identity: bytes, name: str) -> str:
        """Return the name by which somebody is shown: as they sit, or call themselves."""
        seated = self._seated
        if identity in seated:
            return seated[identity]
        # Whoever looks on may call themselves as they like.
        there = {it.identity: it.name for it in self.handing.takers}
        there = {**self.voices, **there, identity: name}
        others = {one: called for one, called in there.items() if one not in seated}
        shown = told_apart(tuple(others.values()), self._names_of_seated)
        return dict(zip(others, shown, strict=True))[identity]

    def named(self, name: str) -> str:
        """Return how a name is shown of which the host has said nothing else."""
        names = self._names_of_seated
        if name in names:
            return tuple(self._seated.values())[names.index(name)]
        return told_apart((name,), names)[0]

    @property
    def _names_of_seated(self) -> tuple[str, ...]:
        there = self.people or (self.news.people if self.news is not None else ())
        return tuple(person.name for person in there)

    @property
    def _seated(self) -> Mapping[bytes, str]:
        """The names of those who sit here, as they are shown."""
        if self.people:
            people = (person.identity for person in self.people)
            return dict(zip(people, self.names, strict=True))
        return {} if self.news is None else lookalikes.people(self.news)

    @property
    def host_key(self) -> bytes:
        """The identity of the host at which the game is now, by which it owns its bots."""
        drawn_at = b"" if self.charter is None else self.charter.host
        return self.moved_to or drawn_at

    @property
    def viewpoint(self) -> Seat:
        """The seat that is in the middle: our own, or the one we look on from."""
        return self.behind if self.ours is None else self.ours

    @property
    def has_no_seat(self) -> bool:
        """The game is that of others: we look on, or somebody else has our seat."""
        return self.charter is not None and self.ours is None

    @property
    def late(self) -> int:
        """By how many seconds what we see is behind what happens; 0: by none."""
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
        """How long those who play may think, as was agreed before the game."""
        return Times() if self.charter is None else times_of(self.charter.options)

    @property
    def times(self) -> Times:
        """The same, as it is by now."""
        return self.agreed_times if self.timing is None else self.timing.now

    @property
    def owing(self) -> tuple[Seat, ...]:
        """Who owes a choice."""
        return (
            self.wait.missing if self.wait is not None and self.wait.is_choice else ()
        )

    @property
    def deadline(self) -> float | None:
        """When time is out for the open choice, in seconds of the reactor's clock."""
        return None if self.time is None else self.time.deadline(self.owes)

    @property
    def owes(self) -> Seat | None:
        """Our seat, if we owe a choice."""
        return self.ours if self.asked or self.ours in self.owing else None

    def ticks(self, now: float) -> float | None:
        """Return when a second less is left of what is shown; None if nothing runs."""
        time, at = self.time, self.deadline
        if at is None and time is not None and time.runs and time.seats and self.owing:
            at = time.heard
        elif at is None or at <= now:
            return None
        return now + ((at - now) % 1 or 1)

    def own_time(self, seat: Seat, now: float) -> float | None:
        """Return what a seat has left for the game; None if as long as it takes."""
        if self.time is None:
            return None
        return self.time.own(seat, now, owes=seat in self.owing)

    @property
    def gone(self) -> tuple[Seat, ...]:
        """Those without whom the table goes on, as the rules have heard."""
        return () if self.sight is None else tuple(self.sight.state.gone)

    @property
    def bot_seats(self) -> frozenset[Seat]:
        """The seats of others for whom a program plays just now, and who aren't gone."""
        return frozenset(
            seat
            for seat, one in enumerate(self.people)
            if one.identity in self.bots and seat not in self.gone
        )

    @property
    def answer(self) -> Move | None:
        """The move that was sealed, while the others haven't answered yet."""
        return self.sealed.move if self.sealed is not None else None

    def item(self, number: str) -> Item | None:
        """Return what can be chosen by a number, while that is asked; None if nothing."""
        if self.menu is None or not self.asked:
            return None
        numbered = (it for it in self.menu.items if str(it.number) == number)
        return next(numbered, None)

    @property
    def game(self) -> str:
        """The name of the game that is played, or will be."""
        agreed = self.charter or self.news
        return named(agreed.options if agreed else None)

    @property
    def face(self) -> GameFace:
        """The face of that game."""
        return face_of(self.game)

    def seat(self, name: str) -> Seat | None:
        """Find whom somebody means: a name, how it begins, a number, left, right."""
        n, name = len(self.names), name.lower()
        places = {
            text.LEFT: text.LEFT,
            text.RIGHT: text.RIGHT,
            "you": "you",
            _left(): text.LEFT,
            _right(): text.RIGHT,
            text.you(): "you",
        }
        if n and name in places:
            step = {text.LEFT: 1, text.RIGHT: -1}.get(places[name], 0)
            return (self.viewpoint + step) % n
        found = lookalikes.meant(name, self.names, [it.name for it in self.people])
        if not found:
            found = lookalikes.starting(name, self.names)
        if len(found) == 1:
            return found[0]
        if name.isdecimal() and len(name) < 3 and int(name) < n:
            return int(name)
        return None


def _left() -> str:
    return _("left")


def _right() -> str:
    return _("right")
