"""
Events that a session reports to its player, each a frozen value.

A session reports only what the player may know, in the order in which it happens. An
event holds everything that was reported, so that it can be kept, compared, printed and
replayed. The opposite direction is in `sealed_wonders.client.table.actions`.
"""

from __future__ import annotations

import enum
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple, TypeAlias

from sealed_wonders.client.table.expectations import Awaited
from sealed_wonders.core.game import AnyState, Card, Move, Seat, Sheet, Slot
from sealed_wonders.core.outline import Difference
from sealed_wonders.core.sentences import Sentence
from sealed_wonders.net.claims import Fraud
from sealed_wonders.net.discovery.nearby import Nearby
from sealed_wonders.net.lobby import Charter, Options, TablePerson
from sealed_wonders.net.log.ballots import Status
from sealed_wonders.net.log.evidence import Equivocation
from sealed_wonders.net.log.phases import Phase
from sealed_wonders.net.messages import (
    Clock,
    LobbyPerson,
    StandingRow,
    TableLine,
    TableTerms,
    Taker,
    Timing,
)
from sealed_wonders.net.plan import CHOOSING
from sealed_wonders.net.voting import Fault

# Parts of events.


@dataclass(frozen=True, slots=True)
class Question:
    """A choice that a seat must make."""

    phase: int
    """Phase of the log in which it is answered."""
    state: AnyState
    seat: Seat
    faces: Mapping[Slot, Card]
    """
    Faces of the slots that the seat may use, and of the cards that it has looked at.
    """
    moves: tuple[Move, ...]
    """All legal moves."""
    default: Move
    """The move that is made if time runs out."""


@dataclass(frozen=True, slots=True)
class LobbyNews:
    """The state of a table whose game hasn't begun."""

    table: str
    options: Options
    wanted: int
    """Number of players needed to begin; 0 means any number."""
    people: tuple[LobbyPerson, ...]
    note: str
    """Why there is another draw; empty if there is no reason."""
    bots: tuple[str, ...] = ()
    """Names of the host's bots that will join when all people are ready."""
    listed: bool = True
    """Whether the host lists the table."""
    on_page: bool = True
    """
    Whether it may appear on the page on which the host shows its tables to a room.
    """
    looks_on: bool = False
    """Whether we are spectators who wait for the game."""
    locked: bool = False
    """Whether it has a password, which we have proved to know."""
    onlookers: tuple[str, ...] = ()
    """Names of the spectators, as they give them."""
    to_anyone: frozenset[bytes] = frozenset()
    """
    Identities of lent seats whose programs say, signed, that any phone can get one.
    """


@dataclass(frozen=True, slots=True)
class Wait:
    """The seats that must act next, and the work of this program."""

    phase: Phase
    """The open phase."""
    missing: tuple[Seat, ...]
    """Seats that must still add an entry to it."""
    checking: tuple[Seat, ...]
    """Seats whose entries this program is still verifying."""
    working: bool
    """Whether this program is making our entry."""
    behind: int = 0
    """
    Number of entries that wait for those being verified, or that the host has yet to
    send to us when we come back.
    """
    digest: bytes = b""
    """Digest of the log before the open phase."""
    must_compare: bool = False
    """
    Whether the player must first compare this with somebody at the table.

    Nothing is signed for our seat until then, because another machine had it.
    """
    taken_back: bool = False
    """Whether that machine has signed for the seat after this one."""

    @property
    def is_choice(self) -> bool:
        """Whether people must choose."""
        return self.phase.kind in CHOOSING and bool(self.missing)


@dataclass(frozen=True, slots=True)
class Vote:
    """A ballot on the open phase: whether to go on without some seats."""

    opener: Seat
    number: int
    """Counts the opener's ballots."""
    out: tuple[Seat, ...]
    """The seats to go on without."""
    faults: Mapping[Seat, tuple[Fault, ...]]
    """The faults held against each of them."""
    votes: Mapping[Seat, bool]
    """The votes so far; the opener's is a yes."""
    missing: tuple[Seat, ...]
    """Seats that must still vote."""
    status: Status
    until: float | None = None
    """Time until which we may vote, by the clock; None if we needn't."""
    substitutes: tuple[TablePerson, ...] = ()
    """Who is to get their seats, one for each; empty if they are to be removed."""
    first: tuple[Seat, int] | None = None
    """An earlier, equal ballot that was opened at the same time, if any."""
    agreed_at: float | None = None
    """
    Time from which bots vote yes, by the clock, though somebody it removes is present.

    None if they won't, as things stand.
    """

    @property
    def key(self) -> tuple[Seat, int]:
        return self.opener, self.number


