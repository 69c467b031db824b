"""
News of a host for its operator: one class per event.

A class has everything about its event: the name in JSON, the part of the host and the
level that `levels` filters by, the fields, and the words. Add a class here, and a
sample of it to ``tests/host/test_news.py``; the rest follows.

The docstrings of classes and fields are the text of docs/reference/events.md, which
`scripts/reference.py` writes. They are for operators, so a comment is better for
anything about the code. Operators' programs read names of events and fields, so these
stay.
"""

from __future__ import annotations

import inspect
import shlex
import traceback
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import ClassVar, Literal, Self, dataclass_transform

from msgspec import Struct, structs

from sealed_wonders.core.game import Sheet
from sealed_wonders.host.guests import BANNED
from sealed_wonders.net.address import Address, in_shell
from sealed_wonders.net.certificate import PIN_DIGITS
from sealed_wonders.net.columns import columns
from sealed_wonders.net.discovery.ownaddresses import Reach
from sealed_wonders.net.invitations import Invitation, as_data
from sealed_wonders.net.log.digests import STEM
from sealed_wonders.net.names import make_line
from sealed_wonders.net.suites import OPEN

REACH: Mapping[Reach, str] = {
    Reach.TUNNEL: "a tunnel, such as a VPN",
    Reach.DISCONNECTED: "not connected",
}
"""Remarks on addresses that aren't on a LAN."""

JSON = dict[str, object]

IN_REACH = {
    "reach": "For each address that isn't on a local network, `tunnel` or `disconnected`."
}


@dataclass_transform(frozen_default=True)
class News(Struct, frozen=True):
    """Something that the operator is told."""

    event: ClassVar[str] = ""
    """Name in JSON."""
    part: ClassVar[str] = "host"
    level: ClassVar[str] = "info"
    """One of `levels.LEVELS`."""
    is_complaint: ClassVar[bool] = False
    """Whether it is about an actual or possible problem, and belongs on stderr."""
    made_fields: ClassVar[Mapping[str, str]] = {}
    """What JSON fields mean that aren't attributes, for the reference."""
    template: ClassVar[str] = ""
    """The lines for people, with fields in braces, unless `text` returns others."""

    def text(self) -> str:
        """Return the news as lines for people."""
        return self.template.format_map(structs.asdict(self))

    def row(self) -> JSON:
        """Return the news as JSON data."""
        return {
            "event": self.event,
            **{
                json_name(name): _in_json(value)
                for name, value in structs.asdict(self).items()
            },
        }


def json_name(attribute: str) -> str:
    return attribute.removeprefix("is_")


def _in_json(value: object) -> object:
    match value:
        case Path():
            return str(value)
        case bytes():
            return value.hex()
        case _:
            return value


class Complaint(News):
    """A complaint, whose JSON has the words: a program may show them to people."""

    level = "warn"
    is_complaint = True

    def row(self) -> JSON:
        return {"event": self.event, "text": self.text()}


# The host.


class Listening(News):
    """The host is ready."""

    made_fields = IN_REACH
    listening: str
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

    def text(self) -> str:
        listening, _, _ = self.listening.partition("#")
        whose = (
            "Players' programs check the proofs; this host only relays them."
            if self.relay
            else "This host checks all proofs, as every player's program does."
        )
        if self.invitations:
            how = f"To play, type on any machine here:\n{_to_type(self.invitations)}"
        else:
            how = (
                "This machine has no network address yet. Once it has one, you will see "
                "the address here. On this machine, type:\n"
                f"{_to_type([Invitation(self.join)])}"
            )
        return (
            f"Listening at {listening}. {how}{_found(self.announced)}"
            "Cards are sealed: not even this host can read a hand, or see face-down "
            f"cards. {whose}"
        )

    def row(self) -> JSON:
        return {
            "listening": self.listening,
            "join": self.join,
            "pin": self.pin,
            **as_data(self.invitations),
        }


