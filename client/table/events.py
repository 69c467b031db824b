"""
Events: what a session tells its player, each a frozen value.

A session tells its player what it may know, in the order in which it happens. An event holds
all that was told, so that it can be kept, compared, printed and told again.
"""

from __future__ import annotations

import enum
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple, TypeAlias

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

# What events are about.


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


@dataclass(frozen=True, slots=True)
class Offer:
    """A seat that we can have; `AnswerOffer` takes it, or doesn't."""

    seat: Seat
    name: str
    """Who has it now."""
    asker: bytes
    """The identity of whoever offers it."""
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


# The host and the connection to it.


class ConnectionChanged(NamedTuple):
    """The connection was made, or was lost and is tried again."""

    connected: bool


class ConnectionFailed(NamedTuple):
    """An attempt to connect failed, for another reason than the one before."""

    why: Sentence


class HostAwaited(NamedTuple):
    """The host owes us an answer; None: no longer."""

    awaited: Awaited | None


class HostMoved(NamedTuple):
    """The game continues at another host than the one it was drawn at."""

    host: bytes
    """That host's identity."""


class HostsFound(NamedTuple):
    """
    The host of our game is gone, and these claim to continue it.

    No player is proven to be at any of them, so the user decides whether to go there.
    """

    hosts: Sequence[Nearby]


class HostNotice(NamedTuple):
    """The host's operator says something to everybody."""

    text: str


class HostAnswered(NamedTuple):
    """The result of a command that was sent to the host."""

    lines: Sequence[str]
    is_well: bool


class RequestRefused(NamedTuple):
    """The host refused something that we sent."""

    reason: str
    detail: str


class MachineMarked(NamedTuple):
    """
    Another machine has played our seat; the others know this one by a mark, or soon will.
    """

    mark: bytes
    """No other machine has it, even one with our key."""


class MachineAnnounced(NamedTuple):
    """The table is told that this machine continues a seat that another one played."""

    mark: bytes


class SeatDisplaced(NamedTuple):
    """Another program logged in with our key, so the host has disconnected this one."""

    ago: float
    """Seconds since then."""


# Tables and lobbies.


class TermsOffered(NamedTuple):
    """The options of the tables that are opened at this host, and which can be chosen."""

    terms: TableTerms


class TablesListed(NamedTuple):
    """The host's tables; the first list says that the connection stands."""

    host: str
    tables: Sequence[TableLine]


class NoSeatFree(NamedTuple):
    """No table has a free seat, and we haven't asked for a new table."""

    games: Sequence[str]
    """The tables whose games can be watched."""


class PasswordWanted(NamedTuple):
    """A table has a password; we gave none, a wrong one, or too many."""

    table: str
    """Empty: the password is that of all tables at this host."""
    reason: str
    detail: str


class LobbyChanged(NamedTuple):
    """The lobby of our table was joined, or has changed."""

    news: LobbyNews


class StandingsChanged(NamedTuple):
    """The points of those present this evening, as the host has counted them."""

    rows: Sequence[Standing]


class TalkHeard(NamedTuple):
    """Somebody at the table says something, or said it before we came."""

    heard: Heard


class PresenceChanged(NamedTuple):
    """Who is connected, by seat."""

    here: Sequence[bool]


# A game.


class GameBegan(NamedTuple):
    """A game begins, or is resumed; this is our seat."""

    charter: Charter
    seat: Seat


class SpectatingBegan(NamedTuple):
    """
    We watch a game.

    A player that `watches` is told what happens there, and by `SeatHanded` if it gets a seat;
    any other is told nothing before `GameBegan`.
    """

    charter: Charter


class StateAdvanced(NamedTuple):
    """The game has reached this state, which holds its news."""

    state: State
    faces: Mapping[Slot, Card]
    """The faces that our seat may see now."""


class Waiting(NamedTuple):
    """
    The table waits, perhaps for us.

    Everything before has been told, except for entries that are still to be checked.
    """

    wait: Wait


class ChoiceOpened(NamedTuple):
    """Our seat is to choose."""

    question: Question
    """Answered by `AnswerQuestion`, once, now or later."""


class ChoiceCommitted(NamedTuple):
    """Our choice is committed."""

    question: Question
    move: Move
    late: bool
    """Because time had run out."""


class ChoiceUnwritten(NamedTuple):
    """Our choice couldn't be written to disk: nothing was sent, the question is still open."""

    question: Question
    why: OSError


class ProgramUnwritten(NamedTuple):
    """What our program has to say can't be written to disk, so it waits."""

    why: OSError | None
    """None: it has been written and sent."""


class LogUnwritten(NamedTuple):
    """The log of the game can't be written to disk any more; the game continues."""

    why: OSError


class ClockChanged(NamedTuple):
    """How much time is left."""

    clock: Clock


class ClockPaused(NamedTuple):
    """The clock was stopped, or runs again."""

    by: str | None
    """Who stopped it, by name; None: it runs again."""
    on: Sequence[bool]
    """By seat: who is ready to continue."""
    most: int | None
    """Seconds until it runs by itself; None: no limit."""