class Hindrance(enum.Enum):
    """Reason why nobody can take over a silent seat, at a table with substitutes."""

    CHEATED = enum.auto()
    """The seat has committed a fraud."""
    PARTS = enum.auto()
    """A player who left holds a part of its secrets, so it must wait for new keys."""
    SEVERAL = enum.auto()
    """Other seats that hold parts of its secrets are silent, too."""
    FEW = enum.auto()
    """Those who are left aren't enough to decide on it."""
    SOON = enum.auto()
    """It hasn't been silent for long enough, or there was a vote a moment ago."""


class Hindered(NamedTuple):
    """Why a seat can't get a substitute."""

    why: Hindrance
    others: tuple[Seat, ...] = ()
    """The other seats that cause it, if any."""


@dataclass(frozen=True, slots=True)
class Absence:
    """The seats being waited for, and the ballots about them."""

    since: Mapping[Seat, float] = field(default_factory=dict)
    """
    Times since when a seat has been waited for, or has committed a fraud, by the clock.
    """
    offers: tuple[tuple[Seat, ...], ...] = ()
    """Sets of seats that we may propose to go on without; the first is the largest."""
    votes: tuple[Vote, ...] = ()
    """Ballots on the open phase, in the order of the log."""
    rescuable: Seat | None = None
    """The seat for which we may ask a substitute."""
    hindered: Mapping[Seat, Hindered] = field(default_factory=dict)
    """Why the other silent seats can't get one, where substitutes are allowed."""
    idle: frozenset[Seat] = frozenset()
    """Seats whose programs report that nobody is there."""
    here: Mapping[Seat, int] = field(default_factory=dict)
    """How often seats have signed in the open phase that somebody is there."""
    against_us: Vote | None = None
    """
    The last open ballot that would remove us.

    None if we have signed since it was opened that somebody is there.
    """
    keys_left: int = 0
    """How often we may still sign in this game that somebody is there."""

    @property
    def offered(self) -> tuple[Seat, ...]:
        """All seats that we may propose to go on without."""
        return self.offers[0] if self.offers else ()

    @property
    def asks(self) -> Vote | None:
        """The ballot that we must answer, if there is one."""
        return next((vote for vote in self.votes if vote.until is not None), None)


@dataclass(frozen=True, slots=True)
class Halting:
    """The seats that want to end the game early, with the points so far."""

    agreed: frozenset[Seat] = frozenset()
    """Those of `asked` that have signed this about the open phase."""
    asked: frozenset[Seat] = frozenset()
    """Seats played by people; if all of them agree, bots do."""


class Step(enum.Enum):
    """Progress of handing over a seat."""

    WAITS = enum.auto()
    """We have signed something in the open phase, and hand over in the next."""
    ASKED = enum.auto()
    """The successor was asked, and has everything needed to continue."""
    SIGNED = enum.auto()
    """We have signed it, so it can't be undone."""
    KEPT = enum.auto()
    """We called it off, and keep the seat."""
    REFUSED = enum.auto()
    """The successor declined, or can't continue with it; we keep the seat."""
    SILENT = enum.auto()
    """The successor didn't answer; we keep the seat."""
    FAILED = enum.auto()
    """It couldn't be signed; we keep the seat."""

    @property
    def is_over(self) -> bool:
        """Whether it has ended with us keeping the seat."""
        return self in (Step.KEPT, Step.REFUSED, Step.SILENT, Step.FAILED)


@dataclass(frozen=True, slots=True)
class Giving:
    """Our seat is being handed over."""

    to: bytes
    """Identity of the successor."""
    name: str
    step: Step

    def at(self, step: Step) -> Giving:
        """Return a copy at another step."""
        return replace(self, step=step)


