"""
Messages between a client and its host, outside the log.

A message is a msgpack array: its name, then its fields in order. `decode` takes the
bytes of a frame and returns a message whose fields all have the right types and bounds,
or raises `RemoteProtocolError` and nothing else. It doesn't check what a message
claims: apart from wires and chat, most of a message isn't signed.

docs/PROTOCOL.md (Messages) lists names, fields and their order;
tests/test_protocol_page.py compares. Hosts and clients of different versions don't talk
to each other, so any change needs another `VERSION`.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import Annotated, Any, Literal, TypeVar, Union, cast, get_args, get_origin

import msgspec
from msgspec import Meta, Struct, structs

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

VERSION = 5
"""Version of these messages, which must be the same in a host and its clients."""

SEATS_CAP = 7
"""Maximum people at a table."""

TABLES_CAP = 64
"""Maximum tables in a list: more than anybody wants to choose from."""

WIRES_CAP = 64
"""Maximum wires in one message; wires of 500 bytes then fill a quarter of a frame."""

COMMIT_CAP = 512
"""
Maximum bytes of a LOBBY_COMMIT's envelope, which has about 300, or 370 if it is lent.

A `Lobby` contains one per person, and must fit into a frame.
"""

OPTIONS_CAP = 4096
"""Maximum bytes of a table's packed options: a dozen short ones."""

WHISPER_CAP = MAX_FRAME - 512
"""
Maximum bytes of a sealed whisper. Handing over a seat in a long game takes about 16 kB.

With the table's name and the keys, a whisper fits into a frame, whichever way the host
encodes them.
"""

BACKUP_CAP = 1 << 15
"""
Maximum bytes of a backup. An identity takes a hundred; a seat that had another holder
also needs its secrets.
"""

TAKERS_CAP = 32
"""Maximum takers at one table: more than anybody wants to choose from."""

NONCES_CAP = 64
"""
Maximum nonces in one roll call: a host gathers no more, and a seat signs no longer
list.
"""

EVIDENCE_CAP = 64
"""Maximum wires of evidence on how seats of a game have changed hands."""

HEARD_CAP = 128
"""Maximum entries that a seat names in the answer to a roll call."""

AGAIN_PATIENCE = 60.0
"""Seconds for which a host reserves the seats of former players for a rematch."""

ONLOOKERS_CAP = 16
"""Maximum spectators named in a lobby, so that strangers can't make it grow."""

SPOKEN_CAP = 32
"""Maximum lines of chat in one message; the longest, of 2 kB, fill half a frame."""

WORDS_CAP = 64
"""Maximum words of one command to a host."""

ANSWER_CAP = 64
"""Maximum lines in the answer to a command; the longest fill four fifths of a frame."""

MOMENT_CAP = 1 << 43
"""
Exclusive limit on the moment of a line of chat, in milliseconds since 1970: the year
2248.
"""

PHONE_SIZE = 16
"""Bytes of the id of a phone for which a seat is lent."""

ADDRESS_CAP = 45
"""Maximum characters of an IP address."""

COUNT_CAP = 1 << 32
"""Exclusive limit on numbers of entries, phases, draws and pings: four bytes."""

_CHECK = "check"
"""Where a field's type has the function that checks its values."""


def _checked_by(check: Callable[[Any], object]) -> dict[str, Any]:
    return {_CHECK: check}


def _exactly(size: int) -> Meta:
    return Meta(min_length=size, max_length=size)


def _clean_if_given(name: str) -> None:
    if name:
        clean_name(name)


def _check_commitment(commit: Wire) -> None:
    if len(commit.env) > COMMIT_CAP:
        raise ValueError(
            Sentence(
                "a commitment of {n} bytes exceeds {most}",
                n=len(commit.env),
                most=COMMIT_CAP,
            )
        )


