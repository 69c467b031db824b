"""
Actions that a player takes at a table, each a frozen value.

A player calls `ActionTarget.do` with an action. The table passes it on to the part that
carries it out: the connection, the session, or the game. The opposite direction is in
`sealed_wonders.client.table.events`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol, TypeAlias

from sealed_wonders.core.game import Move, Seat
from sealed_wonders.net.address import Address
from sealed_wonders.net.identity import Identity
from sealed_wonders.net.talk import SAY
from sealed_wonders.net.times import Times
from sealed_wonders.net.wishes import Wishes

# In a lobby, and between games.


class TakeSeat(NamedTuple):
    """
    Sit down at a table; ignored if we already have a seat.

    At the table of a game that we left, this resumes the game. A name that no table has
    opens a new one. The answer is a lobby, or a refusal after which another table can
    be chosen. A spectator who gets no seat stays a spectator.

    Raises `ValueError` for a bad table name or password.
    """

    table: str = ""
    """Empty for any open table, or a new one."""
    password: str = ""
    """The password of the table, or of the new table; empty for none."""
    wishes: Wishes = ()
    """The options of the table, if it is opened."""


class EnterPassword(NamedTuple):
    """
    Try a password at the table that wants one; raises `ValueError` if it isn't valid.
    """

    password: str


class Spectate(NamedTuple):
    """Watch a game, and take a seat in it if one is handed over."""

    table: str


class RefreshTables(NamedTuple):
    """Ask the host for its list of tables; answered by `TablesListed`."""


class SetReady(NamedTuple):
    """
    Declare that we are ready to begin with the options on the screen, or no longer are.
    """

    ready: bool = True


class AskForSeat(NamedTuple):
    """
    Ask a player in the lobby who isn't ready to give up their seat, or cancel that.
    """

    identity: bytes
    asks: bool = True


class GetUp(NamedTuple):
    """Leave the lobby."""


class PlayAgain(NamedTuple):
    """Sit down for another game with the same people; False if that isn't possible."""

    wishes: Wishes = ()
    """Options to change from the last game's."""


class SpectateAgain(NamedTuple):
    """
    Watch the next game at this table, or wait for it; False if that is impossible.
    """


class LeaveTable(NamedTuple):
    """Disconnect, and end this program's part at the table."""

    failed: bool = False
    """Whether it isn't the user's wish."""


# With others, and with the host.


class Speak(NamedTuple):
    """
    Send a signed chat message to the table; see `sealed_wonders.net.talk`.

    Raises `ValueError` if it isn't a single printable line of acceptable length.
    """

    text: str
    code: str = SAY


class ManageHost(NamedTuple):
    """
    Send the host a command, as at its console; answered by `HostAnswered`.

    Raises `ValueError` if it can't be sent, and `DamagedFile` if the key can't be read
    or created.
    """

    words: Sequence[str]


class SignedCommand(NamedTuple):
    """A command to the host, with the key that authorizes it."""

    words: Sequence[str]
    admin: Identity
    exporter: bytes
    """Exported secret of the connection, to which the signature is bound."""


class GoToHost(NamedTuple):
    """Continue the game at another host."""

    addresses: Sequence[Address]
    """Each with its pin, if that is known."""


class HostHere(NamedTuple):
    """Continue the game at a host on this machine."""


# In a game.


class AnswerQuestion(NamedTuple):
    """Make the choice of `ChoiceOpened`; ignored if it is no longer open."""

    phase: int
    """The phase of the question."""
    move: Move


class PauseClock(NamedTuple):
    """Stop the clock, or declare that we are ready to continue."""

    paused: bool = True


class ProposeTimes(NamedTuple):
    """Propose other time limits, or vote on the proposed ones."""

    times: Times
    agrees: bool = True
    keeps: bool = True
    """Whether our own program keeps to them, if we agree."""


class KeepToTimes(NamedTuple):
    """Let our program follow time limits that others have agreed to."""

    times: Times


class EndEarly(NamedTuple):
    """
    Sign that we want to end the game now, with the points so far.

    This holds until our player makes a choice. Raises `OSError` if it can't be written
    to disk; nothing was sent.
    """


class SayGoodbye(NamedTuple):
    """Announce that we leave the game forever; raises `OSError` as `EndEarly` does."""


class ShowPresence(NamedTuple):
    """Report a key, a line or a click, which shows that somebody is at our program."""


class VoteOn(NamedTuple):
    """Answer a ballot; raises `OSError` as `EndEarly` does."""

    opener: Seat
    number: int
    yes: bool


class ProposeBallot(NamedTuple):
    """Propose to continue without somebody; raises `OSError` as `EndEarly` does."""

    out: tuple[Seat, ...] | None = None
    """One of `Absence.offers`; None for the first."""


class AskSubstitute(NamedTuple):
    """Ask somebody to play on for a silent seat, if all the others agree."""

    absent: Seat
    identity: bytes | None
    """
    Identity of a taker; None for one of the host's bots, which may have to join first.
    """


class SummonBot(NamedTuple):
    """Ask the host to send one of its bots that could take our seat."""


class HandOver(NamedTuple):
    """Hand our seat over to one of the takers."""

    identity: bytes


class KeepSeat(NamedTuple):
    """Keep our seat, if it hasn't been handed over yet."""


class AnswerOffer(NamedTuple):
    """
    Accept or decline the seat of `SeatOffered`; ignored if it is no longer on offer.
    """

    asker: bytes
    seat: Seat
    yes: bool


class ConfirmTable(NamedTuple):
    """
    Confirm that another player's screen shows the same, so that our program continues.

    False if the phase is over; raises `OSError` as `EndEarly` does.
    """

    phase: int


class Insist(NamedTuple):
    """Let our program continue though most others compute another state."""


class Disclose(NamedTuple):
    """After the game, disclose our cards that lie face down."""


InGame: TypeAlias = (
    AnswerQuestion
    | AnswerOffer
    | AskSubstitute
    | ConfirmTable
    | Disclose
    | EndEarly
    | HandOver
    | Insist
    | KeepSeat
    | KeepToTimes
    | ProposeBallot
    | SayGoodbye
    | ShowPresence
    | SummonBot
    | VoteOn
)
"""Actions that a `Game` carries out."""

InSession: TypeAlias = (
    InGame
    | AskForSeat
    | EnterPassword
    | GetUp
    | PauseClock
    | ProposeTimes
    | RefreshTables
    | Speak
    | SetReady
    | SignedCommand
    | Spectate
    | TakeSeat
)
"""Actions that a `Session` carries out, or passes on to its game."""

Action: TypeAlias = (
    InSession
    | GoToHost
    | HostHere
    | LeaveTable
    | ManageHost
    | PlayAgain
    | SpectateAgain
)
"""Actions that a person's connection carries out, or passes on to its session."""


class ActionTarget(Protocol):
    """Interface of objects that carry out actions."""

    def do(self, action: InSession) -> bool:
        """
        Carry out an action, and return whether that was possible.

        Each action documents what can be raised.
        """
