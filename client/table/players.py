"""
Players: whoever chooses for a seat.

A person at a terminal and a bot stand behind the same small interface. A session tells
its player what it may know, in the order in which it happens, and takes one answer for
each question; a player that wants to think may answer later.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from sealed_wonders.client.table.expectations import Awaited
from sealed_wonders.core.game import Card, Move, Seat, Sheet, Slot, State
from sealed_wonders.core.outline import Difference
from sealed_wonders.core.sentences import Sentence
from sealed_wonders.net.claims import Fraud
from sealed_wonders.net.discovery.nearby import Nearby
from sealed_wonders.net.lobby import Charter, Options
from sealed_wonders.net.lobby import Person as Seated
from sealed_wonders.net.log.ballots import Status
from sealed_wonders.net.log.evidence import Equivocation
from sealed_wonders.net.log.phases import Phase
from sealed_wonders.net.messages import (
    Clock,
    Person,
    Standing,
    TableLine,
    TableTerms,
    Taker,
    Timing,
)
from sealed_wonders.net.plan import CHOOSING
from sealed_wonders.net.voting import Fault


@dataclass(frozen=True, slots=True)
class Question:
    """A choice that is open for a seat."""

    phase: int
    """The phase of the log in which it is answered."""
    state: State
    seat: Seat
    faces: Mapping[Slot, Card]
    """The faces of the slots it may use, and of what it has peeked at."""
    moves: tuple[Move, ...]
    """All that is legal."""
    default: Move
    """What is chosen when time is out."""


@dataclass(frozen=True, slots=True)
class LobbyNews:
    """How a table that hasn't begun stands."""

    table: str
    options: Options
    wanted: int
    """How many it takes to begin; 0 is any number."""
    people: tuple[Person, ...]
    note: str
    """Why there is another draw, or nothing."""
    bots: tuple[str, ...] = ()
    """The names of the host's bots that will come when all people are ready."""
    listed: bool = True
    """The host tells of it to whoever asks for its tables."""
    on_page: bool = True
    """It may be on the page on which its host shows its tables to a room."""
    looks_on: bool = False
    """We have no seat there: we wait for the game, to look on."""
    locked: bool = False
    """It has a password, which we have shown to know."""
    onlookers: tuple[str, ...] = ()
    """Who looks on there, by their own word."""


@dataclass(frozen=True, slots=True)
class Wait:
    """What a table waits for."""

    phase: Phase
    """The open one."""
    missing: tuple[Seat, ...]
    """Who has still to speak in it."""
    checking: tuple[Seat, ...]
    """Whose entries this program is still checking."""
    working: bool
    """This program is making what we say."""
    behind: int = 0
    """How many entries wait until those are checked."""
    digest: bytes = b""
    """What stands for all that came before the open phase."""
    must_compare: bool = False
    """
    Nothing is said for our seat, which another machine had, before our person has compared
    this with somebody at the table.
    """
    taken_back: bool = False
    """That other machine has signed for it after this one."""

    @property
    def is_choice(self) -> bool:
        """It is for people to choose."""
        return self.phase.kind in CHOOSING and bool(self.missing)


@dataclass(frozen=True, slots=True)
class Vote:
    """A ballot on the open phase: whether to go on without some seats."""

    opener: Seat
    number: int
    """Which of the opener's ballots it is."""
    out: tuple[Seat, ...]
    """Without whom."""
    faults: Mapping[Seat, tuple[Fault, ...]]
    """What is held against each of them."""
    votes: Mapping[Seat, bool]
    """Who has said yes, and who no; the opener said yes."""
    missing: tuple[Seat, ...]
    """Who is still to answer."""
    status: Status
    until: float | None = None
    """Until when we may answer, by the clock; None if we aren't asked."""
    substitutes: tuple[Seated, ...] = ()
    """Who is to have their seats, one for each; nobody where they are to be out."""
    first: tuple[Seat, int] | None = None
    """The earlier, equal ballot that was opened at the same time, if any."""
    agreed_at: float | None = None
    """
    From when on programs say yes to it, by the clock, though somebody it puts out is there;
    None if they don't, as things stand.
    """

    @property
    def key(self) -> tuple[Seat, int]:
        """Which ballot of the game it is."""
        return self.opener, self.number