Key = Annotated[bytes, _exactly(32)]
"""An identity, or a digest."""
Signature = Annotated[bytes, _exactly(64)]
Pin = Annotated[bytes, _exactly(PIN_SIZE)]
"""Pin of a host's certificate."""
Name = Annotated[str, Meta(max_length=NAME_CAP, extra=_checked_by(clean_name))]
"""A name that `clean_name` accepts."""
AnyName = Annotated[str, Meta(max_length=NAME_CAP, extra=_checked_by(_clean_if_given))]
"""A name, or ``""`` where any will do."""
Line = Annotated[str, Meta(max_length=LINE_CAP, extra=_checked_by(clean_line))]
"""A line that `clean_line` accepts."""
Commitment = Annotated[Wire, Meta(extra=_checked_by(_check_commitment))]
"""A LOBBY_COMMIT of at most `COMMIT_CAP` bytes."""
Code = Annotated[str, Meta(pattern=r"^[a-z][a-z-]{0,31}\Z")]
"""A reason that programs can tell from others."""
Salt = Annotated[bytes, _exactly(SALT_SIZE)]
"""Salt of a table's password; see `sealed_wonders.net.passwords`."""
MARK_SIZE = 8
"""Bytes of a mark. Nobody gains anything by finding two states of one mark."""

StateMark = Annotated[bytes, _exactly(MARK_SIZE)]
"""Mark of a state of the rules; see `sealed_wonders.client.table.agreement`."""
Sealed = Annotated[bytes, Meta(max_length=WHISPER_CAP)]
Tag = Annotated[bytes, _exactly(TAG_SIZE)]
"""Tag of a backup; see `sealed_wonders.net.backups`."""
Box = Annotated[bytes, Meta(max_length=BACKUP_CAP)]
Count = Annotated[int, Meta(ge=0, lt=COUNT_CAP)]
Points = Annotated[int, Meta(gt=-COUNT_CAP, lt=COUNT_CAP)]
Seats = Annotated[int, Meta(ge=0, le=SEATS_CAP)]
Version = Annotated[int, Meta(ge=1, lt=1 << 16)]
Phone = Annotated[bytes, _exactly(PHONE_SIZE)]
IpAddress = Annotated[
    str, Meta(max_length=ADDRESS_CAP, extra=_checked_by(ipaddress.ip_address))
]
Heard = Annotated[tuple[Key, ...], Meta(max_length=HEARD_CAP)]
Nonces = Annotated[tuple[Key, ...], Meta(min_length=1, max_length=NONCES_CAP)]
Wires = Annotated[tuple[Wire, ...], Meta(max_length=WIRES_CAP)]
T = TypeVar("T")
PerSeat = Annotated[tuple[T, ...], Meta(max_length=SEATS_CAP)]
"""At most one item for each seat."""