class TimesChanged(NamedTuple):
    """The time limits in force, and those proposed."""

    timing: Timing


class AbsenceChanged(NamedTuple):
    """Who is waited for, or a ballot, has changed."""

    absence: Absence


class HaltingChanged(NamedTuple):
    """Who would end the game early has changed."""

    halting: Halting


class PutOut(NamedTuple):
    """The others continue without us; we may watch."""


class StateMismatch(NamedTuple):
    """
    Other programs compute another state from the same log.

    If our own program stops because of that, it continues as soon as we say so.
    """

    apart: Apart


class StateMatches(NamedTuple):
    """Our program, which had stopped, continues: it isn't outnumbered any more."""


# Seats that change hands.


class TakersChanged(NamedTuple):
    """Who is watching and would take a seat."""

    takers: Sequence[Taker]


class GivingChanged(NamedTuple):
    """Handing over our seat has reached another step."""

    giving: Giving


class AskingChanged(NamedTuple):
    """Finding a substitute for somebody else's seat has reached another step."""

    asking: Asking


class SeatHanded(NamedTuple):
    """A seat has changed hands, by its owner or by all the others."""

    seat: Seat
    before: Seated
    after: Seated
    plays_on: bool
    """The same ballot doesn't put the seat out because of its former owner."""


class SeatOffered(NamedTuple):
    """We can have a seat."""

    offer: Offer


class OfferWithdrawn(NamedTuple):
    """The seat that was offered isn't available any more."""


class SecretMissing(NamedTuple):
    """
    We were given a seat, and a secret that is needed to play it is missing.

    We disconnect, so that the others can continue without us.
    """


# Cheats and forks.


class FraudFound(NamedTuple):
    """
    A seat broke the rules of the protocol or the game.

    The others can vote to continue without it; until then the game stands still.
    """

    fraud: Fraud


class GameStopped(NamedTuple):
    """A seat broke the rules of the protocol or the game, and nothing continues."""

    fraud: Fraud


class EquivocationProven(NamedTuple):
    """A seat signed two versions of one entry; the game continues with the first."""

    seat: Seat
    proof: Equivocation


class LogForked(NamedTuple):
    """A seat was shown another game than we were, by the host or with its help."""

    seat: Seat


class ForkAttributed(NamedTuple):
    """The cause of the fork is known: this seat signed two versions of one entry."""

    seat: Seat
    proof: Equivocation


# The end.


class GameEnded(NamedTuple):
    """All have signed the end of the game."""

    sheet: Sheet
    out: tuple[Seat, ...]
    """The seats that were put out, and have signed nothing."""
    early: bool
    """Ended before its time, with the points so far."""


class CardsDisclosed(NamedTuple):
    """After the game, somebody disclosed cards that they had played face down."""

    seat: Seat
    cards: Mapping[Slot, Card]


class FalseDisclosure(NamedTuple):
    """The same, but the cards are false: nothing was disclosed."""

    fraud: Fraud


class DisclosureOffered(NamedTuple):
    """After the game, we may disclose these cards; none: there are none left."""

    cards: Mapping[Slot, Card]


class RematchWanted(NamedTuple):
    """After the game, others want to play again at this table."""

    names: Sequence[str]
    """Who sits there now; empty once they have begun, or left."""


class RematchBegan(NamedTuple):
    """After the game, another one has begun at the table without us."""


class TableClosed(NamedTuple):
    """The host closed the table, or we had to leave it."""

    reason: str
    by_host: bool
    """The reason is in the host's words, which may be anything."""


Event: TypeAlias = (
    ConnectionChanged
    | ConnectionFailed
    | HostAwaited
    | HostMoved
    | HostsFound
    | HostNotice
    | HostAnswered
    | RequestRefused
    | MachineMarked
    | MachineAnnounced
    | SeatDisplaced
    | TermsOffered
    | TablesListed
    | NoSeatFree
    | PasswordWanted
    | LobbyChanged
    | StandingsChanged
    | TalkHeard
    | PresenceChanged
    | GameBegan
    | SpectatingBegan
    | StateAdvanced
    | Waiting
    | ChoiceOpened
    | ChoiceCommitted
    | ChoiceUnwritten
    | ProgramUnwritten
    | LogUnwritten
    | ClockChanged
    | ClockPaused
    | TimesChanged
    | AbsenceChanged
    | HaltingChanged
    | PutOut
    | StateMismatch
    | StateMatches
    | TakersChanged
    | GivingChanged
    | AskingChanged
    | SeatHanded
    | SeatOffered
    | OfferWithdrawn
    | SecretMissing
    | FraudFound
    | GameStopped
    | EquivocationProven
    | LogForked
    | ForkAttributed
    | GameEnded
    | CardsDisclosed
    | FalseDisclosure
    | DisclosureOffered
    | RematchWanted
    | RematchBegan
    | TableClosed
)
