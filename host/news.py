"""News: what happens at a host, for whoever runs it. The words are `text`'s."""

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
    """The address it listens at, with the pin."""
    join: str
    """The address to give to others, with the pin."""
    pin: str
    relay: bool
    """Proofs are passed on unchecked."""
    announced: str = ""
    """The name under which it is announced, if it is."""
    invitations: tuple[Invitation, ...] = ()
    """The addresses to give to others, with the pin: one for each network."""


@dataclass(frozen=True, slots=True)
class Moved:
    """This machine has come to other networks, or has other addresses there."""

    invitations: tuple[Invitation, ...]
    """The addresses to give to others now, with the pin: one for each network."""
    announced: str = ""
    """The name under which it is announced, if it is."""


@dataclass(frozen=True, slots=True)
class Measured:
    """Programs on this machine can look at how the host stands."""

    at: str
    """The address of the pages."""


@dataclass(frozen=True, slots=True)
class Served:
    """Browsers on this network find something here."""

    at: tuple[Invitation, ...]
    """Where, on each network."""
    missing: str = ""
    """The folder with the program that isn't there yet, if it isn't."""
    code: tuple[str, ...] = ()
    """The first of them for cameras, drawn in letters, a line each."""


@dataclass(frozen=True, slots=True)
class LogsRemoved:
    """Logs of games that are over aren't kept any longer."""

    logs: int
    size: int
    """Bytes of all of them."""


@dataclass(frozen=True, slots=True)
class OptionsRead:
    """The file of options was read again."""

    changed: tuple[str, ...]
    """Those that hold from now on."""
    later: tuple[str, ...]
    """Those that hold from the next start on."""


@dataclass(frozen=True, slots=True)
class Commanded:
    """Somebody who is listed as one who may has told the host what to do."""

    name: str
    key: str
    """The fingerprint of the key that is listed."""
    words: tuple[str, ...]
    is_well: bool
    """It was done."""


@dataclass(frozen=True, slots=True)
class TableNews:
    """Something happened at a table."""

    table: str


@dataclass(frozen=True, slots=True)
class SatDown(TableNews):
    """Somebody has a seat."""

    name: str
    is_bot: bool
    key: str
    """The fingerprint: names can be taken by anybody."""


@dataclass(frozen=True, slots=True)
class GotUp(TableNews):
    """Somebody has none any more."""

    name: str


@dataclass(frozen=True, slots=True)
class DrawnAgain(TableNews):
    """A draw for seats was void."""

    note: str


@dataclass(frozen=True, slots=True)
class Began(TableNews):
    """A game has begun."""

    gid: str
    suite: int
    """How its cards are kept: see `sealed_wonders.net.suites`."""
    code: str
    names: tuple[str, ...]
    """By seat."""


@dataclass(frozen=True, slots=True)
class Resumed(TableNews):
    """A game goes on that an earlier host had begun."""

    gid: str
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Away(TableNews):
    """Somebody's connection broke in a game, which waits."""

    name: str


@dataclass(frozen=True, slots=True)
class Back(TableNews):
    """Somebody is here again."""

    name: str


@dataclass(frozen=True, slots=True)
class Cheated(TableNews):
    """Somebody has signed what breaks the rules; the others can go on without them."""

    name: str
    seat: int
    entry: int
    """Its number in the log, as it came in."""
    phase: int
    kind: str
    reason: str


@dataclass(frozen=True, slots=True)
class Left(TableNews):
    """All others have agreed to go on without somebody."""

    names: tuple[str, ...]
    phase: int
    why: Literal["silent", "fraud"]


@dataclass(frozen=True, slots=True)
class HandedOver(TableNews):
    """A seat has changed hands."""

    name: str
    """Who had it."""
    to: str
    owner: bytes | None
    """Who runs the bot that has it now; None for a person."""


@dataclass(frozen=True, slots=True)
class WordsUsed(TableNews):
    """Somebody has asked for a seat by its twelve words, to play on at another machine."""

    name: str
    """Whose it is."""


@dataclass(frozen=True, slots=True)
class Displaced(TableNews):
    """Somebody has come in with the key of a seat for which another program was there."""

    name: str
    """Whose it is."""


@dataclass(frozen=True, slots=True)
class Rescued(TableNews):
    """All others have given a silent seat to somebody."""

    name: str
    """Who had it."""
    to: str
    owner: bytes | None
    """Who runs the bot that has it now; None for a person."""
    phase: int


@dataclass(frozen=True, slots=True)
class TwoVersions(TableNews):
    """Somebody signed two versions of one thing, and this is the proof."""

    name: str
    seat: int
    proof: Path | None
    """None if it couldn't be written."""


