"""
Messages: what a client and the host say to each other outside the log.

A message is a msgpack array: its name, then its fields in order. `decode` takes the bytes
of a frame and gives a message whose every field is of its type and within its bounds;
whatever else the bytes are, it raises `RemoteProtocolError` and nothing else. What a
message claims is another matter: nothing in here is signed but the wires, and what people
say to each other.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated, Literal, overload

import msgspec
from msgspec import Meta, Struct

from sealed_wonders.core.quoting import shown
from sealed_wonders.core.sentences import Sentence
from sealed_wonders.net.certificate import PIN_SIZE
from sealed_wonders.net.errors import LocalProtocolError, RemoteProtocolError
from sealed_wonders.net.frames import MAX_FRAME
from sealed_wonders.net.log.envelopes import Wire
from sealed_wonders.net.names import LINE_CAP, NAME_CAP, clean_line, clean_name
from sealed_wonders.net.passwords import SALT_SIZE
from sealed_wonders.net.seed import TAG_SIZE
from sealed_wonders.net.times import Seconds, Times
from sealed_wonders.net.wishes import Wishes, WishNames

VERSION = 4
"""The version of these messages. A host and its clients must have the same."""

SEATS_CAP = 7
"""People at a table."""

TABLES_CAP = 64
"""Tables a host tells of: more than anybody wants to choose from."""

WIRES_CAP = 64
"""Wires of one message: small ones of 500 bytes then fill a quarter of a frame."""

COMMIT_CAP = 512
"""
Bytes of a LOBBY_COMMIT's envelope, which has about 300.

A `Lobby` carries one of each person, and must fit into a frame.
"""

OPTIONS_CAP = 4096
"""Bytes of a table's packed options, of which there are a dozen short ones."""

WHISPER_CAP = MAX_FRAME - 512
"""
Bytes of a sealed whisper: what one seat hands on of a long game has about 16 kB.

With the table's name and the keys it fits into a frame, however the host writes them.
"""

BACKUP_CAP = 1 << 15
"""
Bytes of a backup: an identity has a hundred, and a seat that was another's its secrets besides.
"""

TAKERS_CAP = 32
"""Who would take a seat at one table: more than anybody wants to choose from."""

NONCES_CAP = 64
"""Nonces of one roll call: a host gathers no more, and a seat signs for no longer list."""

EVIDENCE_CAP = 64
"""Wires that show how seats of a game have changed hands."""

HEARD_CAP = 128
"""Entries that a seat names in the answer to a roll call, at most."""

ONLOOKERS_CAP = 16
"""Those of whom a lobby tells that they look on: what comes from strangers is bounded."""

SPOKEN_CAP = 32
"""Lines of one message, of up to 2 kB each: the longest fill half of a frame."""

WORDS_CAP = 64
"""Words that a host is told at once: a line that somebody types."""

ANSWER_CAP = 64
"""Lines of an answer to that; the longest fill four fifths of a frame."""

MOMENT_CAP = 1 << 43
"""Milliseconds since 1970 at which something is said stay below: to the year 2248."""

COUNT_CAP = 1 << 32
"""Entries, phases, draws and ping numbers stay below: four bytes."""

Key = Annotated[bytes, Meta(min_length=32, max_length=32)]
"""An identity, or a digest."""
Signature = Annotated[bytes, Meta(min_length=64, max_length=64)]
Pin = Annotated[bytes, Meta(min_length=PIN_SIZE, max_length=PIN_SIZE)]
"""Of a host's certificate."""
Name = Annotated[str, Meta(max_length=NAME_CAP)]
"""A name as `clean_name` takes it."""
Line = Annotated[str, Meta(max_length=LINE_CAP)]
"""A line as `clean_line` takes it."""
Code = Annotated[str, Meta(pattern=r"^[a-z][a-z-]{0,31}\Z")]
"""A reason for a program to tell from others."""
Salt = Annotated[bytes, Meta(min_length=SALT_SIZE, max_length=SALT_SIZE)]
"""Of a table's password; see `sealed_wonders.net.passwords`."""
MARK_SIZE = 8
"""Bytes of a mark: nobody gains by finding another state that has it."""