@dataclass(frozen=True, slots=True)
class Asking:
    """We are asking a spectator to take a silent seat, if all others agree."""

    seat: Seat
    to: bytes
    """Identity of the spectator."""
    name: str
    step: Step
    """`SIGNED` once the table votes on it."""

    def at(self, step: Step) -> Asking:
        """Return a copy at another step."""
        return replace(self, step=step)


@dataclass(frozen=True, slots=True)
class SeatOffer:
    """A seat that we can have; `AnswerOffer` accepts or declines it."""

    seat: Seat
    name: str
    """Name of its current holder."""
    asker: bytes
    """Identity of the player who offers it."""
    by: str | None = None
    """Name of the player who offers a silent seat; None if its holder hands it over."""


@dataclass(frozen=True, slots=True)
class Heard:
    """A signed chat message of somebody at the table."""

    identity: bytes
    name: str
    """The name at their seat, or the one they use as a spectator."""
    is_seated: bool
    """Whether they have a seat; otherwise they are spectators."""
    code: str
    """Kind of message; see `sealed_wonders.net.talk`."""
    text: str
    dated: float | None
    """
    When it was sent, in seconds since 1970; None if that is about now by our clock.
    """
    is_past: bool = False
    """Whether it was said before we came to the table."""


@dataclass(frozen=True, slots=True)
class Apart:
    """Programs that have read the same log and compute a different state."""

    phase: int
    seats: tuple[Seat, ...]
    """Seats whose state differs from ours."""
    where: Difference | None
    """The first difference to the first of them; None if none has sent its account."""
    here: object
    """Our whole state, as JSON data."""
    there: Mapping[Seat, object]
    """The states of those who have sent an account."""
    stops: bool
    """Whether most others compute a different state, so that our program stops."""


# The host and the connection to it.


class Welcomed(NamedTuple):
    """A host has accepted us, for the first time or again."""


class ConnectionLost(NamedTuple):
    """The connection to a host that had accepted us was lost, and is tried again."""


class ConnectionFailed(NamedTuple):
    """An attempt to connect failed, for another reason than the one before."""

    why: Sentence


class HostAwaited(NamedTuple):
    """The host owes us an answer; None if it no longer does."""

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
    Another machine has played our seat, so the others tell this one apart by a mark.
    """

    mark: bytes
    """No other machine has this mark, even one with our key."""


class MachineAnnounced(NamedTuple):
    """The table learns that this machine continues a seat that another one played."""

    mark: bytes


class SeatDisplaced(NamedTuple):
    """Another program logged in with our key, so the host has disconnected this one."""

    ago: float
    """Seconds since then."""


# Tables and lobbies.


class TermsOffered(NamedTuple):
    terms: TableTerms


class TablesListed(NamedTuple):
    """The host's tables; the first list means that the connection works."""

    host: str
    tables: Sequence[TableLine]


class NoSeatFree(NamedTuple):
    """No table has a free seat, and we haven't asked for a new table."""

    games: Sequence[str]
    """The tables whose games can be watched."""


class PasswordWanted(NamedTuple):
    """A table has a password, and we gave none, a wrong one, or too many."""

    table: str
    """Empty if one password applies to all tables at this host."""
    reason: str
    detail: str


class LobbyChanged(NamedTuple):
    """The lobby of our table was joined, or has changed."""

    news: LobbyNews


class StandingsChanged(NamedTuple):
    """This evening's points of everybody present, as the host has counted them."""

    rows: Sequence[StandingRow]


class TalkHeard(NamedTuple):
    """Somebody at the table sends a chat message, or sent it before we came."""

    heard: Heard


class PresenceChanged(NamedTuple):
    """The connected seats have changed."""

    here: Sequence[bool]


# A game.


class GameBegan(NamedTuple):
    """A game begins, or is resumed; this is our seat."""

    charter: Charter
    seat: Seat


class SpectatingBegan(NamedTuple):
    """
    We watch a game.

    A player that `watches` receives the events of the game, and `SeatHanded` if it gets
    a seat. Any other player receives nothing before `GameBegan`.
    """

    charter: Charter


class StateAdvanced(NamedTuple):
    """The game has reached a state, which contains its news."""

    state: AnyState
    faces: Mapping[Slot, Card]
    """The faces that our seat can see in this state."""