class Moved(News):
    """The addresses of this machine have changed."""

    event = "moved"
    part = "network"
    made_fields = IN_REACH
    invitations: tuple[Invitation, ...]
    """New addresses to give to players, with the pin: one per network."""
    announced: str = ""
    """Name under which it is announced; empty if it isn't."""

    def text(self) -> str:
        if not self.invitations:
            return (
                "This machine has lost its network address. Once it has one again, "
                "players reconnect by themselves."
            )
        return (
            "This machine's networks have changed. To play, type on any machine "
            f"here:\n{_to_type(self.invitations)}{_found(self.announced)}"
        ).rstrip()

    def row(self) -> JSON:
        return {"event": self.event, **as_data(self.invitations)}


def _to_type(invitations: Sequence[Invitation]) -> str:
    """Return a line to type per network; players use the one for their network."""
    first, *others = (
        f"    wonders join {in_shell(Address.parse(one.at))}{_mark(one)}\n"
        for one in invitations
    )
    if not others:
        return first
    return f"{first}or, on another network of this machine:\n{''.join(others)}"


def _mark(one: Invitation) -> str:
    """Return a remark on an address that others are unlikely to reach."""
    return f"  ({REACH[one.reach]})" if one.reach in REACH else ""


def _found(name: str) -> str:
    if not name:
        return ""
    return f'Programs on the same network list this host as "{name}".\n'


class Measured(News):
    """Metrics are served on this machine (`--metrics`)."""

    event = "metrics"
    template = "Metrics are at {at}/metrics, and a health check at {at}/healthz."
    at: str
    """Address of the pages."""


class Served(News):
    """Web pages are served (`--web`)."""

    event = "web"
    made_fields = IN_REACH
    at: tuple[Invitation, ...]
    """Addresses of the pages: one per network."""
    missing: str = ""
    """Folder from which the program for guests is missing, if it is."""
    code: tuple[str, ...] = ()
    """QR code of the first address, in lines of text."""

    def text(self) -> str:
        where = "".join(f"    {it.at}{_mark(it)}\n" for it in self.at)
        said = f"To see the tables in a browser, go to:\n{where}"
        if self.missing:
            said += (
                "To let guests download the program there, run: "
                f"wonders-host bundle {self.missing}\n"
            )
        else:
            said += "Guests can download the program there, too.\n"
        return said + "".join(f"    {line}\n" for line in self.code).rstrip("\n")

    def row(self) -> JSON:
        data = as_data(self.at)
        return {
            "event": self.event,
            "at": data["invitations"],
            "reach": data["reach"],
            "missing": self.missing or None,
        }


class LogsRemoved(News):
    """Old logs were removed (`--keep-days`, `--keep-mb`)."""

    event = "logs-removed"
    part = "disk"
    logs: int
    """Number of logs."""
    size: int
    """Size of these logs in bytes."""

    def text(self) -> str:
        logs = counted(self.logs, "log")
        return f"Removed {logs} of old games, {megabytes(self.size)} MB."


class OptionsRead(News):
    """The configuration file was read again."""

    event = "options"
    changed: tuple[str, ...]
    """Options that changed at once."""
    later: tuple[str, ...]
    """Options that change at the next start."""

    def text(self) -> str:
        if not (self.changed or self.later):
            return "The options were read again; nothing has changed."
        said = ["The options were read again."]
        if self.changed:
            now = ", ".join(self.changed)
            said.append(f"Effective now, also for new tables: {now}.")
        if self.later:
            said.append(f"Effective from the next start: {', '.join(self.later)}.")
        return " ".join(said)


class Commanded(News):
    """Somebody listed in `--admins` gave the host a command."""

    event = "commanded"
    name: str
    """Name of the person or bot."""
    key: str
    """Fingerprint of the listed key."""
    words: tuple[str, ...]
    """The command."""
    is_done: bool
    """Whether the command succeeded."""

    def text(self) -> str:
        done = "" if self.is_done else " without success"
        return (
            f"{self.name} ({self.key}) sent a command{done}: {shlex.join(self.words)}"
        )


# Tables.


class TableNews(News):
    """Something happened at a table."""

    part = "tables"
    table: str
    """Name of the table."""


class SeatNews(TableNews):
    """Something happened to a seat, or to the person in it."""

    part = "people"


class PersonNews(SeatNews):
    """Something happened to a person or bot."""

    name: str
    """Name of the person or bot."""