@dataclass(frozen=True, slots=True)
class Stopped(TableNews):
    """A game can't go on."""

    reason: str
    log: Path | None
    """What there is of it; None if it couldn't be written."""


@dataclass(frozen=True, slots=True)
class Ended(TableNews):
    """A game has ended as it should."""

    game: str
    gid: str
    suite: int
    is_checked: bool
    """All of it was checked here, the proofs of its cards too."""
    names: tuple[str, ...]
    left: tuple[int, ...]
    """The seats that the others have gone on without."""
    handed: tuple[tuple[str, ...], ...]
    """By seat: who had it before, as they came; the last who had it is in `names`."""
    standings: tuple[Mapping[str, str], ...]
    """By seat: what the game says of it besides the score, such as its board."""
    sheet: Sheet
    digest: str
    log: Path | None
    """None if it couldn't be written."""
    is_early: bool = False
    """Those who played have ended it before its end."""


@dataclass(frozen=True, slots=True)
class TableClosed(TableNews):
    """A table is no more, and no game had begun at it."""

    reason: str


@dataclass(frozen=True, slots=True)
class BotsTake:
    """There are more processes with bots, or fewer."""

    processes: int
    memory: int
    """Bytes that they take together, or will."""
    budget: int
    """Bytes that they may take."""


@dataclass(frozen=True, slots=True)
class BotsSpoke:
    """A process with bots wrote something on its stderr."""

    line: str


@dataclass(frozen=True, slots=True)
class BotLost(TableNews):
    """A bot ended before its game did."""

    name: str
    how: str
    again: bool = False
    """It is started again, and goes on."""


@dataclass(frozen=True, slots=True)
class SetAside:
    """A file of an earlier host's couldn't be used."""

    path: Path
    reason: str


@dataclass(frozen=True, slots=True)
class Suspended(TableNews):
    """A game that nobody has been at for long makes room; its journal stays."""

    journal: Path


@dataclass(frozen=True, slots=True)
class NotAnnounced:
    """Others on the network aren't told where the host is; all else goes on."""

    why: str


@dataclass(frozen=True, slots=True)
class Crowd:
    """So many connections come from somewhere that some of them are turned away."""

    address: str
    network: str


@dataclass(frozen=True, slots=True)
class FewDescriptors:
    """The system lets the program open hardly any more files and connections."""

    most: int | None
    """So many at once; None: the system has no more for any program."""


@dataclass(frozen=True, slots=True)
class NoLibrary:
    """The host has to do without the library that calculates with cards; it relays."""

    why: str


# What is told where a level is `debug`, as by `--verbose`.


@dataclass(frozen=True, slots=True)
class ConnectionNews:
    """Something happened on a connection."""

    connection: int
    """Its number, counted from 1."""


@dataclass(frozen=True, slots=True)
class Connected(ConnectionNews):
    """Somebody has connected."""

    host: str
    port: int


@dataclass(frozen=True, slots=True)
class LoggedIn(ConnectionNews):
    """A client has shown whose it is."""

    name: str
    key: str
    """The fingerprint."""


@dataclass(frozen=True, slots=True)
class MessageHeard(ConnectionNews):
    """A client has said something."""

    name: str
    """Empty before the login is done."""
    kind: str
    size: int
    about: str
    """A table, entries, kinds of envelopes; empty where the kind says it all."""


@dataclass(frozen=True, slots=True)
class MessageSent(ConnectionNews):
    """A client was told something; the fields are those of `MessageHeard`."""

    name: str
    kind: str
    size: int
    about: str


@dataclass(frozen=True, slots=True)
class RequestRefused(ConnectionNews):
    """A client was told that something isn't done, and why."""

    name: str
    reason: str
    """A code, as in docs/PROTOCOL.md."""
    detail: str


@dataclass(frozen=True, slots=True)
class Disconnected(ConnectionNews):
    """A connection is no more."""

    name: str
    reason: str
    detail: str


@dataclass(frozen=True, slots=True)
class PhaseOpened(TableNews):
    """These seats must speak next."""

    phase: int
    kind: str
    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PhaseComplete(TableNews):
    """All seats have spoken that had to."""

    phase: int
    kind: str


@dataclass(frozen=True, slots=True)
class Trouble:
    """Something went wrong that is nobody else's business."""

    what: str
    trace: str = ""
    """Where in the program, if it is the program's fault."""


@dataclass(frozen=True, slots=True)
class DiskTrouble(Trouble):
    """Something couldn't be written, read or removed, or can be again."""


def trouble(where: str, error: Exception) -> Trouble:
    """Say that something of this program's went wrong, with all that is known of it."""
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
