"""
Events of a host, for its operator. Their words, and their JSON, are in `text`.

The docstrings of events and fields are the text of docs/reference/events.md, which
`scripts/reference.py` writes. They are for operators, so a comment is better for
anything about the code.
"""

from __future__ import annotations

import traceback
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from sealed_wonders.core.game import Sheet
from sealed_wonders.net.invitations import Invitation
from sealed_wonders.net.names import make_line


@dataclass(frozen=True, slots=True)
class Listening:
    """The host is ready."""

    at: str
    """Address on which the host listens, with the pin."""
    join: str
    """The first invitation; without a network, an address for this machine alone."""
    pin: str
    """Fingerprint of the host's certificate."""
    relay: bool
    """Proofs are passed on unchecked."""
    announced: str = ""
    """Name under which it is announced; empty if it isn't."""
    invitations: tuple[Invitation, ...] = ()
    """Addresses to give to players, with the pin: one per network."""


@dataclass(frozen=True, slots=True)
class Moved:
    """The addresses of this machine have changed."""

    invitations: tuple[Invitation, ...]
    """New addresses to give to players, with the pin: one per network."""
    announced: str = ""
    """Name under which it is announced; empty if it isn't."""


@dataclass(frozen=True, slots=True)
class Measured:
    """Metrics are served on this machine (`--metrics`)."""

    at: str
    """Address of the pages."""


@dataclass(frozen=True, slots=True)
class Served:
    """Web pages are served (`--web`)."""

    at: tuple[Invitation, ...]
    """Addresses of the pages: one per network."""
    missing: str = ""
    """Folder from which the program for guests is missing, if it is."""
    code: tuple[str, ...] = ()
    """QR code of the first address, in lines of text."""


@dataclass(frozen=True, slots=True)
class LogsRemoved:
    """Old logs were removed (`--keep-days`, `--keep-mb`)."""

    logs: int
    """Number of logs."""
    size: int
    """Size of these logs in bytes."""


@dataclass(frozen=True, slots=True)
class OptionsRead:
    """The configuration file was read again."""

    changed: tuple[str, ...]
    """Options that changed at once."""
    later: tuple[str, ...]
    """Options that change at the next start."""


@dataclass(frozen=True, slots=True)
class Commanded:
    """Somebody listed in `--admins` gave the host a command."""

    name: str
    """Name of the person or bot."""
    key: str
    """Fingerprint of the listed key."""
    words: tuple[str, ...]
    """The command."""
    is_well: bool
    """Whether the command succeeded."""


@dataclass(frozen=True, slots=True)
class TableNews:
    """Something happened at a table."""

    table: str
    """Name of the table."""


@dataclass(frozen=True, slots=True)
class SatDown(TableNews):
    """Somebody took a seat."""

    name: str
    """Name of the person or bot."""
    is_bot: bool
    """Whether a bot took the seat."""
    key: str
    """Fingerprint of the key: anybody can use any name."""


@dataclass(frozen=True, slots=True)
class GotUp(TableNews):
    """Somebody left their seat before the game."""

    name: str
    """Name of the person or bot."""


@dataclass(frozen=True, slots=True)
class DrawnAgain(TableNews):
    """The draw for seats was void, and is repeated."""

    note: str
    """Reason."""


@dataclass(frozen=True, slots=True)
class Began(TableNews):
    """A game began."""

    gid: str
    """Id of the game, in hexadecimal."""
    suite: int
    """How cards are handled: 1 means sealed, 0 means open."""
    code: str
    """Table code."""
    names: tuple[str, ...]
    """Players, by seat."""


@dataclass(frozen=True, slots=True)
class Resumed(TableNews):
    """A game that an earlier run of the host had begun was resumed."""

    gid: str
    """Id of the game, in hexadecimal."""
    names: tuple[str, ...]
    """Players, by seat."""


@dataclass(frozen=True, slots=True)
class Away(TableNews):
    """A player lost the connection during a game. The game waits."""

    name: str
    """Name of the person or bot."""


@dataclass(frozen=True, slots=True)
class Back(TableNews):
    """A player is connected again."""

    name: str
    """Name of the person or bot."""


@dataclass(frozen=True, slots=True)
class Cheated(TableNews):
    """A player signed an entry that breaks the rules. The table can go on without them."""

    name: str
    """Name of the player who signed the entry."""
    seat: int
    """Seat of this player."""
    entry: int
    """Number of the entry in the log."""
    phase: int
    """Phase of the entry."""
    kind: str
    """Kind of the entry."""
    reason: str
    """What is wrong with the entry."""