class SatDown(PersonNews):
    """Somebody took a seat."""

    event = "sat-down"
    is_bot: bool
    """Whether a bot took the seat."""
    key: str
    """Fingerprint of the key: anybody can use any name."""

    def text(self) -> str:
        who = " (a bot)" if self.is_bot else f", with the key {self.key}"
        return f"{self.table}: {self.name} sits down{who}."


class GotUp(PersonNews):
    """Somebody left their seat before the game."""

    event = "got-up"
    template = "{table}: {name} leaves."


class DrawnAgain(TableNews):
    """The draw for seats was void, and is repeated."""

    event = "drawn-again"
    template = "{table}: {note}; the seats are drawn again."
    note: str
    """Reason."""


class Began(TableNews):
    """A game began."""

    event = "began"
    gid: str
    """Id of the game, in hexadecimal."""
    suite: int
    """How cards are handled: 2 means sealed, 0 means open."""
    code: str
    """Table code."""
    names: tuple[str, ...]
    """Players, by seat."""

    def text(self) -> str:
        seats = ", ".join(f"{seat} {name}" for seat, name in enumerate(self.names))
        begins = f"the game begins ({self.gid[:STEM]}, table code {self.code})"
        return f"{self.table}: {begins}.\n    {seats}"


class Resumed(TableNews):
    """A game that an earlier run of the host had begun was resumed."""

    event = "taken-up"
    gid: str
    """Id of the game, in hexadecimal."""
    names: tuple[str, ...]
    """Players, by seat."""

    def text(self) -> str:
        names = ", ".join(self.names)
        return f"{self.table}: the game {self.gid[:STEM]} resumes with {names}."


class Away(PersonNews):
    """A player lost the connection during a game. The game waits."""

    event = "away"
    template = "{table}: {name} is absent; the table waits."


class Back(PersonNews):
    """A player is connected again."""

    event = "back"
    template = "{table}: {name} is back."


class Cheated(SeatNews):
    """A player signed an entry that breaks the rules. The table can go on without them."""

    event = "fraud"
    level = "warn"
    template = (
        "{table}: {name} (seat {seat}) broke the rules at entry "
        "{entry} (phase {phase}, {kind}): {reason}. The table "
        "waits until the others agree to go on without that player."
    )
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


class PlayerRemoved(SeatNews):
    """The others agreed to go on without somebody."""

    event = "left"
    names: tuple[str, ...]
    """Names of the players who are out of the game."""
    phase: int
    """Phase that waited for these players."""
    why: Literal["silent", "fraud"]
    """`silent` or `fraud`."""

    def text(self) -> str:
        *others, last = self.names
        names = " and ".join(filter(None, (", ".join(others), last)))
        why = "cheated" if self.why == "fraud" else "stayed silent"
        return (
            f"{self.table}: the game goes on without {names}, who {why} in phase "
            f"{self.phase}."
        )


class SeatGiven(SeatNews):
    """A seat has another player now."""

    name: str
    """Player who had the seat."""
    to: str
    """Player who has the seat now."""
    owner: bytes | None
    """Identity of the bot's owner, if a bot has the seat now."""

    @property
    def _holder(self) -> str:
        return self.to if self.owner is None else f"{self.to} (a bot)"


class HandedOver(SeatGiven):
    """A player gave their seat to somebody else."""

    event = "handed-over"

    def text(self) -> str:
        return f"{self.table}: {self._holder} takes over from {self.name}."


class WordsUsed(SeatNews):
    """Somebody used the twelve words of a seat to continue on another machine."""

    event = "words-used"
    level = "warn"
    template = (
        "{table}: somebody has used the twelve words for {name}'s seat to "
        "play on from another machine."
    )
    name: str
    """The player who has the seat."""


class Displaced(SeatNews):
    """A second program with a seat's key replaced a program that was still connected."""

    event = "displaced"
    level = "warn"
    template = (
        "{table}: {name} has connected from another program; the earlier "
        "one was disconnected."
    )
    name: str
    """The player who has the seat."""