class Hindrance(enum.Enum):
    """Why somebody else can't play on for a seat that is silent, at a table that allows it."""

    CHEATED = enum.auto()
    """It has cheated."""
    PARTS = enum.auto()
    """Somebody has gone with a part of its secrets: it has to wait for new keys."""
    SEVERAL = enum.auto()
    """Others are silent, too, who hold parts of its secrets."""
    FEW = enum.auto()
    """Those who are left aren't enough to decide on it."""
    SOON = enum.auto()
    """It isn't silent for long enough, or something was voted on just now."""


class Hindered(NamedTuple):
    """What is in the way of a substitute."""

    why: Hindrance
    others: tuple[Seat, ...] = ()
    """Because of whom, if it is somebody else's doing."""


@dataclass(frozen=True, slots=True)
class Absence:
    """Who is waited for, and what the table votes on because of that."""

    since: Mapping[Seat, float] = field(default_factory=dict)
    """Since when somebody is waited for, or has cheated, by the clock."""
    offers: tuple[tuple[Seat, ...], ...] = ()
    """Without whom we may propose to go on; if there are several, all of them come first."""
    votes: tuple[Vote, ...] = ()
    """The ballots on the open phase, as they came."""
    rescuable: Seat | None = None
    """The seat of those that we may ask somebody to have, who plays on with it."""
    hindered: Mapping[Seat, Hindered] = field(default_factory=dict)
    """Why nobody can be asked to have the others that are waited for, where that is allowed."""
    idle: frozenset[Seat] = frozenset()
    """At whose programs nobody is, as these say."""
    here: Mapping[Seat, int] = field(default_factory=dict)
    """How often they have said in the open phase that somebody is there, those who have."""
    against_us: Vote | None = None
    """
    The last open ballot by which we would be out, if we haven't said since it was opened that
    somebody is there.
    """
    keys_left: int = 0
    """How often in this game we may still say that somebody is there."""

    @property
    def offered(self) -> tuple[Seat, ...]:
        """All without whom we may propose to go on."""
        return self.offers[0] if self.offers else ()

    @property
    def asks(self) -> Vote | None:
        """The ballot that we are to answer, if there is one."""
        return next((vote for vote in self.votes if vote.until is not None), None)


@dataclass(frozen=True, slots=True)
class Halting:
    """Who would end the game before its end, with the points so far."""

    agreed: frozenset[Seat] = frozenset()
    """Of those who are asked, who has said so about the open phase."""
    asked: frozenset[Seat] = frozenset()
    """The seats that persons play with: if all of these would, so do programs."""


class Step(enum.Enum):
    """How far the handing over of our seat is."""

    WAITS = enum.auto()
    """We have spoken in the open phase, and hand over in the next."""
    ASKED = enum.auto()
    """The other was asked, and has what it takes."""
    SIGNED = enum.auto()
    """We have signed it: it can't be taken back."""
    KEPT = enum.auto()
    """We keep the seat after all."""
    REFUSED = enum.auto()
    """The other doesn't want it, or can't go on with it: we keep it."""
    SILENT = enum.auto()
    """The other didn't answer: we keep it."""
    FAILED = enum.auto()
    """It couldn't be signed: we keep it."""

    @property
    def is_over(self) -> bool:
        """We keep the seat, whatever was meant."""
        return self in (Step.KEPT, Step.REFUSED, Step.SILENT, Step.FAILED)


@dataclass(frozen=True, slots=True)
class Giving:
    """Our seat is being handed over."""

    to: bytes
    """The identity of whoever is to take it."""
    name: str
    step: Step

    def at(self, step: Step) -> Giving:
        """Give the same, at another step."""
        return replace(self, step=step)


@dataclass(frozen=True, slots=True)
class Asking:
    """We ask somebody whether they would have a seat that is silent, if all others agree."""

    seat: Seat
    to: bytes
    """The identity of whoever is asked."""
    name: str
    step: Step
    """`SIGNED` once the table votes on it."""

    def at(self, step: Step) -> Asking:
        """Give the same, at another step."""
        return replace(self, step=step)


@dataclass(frozen=True, slots=True, eq=False)
class Offer:
    """A seat that we can have."""

    seat: Seat
    name: str
    """Who has it now."""
    answer: Callable[[bool], None]
    """Takes whether we want it, once."""
    by: str | None = None
    """Who asks us, since that one is silent; None if they hand it over themselves."""


@dataclass(frozen=True, slots=True)
class Heard:
    """Something that somebody at the table has said, and nobody else can have."""

    identity: bytes
    name: str
    """By which they sit, or as they call themselves."""
    is_seated: bool
    """They sit at the table, or play there; else they look on."""
    code: str
    """What kind of thing it is; see `sealed_wonders.net.talk`."""
    text: str
    dated: float | None
    """When, in seconds since 1970 by their clock, if that isn't about now by ours."""