@dataclass(frozen=True, slots=True)
class PlayerRemoved(TableNews):
    """The others agreed to go on without somebody."""

    names: tuple[str, ...]
    """Names of the players who are out of the game."""
    phase: int
    """Phase that waited for these players."""
    why: Literal["silent", "fraud"]
    """`silent` or `fraud`."""


@dataclass(frozen=True, slots=True)
class HandedOver(TableNews):
    """A player gave their seat to somebody else."""

    name: str
    """Player who had the seat."""
    to: str
    """Player who has the seat now."""
    owner: bytes | None
    """Identity of the bot's owner, if a bot has the seat now."""


@dataclass(frozen=True, slots=True)
class WordsUsed(TableNews):
    """Somebody used the twelve words of a seat to continue on another machine."""

    name: str
    """The player who has the seat."""


@dataclass(frozen=True, slots=True)
class Displaced(TableNews):
    """A second program with a seat's key replaced a program that was still connected."""

    name: str
    """The player who has the seat."""


@dataclass(frozen=True, slots=True)
class Departed(TableNews):
    """A player left this host because the game continues at another host."""

    name: str
    """The player."""
    host: str
    """Name of the other host, as it announces itself."""
    pin: str
    """Pin of the other host's certificate."""


@dataclass(frozen=True, slots=True)
class CountsDiffer(TableNews):
    """Players' programs disagree about the state of the game."""

    phase: int
    """Phase whose state differs."""
    names: tuple[str, ...]
    """Players whose state differs from the majority's; empty if there is no majority."""


@dataclass(frozen=True, slots=True)
class Rescued(TableNews):
    """The others gave the seat of a silent player to somebody else."""

    name: str
    """Player who had the seat."""
    to: str
    """Player who has the seat now."""
    owner: bytes | None
    """Identity of the bot's owner, if a bot has the seat now."""
    phase: int
    """Phase that waited for the seat."""


@dataclass(frozen=True, slots=True)
class TwoVersions(TableNews):
    """A player signed two versions of the same entry."""

    name: str
    """Name of the player who signed both versions."""
    seat: int
    """Seat of this player."""
    proof: Path | None
    """File with the proof, unless it couldn't be written."""


@dataclass(frozen=True, slots=True)
class Stopped(TableNews):
    """A game can't go on."""

    reason: str
    """Reason."""
    log: Path | None
    """File of the unfinished log, unless it couldn't be written."""


@dataclass(frozen=True, slots=True)
class GameCompleted(TableNews):
    """A game was completed."""

    game: str
    """`wonders` or `architects`."""
    gid: str
    """Id of the game, in hexadecimal."""
    suite: int
    """How cards were handled: 1 means sealed, 0 means open."""
    is_checked: bool
    """Whether this host checked every proof in the game."""
    names: tuple[str, ...]
    """Players, by seat."""
    left: tuple[int, ...]
    """Seats that the others went on without."""
    handed: tuple[tuple[str, ...], ...]
    """By seat: earlier holders, oldest first; the last holder is in `names`."""
    standings: tuple[Mapping[str, str], ...]
    """By seat: what the game tells besides the score, such as the board."""
    sheet: Sheet
    """Points by seat and line, and the winners."""
    digest: str
    """Digest of the final state."""
    log: Path | None
    """File of the log, unless it couldn't be written."""
    is_early: bool = False
    """Whether the players ended it early."""


@dataclass(frozen=True, slots=True)
class TableClosed(TableNews):
    """A table was closed before a game began."""

    reason: str
    """Reason."""


@dataclass(frozen=True, slots=True)
class BotsTake:
    """The number of bot processes changed (not with `--once`)."""

    processes: int
    """Number of processes."""
    memory: int  # In bytes; the JSON object has megabytes.
    """Memory that all bots use or will use, in megabytes."""
    budget: int  # In bytes; the JSON object has megabytes.
    """Maximum memory for all bots, in megabytes."""


@dataclass(frozen=True, slots=True)
class BotsSpoke:
    """A bot process wrote to its standard error."""

    line: str


@dataclass(frozen=True, slots=True)
class BotLost(TableNews):
    """A bot ended before its game."""

    name: str
    how: str
    again: bool = False
    """Whether the bot is started again."""