class Departed(SeatNews):
    """A player left this host because the game continues at another host."""

    event = "departed"
    name: str
    """The player."""
    host: str
    """Name of the other host, as it announces itself."""
    pin: str
    """Pin of the other host's certificate."""

    def text(self) -> str:
        return (
            f"{self.table}: {self.name} has moved to another host, which is called "
            f"{self.host!r} and has the pin {self.pin[:PIN_DIGITS]}."
        )


class CountsDiffer(TableNews):
    """Players' programs disagree about the state of the game."""

    event = "counts-differ"
    level = "error"
    phase: int
    """Phase whose state differs."""
    names: tuple[str, ...]
    """Players whose state differs from the majority's; empty if there is no majority."""

    def text(self) -> str:
        who = f" of {', '.join(self.names)}" if self.names else ""
        others = " from the others" if self.names else ""
        return (
            f"{self.table}: in phase {self.phase}, the programs{who} have different "
            f"results{others}: one has a bug or another version, or somebody is cheating."
        )


class Rescued(SeatGiven):
    """The others gave the seat of a silent player to somebody else."""

    event = "rescued"
    phase: int
    """Phase that waited for the seat."""

    def text(self) -> str:
        return (
            f"{self.table}: {self._holder} is the substitute for {self.name}, who stayed "
            f"silent in phase {self.phase}: all the others have agreed."
        )


class TwoVersions(SeatNews):
    """A player signed two versions of the same entry."""

    event = "two-versions"
    level = "warn"
    name: str
    """Name of the player who signed both versions."""
    seat: int
    """Seat of this player."""
    proof: Path | None
    """File with the proof, unless it couldn't be written."""

    def text(self) -> str:
        proof = f"; the proof is {self.proof}." if self.proof else "."
        return (
            f"{self.table}: {self.name} (seat {self.seat}) signed two versions of one "
            f"entry{proof}"
        )


class Stopped(TableNews):
    """A game can't go on."""

    event = "stopped"
    level = "warn"
    reason: str
    """Reason."""
    log: Path | None
    """File of the unfinished log, unless it couldn't be written."""

    def text(self) -> str:
        return f"{self.table}: stopped: {self.reason}. {_where(self.log)}"


class GameCompleted(TableNews):
    """A game was completed."""

    made_fields: ClassVar[Mapping[str, str]] = {
        "early": "`true` if the players ended the game early; absent otherwise.",
        "winners": "Seats of the winners.",
        "seats": "An object for each seat, with the fields below.",
        "seats[].seat": "Number of the seat.",
        "seats[].name": "Who had the seat at the end.",
        "seats[].left": "`true` if the others went on without it; absent otherwise.",
        "seats[].handed": "Earlier holders, oldest first; absent if there were none.",
        "seats[].board": "Board, with 7 Wonders.",
        "seats[].side": "Side of the board, with 7 Wonders.",
        "seats[].wonder": "Wonder, with Architects.",
        "seats[].score": "Points by line of the score sheet.",
    }
    game: str
    """`wonders` or `architects`."""
    gid: str
    """Id of the game, in hexadecimal."""
    suite: int
    """How cards were handled: 2 means sealed, 0 means open."""
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

    def text(self) -> str:
        over = (
            "the players have ended the game early"
            if self.is_early
            else "the game is over"
        )
        said = f"{self.table}: {over}.\n{self._score()}\n{_where(self.log)}"
        if self.suite == OPEN:
            return said
        if self.is_checked:
            return f"{said}\nThis host has checked all proofs in it."
        return (
            f"{said}\nThis host has not checked the proofs in it; `wonders audit` checks "
            "them."
        )

    def _score(self) -> str:
        """Return the score sheet as a table, with what else there is about seats."""
        names, sheet = self.names, self.sheet
        rows: list[tuple[object, ...]] = [("", *names)]
        if self.standings:
            rows.append(("", *(" ".join(it.values()) for it in self.standings)))
        for line, name in enumerate(sheet.categories):
            rows.append((name, *(points[line] for points in sheet.rows)))
        winners = " and ".join(names[seat] for seat in sheet.winners)
        said = [*columns(rows), f"{winners} won."]
        said += [f"{names[seat]} had left." for seat in self.left]
        said += [
            f"{name} took over from {' and '.join(before)}."
            for name, before in zip(names, self.handed, strict=True)
            if before
        ]
        return "\n".join(f"    {line}" for line in said)

    def row(self) -> JSON:
        return {
            "game": self.game,
            "gid": self.gid,
            "suite": self.suite,
            "checked": self.is_checked,
            "seats": [self._seat(seat) for seat in range(len(self.names))],
            "winners": list(self.sheet.winners),
            **({"early": True} if self.is_early else {}),
            "digest": self.digest,
            "log": _in_json(self.log),
        }

    def _seat(self, seat: int) -> JSON:
        return {
            "seat": seat,
            "name": self.names[seat],
            **({"left": True} if seat in self.left else {}),
            **({"handed": list(self.handed[seat])} if self.handed[seat] else {}),
            **dict(self.standings[seat] if self.standings else {}),
            "score": dict(
                zip(self.sheet.categories, self.sheet.rows[seat], strict=True)
            ),
        }