@dataclass(frozen=True, slots=True)
class Apart:
    """Programs that have read the same log, and whose rules stand differently."""

    phase: int
    seats: tuple[Seat, ...]
    """Whose differ from ours."""
    where: Difference | None
    """The first place where the first of them does; None if none has shown its account."""
    here: object
    """All that our rules say, as JSON data."""
    there: Mapping[Seat, object]
    """The same of those who have shown it."""
    stops: bool
    """Most others count otherwise, so that our own program stands still."""


class Player:
    """
    One who plays; this one never does anything.

    Methods are called one after another; from within an answer only `sealed`, `unsealed`
    and `waiting` are.
    """

    watches: bool = False
    """Wants to hear what happens in a game at which it only looks on."""

    is_program: bool = False
    """It answers by itself, ballots too."""

    has_person: bool = False
    """Where a program plays, somebody may come back to it, who is asked about ballots first."""

    def may_open(self, terms: TableTerms) -> None:
        """Take what tables that are opened there are like, and what may be chosen."""

    def tables(self, host: str, tables: Sequence[TableLine]) -> None:
        """The connection stands; these are the host's tables."""

    def no_seat_free(self, games: Sequence[str]) -> None:
        """
        No table has a seat for us, and we haven't asked for another one.

        We may look on, or open one.

        Args:
            games: the tables where games go on.
        """

    def password_wanted(self, table: str, reason: str, detail: str) -> None:
        """
        A table has a password: we have said none, or a wrong one, or too many.

        Args:
            table: empty: it is that of all tables at this host.
            reason, detail: as in `refused`.
        """
        self.refused(reason, detail)

    def lobby(self, news: LobbyNews) -> None:
        """The lobby has changed."""

    def began(self, charter: Charter, seat: Seat) -> None:
        """The game begins, or is taken up again; this is our seat."""

    def moved(self, host: bytes) -> None:
        """The game goes on at another host than it was drawn at, which has this identity."""

    def elsewhere(self, hosts: Sequence[Nearby]) -> None:
        """
        The host of our game is gone, and these say that it goes on with them.

        None of those who play is proven to be there: it is for us to go there or not.
        """

    def happened(self, state: State, faces: Mapping[Slot, Card]) -> None:
        """
        Something happened: the state it led to, with its news.

        Args:
            faces: the faces our seat may see now.
        """

    def waiting(self, wait: Wait) -> None:
        """
        The table waits, perhaps for us.

        What has happened before is told; but for entries that wait to be checked, there
        is no more to it just now.
        """

    def asked(self, question: Question, answer: Callable[[Move], None]) -> None:
        """
        A choice is open for our seat.

        *answer* takes one of its moves, once; it may be called at once or later. When
        the question isn't open any more it does nothing.
        """

    def time_out(self, question: Question) -> Move | None:
        """
        Give what is to be committed, now that time is out: no other answer is taken.

        None is the default of the rules; so is what isn't legal.
        """
        return None

    def sealed(self, question: Question, move: Move, *, late: bool) -> None:
        """Our choice is committed; *late*: because time was out."""

    def unsealed(self, question: Question, why: OSError) -> None:
        """Our choice could not be written down: nothing is said, *question* is open."""

    def unwritten(self, why: OSError | None) -> None:
        """
        What our program says by itself can't be written down, so it waits.

        Args:
            why: None: it is, and said.
        """

    def log_unkept(self, why: OSError) -> None:
        """The log can't be kept on disk any more as it is heard; the game goes on."""

    def clock(self, clock: Clock) -> None:
        """So much time is left."""

    def presence(self, here: Sequence[bool]) -> None:
        """Who is connected, by seat."""

    def chat(self, heard: Heard) -> None:
        """Somebody at the table says something, or did before we came."""

    def known_by(self, mark: bytes) -> None:
        """
        Another machine has played our seat: all know this one by a mark, or will at once.

        Args:
            mark: no other machine has it, though it may have our key.
        """

    def rejoined(self, mark: bytes) -> None:
        """The table is told that we play on with a seat that another machine has played."""

    def displaced(self, ago: float) -> None:
        """
        Another program has come in with our key, and the host has put this one out.

        Args:
            ago: for how many seconds it has been there.
        """

    def paused(self, by: str | None, on: Sequence[bool], most: int | None) -> None:
        """
        The clock was stopped, or goes on.

        Args:
            by: the name of whoever wanted it; None: it goes on.
            on: by seat: who would go on.
            most: seconds for which they may stop it; None: as long as they like.
        """

    def timing(self, timing: Timing) -> None:
        """How long those who play may think by now, and what else is agreed or proposed."""

    def notice(self, text: str) -> None:
        """Whoever runs the host says something."""

    def managed(self, lines: Sequence[str], *, is_well: bool) -> None:
        """What came of something that the host was told to do."""

    def standings(self, rows: Sequence[Standing]) -> None:
        """How those who are there stand this evening, as the host has counted."""

    def refused(self, reason: str, detail: str) -> None:
        """The host did not take something we sent."""

    def online(self, connected: bool) -> None:
        """The connection came to be, or broke off and is tried again."""

    def astray(self, why: Sentence) -> None:
        """A connection that was tried came to nothing, for another reason than before."""

    def expecting(self, awaited: Awaited | None) -> None:
        """The host keeps us waiting for something; None: not any more."""

    def absence(self, absence: Absence) -> None:
        """Who is waited for, or what is voted on, has changed."""

    def halting(self, halting: Halting) -> None:
        """Who would end the game before its end has changed."""

    def cheated(self, fraud: Fraud) -> None:
        """
        A seat broke the rules of the protocol or the game.

        The others may go on without it; until then nothing does.
        """

    def takers(self, takers: Sequence[Taker]) -> None:
        """These look on, and would take a seat."""

    def giving(self, giving: Giving) -> None:
        """The handing over of our seat has come to another step."""

    def handed(
        self, seat: Seat, before: Seated, after: Seated, *, plays_on: bool
    ) -> None:
        """
        A seat has changed hands, by whoever had it or by all others.

        Args:
            plays_on: it isn't put out by that very thing, as whose it was before.
        """

    def looking_on(self, charter: Charter) -> None:
        """
        We look on at a game.

        Who `watches` hears from now on what happens there, and that a seat was `handed` to us,
        if we get one; whoever doesn't hears of nothing before it has `began` for us then.
        """

    def asking(self, asking: Asking) -> None:
        """It has come to another step that somebody else's seat finds a substitute."""

    def offered(self, offer: Offer) -> None:
        """We can have a seat."""

    def withdrawn(self) -> None:
        """The seat that we could have, we can't have any more."""

    def stuck(self) -> None:
        """
        We were given a seat, and can't play on with it, since a secret of it is missing.

        Nothing more happens here; we hang up, so that the others can go on without us.
        """

    def put_out(self) -> None:
        """The others go on without us; we may look on."""

    def fraud(self, fraud: Fraud) -> None:
        """A seat broke the rules of the protocol or the game; nothing goes on."""

    def proven(self, seat: Seat, proof: Equivocation) -> None:
        """A seat signed two versions of one thing; the game goes on with the first."""

    def apart(self, apart: Apart) -> None:
        """
        The rules of others stand differently, as their programs say.

        If our own program stands still because of that, it goes on as soon as we say so.
        """

    def agrees(self) -> None:
        """Our program, which stood still, goes on: it isn't most others any more."""

    def parted(self, seat: Seat) -> None:
        """A seat was shown another game than we: by the host, or with its help."""

    def settled(self, seat: Seat, proof: Equivocation) -> None:
        """It is known whose doing that is: this seat signed two versions of one thing."""

    def ended(self, sheet: Sheet, out: tuple[Seat, ...], *, early: bool) -> None:
        """
        All have signed the end of the game.

        Args:
            out: those whom the others went on without, and who signed nothing.
            early: before its end, with the points so far.
        """

    def again(self, names: Sequence[str]) -> None:
        """
        The game is over, and others want another one at the table.

        Args:
            names: those who sit there by now; nobody where they have begun, or got up.
        """

    def gone_on(self) -> None:
        """The game is over, and another one has begun at the table, without us."""

    def disclosed(self, seat: Seat, cards: Mapping[Slot, Card]) -> None:
        """The game is over, and somebody has opened cards of theirs that lie face down."""

    def untruth(self, fraud: Fraud) -> None:
        """The same, but it isn't true: nothing was opened by that."""

    def may_disclose(self, cards: Mapping[Slot, Card]) -> None:
        """
        The game is over, and we may open these; nothing, where there is no more.

        It is asked for nowhere: see `sealed_wonders.client.table.game.Game.disclose`.
        """

    def closed(self, reason: str, *, by_host: bool) -> None:
        """
        The host closed the table, or we had to leave it.

        Args:
            by_host: the reason is in the host's words, which may be any.
        """