class Waiting(NamedTuple):
    """
    The table waits, perhaps for us.

    Everything earlier was reported, except for entries that are still being verified.
    """

    wait: Wait


class ChoiceOpened(NamedTuple):
    """Our seat must choose."""

    question: Question
    """Answered by `AnswerQuestion`, once, now or later."""


class ChoiceCommitted(NamedTuple):
    """Our choice is committed, perhaps by an earlier process that we continue."""

    question: Question
    move: Move
    late: bool
    """Whether time had run out."""


class ChoiceUnwritten(NamedTuple):
    """
    Our choice couldn't be written to disk, so nothing was sent; the question stays
    open.
    """

    question: Question
    why: OSError


class ProgramUnwritten(NamedTuple):
    """An entry of our program can't be written to disk, so it waits."""

    why: OSError | None
    """None once it has been written and sent."""


class LogUnwritten(NamedTuple):
    """The log of the game can't be written to disk any more; the game continues."""

    why: OSError


class ClockChanged(NamedTuple):
    """The time that is left has changed."""

    clock: Clock


class ClockPaused(NamedTuple):
    """The clock was stopped, or runs again."""

    by: str | None
    """Name of the player who stopped it; None if it runs again."""
    on: Sequence[bool]
    """Whether each seat is ready to continue."""
    most: int | None
    """Seconds until it runs again by itself; None if there is no limit."""


class TimesChanged(NamedTuple):
    """The time limits in force, and those proposed."""

    timing: Timing


class AbsenceChanged(NamedTuple):
    """The seats that are being waited for, or a ballot, have changed."""

    absence: Absence


class HaltingChanged(NamedTuple):
    """The list of seats that want to end the game early has changed."""

    halting: Halting


class PutOut(NamedTuple):
    """The others continue without us; we may watch."""


class StateMismatch(NamedTuple):
    """
    Other programs compute another state from the same log.

    If our own program stops because of that, it continues when the player insists.
    """

    apart: Apart


class StateMatches(NamedTuple):
    """Our program had stopped and continues, because it is no longer outnumbered."""


# Seats that change hands.


class TakersChanged(NamedTuple):
    """The list of spectators who want a seat has changed."""

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
    before: TablePerson
    after: TablePerson
    plays_on: bool
    """False if the same ballot also removes the seat because of its former holder."""


class SeatOffered(NamedTuple):
    """We can have a seat."""

    offer: SeatOffer


class OfferWithdrawn(NamedTuple):
    """The offered seat is no longer available."""


class SecretMissing(NamedTuple):
    """
    We were given a seat, and a secret that is needed to play it is missing.

    We disconnect, so that the others can continue without us.
    """


# Frauds and forks.


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
    """A seat was shown a different game, by the host or with its help."""

    seat: Seat


class ForkAttributed(NamedTuple):
    """The cause of the fork is known: this seat signed two versions of one entry."""

    seat: Seat
    proof: Equivocation


# The end.


class GameEnded(NamedTuple):
    """All seats have signed the end of the game."""

    sheet: Sheet
    out: tuple[Seat, ...]
    """Seats that were removed, and haven't signed it."""
    early: bool
    """Whether it ended early, with the points so far."""


class CardsDisclosed(NamedTuple):
    """After the game, somebody disclosed cards that they had played face down."""

    seat: Seat
    cards: Mapping[Slot, Card]


class FalseDisclosure(NamedTuple):
    """Cards that somebody disclosed are false, so nothing was disclosed."""

    fraud: Fraud


class DisclosureOffered(NamedTuple):
    """After the game, we may disclose these cards; empty if none are left."""

    cards: Mapping[Slot, Card]


class RematchWanted(NamedTuple):
    """After the game, others want to play again at this table."""

    names: Sequence[str]
    """People in the lobby now; empty once they have begun or left."""


class RematchBegan(NamedTuple):
    """After the game, another one has begun at the table without us."""


class TableClosed(NamedTuple):
    """The host closed the table, or we had to leave it."""

    reason: str
    by_host: bool
    """Whether the reason is in the host's words, which may be anything."""


Event: TypeAlias = (
    Welcomed
    | ConnectionLost
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