def _where(log: Path | None) -> str:
    return f"The log is {log}." if log else "No log could be written."


class TableClosed(TableNews):
    """A table was closed before a game began."""

    event = "closed"
    template = "{table}: closed: {reason}."
    reason: str
    """Reason."""


# Bots, and complaints.


class BotsTake(News):
    """The number of bot processes changed (not with `--once`)."""

    event = "bots"
    part = "bots"
    processes: int
    """Number of processes."""
    taken: int
    """Memory that all bots use or will use, in megabytes."""
    bot_memory: int
    """Maximum memory for all bots, in megabytes."""

    def text(self) -> str:
        processes = counted(self.processes, "process", "processes")
        return f"Bots: {processes}, {self.taken} of {self.bot_memory} MB."


class BotsSpoke(Complaint):
    """A bot process wrote to its standard error."""

    event = "bots-spoke"
    part = "bots"
    template = "bots: {line}"
    line: str


class LendingSpoke(News):
    """The process that lends seats to phones said something about guests."""

    event = "lending"
    part = "bots"
    template = "lending: {line}"
    line: str
    """What it said."""


class BotLost(Complaint, TableNews):
    """A bot ended before its game."""

    event = "bot-lost"
    part = "bots"
    name: str
    how: str
    again: bool = False
    """Whether the bot is started again."""

    def text(self) -> str:
        more = "; it is being restarted" if self.again else ""
        return (
            f"{self.table}: the bot {self.name} stopped before the end of the game: "
            f"{self.how}{more}"
        )


class SetAside(Complaint):
    """A file of an earlier run can't be used, and is kept under another name."""

    event = "set-aside"
    part = "disk"
    level = "error"
    template = "can't resume a game, which is kept as {path}: {reason}"
    path: Path
    reason: str


class Suspended(Complaint, TableNews):
    """A game that everybody left made room for another table. Its journal stays."""

    event = "suspended"
    template = (
        "{table}: suspended because everybody has been away for a while: {journal}"
    )
    journal: Path


class NotAnnounced(Complaint):
    """The host can't be announced on the network. Players need its address."""

    event = "not-announced"
    part = "network"
    template = "this host isn't announced on the network: {why}; everything else works"
    why: str


class Crowd(Complaint):
    """Too many connections come from one address or network. Some are refused."""

    event = "crowd"
    part = "network"
    address: str
    network: str

    def text(self) -> str:
        return (
            f"too many connections from {self.address}, or from {self.network}; the host "
            f"refuses those over the limit. To ban an address, add it to {BANNED}"
        )


class FewDescriptors(Complaint):
    """The host is close to the limit of open files and connections."""

    event = "few-files"
    part = "network"
    most: int | None
    """Limit of the process; None if the whole system has reached its limit."""

    def text(self) -> str:
        limit = "" if self.most is None else f", {self.most}"
        return (
            f"the limit of open files and connections{limit} is nearly reached; clients "
            "that haven't logged in are disconnected first, and all tables continue. To "
            "raise the limit, use ulimit -n, or LimitNOFILE in systemd"
        )


class NoLibrary(Complaint):
    """PyNaCl or rbcl is missing or unusable: the host relays proofs and has no bots."""

    event = "no-library"
    template = "{why}. This host relays proofs without checking them, and has no bots"
    why: str