class Part(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """
    A message, or a part of one.

    Raises:
        ValueError: a field's value isn't what its type promises (`_checked_by`).
    """

    def __post_init__(self) -> None:
        for name, check in _checks_of(type(self)):
            check(getattr(self, name))


@cache
def _checks_of(kind: type[Part]) -> tuple[tuple[str, Callable[[Any], object]], ...]:
    """Return the fields with values to check, each with its check."""
    found = ((it.name, _check_of(it.type)) for it in structs.fields(kind))
    return tuple((name, check) for name, check in found if check is not None)


def _check_of(kind: Any) -> Callable[[Any], object] | None:
    """Return the check in a field's type, or in what the type is made of; or None."""
    for meta in getattr(kind, "__metadata__", ()):
        if meta.extra is not None:
            return cast(Callable[[Any], object], meta.extra[_CHECK])
    inner = next(filter(None, map(_check_of, get_args(kind))), None)
    if inner is None or get_origin(kind) is Annotated:
        return inner
    if get_origin(kind) is tuple:
        return lambda values: [inner(value) for value in values]
    return lambda value: None if value is None else inner(value)


class Message(Part, frozen=True, tag=str.lower):
    """
    A message, which is immutable.

    Constructors check texts that people will read, and raise ValueError as `clean_name`
    does. `decode` checks all other bounds.
    """


def tag_of(kind: type[Message]) -> str:
    """Return the tag that identifies messages of a class on the wire."""
    return str(kind.__struct_config__.tag)


class FromClient(Message, frozen=True):
    """A message from a client to the host."""


class LentTo(Part, frozen=True):
    """The phone for which a connection is lent, and the lender's signature."""

    lender: Key
    """Identity whose machine plays for the phone."""
    signature: Signature
    """Signature bound to this connection; see `sealed_wonders.net.login`."""
    phone: Phone
    """Random id of the phone, by which the lender tells it from others."""
    address: IpAddress
    """Address of the phone, as the lender sees it."""


class Hello(FromClient, frozen=True):
    """Log in, as the first message of a connection."""

    version: Version
    name: Name
    identity: Key
    signature: Signature
    """Signature bound to this connection; see `sealed_wonders.net.login`."""
    lent: LentTo | None = None
    """For whom the sender's machine lends this seat; None for a machine's own."""


class Sit(FromClient, frozen=True):
    """Take a seat, or take part in another draw at the same table."""

    table: AnyName
    """Name of the table; ``""`` for any open one."""
    commit: Commitment
    """The sender's LOBBY_COMMIT."""
    wishes: Wishes = ()
    """Wishes for the table, in case this message opens it."""


class Open(FromClient, frozen=True):
    """Take a seat at a table with a password, opening the table if nobody has."""

    table: AnyName
    """As in `Sit`."""
    commit: Commitment
    salt: Salt
    key: Key
    """Public key derived from the password; see `sealed_wonders.net.passwords`."""
    wishes: Wishes = ()
    """As in `Sit`."""


class Prove(FromClient, frozen=True):
    """Prove that the sender knows the password with this salt."""

    salt: Salt
    proof: Signature


class Ready(FromClient, frozen=True):
    """Declare that the sender is ready to begin, or is no longer ready."""

    ready: bool
    options: Key
    """
    SHA-256 of the packed options that the sender has received, so that it agrees to no
    others.
    """


class Post(FromClient, frozen=True):
    """Submit signed wires for the log: LOBBY_REVEAL, and all wires of the game."""

    wires: Wires


class Read(FromClient, frozen=True):
    """
    Request a table's log from an entry on, for the first time or again.

    The host first sends the length of the log. If `order` doesn't match its entries, it
    sends the whole log.
    """

    table: Name
    entry: Count
    order: Key | None = None
    """`order_digest` of the entries before `entry`, as the sender read them."""


class Spoken(Part, frozen=True):
    """A signed line of chat; see `sealed_wonders.net.talk`."""

    identity: Key
    name: Name
    """Name that the author claims. For somebody with a seat, the seat's name counts."""
    place: Key
    """The game in which it is said, or the place of a table without a game."""
    moment: Annotated[int, Meta(ge=0, lt=MOMENT_CAP)]
    """
    Milliseconds since 1970 by the author's clock; later than all the author's earlier
    lines.
    """
    code: Code
    """Kind of line, or the code of a phrase."""
    text: Line
    signature: Signature


class Say(FromClient, frozen=True):
    """Chat with a table. The host relays the line unchanged."""

    table: Name
    said: Spoken


class Pause(FromClient, frozen=True):
    """Stop the clock of the sender's game, or agree to resume the game."""

    table: Name
    paused: bool


class Manage(FromClient, frozen=True):
    """Run a command on the host as an admin, as if typed at its console."""

    words: Annotated[tuple[Line, ...], Meta(max_length=WORDS_CAP)]
    key: Key
    """The admin's key, which is separate from players' identities."""
    signature: Signature
    """See `sealed_wonders.net.login`."""


class Retime(FromClient, frozen=True):
    """Propose times from the next age or turn on, or answer a proposal."""

    table: Name
    times: Times
    agrees: bool


class Leave(FromClient, frozen=True):
    """Get up from the table."""


class Unseat(FromClient, frozen=True):
    """Ask to free a seat in the lobby whose player isn't ready, or withdraw that."""

    identity: Key
    asks: bool


class Willing(FromClient, frozen=True):
    """Offer to take a seat at a table as a spectator, or withdraw that offer."""

    table: Name
    willing: bool
    owner: Key | None
    """Identity that runs this bot; None for a person."""


class Summon(FromClient, frozen=True):
    """Request one of the host's bots for the sender's seat or a silent player's."""

    table: Name
    seat: Count | None
    """The seat that the bot may get; None for the sender's own."""


class Whisper(FromClient, frozen=True):
    """
    Pass a sealed message on to somebody at a table; see `sealed_wonders.net.whispers`.
    """

    table: Name
    to: Key
    sealed: Sealed


class Mark(FromClient, frozen=True):
    """Send a mark of the sender's state, in a phase in which somebody chooses."""

    table: Name
    phase: Count
    digest: Key
    """Digest of the log before the phase."""
    mark: StateMark
    signature: Signature
    """See `sealed_wonders.net.marks`."""


class Backup(FromClient, frozen=True):
    """Store a backup for anybody who continues the sender's seat on another machine."""

    table: Name
    tag: Tag
    box: Box


class Inquire(FromClient, frozen=True):
    """Ask which seats of a game play over this host, instead of a `Hello`."""

    gid: Key
    nonce: Key
    seat: Seats | None
    """The sender's seat in that game, or None."""
    signature: Signature | None
    """
    Signature by the seat. Signed questions come first; see
    `sealed_wonders.net.rollcall`.
    """


class Attest(FromClient, frozen=True):
    """Answer a `Roll` by signing that the sender plays over this connection."""

    table: Name
    roll: Key
    """Digest of the list of nonces."""
    phase: Count
    digest: Key
    own: Key | None
    mark: StateMark | None
    heard: Heard
    signature: Signature


class Depart(FromClient, frozen=True):
    """
    Announce that the sender continues at another host, with this pin and name.
    """

    table: Name
    pin: Pin
    name: Name


class Account(FromClient, frozen=True):
    """Send everybody the whole state, in a phase in which somebody's mark differs."""

    table: Name
    phase: Count
    account: Sealed
    """The state, compressed."""


class Recall(FromClient, frozen=True):
    """Request the backup with a tag. The answer is `Recalled`."""

    table: Name
    tag: Tag


class ListTables(FromClient, frozen=True, tag="look"):
    """Request the current list of tables. The answer is `Tables`."""

    table: AnyName = ""
    """Name of a table to include even if it isn't listed; empty for none."""


class Ping(FromClient, frozen=True):
    """Check the connection. The answer is a `Pong` with the same number."""

    number: Count


class FromHost(Message, frozen=True):
    """A message from the host to a client."""


class TableLine(Part, frozen=True):
    """A host's description of one table."""

    name: Name
    game: Name
    seats: Seats
    """Number of people needed to begin; 0 for any number."""
    seated: Seats
    state: Literal["lobby", "playing", "over"]
    players: PerSeat[Name]
    salt: Salt | None = None
    """Salt of the table's password; None if it has none."""

    @property
    def has_room(self) -> bool:
        """Whether a newcomer gets a seat there."""
        return self.state == "lobby" and (not self.seats or self.seated < self.seats)


class LobbyPerson(Part, frozen=True):
    """Somebody at a table whose game hasn't begun."""

    name: Name
    identity: Key
    owner: Key | None
    """Identity that runs this bot; None for a person."""
    lender: Key | None
    """Identity whose machine plays for this person; None if it is their own."""
    commit: Commitment
    ready: bool
    here: bool
    """Whether the person is connected now."""


TableLines = Annotated[tuple[TableLine, ...], Meta(max_length=TABLES_CAP)]


class TableTerms(Part, frozen=True):
    """Settings of new tables at a host."""

    usual: Wishes = ()
    """Values that apply without a wish."""
    choose: WishNames = ()
    """Names of the settings that people may choose when they open a table."""


class Welcome(FromHost, frozen=True):
    """Accept a `Hello`, and list the tables."""

    version: Version
    name: Name
    """Name of the host."""
    identity: Key
    """Identity of the host, which signs LOBBY_TABLE."""
    tables: TableLines
    salt: Salt | None = None
    """Salt of the password that all tables opened here have; None if there is none."""
    terms: TableTerms = TableTerms()


class Tables(FromHost, frozen=True):
    """Answer a `ListTables` with the current tables."""

    tables: TableLines


class Lobby(FromHost, frozen=True):
    """Complete state of a table whose game hasn't begun, sent at every change."""

    table: Name
    options: Annotated[bytes, Meta(max_length=OPTIONS_CAP)]
    """Packed options; these bytes are hashed."""
    draw: Count
    """Number of the draw for seats, from 0. It increases if somebody didn't reveal."""
    seats_wanted: Seats
    """Number of people needed to begin; 0 for any number."""
    people: PerSeat[LobbyPerson]
    note: Line
    """News, such as who didn't reveal in the last draw."""
    bots: PerSeat[Name]
    """Names of the host's bots that will sit down when all people are ready."""
    listed: bool = True
    """Whether the table is in the list; otherwise, only its name leads to it."""
    on_page: bool = True
    """Whether the host's web page may show the table."""
    onlookers: Annotated[tuple[Name, ...], Meta(max_length=ONLOOKERS_CAP)] = ()
    """
    Spectators' names as they claim them, in order of arrival; the list may be
    incomplete.
    """


class Draw(FromHost, frozen=True):
    """Begin the draw with the host's LOBBY_TABLE, when all are ready."""

    table: Name
    wire: Wire


class Log(FromHost, frozen=True):
    """Wires of a table's log in order, beginning with the lobby."""

    table: Name
    entry: Count
    """Number of the first wire; without wires, the length of the log."""
    wires: Wires


class Clock(FromHost, frozen=True):
    """Time left."""

    table: Name
    seconds: Seconds | None
    """Seconds left for the open choice; None without a limit or an open choice."""
    phase: Count
    seats: PerSeat[Seconds] = ()
    """Seconds left for the game, by seat; empty if there is no limit."""
    runs: bool = True
    """Whether the clock is running for the seats that have to choose."""


class Refused(FromHost, frozen=True):
    """A message from the client was refused."""

    reason: Code
    detail: Line


class Marked(Part, frozen=True):
    """A signed mark of a seat."""

    phase: Count
    digest: Key
    mark: StateMark
    signature: Signature


class Attestation(Part, frozen=True):
    """A seat's signed answer to a roll call."""

    seat: Seats
    phase: Count
    digest: Key
    own: Key | None
    mark: StateMark | None
    heard: Heard
    signature: Signature
    """See `sealed_wonders.net.rollcall`."""


class Roll(FromHost, frozen=True):
    """Ask the seats that play here to sign that they do."""

    table: Name
    nonces: Nonces


class Attested(FromHost, frozen=True):
    """Answer an `Inquire` with what the seats that play here have signed."""

    gid: Key
    nonces: Nonces
    """The list of nonces, with the asker's among them."""
    rows: PerSeat[Attestation]
    evidence: Annotated[tuple[Wire, ...], Meta(max_length=EVIDENCE_CAP)]
    """Handovers and ballots of these seats, for an asker that lacks them."""


class Presence(FromHost, frozen=True):
    """Presence of the players at a table, and the seats' latest marks."""

    table: Name
    here: PerSeat[bool]
    """By seat."""
    marks: PerSeat[Marked | None] = ()
    """Latest mark of each seat."""


class Paused(FromHost, frozen=True):
    """Whether the clock of a game is stopped."""

    table: Name
    by: Name | None
    """Name of the player who stopped it; None if it is running."""
    on: PerSeat[bool]
    """Whether each seat has agreed to resume."""
    most: Count | None = None
    """
    Maximum seconds of this pause, counted from its beginning; None if there is no
    limit.
    """


class Proposal(Part, frozen=True):
    """Time limits that somebody proposes."""

    by: Name
    times: Times
    agree: PerSeat[bool]
    """Whether each seat agrees."""
    against: Name | None
    """Name of the person who ended the proposal by a no, or None."""


class Timing(FromHost, frozen=True):
    """Current time limits, those agreed on for later, and the current proposal."""

    table: Name
    now: Times
    next: Times | None
    """Limits from the next age or turn on; None if they stay the same."""
    proposal: Proposal | None


class Taker(Part, frozen=True):
    """A spectator who offers to take a seat."""

    name: Name
    identity: Key
    owner: Key | None
    """Identity that runs this bot; None for a person."""
    lender: Key | None
    """Identity whose machine plays for this person; None if it is their own."""
    seat: Count | None
    """Seat for which the bot was summoned, or None."""


class Takers(FromHost, frozen=True):
    """Takers at a table, sent to its players."""

    table: Name
    takers: Annotated[tuple[Taker, ...], Meta(max_length=TAKERS_CAP)]


class Whispered(FromHost, frozen=True):
    """A whisper from somebody at a table, for this client alone."""

    table: Name
    sender: Key
    sealed: Sealed


class Accounted(FromHost, frozen=True):
    """Complete state in a phase, by the log of the player in a seat."""

    table: Name
    seat: Seats
    phase: Count
    account: Sealed


class Recalled(FromHost, frozen=True):
    """Answer a `Recall`."""

    table: Name
    box: Box | None
    """The backup; None if there is none."""


class Chat(FromHost, frozen=True):
    """Lines of chat at a table, in the order in which the host received them."""

    table: Name
    said: Annotated[tuple[Spoken, ...], Meta(max_length=SPOKEN_CAP)]


class Notice(FromHost, frozen=True):
    """Message from the operator, to everybody or to one table."""

    text: Line


class Managed(FromHost, frozen=True):
    """Answer a `Manage` with the output of the command, which may be empty."""

    lines: Annotated[tuple[Line, ...], Meta(max_length=ANSWER_CAP)]
    is_well: bool


class Convicted(FromHost, frozen=True):
    """Two envelopes of one person at the table; an honest person signs only one."""

    table: Name
    identity: Key
    first: Wire
    second: Wire


class StandingRow(Part, frozen=True):
    """Somebody's results this evening."""

    identity: Key
    games: Count
    wins: Count
    points: Points
    """Total from all these games."""
    rating: Points | None
    """Rating, or None."""
    gid: Key
    """Id of the last of these games, whose log allows a check of its result."""


class Standings(FromHost, frozen=True):
    """This evening's results of the people at a table, as counted by the host."""

    table: Name
    rows: PerSeat[StandingRow]
    """People who have played, the best first."""


class Closed(FromHost, frozen=True):
    """A table no longer exists, or the client is no longer at it."""

    table: Name
    reason: Line


class Pong(FromHost, frozen=True):
    """Answer a `Ping`."""

    number: Count


MessageT = TypeVar("MessageT", bound=Message)

_encoder = msgspec.msgpack.Encoder()


@cache
def _decoder_of(sender: type[Message]) -> msgspec.msgpack.Decoder[Any]:
    return msgspec.msgpack.Decoder(Union[tuple(sender.__subclasses__())])  # noqa: UP007


def decode(payload: bytes, sender: type[MessageT]) -> MessageT:
    """
    Decode the message in *payload*, the payload of one frame.

    Raises:
        RemoteProtocolError: it isn't a message, or not one that this side may send.
    """
    try:
        message: MessageT = _decoder_of(sender).decode(payload)
    # UnicodeDecodeError is the only one that msgspec doesn't wrap.
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise RemoteProtocolError(
            "not a message ({error}): {payload}",
            error=f"{error!s:.160}",
            payload=shown(payload),
        ) from None
    return message


def encode(message: FromClient | FromHost) -> bytes:
    """
    Return the payload for *message*.

    The bounds of its fields aren't checked again, since decoding the payload would take
    ten times as long as encoding the message. The receiver checks them.

    Raises:
        LocalProtocolError: the message doesn't fit into a frame, or can't be encoded.
    """
    try:
        payload = _encoder.encode(message)
    except (TypeError, ValueError, OverflowError) as error:
        raise LocalProtocolError(f"not to be sent: {error}") from None
    if len(payload) > MAX_FRAME:
        raise LocalProtocolError(
            f"a message of {len(payload)} bytes exceeds {MAX_FRAME}: {message!r:.80}"
        )
    return payload


def posts(wires: Iterable[Wire]) -> Iterator[Post]:
    """Yield *wires* in as few messages as they fit into."""
    return map(Post, _batches(wires))


def logs(table: str, entry: int, wires: Iterable[Wire]) -> Iterator[Log]:
    """Yield *wires* of a log from *entry* on, in as few messages as they fit into."""
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