@dataclass(frozen=True, slots=True)
class SetAside:
    """A file of an earlier run can't be used, and is kept under another name."""

    path: Path
    reason: str


@dataclass(frozen=True, slots=True)
class Suspended(TableNews):
    """A game that everybody left made room for another table. Its journal stays."""

    journal: Path


@dataclass(frozen=True, slots=True)
class NotAnnounced:
    """The host can't be announced on the network. Players need its address."""

    why: str


@dataclass(frozen=True, slots=True)
class Crowd:
    """Too many connections come from one address or network. Some are refused."""

    address: str
    network: str


@dataclass(frozen=True, slots=True)
class FewDescriptors:
    """The host is close to the limit of open files and connections."""

    most: int | None
    """Limit of the process; None if the whole system has reached its limit."""


@dataclass(frozen=True, slots=True)
class NoLibrary:
    """PyNaCl is missing or unusable: the host relays proofs and has no bots."""

    why: str


# Events of level `debug`, as with `--verbose`.


@dataclass(frozen=True, slots=True)
class ConnectionNews:
    """Something happened on a connection."""

    connection: int
    """Number of the connection, from 1."""


@dataclass(frozen=True, slots=True)
class Connected(ConnectionNews):
    """A client connected."""

    host: str
    """Address of the client."""
    port: int
    """Port of the client."""


@dataclass(frozen=True, slots=True)
class LoggedIn(ConnectionNews):
    """A client logged in."""

    name: str
    """Name of the person or bot."""
    key: str
    """Fingerprint of the client's key."""


@dataclass(frozen=True, slots=True)
class MessageHeard(ConnectionNews):
    """A client sent a message."""

    name: str
    """Name of the client's player; empty before the login."""
    kind: str
    """Kind of the message."""
    size: int
    """Size in bytes, before TLS."""
    about: str
    """Details such as a table, entries or kinds of envelopes; may be empty."""


@dataclass(frozen=True, slots=True)
class MessageSent(ConnectionNews):
    """The host sent a message to a client."""

    name: str
    """Name of the client's player; empty before the login."""
    kind: str
    """Kind of the message."""
    size: int
    """Size in bytes, before TLS."""
    about: str
    """Details such as a table, entries or kinds of envelopes; may be empty."""


@dataclass(frozen=True, slots=True)
class RequestRefused(ConnectionNews):
    """A request was refused."""

    name: str
    """Name of the client's player; empty before the login."""
    reason: str
    """Code of the reason, as in docs/PROTOCOL.md."""
    detail: str
    """Details; may be empty."""


@dataclass(frozen=True, slots=True)
class Disconnected(ConnectionNews):
    """A connection was closed."""

    name: str
    """Name of the client's player; empty before the login."""
    reason: str
    """Code of the reason."""
    detail: str
    """Details; may be empty."""


@dataclass(frozen=True, slots=True)
class PhaseOpened(TableNews):
    """A phase of a game was opened."""

    phase: int
    """Number of the phase."""
    kind: str
    """Kind of the entries in this phase."""
    seats: tuple[int, ...]
    """Seats that must post an entry."""


@dataclass(frozen=True, slots=True)
class PhaseComplete(TableNews):
    """
    All seats have posted their entries.

    If the others go on without somebody, the phase that waited is never complete.
    """

    phase: int
    """Number of the phase."""
    kind: str
    """Kind of the entries in this phase."""


@dataclass(frozen=True, slots=True)
class Trouble:
    """Something went wrong. At level `critical`, it is a bug in this program."""

    what: str
    trace: str = ""
    """Where in the program, if it is the program's fault."""


@dataclass(frozen=True, slots=True)
class DiskTrouble(Trouble):
    """Something can't be written, read or removed, or this is possible again."""


def trouble(where: str, error: Exception) -> Trouble:
    """Return the event for an unexpected error in this program, with its traceback."""
    what = f"{where}: {type(error).__name__}: {error}"
    return Trouble(make_line(what), "".join(traceback.format_exception(error)))


News = (
    Listening
    | BotsSpoke
    | BotsTake
    | Commanded
    | LogsRemoved
    | Measured
    | Served
    | Moved
    | NotAnnounced
    | OptionsRead
    | TableNews
    | SetAside
    | Crowd
    | FewDescriptors
    | NoLibrary
    | Trouble
    | ConnectionNews
)