StateMark = Annotated[bytes, Meta(min_length=MARK_SIZE, max_length=MARK_SIZE)]
"""Of how the rules stand; see `sealed_wonders.client.table.agreement`."""
Sealed = Annotated[bytes, Meta(max_length=WHISPER_CAP)]
Tag = Annotated[bytes, Meta(min_length=TAG_SIZE, max_length=TAG_SIZE)]
"""What a backup is filed under; see `sealed_wonders.net.backups`."""
Box = Annotated[bytes, Meta(max_length=BACKUP_CAP)]
Count = Annotated[int, Meta(ge=0, lt=COUNT_CAP)]
Points = Annotated[int, Meta(gt=-COUNT_CAP, lt=COUNT_CAP)]
Seats = Annotated[int, Meta(ge=0, le=SEATS_CAP)]
Version = Annotated[int, Meta(ge=1, lt=1 << 16)]
Heard = Annotated[tuple[Key, ...], Meta(max_length=HEARD_CAP)]
Nonces = Annotated[tuple[Key, ...], Meta(min_length=1, max_length=NONCES_CAP)]
Wires = Annotated[tuple[Wire, ...], Meta(max_length=WIRES_CAP)]


class Part(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """A part of a message."""


class Message(Part, frozen=True, tag=str.lower):
    """
    A message: a frozen value.

    Constructors check what people will read and raise ValueError, as `clean_name` does.
    The other bounds are checked by `encode` and `decode`: none is crossed on the wire.
    """


# From a client to the host.


class Hello(Message, frozen=True):
    """The first message: who I am, bound to this very connection."""

    version: Version
    name: Name
    identity: Key
    signature: Signature
    """See `sealed_wonders.net.login`."""

    def __post_init__(self) -> None:
        clean_name(self.name)


class Sit(Message, frozen=True):
    """I take a seat, or another draw at the table I sit at."""

    table: Name
    """The table's name; ``""`` for whichever is open."""
    commit: Wire
    """My LOBBY_COMMIT."""
    wishes: Wishes = ()
    """What the table is to be like if it has yet to be opened."""

    def __post_init__(self) -> None:
        if self.table:
            clean_name(self.table)
        _check_commit(self.commit)


class Open(Message, frozen=True):
    """I take a seat at a table with a password, and open it if nobody has."""

    table: Name
    """As in `Sit`."""
    commit: Wire
    salt: Salt
    key: Key
    """Of the password; see `sealed_wonders.net.passwords`."""
    wishes: Wishes = ()
    """As in `Sit`."""

    def __post_init__(self) -> None:
        if self.table:
            clean_name(self.table)
        _check_commit(self.commit)


class Prove(Message, frozen=True):
    """I know the password that has this salt."""

    salt: Salt
    proof: Signature


class Ready(Message, frozen=True):
    """I am ready to begin, or not any more."""

    ready: bool
    options: Key
    """SHA-256 of the packed options I was shown: nobody agrees to others."""


class Post(Message, frozen=True):
    """Wires I have signed, for the log: LOBBY_REVEAL, and all of the game."""

    wires: Wires


class Read(Message, frozen=True):
    """
    Send me a table's log, or again, from an entry on.

    First comes how long it is. If what stands for the entries before that isn't what you
    have there, send me all of it.
    """

    table: Name
    entry: Count
    order: Key | None = None
    """`order_digest` of those before it, as I have read them; None: I don't know."""

    def __post_init__(self) -> None:
        clean_name(self.table)


class Spoken(Part, frozen=True):
    """Something that somebody says to a table, signed; see `sealed_wonders.net.talk`."""

    identity: Key
    name: Name
    """As they say themselves: of who has a seat, that of the seat counts."""
    place: Key
    """The game in which it is said, or the table at which none goes on."""
    moment: Annotated[int, Meta(ge=0, lt=MOMENT_CAP)]
    """Milliseconds since 1970 by their clock; more than of all they have said before."""
    code: Code
    """What kind of thing it is, or which of the words that travel as a code."""
    text: Line
    signature: Signature

    def __post_init__(self) -> None:
        clean_name(self.name)
        clean_line(self.text)


class Say(Message, frozen=True):
    """I say something to a table: pass it on as it is."""

    table: Name
    said: Spoken

    def __post_init__(self) -> None:
        clean_name(self.table)


class Pause(Message, frozen=True):
    """Let the clock of the game in which I play stand still; or I would go on."""

    table: Name
    paused: bool

    def __post_init__(self) -> None:
        clean_name(self.table)


class Manage(Message, frozen=True):
    """I may run this host, too: do what it is told here, as at its console."""

    words: Annotated[tuple[Line, ...], Meta(max_length=WORDS_CAP)]
    key: Key
    """Whose right it is: no player's identity, but a key for running hosts."""
    signature: Signature
    """See `sealed_wonders.net.login`."""

    def __post_init__(self) -> None:
        for word in self.words:
            clean_line(word)


class Retime(Message, frozen=True):
    """I would have my game timed so from its next age or turn on; or I wouldn't."""

    table: Name
    times: Times
    agrees: bool

    def __post_init__(self) -> None:
        clean_name(self.table)


class Leave(Message, frozen=True):
    """I get up from the table."""


class Unseat(Message, frozen=True):
    """I would have somebody in my lobby get up, who isn't ready; or not any more."""

    identity: Key
    asks: bool


class Willing(Message, frozen=True):
    """I look on at a table, and would take a seat there; or not any more."""

    table: Name
    willing: bool
    owner: Key | None
    """Who runs this bot; None for a person."""

    def __post_init__(self) -> None:
        clean_name(self.table)


class Summon(Message, frozen=True):
    """Let a bot of yours be there that may get my seat, or another's who is silent."""

    table: Name
    seat: Count | None
    """Whose; None is my own."""

    def __post_init__(self) -> None:
        clean_name(self.table)


class Whisper(Message, frozen=True):
    """Pass this on to somebody at a table; see `sealed_wonders.net.whispers`."""

    table: Name
    to: Key
    sealed: Sealed

    def __post_init__(self) -> None:
        clean_name(self.table)


class Mark(Message, frozen=True):
    """So the rules stand by my own log, in a phase in which somebody is to choose."""

    table: Name
    phase: Count
    digest: Key
    """The log's before that phase."""
    mark: StateMark
    signature: Signature
    """See `sealed_wonders.net.marks`."""

    def __post_init__(self) -> None:
        clean_name(self.table)


class Backup(Message, frozen=True):
    """Keep this for whoever plays on with my seat at another machine."""

    table: Name
    tag: Tag
    box: Box

    def __post_init__(self) -> None:
        clean_name(self.table)


class Inquire(Message, frozen=True):
    """Which seats of a game play over you? Said in place of `Hello`; see `Attested`."""

    gid: Key
    nonce: Key
    seat: Seats | None
    """Mine in that game, if I have one."""
    signature: Signature | None
    """That of my seat; what seats ask comes first. See `sealed_wonders.net.rollcall`."""


class Attest(Message, frozen=True):
    """I play over this connection: the answer to `Roll`."""

    table: Name
    roll: Key
    """The digest of the list."""
    phase: Count
    digest: Key
    own: Key | None
    mark: StateMark | None
    heard: Heard
    signature: Signature

    def __post_init__(self) -> None:
        clean_name(self.table)


class Depart(Message, frozen=True):
    """My game goes on for me at another host; this is its pin, and what it is called."""

    table: Name
    pin: Pin
    name: Name

    def __post_init__(self) -> None:
        clean_name(self.table)
        clean_name(self.name)


class Account(Message, frozen=True):
    """All that my rules say in a phase in which somebody's mark differs: tell all there."""

    table: Name
    phase: Count
    account: Sealed
    """Compressed."""

    def __post_init__(self) -> None:
        clean_name(self.table)


class Recall(Message, frozen=True):
    """Give me what was left under this. The answer is `Recalled`."""

    table: Name
    tag: Tag

    def __post_init__(self) -> None:
        clean_name(self.table)


class Look(Message, frozen=True):
    """Tell me the tables, as they are now. The answer is `Tables`."""

    table: Name = ""
    """The name of one that is told of even if it isn't listed; empty for none."""

    def __post_init__(self) -> None:
        if self.table:
            clean_name(self.table)


class Ping(Message, frozen=True):
    """Are you there? The answer is `Pong` with the same number."""

    number: Count


# From the host to a client.


class TableLine(Part, frozen=True):
    """What a host tells of one table."""

    name: Name
    game: Name
    seats: Seats
    """How many people it takes to begin; 0 is any number."""
    seated: Seats
    state: Literal["lobby", "playing", "over"]
    players: Annotated[tuple[Name, ...], Meta(max_length=SEATS_CAP)]
    salt: Salt | None = None
    """Of its password; None: it has none."""

    @property
    def has_room(self) -> bool:
        """Whoever comes now gets a seat there."""
        return self.state == "lobby" and (not self.seats or self.seated < self.seats)

    def __post_init__(self) -> None:
        for name in (self.name, self.game, *self.players):
            clean_name(name)


class Person(Part, frozen=True):
    """Somebody at a table that hasn't begun."""

    name: Name
    identity: Key
    owner: Key | None
    """Who runs this bot; None for a person."""
    commit: Wire
    ready: bool
    here: bool
    """Connected just now."""

    def __post_init__(self) -> None:
        clean_name(self.name)
        _check_commit(self.commit)


TableLines = Annotated[tuple[TableLine, ...], Meta(max_length=TABLES_CAP)]


class TableTerms(Part, frozen=True):
    """What tables that are opened at a host are like."""

    usual: Wishes = ()
    """What they are like where nothing else is wished for."""
    choose: WishNames = ()
    """What of it whoever opens one may choose."""


class Welcome(Message, frozen=True):
    """The answer to `Hello`: you are in, and these are the tables."""

    version: Version
    name: Name
    """The host's."""
    identity: Key
    """The host's, which signs LOBBY_TABLE."""
    tables: TableLines
    salt: Salt | None = None
    """Of the password that all tables opened here have; None: there is no such."""
    terms: TableTerms = TableTerms()

    def __post_init__(self) -> None:
        clean_name(self.name)


class Tables(Message, frozen=True):
    """The answer to `Look`: these are the tables now."""

    tables: TableLines


class Lobby(Message, frozen=True):
    """How a table that hasn't begun stands now; sent whole at every change."""

    table: Name
    options: Annotated[bytes, Meta(max_length=OPTIONS_CAP)]
    """Packed: the bytes that are hashed."""
    draw: Count
    """The draw for seats, from 0; the next one if somebody didn't reveal."""
    seats_wanted: Seats
    """Begins with this many; 0 is any number."""
    people: Annotated[tuple[Person, ...], Meta(max_length=SEATS_CAP)]
    note: Line
    """Such as who didn't reveal in the last draw."""
    bots: Annotated[tuple[Name, ...], Meta(max_length=SEATS_CAP)]
    """The host's that will come when all people are ready, and for which seats are kept."""
    listed: bool = True
    """It is told of whoever asks for the tables; else by its name alone."""
    on_page: bool = True
    """It may be on the page on which its host shows its tables to a room."""
    onlookers: Annotated[tuple[Name, ...], Meta(max_length=ONLOOKERS_CAP)] = ()
    """Who looks on, by their own word, as they came; there may be more than are named."""

    def __post_init__(self) -> None:
        for name in (self.table, *self.bots, *self.onlookers):
            clean_name(name)
        clean_line(self.note)


class Draw(Message, frozen=True):
    """All are ready: the host's LOBBY_TABLE, to be answered by a LOBBY_REVEAL."""

    table: Name
    wire: Wire

    def __post_init__(self) -> None:
        clean_name(self.table)


class Log(Message, frozen=True):
    """Wires of a table's log, in its order, lobby first."""

    table: Name
    entry: Count
    """The number of the first; for no wires: how many there are."""
    wires: Wires

    def __post_init__(self) -> None:
        clean_name(self.table)


class Clock(Message, frozen=True):
    """The time that is left."""

    table: Name
    seconds: Seconds | None
    """For the open choice; None: as long as it takes, or none is open."""
    phase: Count
    seats: Annotated[tuple[Seconds, ...], Meta(max_length=SEATS_CAP)] = ()
    """For the game, by seat; empty: as long as it takes."""
    runs: bool = True
    """For those who owe a choice; else all of it stands still."""

    def __post_init__(self) -> None:
        clean_name(self.table)


class Refused(Message, frozen=True):
    """Something you sent was not taken."""

    reason: Code
    detail: Line

    def __post_init__(self) -> None:
        clean_line(self.detail)


class Marked(Part, frozen=True):
    """How somebody's rules stand, as they have signed."""

    phase: Count
    digest: Key
    mark: StateMark
    signature: Signature


class Attestation(Part, frozen=True):
    """What one seat has signed of a roll call."""

    seat: Seats
    phase: Count
    digest: Key
    own: Key | None
    mark: StateMark | None
    heard: Heard
    signature: Signature
    """See `sealed_wonders.net.rollcall`."""


class Roll(Message, frozen=True):
    """Sign that you play here: somebody wants to know."""

    table: Name
    nonces: Nonces

    def __post_init__(self) -> None:
        clean_name(self.table)


class Attested(Message, frozen=True):
    """The answer to `Inquire`: what the seats have signed that play here."""

    gid: Key
    nonces: Nonces
    """The list, yours among them."""
    rows: Annotated[tuple[Attestation, ...], Meta(max_length=SEATS_CAP)]
    evidence: Annotated[tuple[Wire, ...], Meta(max_length=EVIDENCE_CAP)]
    """By what these seats have changed hands, for whoever hasn't heard of it."""


class Presence(Message, frozen=True):
    """Who at a table is connected just now, and how their rules stand."""

    table: Name
    here: Annotated[tuple[bool, ...], Meta(max_length=SEATS_CAP)]
    """By seat."""
    marks: Annotated[tuple[Marked | None, ...], Meta(max_length=SEATS_CAP)] = ()
    """By seat: what each has said last."""

    def __post_init__(self) -> None:
        clean_name(self.table)


class Paused(Message, frozen=True):
    """Whether the clock of a game stands still."""

    table: Name
    by: Name | None
    """The name of whoever wanted it; None: it doesn't."""
    on: Annotated[tuple[bool, ...], Meta(max_length=SEATS_CAP)]
    """By seat: who would go on."""
    most: Count | None = None
    """Seconds for which it stood still at most as it was stopped; None: as long as they like."""

    def __post_init__(self) -> None:
        clean_name(self.table)
        if self.by is not None:
            clean_name(self.by)


class Proposal(Part, frozen=True):
    """Other times that somebody would have."""

    by: Name
    times: Times
    agree: Annotated[tuple[bool, ...], Meta(max_length=SEATS_CAP)]
    """By seat."""
    against: Name | None
    """Who doesn't agree, so that nothing comes of it; None: nobody has said so."""

    def __post_init__(self) -> None:
        clean_name(self.by)
        if self.against is not None:
            clean_name(self.against)


class Timing(Message, frozen=True):
    """How long those who play may think, and what else is agreed, or proposed."""

    table: Name
    now: Times
    next: Times | None
    """From the next age or turn on; None: the same."""
    proposal: Proposal | None

    def __post_init__(self) -> None:
        clean_name(self.table)


class Taker(Part, frozen=True):
    """Somebody who looks on and would take a seat."""

    name: Name
    identity: Key
    owner: Key | None
    """Who runs this bot; None for a person."""
    seat: Count | None
    """For which seat it was summoned, if it was."""

    def __post_init__(self) -> None:
        clean_name(self.name)


class Takers(Message, frozen=True):
    """Who would take a seat at a table, for those who sit there."""

    table: Name
    takers: Annotated[tuple[Taker, ...], Meta(max_length=TAKERS_CAP)]

    def __post_init__(self) -> None:
        clean_name(self.table)


class Whispered(Message, frozen=True):
    """Somebody at a table says this to us alone."""

    table: Name
    sender: Key
    sealed: Sealed

    def __post_init__(self) -> None:
        clean_name(self.table)


class Accounted(Message, frozen=True):
    """All that somebody's rules say in a phase."""

    table: Name
    seat: Seats
    phase: Count
    account: Sealed

    def __post_init__(self) -> None:
        clean_name(self.table)


class Recalled(Message, frozen=True):
    """The answer to `Recall`."""

    table: Name
    box: Box | None
    """None: there is nothing."""

    def __post_init__(self) -> None:
        clean_name(self.table)


class Chat(Message, frozen=True):
    """What was said at the table, in the order in which the host heard it."""

    table: Name
    said: Annotated[tuple[Spoken, ...], Meta(max_length=SPOKEN_CAP)]

    def __post_init__(self) -> None:
        clean_name(self.table)


class Notice(Message, frozen=True):
    """Whoever runs the host says this, to everybody or to one table."""

    text: Line

    def __post_init__(self) -> None:
        clean_line(self.text)


class Managed(Message, frozen=True):
    """The answer to `Manage`: what it comes to, also if that is nothing."""

    lines: Annotated[tuple[Line, ...], Meta(max_length=ANSWER_CAP)]
    is_well: bool

    def __post_init__(self) -> None:
        for line in self.lines:
            clean_line(line)


class Convicted(Message, frozen=True):
    """Somebody at the table has signed two things of which honest people sign one."""

    table: Name
    identity: Key
    first: Wire
    second: Wire

    def __post_init__(self) -> None:
        clean_name(self.table)


class Standing(Part, frozen=True):
    """What somebody has played this evening."""

    identity: Key
    games: Count
    wins: Count
    points: Points
    """Of all these games together."""
    rating: Points | None
    """None: there is none."""
    gid: Key
    """The last of these games: who has its log can check it."""


class Standings(Message, frozen=True):
    """How those at a table stand this evening, by what the host has counted."""

    table: Name
    rows: Annotated[tuple[Standing, ...], Meta(max_length=SEATS_CAP)]
    """The best first, of those who have played."""

    def __post_init__(self) -> None:
        clean_name(self.table)


class Closed(Message, frozen=True):
    """A table is no more, or no more for you."""

    table: Name
    reason: Line

    def __post_init__(self) -> None:
        clean_name(self.table)
        clean_line(self.reason)


class Pong(Message, frozen=True):
    """I am there."""

    number: Count


FromClient = (
    Hello
    | Sit
    | Open
    | Prove
    | Ready
    | Post
    | Read
    | Say
    | Pause
    | Manage
    | Retime
    | Leave
    | Unseat
    | Willing
    | Summon
    | Whisper
    | Mark
    | Account
    | Inquire
    | Attest
    | Depart
    | Backup
    | Recall
    | Look
    | Ping
)
FromHost = (
    Welcome
    | Tables
    | Lobby
    | Draw
    | Log
    | Clock
    | Refused
    | Presence
    | Paused
    | Timing
    | Takers
    | Whispered
    | Accounted
    | Roll
    | Attested
    | Convicted
    | Recalled
    | Chat
    | Notice
    | Managed
    | Standings
    | Closed
    | Pong
)

_encoder = msgspec.msgpack.Encoder()
_from_client: msgspec.msgpack.Decoder[FromClient] = msgspec.msgpack.Decoder(FromClient)
_from_host: msgspec.msgpack.Decoder[FromHost] = msgspec.msgpack.Decoder(FromHost)


@overload
def decode(payload: bytes, *, from_client: Literal[True]) -> FromClient: ...
@overload
def decode(payload: bytes, *, from_client: Literal[False]) -> FromHost: ...
@overload
def decode(payload: bytes, *, from_client: bool) -> FromClient | FromHost: ...


def decode(payload: bytes, *, from_client: bool) -> FromClient | FromHost:
    """
    Read the message in *payload*.

    Args:
        payload: what one frame carried.
        from_client: whether a client sent it; else the host did.

    Raises:
        RemoteProtocolError: it isn't one, or not one that side may send.
    """
    decoder = _from_client if from_client else _from_host
    try:
        return decoder.decode(payload)
    # UnicodeDecodeError is the one msgspec leaves as it is.
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise RemoteProtocolError(
            Sentence(
                "not a message ({error}): {payload}",
                error=f"{error!s:.160}",
                payload=shown(payload),
            )
        ) from None


def encode(message: FromClient | FromHost) -> bytes:
    """
    Give the payload that carries *message*.

    Raises:
        LocalProtocolError: the other side would refuse it.
    """
    try:
        payload = _encoder.encode(message)
        if len(payload) > MAX_FRAME:
            raise LocalProtocolError(
                f"a message of {len(payload)} bytes exceeds {MAX_FRAME}: {message!r:.80}"
            )
        # Types and bounds hold for what is decoded only; so it is decoded.
        decode(payload, from_client=isinstance(message, FromClient))
    except (RemoteProtocolError, TypeError, ValueError, OverflowError) as error:
        raise LocalProtocolError(f"not to be sent: {error}") from None
    return payload


def posts(wires: Iterable[Wire]) -> Iterator[Post]:
    """Put *wires* into as many messages as it takes."""
    return map(Post, _batches(wires))


def logs(table: str, entry: int, wires: Iterable[Wire]) -> Iterator[Log]:
    """Put *wires* of a log, from *entry* on, into as many messages as it takes."""
    for batch in _batches(wires):
        yield Log(table, entry, batch)
        entry += len(batch)


_ROOM = MAX_FRAME - 256
"""Bytes of a message for its wires; a table's name takes less than the rest."""


def _batches(wires: Iterable[Wire]) -> Iterator[tuple[Wire, ...]]:
    batch: list[Wire] = []
    room = _ROOM
    for wire in wires:
        size = len(wire.env) + len(wire.sig) + 8  # three msgpack heads: 1 + 5 + 2
        if batch and (size > room or len(batch) == WIRES_CAP):
            yield tuple(batch)
            batch, room = [], _ROOM
        batch.append(wire)
        room -= size
    if batch:
        yield tuple(batch)


def _check_commit(commit: Wire) -> None:
    if len(commit.env) > COMMIT_CAP:
        raise ValueError(
            Sentence(
                "a commitment of {n} bytes exceeds {most}",
                n=len(commit.env),
                most=COMMIT_CAP,
            )
        )