class Trouble(Complaint):
    """Something went wrong. At level `critical`, it is a bug in this program."""

    event = "trouble"
    level = "error"
    template = "trouble: {what}"
    what: str


class Bug(Trouble):
    """Trouble that is a bug in this program."""

    level = "critical"
    trace: str
    """Traceback."""

    @classmethod
    def at(cls, where: str, error: Exception) -> Self:
        """Return the news of an unexpected error."""
        what = f"{where}: {type(error).__name__}: {error}"
        return cls(make_line(what), "".join(traceback.format_exception(error)))


class DiskTrouble(Trouble):
    """Something can't be written, read or removed, or this is possible again."""

    part = "disk"


# Events of level `debug`, as with `--verbose`.


class ConnectionNews(News):
    """Something happened on a connection."""

    part = "network"
    level = "debug"
    connection: int
    """Number of the connection, from 1."""


class Connected(ConnectionNews):
    """A client connected."""

    event = "connected"
    template = "[{connection}] connects from {host} port {port}"
    host: str
    """Address of the client."""
    port: int
    """Port of the client."""


class LoggedIn(ConnectionNews):
    """A client logged in."""

    event = "logged-in"
    template = "[{connection}] {name} logs in, with the key {key}"
    name: str
    """Name of the person or bot."""
    key: str
    """Fingerprint of the client's key."""


class ClientNews(ConnectionNews):
    """Something happened to a client, which may not have logged in yet."""

    name: str
    """Name of the client's player; empty before the login."""

    def _line(self, said: str, about: str) -> str:
        who = f"[{self.connection}] {self.name}".rstrip()
        return f"{who} {said}: {about}" if about else f"{who} {said}"


class MessageNews(ClientNews):
    """A message was sent or received."""

    part = "messages"
    arrow: ClassVar[str]
    kind: str
    """Kind of the message."""
    size: int
    """Size in bytes, before TLS."""
    about: str
    """Details such as a table, entries or kinds of envelopes; may be empty."""

    def text(self) -> str:
        return self._line(f"{self.arrow} {self.kind}, {self.size} bytes", self.about)


class MessageHeard(MessageNews):
    """A client sent a message."""

    event = "heard"
    arrow = "->"


class MessageSent(MessageNews):
    """The host sent a message to a client."""

    event = "sent"
    arrow = "<-"


class RequestRefused(ClientNews):
    """A request was refused."""

    event = "refused"
    part = "messages"
    reason: str
    """Code of the reason, as in docs/PROTOCOL.md."""
    detail: str
    """Details; may be empty."""

    def text(self) -> str:
        return self._line(f"is refused: {self.reason}", self.detail)


class Disconnected(ClientNews):
    """A connection was closed."""

    event = "disconnected"
    reason: str
    """Code of the reason."""
    detail: str
    """Details; may be empty."""

    def text(self) -> str:
        return self._line(f"disconnects: {self.reason}", self.detail)


class PhaseNews(TableNews):
    """Something happened to a phase of a game."""

    part = "phases"
    level = "debug"
    phase: int
    """Number of the phase."""
    kind: str
    """Kind of the entries in this phase."""


class PhaseOpened(PhaseNews):
    """A phase of a game was opened."""

    event = "phase-opened"
    seats: tuple[int, ...]
    """Seats that must post an entry."""

    def text(self) -> str:
        who = ", ".join(map(str, self.seats))
        return f"{self.table}: phase {self.phase} is open: {self.kind}, by {who}"


class PhaseComplete(PhaseNews):
    """
    All seats have posted their entries.

    If the others go on without somebody, the phase that waited is never complete.
    """

    event = "phase-complete"
    template = "{table}: phase {phase} is complete: {kind}"


KINDS: Sequence[type[News]] = tuple(
    it
    for it in tuple(vars().values())
    if inspect.isclass(it)
    and issubclass(it, News)
    and (it.event or not it.__subclasses__())
)
"""All classes of news, in the order of the reference."""


def counted(number: int, one: str, more: str = "") -> str:
    return f"{number or 'no'} {one if number == 1 else more or one + 's'}"


def megabytes(count: int) -> int:
    """Convert bytes to megabytes."""
    return round(count / (1 << 20))
