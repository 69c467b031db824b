"""An account of logs, written from docs/PROTOCOL.md alone.

It shares no code with the rest of the project, so that the page and the program can be
compared. It reads the log of a table with sealed cards (suite 2) and checks everything
that the page states: the file's form, canonical values, envelopes, names, options, the
lobby, the game id and seats, the rules hash, every signature, the order of phases, their
digests, every proof, every commitment, where each card's ciphertext is, that each opened
card is the one that the move names, and the digest at the END.

It doesn't know the rules of 7 Wonders. So it doesn't check whether a move is legal (its
payment, or what a city may build), or the scores, except that everybody gives the same
rows. It derives the next request from part 6 of the page, the moves, and the stages that
grant an extra card or a look at the discard pile according to the data files. For
Architects, the page has all the rules, since the next request depends on them. There, it
also checks moves and scores: see `tests.independent_architects`. It doesn't check what no
log shows: what a client must have seen before it reveals, and the channel.

Given secret keys, a JSON map seat -> deck -> [x, z] of hexadecimal scalars with the least
significant byte first, it deciphers the hands of these seats, and checks that every card
used was in the hand that it came from.

    python -m tests.independent LOG [KEYS]
"""

from __future__ import annotations

import ctypes
import functools
import hashlib
import json
import re
import struct
import sys
import tomllib
import unicodedata
from collections import Counter
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from itertools import combinations
from pathlib import Path
from typing import Any, NoReturn, TypeAlias

import msgpack
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from nacl.bindings import (
    crypto_core_ed25519_is_valid_point,
)

Value: TypeAlias = "None | bool | int | bytes | str | list[Value]"
Body: TypeAlias = "list[Value]"
Keys: TypeAlias = "Mapping[int, Mapping[str, tuple[int, int]]]"

PROTO = b"7w-mp/1"
MAGIC = b"SWLOG1\n"
LARGEST_BODY, LARGEST_ENVELOPE, LARGEST_WIRE = 65536, 66048, 66120
ZERO = bytes(32)
DATA = Path(__file__).parents[1] / "core" / "wonders" / "data"
KINDS = {
    "LOBBY_COMMIT",
    "LOBBY_TABLE",
    "LOBBY_REVEAL",
    "KEY",
    "MIX",
    "DEAL",
    "PICK",
    "REVEAL",
    "DECIDE",
    "DECLARE",
    "CHOOSE",
    "LOOK_X",
    "OPEN_SHARE",
    "REPASS",
    "DROP_VOTE",
    "LEAVE",
    "HALT",
    "HANDOVER",
    "END",
    "AFTER",
}


class Fault(Exception):
    """The first entry of a log that doesn't follow, and why."""

    def __init__(self, entry: int, why: str) -> None:
        super().__init__(f"entry {entry}: {why}")
        self.entry = entry
        self.why = why


class BreaksOff(Fault):
    """The file ends within an entry."""


class Wrong(Exception):
    """Something is wrong with the entry at hand; `Account` adds its number."""


class Cheat(Fault):
    """A fault signed by its author. It may remain if the others remove the author."""


class Out(Exception):
    """
    The requested phase is void and some seats are removed; the rules continue without
    them.
    """

    def __init__(self, seats: tuple[int, ...]) -> None:
        super().__init__(f"seats {seats} are out")
        self.seats = seats


def _wrong(why: str) -> NoReturn:
    raise Wrong(why)


def _must(right: bool, why: str) -> None:
    if not right:
        raise Wrong(why)


# ---------- Notation ----------


def u8(number: int) -> bytes:
    return struct.pack(">B", number)


def u32(number: int) -> bytes:
    return struct.pack(">I", number)


def frame(*parts: bytes) -> bytes:
    return b"".join(u32(len(part)) + part for part in parts)


def digest(*parts: bytes) -> bytes:
    """Return the hash that the page calls H."""
    return hashlib.sha256(frame(PROTO, *parts)).digest()


def context(
    before: bytes, kind: str, deck: str, seat: int, extra: bytes | None = None
) -> bytes:
    """Return the context that a commitment or proof is bound to."""
    parts = [b"ctx", before, kind.encode(), deck.encode(), u8(seat)]
    return frame(PROTO, *parts, *([] if extra is None else [extra]))


def commitment(ctx: bytes, nonce: bytes, payload: bytes) -> bytes:
    return digest(b"commit", ctx, nonce, payload)


def permutation(gid: bytes, label: str, count: int) -> list[int]:
    items = list(range(count))
    for i in range(count - 1, -1, -1):
        drawn = digest(b"beacon", gid, label.encode(), u32(i))
        j = int.from_bytes(drawn, "big") % (i + 1)
        items[i], items[j] = items[j], items[i]
    return items


def phase_digest(
    before: bytes, lane: str, phase: int, envelopes: Sequence[bytes]
) -> bytes:
    """Return the log's digest after a phase, from its envelopes by ascending seat."""
    hashes = [hashlib.sha256(envelope).digest() for envelope in envelopes]
    return digest(b"phase", before, lane.encode(), u32(phase), *hashes)


def changed_digest(
    before: bytes,
    lane: str,
    phase: int,
    envelopes: Sequence[bytes],
    handovers: Sequence[bytes],
    ballot: bytes | None,
) -> bytes:
    """
    Return the log's digest after a phase with handovers, or a ballot with its first
    envelope.
    """
    hashes = [hashlib.sha256(envelope).digest() for envelope in envelopes]
    return digest(
        b"changed",
        before,
        lane.encode(),
        u32(phase),
        u8(len(hashes)),
        *hashes,
        u8(len(handovers)),
        *handovers,
        *([] if ballot is None else [hashlib.sha256(ballot).digest()]),
    )


def handover_digest(envelope: bytes) -> bytes:
    """Return the hash that represents a handover in a digest."""
    return digest(b"handover", hashlib.sha256(envelope).digest())


# ---------- Values ----------


def pack(value: Value) -> bytes:
    packed: bytes = msgpack.packb(value, use_bin_type=True)
    return packed


def _check_value(value: object, room: int) -> None:
    """Accept only the values of the page, nested at most to this depth."""
    if isinstance(value, list):
        _must(room > 0, "arrays nest too deep")
        for part in value:
            _check_value(part, room - 1)
    else:
        known = value is None or type(value) in (bool, int, bytes, str)
        _must(known, "a value of another kind")


def unpack(data: bytes, depth: int = 8) -> Value:
    """Return the value of canonical bytes."""
    try:
        value: Value = msgpack.unpackb(data, raw=False, use_list=True)
    except (ValueError, TypeError, msgpack.UnpackException):
        _wrong("not msgpack")
    _check_value(value, depth)
    try:
        again = pack(value)
    except (ValueError, TypeError, OverflowError):
        _wrong("not msgpack")
    _must(again == data, "not the canonical encoding")
    return value


def array(value: Value, length: int | None = None) -> list[Value]:
    if not isinstance(value, list):
        _wrong("not an array")
    _must(length is None or len(value) == length, "an array of another length")
    return value


def octets(value: Value, length: int | None = None) -> bytes:
    if not isinstance(value, bytes):
        _wrong("not bytes")
    _must(length is None or len(value) == length, "bytes of another length")
    return value


def text(value: Value) -> str:
    if not isinstance(value, str):
        _wrong("not text")
    return value


def number(value: Value, least: int, most: int) -> int:
    if type(value) is not int:
        _wrong("not a number")
    _must(least <= value <= most, "a number out of range")
    return value


def label(value: Value) -> str:
    """Read the name of a lane, a kind, a deck or an option."""
    name = text(value)
    _must(re.fullmatch(r"[ -~]{1,32}", name) is not None, "not a name")
    return name


# ---------- Identities, envelopes, wires ----------


def identity(value: Value) -> bytes:
    key = octets(value, 32)
    _must(crypto_core_ed25519_is_valid_point(key), "not an identity")
    return key


def is_signature(key: bytes, message: bytes, signature: bytes) -> bool:
    """Return whether the signature is good under a key that is an identity."""
    if len(signature) != 64 or int.from_bytes(signature[32:], "little") >= Q:
        return False
    y = int.from_bytes(signature[:32], "little") % 2**255
    if y >= P25519 or y in SMALL:
        return False
    try:
        # There, R is compared as bytes with its expected value.
        Ed25519PublicKey.from_public_bytes(key).verify(signature, message)
    except InvalidSignature:
        return False
    return True


def signed(key: bytes, signature: bytes, *parts: bytes) -> bool:
    return is_signature(key, frame(PROTO, *parts), signature)


@dataclass(frozen=True)
class Envelope:
    """An envelope with its signature; `raw` is what is signed and hashed."""

    gid: bytes
    lane: str
    phase: int
    kind: str
    seat: int
    prev: bytes
    body: Body
    raw: bytes
    signature: bytes

    def check_signature(self, key: bytes) -> None:
        _must(signed(key, self.signature, b"msg", self.raw), "a bad signature")


def open_wire(wire: bytes) -> Envelope:
    _must(len(wire) <= LARGEST_WIRE, "a wire over its size")
    raw_value, signature = array(unpack(wire, 1), 2)
    raw = octets(raw_value)
    _must(len(raw) <= LARGEST_ENVELOPE, "an envelope over its size")
    version, gid, lane, phase, kind, seat, prev, body_value = array(unpack(raw, 7), 8)
    number(version, 2, 2)
    body = array(body_value)
    _must(len(pack(body)) <= LARGEST_BODY, "a body over its size")
    _must(label(kind) in KINDS, "an unknown kind")
    return Envelope(
        octets(gid, 32),
        label(lane),
        number(phase, 0, 2**32 - 1),
        label(kind),
        number(seat, 0, 255),
        octets(prev, 32),
        body,
        raw,
        octets(signature, 64),
    )


def check_evidence(data: bytes) -> bytes:
    """Return the identity that evidence proves to have signed two versions."""
    _must(data.startswith(b"SWTWO1\n"), "not a file of evidence")
    rest, parts = data[7:], []
    for _ in range(3):
        size = int.from_bytes(rest[:4], "big")
        _must(len(rest) >= 4 + size, "the file breaks off")
        parts.append(rest[4 : 4 + size])
        rest = rest[4 + size :]
    _must(not rest, "something stands behind the last part")
    who = identity(parts[0])
    low, high = open_wire(parts[1]), open_wire(parts[2])
    _must(low.raw < high.raw, "not two versions in their order")
    _must(low.gid == high.gid, "of two games")
    _must("lobby" not in (low.lane, high.lane), "of the lobby")
    if not hands_over(low, high) and not hands_over(high, low):
        _must(low.lane == high.lane, "not of one lane of a game")
        _must(low.phase == high.phase, "not of one phase")
    low.check_signature(who)
    high.check_signature(who)
    return who


def hands_over(one: Envelope, other: Envelope) -> bool:
    """Return whether the signer of the handover *one* must not sign *other*."""
    if (one.kind, one.lane) != ("HANDOVER", f"seat/{one.seat}"):
        return False
    since = named_phase(one)
    about = other.phase if other.lane in ("main", "halt") else None
    if other.lane.startswith(("drop/", "seat/")):
        about = named_phase(other)
    return since is not None and about is not None and about >= since


def named_phase(envelope: Envelope) -> int | None:
    """Return the phase number that a body begins with."""
    first = envelope.body[0] if envelope.body else None
    return first if type(first) is int else None


# ---------- The lobby ----------


_HIDDEN = frozenset(
    [0xAD, 0x34F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, 0x3164, 0xFFA0]
    + [*range(0x180B, 0x180F), *range(0xFE00, 0xFE10)]
)


def check_name(name: str) -> None:
    """Check the name of a person."""
    unicode = unicodedata.ucd_3_2_0
    _must(1 <= len(name) <= 24, "a name too long or too short")
    for sign in name:
        shown = sign == " " or unicode.category(sign)[0] in "LMNPS"
        _must(shown and ord(sign) not in _HIDDEN, "a name with odd characters")
    _must("  " not in name and name.strip(" ") == name, "a name with odd spaces")
    _must(unicode.category(name[0])[0] != "M", "a name beginning with a mark")
    _must(unicode.normalize("NFC", name) == name, "a name not in NFC")


def folded(name: str) -> str:
    """Return a key that is the same for equal names."""
    unicode = unicodedata.ucd_3_2_0
    return unicode.normalize("NFKC", unicode.normalize("NFKC", name).casefold())


@dataclass(frozen=True)
class Person:
    name: str
    identity: bytes
    owner: bytes | None
    lender: bytes | None
    commitment: bytes
    body: Body


def read_machine(
    value: Value, who: bytes, *place: bytes
) -> tuple[bytes | None, bytes | None]:
    """
    Return the owner of a bot, or the lender of a seat, from its signature for a place.
    """
    if not isinstance(value, list):
        owner = None if value is None else identity(value)
        _must(owner != who, "a bot that owns itself")
        return owner, None
    lender_value, sig = array(value, 2)
    lender = identity(lender_value)
    _must(lender != who, "a seat that lends itself")
    _check_lent(lender, octets(sig, 64), who, *place)
    return None, lender


def _check_lent(lender: bytes, sig: bytes, who: bytes, *place: bytes) -> None:
    _must(signed(lender, sig, b"lends", who, *place), "not signed by its lender")


def read_person(body: Body) -> Person:
    name, who_value, machine, com_value = array(body, 4)
    check_name(text(name))
    who, com = identity(who_value), octets(com_value, 32)
    owner, lender = read_machine(machine, who, b"commit", com)
    return Person(text(name), who, owner, lender, com, body)


def read_options(value: Value) -> dict[str, Value]:
    options: dict[str, Value] = {}
    pairs = [array(pair, 2) for pair in array(value)]
    names = [label(pair[0]) for pair in pairs]
    _must(len(names) <= 32, "too many options")
    _must(names == sorted(set(names)), "options not in their order")
    for name, (_, setting) in zip(names, pairs, strict=True):
        if isinstance(setting, bytes):
            _must(len(setting) <= 128, "too long an option")
        elif isinstance(setting, str):
            fits = re.fullmatch(r"[ -~]{0,128}", setting) is not None
            _must(fits, "an option with odd characters")
        else:
            number(setting, 0, 2**32 - 1)
        options[name] = setting
    wanted = {"game", "host", "players", "suite", "turn_time"}
    _must(wanted <= options.keys(), "an option is missing")
    _must(options["game"] in ("wonders", "architects"), "another game")
    identity(options["host"])
    number(options["players"], 2, 7)
    number(options["suite"], 0, 2)
    number(options["turn_time"], 0, 2**32 - 1)
    return options


class Lobby:
    """The entries before the game: who takes which seat, and under which rules."""

    def __init__(self, judge: Callable[[bytes, dict[str, Value]], None]) -> None:
        self._judge = judge
        self._phase = 0
        self._nonces: list[bytes] = []
        self._table: bytes | None = None
        self.people: list[Person] = []
        self.options: dict[str, Value] = {}
        self.rules = b""
        self.gid: bytes | None = None
        self.seats: list[Person] = []

    @property
    def table(self) -> bytes:
        """The hash that the page calls T."""
        return self._table or b""

    def take(self, envelope: Envelope) -> None:
        _must(envelope.lane == "lobby", "another lane")
        _must(envelope.gid == ZERO and envelope.seat == 255, "not of a lobby")
        if self._table is not None:
            self._reveal(envelope, self._table)
        elif envelope.kind == "LOBBY_TABLE":
            self._fix(envelope)
        else:
            self._commit(envelope)

    def _commit(self, envelope: Envelope) -> None:
        _must(envelope.kind == "LOBBY_COMMIT", "another kind")
        _must(envelope.prev == ZERO, "another prev")
        fits = envelope.phase == self._phase if self.people else envelope.phase % 3 == 0
        _must(fits, "of another phase")
        _must(len(self.people) < 7, "more people than a table has")
        person = read_person(envelope.body)
        envelope.check_signature(person.identity)
        if self.people:
            _must(self.people[-1].identity < person.identity, "not by identity")
        names = [folded(other.name) for other in self.people]
        _must(folded(person.name) not in names, "two of equal names")
        self._phase = envelope.phase
        self.people.append(person)

    def _fix(self, envelope: Envelope) -> None:
        _must(bool(self.people), "a table before its people")
        _must(envelope.phase == self._phase + 1, "of another phase")
        _must(envelope.prev == ZERO, "another prev")
        rules_value, options_value, people = array(envelope.body, 3)
        rules, options = octets(rules_value, 32), read_options(options_value)
        envelope.check_signature(octets(options["host"]))
        bodies: list[Value] = [one.body for one in self.people]
        _must(people == bodies, "other people than those who committed")
        _must(options["players"] == len(bodies), "another number of people")
        self._judge(rules, options)
        self.rules, self.options = rules, options
        self._table = digest(b"table", pack(envelope.body))

    def _reveal(self, envelope: Envelope, table: bytes) -> None:
        person = self.people[len(self._nonces)]
        _must(envelope.kind == "LOBBY_REVEAL", "another kind")
        _must(envelope.phase == self._phase + 2, "of another phase")
        _must(envelope.prev == table, "another prev")
        nonce_value, sig = array(envelope.body, 2)
        nonce = octets(nonce_value, 32)
        opens = digest(b"lobby", person.identity, nonce) == person.commitment
        _must(opens, "not the number committed to, or out of place")
        envelope.check_signature(person.identity)
        if person.lender is None:
            _must(sig is None, "a lender's signature of a seat that isn't lent")
        else:
            place = b"reveal", table
            _check_lent(person.lender, octets(sig, 64), person.identity, *place)
        self._nonces.append(nonce)
        if len(self._nonces) == len(self.people):
            self.gid = digest(b"gid", table, *self._nonces)
            order = permutation(self.gid, "seats", len(self.people))
            self.seats = [self.people[place] for place in order]


# ---------- The cards of the game ----------


def canonical_json(value: object) -> bytes:
    dumped = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return dumped.encode()


def without(value: Any, *words: str) -> Any:
    """Return a value without some keys, at any depth."""
    if isinstance(value, dict):
        return {key: without(value[key], *words) for key in value.keys() - {*words}}
    if isinstance(value, list):
        return [without(part, *words) for part in value]
    return value


Effects: TypeAlias = "tuple[Mapping[str, int | str], ...]"

EXPANSIONS = ("leaders", "edifice")


@dataclass(frozen=True)
class Catalogue:
    """The cards of a game by number, some of their effects, and the rules hash."""

    names: tuple[str, ...]
    boards: tuple[int, ...]
    edifices: Mapping[int, tuple[int, ...]]  # by age
    ages: Mapping[tuple[int, int], tuple[int, ...]]  # by age and players
    guilds: tuple[int, ...]
    leaders: Mapping[str, tuple[int, ...]]  # standard, expert
    effects: Mapping[str, Effects]  # of a card, a leader, an edifice built
    colours: Mapping[str, str]  # of a card
    penalties: Mapping[str, Mapping[str, int | str]]  # of an edifice
    starts: Mapping[tuple[str, str], Effects]  # by board and side
    stages: Mapping[tuple[str, str], tuple[tuple[Effects, ...], ...]]  # and halves
    rules: bytes


Record: TypeAlias = "dict[str, Any]"


def _records(kind: str, file: str, expansions: Sequence[str]) -> list[Record]:
    records: list[Record] = tomllib.loads((DATA / file).read_text("utf-8"))[kind]
    return [it for it in records if it.get("needs") in (None, *expansions)]


def _stages(side: Mapping[str, list[Record]]) -> tuple[tuple[Effects, ...], ...]:
    return tuple(
        tuple(map(tuple, stage.get("halves", [stage.get("effects")])))
        for stage in side["stages"]
    )


def _on_the_table(expansions: tuple[str, ...], named: tuple[str, ...]) -> list[Record]:
    """Return the boards that have numbers: the given ones, or the default ones."""
    known = _records("board", "boards.toml", expansions)
    known += _records("board", "first_edition.toml", expansions)
    if not named:
        return [it for it in known if it.get("box") in (None, *expansions)]
    boards = [it for it in known if it["id"] in named]
    _must([it["id"] for it in boards] == list(named), "boards that can't lie there")
    twice = [it["id"] for it in boards if it.get("of") in named]
    _must(not twice, "two boards of a wonder")
    return boards


@cache
def catalogue(
    expansions: tuple[str, ...] = (), named: tuple[str, ...] = ()
) -> Catalogue:
    boards = _on_the_table(expansions, named)
    cards = _records("card", "cards.toml", expansions)
    lists = {"boards": boards, "cards": cards}
    edifices, leaders = [], []
    if "leaders" in expansions:
        leaders = lists["leaders"] = _records("leader", "leaders.toml", expansions)
    if "edifice" in expansions:
        edifices = lists["edifices"] = _records("edifice", "edifices.toml", expansions)
    names = [record["id"] for record in (*boards, *edifices)]
    printed: list[tuple[int, int, int]] = []  # number, age, players
    guilds = []
    for card in cards:
        if card["colour"] == "purple":
            guilds.append(len(names))
            names.append(card["id"])
        for copy in sorted(card.get("copies", [])):
            printed.append((len(names), card["age"], copy))
            names.append(card["id"])
    sets = [record.get("set", "standard") for record in leaders]
    by_set = {
        choice: tuple(len(names) + at for at, its in enumerate(sets) if its in dealt)
        for choice, dealt in (
            ("standard", ["standard"]),
            ("expert", ["standard", "expert"]),
        )
    }
    names += [record["id"] for record in leaders]
    facts = without(lists, "name", "title")
    effects = {record["id"]: tuple(record["effects"]) for record in (*cards, *leaders)}
    effects |= {record["id"]: tuple(record["reward"]) for record in edifices}
    sides = [(board, side) for board in boards for side in ("day", "night")]
    return Catalogue(
        tuple(names),
        tuple(range(len(boards))),
        {
            age: tuple(
                len(boards) + at
                for at, record in enumerate(edifices)
                if record["age"] == age
            )
            for age in (1, 2, 3)
        },
        {
            (age, players): tuple(
                card for card, its, least in printed if its == age and least <= players
            )
            for age in (1, 2, 3)
            for players in range(3, 8)
        },
        tuple(guilds),
        by_set,
        effects,
        {card["id"]: card["colour"] for card in cards},
        {record["id"]: record["penalty"] for record in edifices},
        {(board["id"], side): (board[side]["start"],) for board, side in sides},
        {(board["id"], side): _stages(board[side]) for board, side in sides},
        hashlib.sha256(canonical_json(["wonders/2", facts])).digest(),
    )


@dataclass(frozen=True)
class Move:
    """The parts of a move that matter here."""

    verb: str
    card: str = ""  # the card it shows, if it shows one
    half: str = ""
    side: str = ""
    bury: str = ""
    pawn: str = ""
    join: str = ""
    power: str = ""
    lost: str = ""  # a card or tokens; or the board taken


_COINS = "".join(f"(?: {word}=[1-9][0-9]?)?" for word in ("left", "right", "bank"))
_STAGE = (
    r"(?P<verb>stage)(?: half=(?P<half>left|right))?(?: bury=(?P<bury>[!-~]+))?"
    rf"(?: pawn=(?P<pawn>[123]))?(?: join=(?P<join>1))?{_COINS}"
)
_SELL = r"(?P<verb>sell)"
_POWER = r"(?P<verb>build) (?P<card>[!-~]+) power=(?P<power>1)"
_TURN = [_POWER, rf"(?P<verb>build) (?P<card>[!-~]+){_COINS}", _STAGE, _SELL]
_RECRUIT = r"(?P<verb>recruit) (?P<card>[!-~]+)(?: bank=[1-9][0-9]?)?"
_DECLINE = r"(?P<verb>decline)"
GRAMMAR: dict[str, list[str]] = {
    "turn": _TURN,
    "extra": [*_TURN, _DECLINE],
    "look": [r"(?P<verb>pick) (?P<card>[!-~]+)", _DECLINE],
    "side": [r"(?P<verb>side) (?P<side>day|night)"],
    "board": [r"(?P<verb>board) (?P<lost>[!-~]+)"],
    "draft": [r"(?P<verb>keep)"],
    "recruitment": [_RECRUIT, _STAGE, _SELL],
    "enlistment": [_RECRUIT, _DECLINE],
    "victims": [r"(?P<verb>drop) (?P<lost>[1-9])"],
    "penalty": [r"(?P<verb>lose) (?P<lost>[!-~]+)"],
}
SHOWING = ("build", "pick", "recruit")


def read_move(payload: Value, where: str) -> Move:
    """Return the move of a payload; only its form is checked, not its legality."""
    said = octets(payload)
    _must(len(said) <= 256, "too long a move")
    try:
        words = said.decode()
    except UnicodeDecodeError:
        _wrong("a move that isn't text")
    for pattern in GRAMMAR[where]:
        if found := re.fullmatch(pattern, words, re.ASCII):
            return Move(**{key: part or "" for key, part in found.groupdict().items()})
    _wrong("no move that could stand here")


# ---------- The group ----------


Q = 2**252 + 27742317777372353535851937790883648493
P25519 = 2**255 - 19
NEUTRAL = bytes(32)
EIGHTH = "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05"
SMALL = {
    sign * int.from_bytes(bytes.fromhex(y), "little") % P25519
    for y in ("00", "01", EIGHTH)
    for sign in (1, -1)
}

Pair: TypeAlias = "tuple[bytes, bytes]"  # a ciphertext: A, B


def _libsodium() -> ctypes.CDLL:
    """Return the system's library, or the one that comes with rbcl."""
    for name in ("libsodium.so.26", "libsodium.so.23"):
        try:
            return ctypes.CDLL(name)
        except OSError:
            continue
    import rbcl

    library: ctypes.CDLL = rbcl._sodium
    Path(library._name).unlink()  # the package leaves it behind
    return library


SODIUM = _libsodium()
SODIUM.sodium_init()


def _made(function: str, *parts: bytes) -> bytes:
    """Return the result of a libsodium function on points and scalars."""
    result = ctypes.create_string_buffer(32)
    if getattr(SODIUM, f"crypto_{function}")(result, *parts):
        _wrong("not a point")
    return result.raw


def add(one: bytes, other: bytes) -> bytes:
    return _made("core_ristretto255_add", one, other)


def sub(one: bytes, other: bytes) -> bytes:
    return _made("core_ristretto255_sub", one, other)


def mul(factor: int, point: bytes) -> bytes:
    factor %= Q
    if factor == 0 or point == NEUTRAL:
        return NEUTRAL
    return _made("scalarmult_ristretto255", factor.to_bytes(32, "little"), point)


def base(factor: int) -> bytes:
    factor %= Q
    if factor == 0:
        return NEUTRAL
    return _made("scalarmult_ristretto255_base", factor.to_bytes(32, "little"))


def total(points: Sequence[bytes]) -> bytes:
    if not points:
        return NEUTRAL
    result = points[0]
    for point in points[1:]:
        result = add(result, point)
    return result


def weighted(factors: Sequence[int], points: Sequence[bytes]) -> bytes:
    pairs = zip(factors, points, strict=True)
    return total([mul(factor, point) for factor, point in pairs])


def points(data: bytes, count: int) -> list[bytes]:
    """Read *count* points, each of which must be valid for a received point."""
    found = proven(data, count)
    for point in found:
        add(point, NEUTRAL)
    return found


def proven(data: bytes, count: int) -> list[bytes]:
    """Read points that are validated when a proof multiplies each by a nonzero factor."""
    _must(len(data) == 32 * count, "not so many points")
    found = [data[at : at + 32] for at in range(0, len(data), 32)]
    _must(NEUTRAL not in found, "not a point")
    return found


def pairs_of(data: bytes, count: int) -> list[Pair]:
    """Read pairs that a proof is about."""
    found = proven(data, 2 * count)
    return list(zip(found[::2], found[1::2], strict=True))


def scalars(data: bytes, count: int) -> list[int]:
    _must(len(data) == 32 * count, "not so many scalars")
    steps = range(0, len(data), 32)
    found = [int.from_bytes(data[at : at + 32], "little") for at in steps]
    _must(all(factor < Q for factor in found), "a scalar that isn't below q")
    return found


def wide(tag: str, *parts: bytes) -> bytes:
    """Return the hash that the page calls h."""
    return hashlib.sha512(frame(PROTO, tag.encode(), *parts)).digest()


def challenge(tag: str, *parts: bytes) -> int:
    """Return the challenge that the page calls h2s."""
    return int.from_bytes(wide(tag, *parts), "little") % Q


def weight(tag: str, seed: bytes, i: int) -> int:
    """Return the weight that the page calls h128."""
    return int.from_bytes(wide(tag, seed, u32(i))[:16], "little") | 1 << 127


@cache
def generator(i: int) -> bytes:
    """Return the generator that the page calls H_i."""
    tag = PROTO + b"_ristretto255_XMD:SHA-512_R255MAP_RO_"
    tag += bytes([len(tag)])
    first = hashlib.sha512(bytes(128) + u32(i) + b"\x00\x40\x00" + tag).digest()
    second = hashlib.sha512(first + b"\x01" + tag).digest()
    return _made("core_ristretto255_from_hash", second)


@cache
def face(card: int) -> bytes:
    """Return the point M of a card."""
    return base(card + 1)


@cache
def faces(cards: int) -> Mapping[bytes, int]:
    """Return the cards of a game with this number of cards, by their points."""
    return {face(card): card for card in range(cards)}


# ---------- The proofs ----------


def parted(proof: bytes, count: int, others: int) -> tuple[list[bytes], list[int]]:
    """Return the points and the scalars of a proof."""
    _must(len(proof) == 32 * (count + others), "a proof of another length")
    return proven(proof[: 32 * count], count), scalars(proof[32 * count :], others)


def check_pok(ctx: bytes, key: bytes, proof: bytes) -> None:
    (t,), (z,) = parted(proof, 1, 1)
    c = challenge("pok", ctx, key, t)
    _must(base(z) == add(t, mul(c, key)), "a wrong POK")


def check_dleq(
    ctx: bytes, key: bytes, point: bytes, image: bytes, proof: bytes
) -> None:
    (t1, t2), (z,) = parted(proof, 2, 1)
    c = challenge("dleq", ctx, key, point, image, t1, t2)
    _must(base(z) == add(t1, mul(c, key)), "a wrong DLEQ")
    _must(mul(z, point) == add(t2, mul(c, image)), "a wrong DLEQ")


def check_xfer(
    ctx: bytes,
    key: bytes,
    to: bytes,
    given: Sequence[bytes],
    out: Sequence[Pair],
    proof: bytes,
) -> None:
    """Check an XFER proof about the points U and the pairs (V, W)."""
    (t1, t2, t3), (za, zb) = parted(proof, 3, 2)
    vs, ws = [v for v, _ in out], [w for _, w in out]
    seed = wide("xfer-w", ctx, key, to, *given, *vs, *ws)
    ts = [1, *(weight("xfer-t", seed, i) for i in range(1, len(given)))]
    u, v, w = weighted(ts, given), weighted(ts, vs), weighted(ts, ws)
    e = challenge("xfer", seed, t1, t2, t3)
    _must(base(za) == add(t1, mul(e, key)), "a wrong XFER")
    _must(base(zb) == add(t2, mul(e, v)), "a wrong XFER")
    _must(sub(mul(zb, to), mul(za, u)) == add(t3, mul(e, w)), "a wrong XFER")


def check_shuffle(
    ctx: bytes,
    key: bytes,
    before: Sequence[Pair],
    after: Sequence[Pair],
    proof: bytes,
) -> None:
    """Check a SHUFFLE proof from E to F."""
    n = len(before)
    found, numbers = parted(proof, 7, 3 + n + max(n - 2, 0))
    c1, c2, td, tc, tl, ta, tb = found
    z1, z2, z3, *rest = numbers
    f, p = rest[:n], rest[n:]
    _must(0 not in f, "a scalar of zero")
    flat = [part for pair in (*before, *after) for part in pair]
    seed = wide("shuf-u", ctx, key, u32(n), *flat, c1)
    us = [weight("shuf-ui", seed, k) for k in range(n)]
    place, x = challenge("shuf-l", seed, c2), challenge("shuf-x", seed, c2)
    e = challenge("shuf-e", seed, c2, td, tc, tl, ta, tb)
    hs = [generator(i) for i in range(n)]

    # The answers match the commitments.
    committed = add(mul(place, c1), c2)
    _must(
        add(base(z1), weighted(f, hs)) == add(td, mul(e, committed)), "a wrong SHUFFLE"
    )
    # The product is right.
    numbers = [(place * k + u) % Q for k, u in enumerate(us)]
    product = e
    for one in numbers:
        product = product * (one - x) % Q
    g = [(one - e * x) % Q for one in f]
    _must(n > 1 or g[0] == product, "a wrong SHUFFLE")
    p = [g[0], *p, product]
    steps = [0, *(e * p[i] - p[i - 1] * g[i] for i in range(1, n))]
    _must(add(base(z2), weighted(steps, hs)) == add(tc, mul(e, tl)), "a wrong SHUFFLE")
    # The permutation turns the old cards into the new ones.
    for half, t, mask in ((0, ta, base(z3)), (1, tb, mul(z3, key))):
        new = weighted(f, [pair[half] for pair in after])
        old = weighted(numbers, [pair[half] for pair in before])
        _must(sub(new, mask) == add(t, mul(e, old)), "a wrong SHUFFLE")


# ---------- The game ----------


@dataclass
class DeckKey:
    """The result of a KEY phase: X and Z of every seat."""

    deck: str
    shares: dict[int, bytes] = field(default_factory=dict)
    hands: dict[int, bytes] = field(default_factory=dict)

    @cached_property
    def joint(self) -> bytes:
        return total(list(self.shares.values()))


Place: TypeAlias = "tuple[int, int, int]"


@dataclass(frozen=True)
class Card:
    """A ciphertext: under the Z of its owner, or the joint key if it has no owner."""

    pair: Pair
    key: DeckKey
    deck: str
    owner: int | None = None
    face: int | None = None  # if the card is face up
    position: int = 0  # in its shuffled deck
    place: Place = (0, 0, 0)  # phase of its arrival, seat, index

    def is_lost(self, out: Sequence[int]) -> bool:
        """Return whether nobody can read it without these seats."""
        if self.face is not None:
            return False
        if self.owner is not None:
            return self.owner in out
        return any(seat in out for seat in self.key.shares)


@dataclass(frozen=True)
class Phase:
    """The entries expected next, and the checks for each body."""

    kind: str
    seats: tuple[int, ...]
    deck: str
    check: Callable[[int, Body], None]


@dataclass(frozen=True)
class Seen:
    """A deciphered hand, and the card used from it, or None."""

    phase: int
    seat: int
    hand: tuple[int, ...]
    used: int | None


Said: TypeAlias = "dict[int, Body]"  # by seat, ascending
Steps: TypeAlias = "Generator[Phase, Said, None]"

STANDING = ("REVEAL", "DECLARE", "END")


@dataclass(frozen=True)
class Entry:
    """A seat's entry in the open phase."""

    number: int
    envelope: Envelope
    fault: Fault | None = None

    @property
    def hash(self) -> bytes:
        return hashlib.sha256(self.envelope.raw).digest()


@dataclass
class Holder:
    """The holder of a seat from a phase on: by the draw, a handover or a ballot."""

    name: str
    identity: bytes
    since: int = 0
    force: int | None = -1  # the phase in which it came into force
    entry: Entry | None = None  # the handover


@dataclass
class Ballot:
    """A ballot that is being read."""

    first: Envelope
    out: tuple[int, ...]
    expected: tuple[int, ...]  # seats whose entries are still missing
    due: list[int]  # the voters, ascending
    cheats: tuple[int, ...]  # authors of the frauds that it names
    takers: dict[int, Holder]  # by seat; empty if seats are removed
    said: list[Entry] = field(default_factory=list)

    @property
    def misplaced(self) -> Fault | None:
        """Return a fault for the first yes that is out of place."""
        for entry, seat in zip(self.said, self.due, strict=False):
            if entry.envelope.seat != seat:
                return Fault(entry.number, "not by seat, or a yes is missing")
        return None

    @property
    def is_carried(self) -> bool:
        return len(self.said) == len(self.due)

    @property
    def signers(self) -> set[int]:
        """
        Return the seats with surviving entries: those that the ballot names, and those
        that voted yes.
        """
        return {self.first.seat, *self.due, *self.cheats}


@dataclass
class City:
    """The parts of a city that decide which seats make which entries."""

    board: str = ""
    side: str = ""
    built: list[str] = field(default_factory=list)  # halves of stages, or ""
    cards: list[tuple[int, Card]] = field(default_factory=list)
    leaders: list[str] = field(default_factory=list)  # those face up
    tokens: list[int] = field(default_factory=list)  # victory tokens
    pawns: set[int] = field(default_factory=set)  # by age
    rewarded: set[int] = field(default_factory=set)  # likewise
    extra: bool = False  # it may use its last card
    power: bool = False  # one building of each age is free
    spent: int = 0  # the age of its last free building


@dataclass
class Project:
    """The edifice of an age."""

    name: str
    pawns: int
    takers: set[int] = field(default_factory=set)
    fate: str = ""


PAWNS = {3: 2, 4: 3, 5: 3, 6: 4, 7: 5}


@dataclass(frozen=True)
class Hand:
    """The cards that a seat chooses from, and where the rest goes."""

    cards: list[Card]
    step: int = 0  # direction of passing; 0 if the rest stays
    shown: bool = True


@dataclass(frozen=True)
class Choice:
    """A seat's choice, the card that it used and keeps, and the rest."""

    move: Move
    used: Card
    rest: list[Card]
    opened: int | None


@dataclass
class Unconfirmed:
    """A ballot in force that too few seats have confirmed so far."""

    seats: tuple[int, ...]  # those that played when its phase opened
    new: set[int]  # those given away since
    heard: set[int] = field(
        default_factory=set
    )  # those with surviving entries after it


class Phases:
    """
    Lane `main`: the phases in order, and everything that all games share.

    Checks of bodies change nothing. A phase has its effects once it is closed.
    """

    rescues = False  # whether the others may give a seat away
    numbers = 0  # of cards
    columns = 0  # of the score sheet

    def __init__(self, gid: bytes, people: Sequence[Person], keys: Keys) -> None:
        self.gid = gid
        self.people = people
        self.n = len(people)
        self.all = tuple(range(self.n))
        self.active = self.all
        self.before = gid  # D of the open phase
        self.digests = [gid]  # D of all phases
        self.holders = [[Holder(it.name, it.identity)] for it in people]  # by seat
        self.r = 0
        self.log: list[tuple[int, str, tuple[int, ...], str, str]] = []
        self.moves: list[tuple[int, int, str]] = []
        self.rows: Value = None
        self.over = False
        self._secrets = keys
        self.outs: list[tuple[int, tuple[int, ...]]] = []  # phase, seats
        self._entries: list[Entry] = []
        self._ballot: Ballot | None = None
        self._ballots: dict[int, int] = {}  # number of the last ballot by opener
        self._leaving: tuple[int, ...] = ()
        self._unconfirmed: list[Unconfirmed] = []
        self._order: list[tuple[int, Holder | None]] = []  # entries of the open phase
        self._last_said: dict[int, int] = {}  # phase of the last entry by seat
        self._halts: list[Entry] = []  # about the open phase
        self._after: list[Entry] = []  # cards disclosed after the end
        self.disclosed: dict[Place, tuple[int, int]] = {}  # the seat, and the card
        self.untruths: list[tuple[int, int]] = []  # entry and seat
        self._down: dict[Place, Card] = {}  # face-down cards with an owner

    def holder(self, seat: int, phase: int) -> Holder:
        """Return the holder of a seat in a phase."""
        return [it for it in self.holders[seat] if it.since <= phase][-1]

    def _begin(self) -> None:
        self._steps = self._play()
        self.open: Phase | None = next(self._steps)

    def _play(self) -> Steps:
        """Run the phases of the game."""
        raise NotImplementedError

    # -- entries --

    def take(self, envelope: Envelope, number: int) -> None:
        """Accept an entry, or raise `Wrong`, or `Cheat` if the entry may remain."""
        self._take_entry(envelope, number, may_cheat=False)

    def hold(self, envelope: Envelope, number: int) -> None:
        """Accept a fraud, which a ballot has to name."""
        self._take_entry(envelope, number, may_cheat=True)

    def finish(self) -> None:
        """Check that the file may end here."""
        if self.over:
            by_seat = lambda it: (it.envelope.seat, it.envelope.phase)
            for entry, due in zip(
                self._after, sorted(self._after, key=by_seat), strict=True
            ):
                if entry is not due:
                    raise Fault(entry.number, "out of place")
            return
        if self.unsettled is not None:
            raise self.unsettled
        ballot = self._ballot
        carried = ballot is not None and ballot.is_carried
        signers = set(self.active)
        if ballot is not None and carried:
            signers = signers - set(ballot.out) if ballot.takers else ballot.signers
        self._check_handovers(signers)
        if self._ballot is None or self._ballot.is_carried:
            self._check_places(sorted(self._entries, key=lambda it: it.envelope.seat))
        self._check_halts()

    @property
    def unsettled(self) -> Fault | None:
        """Return a fault that counts unless a later entry settles it."""
        ballot = self._ballot
        return self.held or (None if ballot is None else ballot.misplaced)

    @property
    def held(self) -> Fault | None:
        """Return a fault for the first fraud in the open phase."""
        return next((it.fault for it in self._entries if it.fault is not None), None)

    def _take_entry(self, envelope: Envelope, number: int, *, may_cheat: bool) -> None:
        phase = self.open
        if self.over and envelope.lane.startswith("after/"):
            self._disclose(envelope, number)
            return
        if phase is None:
            _wrong("the game is over")
        if envelope.lane == "halt":
            self._halt(envelope, number, phase)
            return
        self._take_other(envelope, number, phase, may_cheat=may_cheat)
        if self._halts:
            # A ballot that has only begun can't be anywhere else.
            is_begun = self._ballot is not None and not self._ballot.is_carried
            first = number if is_begun else self._halts[0].number
            raise Fault(first, "behind halts, or ahead of what they stand behind")

    def _take_other(
        self, envelope: Envelope, number: int, phase: Phase, *, may_cheat: bool
    ) -> None:
        if envelope.lane.startswith("seat/"):
            self._hand_over(envelope, number)
            return
        if envelope.lane.startswith("drop/"):
            about = self.r  # the vote may close this phase
            self._vote(envelope, number, phase)
            self._last_said[envelope.seat] = about
            return
        seat = envelope.seat
        ballot = self._ballot
        expected = phase.seats if ballot is None else ballot.expected
        _must(ballot is None or ballot.is_carried, "an entry within a ballot")
        _must(envelope.gid == self.gid, "of another game")
        _must(envelope.lane == "main", "of another lane")
        _must(envelope.phase == self.r, "of another phase")
        spoken = [entry.envelope.seat for entry in self._entries]
        _must(seat in expected and seat not in spoken, "of another seat")
        envelope.check_signature(self.holders[seat][-1].identity)
        _must(envelope.kind == phase.kind, "of another kind")
        _must(envelope.prev == self.before, "on top of another history")
        fault = None
        try:
            phase.check(seat, envelope.body)
        except Wrong as wrong:
            fault = Cheat(number, str(wrong))
            if not may_cheat:
                raise fault from wrong
        self._last_said[seat] = self.r
        self._order.append((number, None))
        self._entries.append(Entry(number, envelope, fault))
        if self.held is None and len(self._entries) == len(expected):
            by_seat = sorted(self._entries, key=lambda it: it.envelope.seat)
            self._check_places(by_seat)
            self._close(phase, by_seat, ballot)

    def _halt(self, envelope: Envelope, at: int, phase: Phase) -> None:
        """Accept a seat's wish to end the game before the open phase."""
        seat, ballot = envelope.seat, self._ballot
        _must(ballot is None or ballot.is_carried, "a halt within a ballot")
        _must(envelope.gid == self.gid, "of another game")
        _must(envelope.phase == self.r, "about another phase")
        _must(seat in self.active, "of a seat that doesn't play")
        said = [entry.envelope.seat for entry in self._halts]
        _must(seat not in said, "a halt again")
        voters = [it for it in self.holders[seat] if it.entry or it.since < self.r]
        envelope.check_signature([self.holders[seat][0], *voters][-1].identity)
        _must(envelope.kind == "HALT", "of another kind")
        _must(envelope.prev == self.before, "on top of another history")
        rows = array(array(envelope.body, 1)[0])
        _must(len(rows) <= 15, "too many rows")
        for row in rows:
            columns = array(row)
            _must(len(columns) <= 15, "too many columns")
            _must(all(type(it) is int for it in columns), "no points")
        self._last_said[seat] = self.r
        self._halts.append(Entry(at, envelope))
        mine = self._so_far()
        agreed = [
            it.envelope.seat
            for it in self._halts
            if it.envelope.body == ([mine] if mine else self._halts[0].envelope.body)
        ]
        if phase.kind == "END" or set(agreed) != set(self.active):
            return
        self._check_handovers(set(self.active))
        for place, holder in self._order:
            if holder is None:
                raise Fault(place, "counts for nothing")
        self._check_halts()
        self.rows, self.over, self.open = rows, True, None

    # -- after the end --

    def own(self, seat: int) -> dict[Place, Card]:
        """
        Return the cards that lie face down and that only this seat can read, as it
        reads them.
        """
        return {at: card for at, card in self._down.items() if card.owner == seat}

    def _lay(
        self, phase: int, seat: int, cards: Sequence[Card], first: int = 0
    ) -> list[Card]:
        """Move cards to another place."""
        laid = [
            replace(card, place=(phase, seat, first + at))
            for at, card in enumerate(cards)
        ]
        self._down |= {card.place: card for card in laid if card.owner is not None}
        return laid

    def _lift(self, cards: Sequence[Card]) -> None:
        for card in cards:
            self._down.pop(card.place, None)

    def _lose_cards(self, out: Sequence[int]) -> None:
        self._down = {
            at: card for at, card in self._down.items() if not card.is_lost(out)
        }

    def _disclose(self, envelope: Envelope, at: int) -> None:
        """
        Accept cards that a seat discloses; a wrong proof there is no fault of the log.
        """
        seat = envelope.seat
        _must(envelope.gid == self.gid, "of another game")
        _must(seat in self.all and envelope.lane == f"after/{seat}", "of another seat")
        mine = [it for it in self._after if it.envelope.seat == seat]
        _must(envelope.phase == len(mine) < 16, "another number than the next")
        heirs = [it for it in self.holders[seat] if it.entry or it.since < self.r]
        envelope.check_signature([self.holders[seat][0], *heirs][-1].identity)
        _must(envelope.kind == "AFTER", "of another kind")
        _must(envelope.prev == self.before, "on top of another history")
        openings: dict[Place, tuple[int, Value]] = {}
        for part in envelope.body:
            phase, by, index, card, proof = array(part, 5)
            place = (
                number(phase, 0, 2**32 - 1),
                number(by, 0, 255),
                number(index, 0, 65535),
            )
            _must(place not in openings, "a card twice")
            _must(proof is None or type(proof) is bytes, "no proof")
            openings[place] = (number(card, 0, 65535), proof)
        _must(0 < len(openings) <= 128, "too few or too many cards")
        named = {tuple(array(part)[:3]) for it in mine for part in it.envelope.body}
        own = {at: card for at, card in self.own(seat).items() if at not in named}
        _must(set(openings) <= set(own), "not the seat's to open")
        self._after.append(Entry(at, envelope))
        try:
            for place, (card, proof) in openings.items():
                self._check_disclosed(seat, own[place], place, card, proof)
        except Wrong:
            self.untruths.append((at, seat))
            return
        self.disclosed |= {it: (seat, card) for it, (card, _) in openings.items()}

    def _check_disclosed(
        self, seat: int, lying: Card, place: Place, card: int, proof: Value
    ) -> None:
        _must(card < self.numbers, "no card")
        where = u32(place[0]) + u8(place[1]) + place[2].to_bytes(2, "big")
        a, b = lying.pair
        check_dleq(
            self._ctx("AFTER", lying.deck, seat, where),
            lying.key.hands[seat],
            a,
            sub(b, face(card)),
            octets(proof),
        )

    # -- ending early --

    def _so_far(self) -> Value:
        """
        Return the points when the open phase began, or None if others have to count
        them.
        """
        return None

    def _check_halts(self) -> None:
        """Check that the entries are in ascending order of seats."""
        right = sorted(self._halts, key=lambda it: it.envelope.seat)
        for halt, due in zip(self._halts, right, strict=True):
            if halt is not due:
                raise Fault(halt.number, "out of place")

    def _check_places(self, right: Sequence[Entry]) -> None:
        """
        Check that the entries of the open phase are in the right order, and that there
        are no others.
        """
        for place, entry in enumerate(self._entries):
            if place >= len(right) or right[place] is not entry:
                raise entry.fault or Fault(entry.number, "out of place, or void")

    def _hand_over(self, envelope: Envelope, at: int) -> None:
        """Accept a handover of a seat."""
        seat = envelope.seat
        _must(envelope.gid == self.gid, "of another game")
        _must(envelope.kind == "HANDOVER", "of another kind")
        _must(seat in self.active, "of a seat that doesn't play")
        _must(envelope.lane == f"seat/{seat}", "a handover of another's seat")
        some = self.holders[seat]
        given = self._ballot is not None and seat in self._ballot.takers
        _must(not given, "of a seat that is being given away")
        handed = sum(it.entry is not None for it in some)
        _must(envelope.phase == handed, "another number of a handover")
        _must(handed < 16, "too many handovers")
        envelope.check_signature(some[-1].identity)
        since_value, who_value, *others = array(envelope.body, 5)
        since = number(since_value, some[-1].since, self.r)
        _must(self._last_said.get(seat, -1) < since, "by one who has spoken since")
        _must(envelope.prev == self.digests[since], "on top of another history")
        known = {
            it.identity
            for holders in self.holders
            for it in holders
            if it.entry is not None or it.since < since or it is holders[0]
        }
        _must(identity(who_value) not in known, "to somebody who was there")
        taken = [who_value, *others]
        holder = self._taker(seat, envelope.phase, since, taken)
        holder.entry = Entry(at, envelope)
        some.append(holder)
        self._order.append((at, holder))

    def _taker(self, seat: int, count: int, since: int, taken: Body) -> Holder:
        """Return who takes over a seat from a phase on, after so many handovers."""
        who_value, name_value, machine, sig = taken
        who, name = identity(who_value), text(name_value)
        check_name(name)
        for other in set(self.all) - {seat}:
            before = [it for it in self.holders[other] if _is_before(it, since)]
            _must(folded(before[-1].name) != folded(name), "a name that another has")
        place = (self.gid, u8(seat), u32(count), u32(since))
        read_machine(machine, who, b"takeover", *place)
        person = pack([who, name, machine])
        is_signed = signed(who, octets(sig, 64), b"takeover", *place, person)
        _must(is_signed, "not signed by the new one")
        return Holder(name, who, since, None)

    def _takers(self, out: Sequence[int], about: Body) -> dict[int, Holder]:
        """Return who takes over seats by a ballot on the open phase."""
        if not any(isinstance(it, list) for it in about):
            return {}
        _must(self.rescues, "a table at which no seat is given away")
        settled = [it for some in self.holders for it in some if _is_before(it, self.r)]
        takers = {}
        for seat, taken in zip(out, about, strict=True):
            before = [it for it in self.holders[seat] if _is_before(it, self.r)]
            count = sum(it.entry is not None for it in before)
            holder = self._taker(seat, count, self.r, array(taken, 4))
            known = {it.identity for it in settled}
            _must(holder.identity not in known, "to somebody who was there")
            takers[seat] = holder
        people = takers.values()
        _must(len({it.identity for it in people}) == len(takers), "one for two seats")
        _must(len({folded(it.name) for it in people}) == len(takers), "equal names")
        return takers

    def _check_handovers(self, signers: set[int]) -> None:
        """
        Check that the handovers of these seats come first in the open phase, and no
        others.
        """
        due = [
            holder
            for seat in sorted(signers)
            for holder in self.holders[seat]
            if holder.force is None
        ]
        numbers = [it.entry.number for it in due if it.entry is not None]
        numbers += [at for at, holder in self._order if holder is None]
        for place, (at, _) in enumerate(self._order):
            if place >= len(numbers) or numbers[place] != at:
                raise Fault(at, "out of place, or not in force")

    def _put_in_force(self, signers: set[int]) -> list[bytes]:
        """Return the digests of the handovers of seats with surviving entries."""
        self._check_handovers(signers)
        self._order = []
        hashes = []
        for seat in sorted(signers):
            for holder in self.holders[seat]:
                if holder.force is None and holder.entry is not None:
                    holder.force = self.r
                    hashes.append(handover_digest(holder.entry.envelope.raw))
        return hashes

    def _vote(self, envelope: Envelope, number: int, phase: Phase) -> None:
        seat = envelope.seat
        _must(envelope.gid == self.gid, "of another game")
        _must(envelope.kind == "DROP_VOTE", "of another kind")
        _must(seat in self.active, "of a seat that doesn't play")
        _must(envelope.prev == self.before, "on top of another history")
        envelope.check_signature(self.holders[seat][-1].identity)
        ballot = self._ballot
        if ballot is None:
            self._open_ballot(envelope, phase)
        else:
            _must(not ballot.is_carried, "a ballot after the one in force")
            _must(envelope.lane == ballot.first.lane, "of another ballot")
            _must(envelope.phase == ballot.first.phase, "of another ballot")
            answered = [entry.envelope.seat for entry in ballot.said]
            _must(seat in ballot.due, "of somebody who doesn't answer")
            _must(seat not in answered, "an answer again")
            r, named, yes = array(envelope.body, 3)
            _must(r == self.r and type(r) is int, "about another phase")
            first = hashlib.sha256(ballot.first.raw).digest()
            _must(named == first, "an answer to another envelope")
            _must(yes is True, "a ballot that wasn't carried")
            ballot.said.append(Entry(number, envelope))
        self._order.append((number, None))
        ballot = self._ballot
        if ballot is not None and ballot.is_carried:
            if ballot.misplaced is not None:
                raise ballot.misplaced
            self._entries = []  # the ballot has settled the frauds
            for seat, holder in ballot.takers.items():
                # Handovers that aren't in force are dropped.
                some = [it for it in self.holders[seat] if it.force is not None]
                self.holders[seat] = [*some, replace(holder, force=self.r)]
            if not ballot.expected:
                self._close(phase, [], ballot)

    def _open_ballot(self, envelope: Envelope, phase: Phase) -> None:
        seat = envelope.seat
        _must(envelope.lane == f"drop/{seat}", "a ballot that its opener doesn't open")
        _must(envelope.phase > self._ballots.get(seat, -1), "a ballot again")
        r, known, out_value, about_value = array(envelope.body, 4)
        number(r, self.r, self.r)
        number(known, 0, 2**32 - 1)
        out = tuple(number(it, 0, self.n - 1) for it in array(out_value))
        _must(bool(out) and list(out) == sorted(set(out)), "not seats, ascending")
        _must(set(out) <= set(self.active) and seat not in out, "other seats")
        remain = [it for it in self.active if it not in out]
        base, new = self.active, set[int]()
        if self._unconfirmed:
            base, new = self._unconfirmed[0].seats, self._unconfirmed[0].new
        _must(2 * len({*remain} - new) > len(base), "not more than half remain")
        about = array(about_value, len(out))
        takers = self._takers(out, about)
        named = [None if it is None or takers else octets(it, 32) for it in about]
        said = {entry.envelope.seat: entry for entry in self._entries}
        self._check_places(
            [
                said[it]
                for it, hashed in zip(out, named, strict=True)
                if it in said and said[it].hash == hashed
            ]
        )
        stands = phase.kind in STANDING
        expected = tuple(it for it in phase.seats if stands and it not in out)
        if takers:
            expected = phase.seats
        self._ballots[seat] = envelope.phase
        due = [it for it in remain if it != seat]
        cheats = tuple(entry.envelope.seat for entry in self._entries)
        self._ballot = Ballot(envelope, out, expected, due, cheats, takers)

    def _close(
        self, phase: Phase, said: Sequence[Entry], ballot: Ballot | None
    ) -> None:
        out: tuple[int, ...] = ()
        envelopes = [entry.envelope.raw for entry in said]
        told = (self.r, phase.kind, phase.seats, phase.deck, self.before.hex())
        self.log.append(told)
        signers = {entry.envelope.seat for entry in said}
        if ballot is not None:
            signers |= ballot.signers
        handovers = self._put_in_force(signers)
        self._confirm(signers, ballot)
        if ballot is None and not handovers:
            self.before = phase_digest(self.before, "main", self.r, envelopes)
        else:
            first = None
            if ballot is not None:
                first = ballot.first.raw
            if ballot is not None and not ballot.takers:
                out = ballot.out
                self.outs.append((self.r, out))
            self.before = changed_digest(
                self.before, "main", self.r, envelopes, handovers, first
            )
        self.digests.append(self.before)
        self.r += 1
        self._entries, self._ballot = [], None
        self.active = tuple(seat for seat in self.active if seat not in out)
        bodies = {entry.envelope.seat: entry.envelope.body for entry in said}
        try:
            if not out or phase.kind in STANDING:
                self._leaving = out
                self.open = self._steps.send(bodies)
            elif phase.kind == "REPASS":
                self.open = self._steps.throw(Out(out))
            else:
                self._let_go(out)
                self.open = self._steps.throw(Out(out))
        except StopIteration:
            self.open = None
            self.over = True
        except Wrong:
            self.open = None
            raise

    def _confirm(self, signers: set[int], ballot: Ballot | None) -> None:
        """
        Count the signers of a phase's surviving entries as confirming earlier ballots.
        """
        given = set() if ballot is None else set(ballot.takers)
        for it in self._unconfirmed:
            it.new |= given
            it.heard |= signers - it.new
        self._unconfirmed = [
            it for it in self._unconfirmed if 2 * len(it.heard) <= len(it.seats)
        ]
        if ballot is not None:
            self._unconfirmed.append(Unconfirmed(self.active, given))

    def _left(self) -> tuple[int, ...]:
        """Return the seats removed in the phase left last, if it survives."""
        out, self._leaving = self._leaving, ()
        return out

    def _let_go(self, out: tuple[int, ...]) -> None:
        """Note that seats were removed, and what is lost with them."""
        raise NotImplementedError

    def _ctx(
        self, kind: str, deck: str, seat: int, extra: bytes | None = None
    ) -> bytes:
        return context(self.before, kind, deck, seat, extra)

    # -- known secrets --

    def _secret(self, seat: int, key: DeckKey) -> tuple[int, int] | None:
        return self._secrets.get(seat, {}).get(key.deck)

    def _decipher(self, card: Card) -> int | None:
        """Return the face of a card somebody holds, or None if the key isn't known."""
        if card.face is not None:
            return card.face
        assert card.owner is not None
        secret = self._secret(card.owner, card.key)
        if secret is None:
            return None
        point = sub(card.pair[1], mul(secret[1], card.pair[0]))
        return self._card_of(point)

    def _card_of(self, point: bytes) -> int:
        known = faces(self.numbers)
        _must(point in known, "a point of no card")
        return known[point]

    def _read(self, cards: Sequence[Card]) -> list[int] | None:
        """Return the faces of cards with the same holder and key."""
        found = [one for one in map(self._decipher, cards) if one is not None]
        return found if len(found) == len(cards) else None

    # -- cards mixed, dealt and turned up --

    def _shuffle(
        self, decks: Sequence[tuple[str, list[Card], Sequence[int]]]
    ) -> Generator[Phase, Said, list[list[Card]]]:
        """Run KEY where needed, then MIX; each deck has its slots and public cards."""
        fresh = [name for name, slots, _ in decks if not slots]
        made = (yield from self._make_key(fresh[0])) if fresh else None
        mixed: list[list[Card]] = []
        for name, slots, public in decks:
            key = slots[0].key if slots else made
            assert key is not None
            known = [(base(1), add(face(card), key.joint)) for card in public]
            mixed.append([Card(pair, key, name) for pair in known])
            mixed[-1][:0] = [replace(slot, deck=name) for slot in slots]
        return (yield from self._mix(mixed))

    def _make_key(self, deck: str) -> Generator[Phase, Said, DeckKey]:
        def check(seat: int, body: Body) -> None:
            shared = self.rescues and len(self.active) > 2
            array(body, 6 if shared else 4)
            x, x_proof, z, z_proof = map(octets, body[:4])
            if shared:
                others = len(self.active) - 1
                parts = points(octets(body[4]), 2 * others)
                octets(body[5], 144 * others)
                _must(total(parts[::2]) == x, "parts of another X")
                _must(total(parts[1::2]) == z, "parts of another Z")
            for part, point, proof in ((b"x", x, x_proof), (b"z", z, z_proof)):
                points(point, 1)
                check_pok(self._ctx("KEY", deck, seat, part), point, proof)
            secret = self._secrets.get(seat, {}).get(deck)
            if secret is not None:
                _must((base(secret[0]), base(secret[1])) == (x, z), "another key")

        said = yield Phase("KEY", self.active, deck, check)
        shares = {seat: octets(body[0]) for seat, body in said.items()}
        hands = {seat: octets(body[2]) for seat, body in said.items()}
        return DeckKey(deck, shares, hands)

    def _mix(self, decks: list[list[Card]]) -> Generator[Phase, Said, list[list[Card]]]:
        """Run a MIX by each seat in turn."""
        decks = [deck for deck in decks if deck]
        for seat in self.active:
            bodies = yield self._mix_phase(seat, decks)
            decks = [
                [
                    replace(old, pair=pair)
                    for old, pair in zip(
                        deck, pairs_of(octets(new), len(deck)), strict=True
                    )
                ]
                for deck, new in zip(decks, bodies[seat][::2], strict=True)
            ]
        phase, laid, count = self.r - 1, [], 0
        for deck in decks:
            self._lift(deck)
            placed = [replace(card, position=at) for at, card in enumerate(deck)]
            laid.append(self._lay(phase, 255, placed, count))
            count += len(deck)
        return laid

    def _mix_phase(self, seat: int, decks: list[list[Card]]) -> Phase:
        def check(seat: int, body: Body) -> None:
            parts = [octets(part) for part in array(body, 2 * len(decks))]
            for at, deck in enumerate(decks):
                new, proof = parts[2 * at : 2 * at + 2]
                check_shuffle(
                    self._ctx("MIX", deck[0].deck, seat),
                    deck[0].key.joint,
                    [card.pair for card in deck],
                    pairs_of(new, len(deck)),
                    proof,
                )

        return Phase("MIX", (seat,), decks[0][0].deck, check)

    def _deal(
        self, cards: Sequence[Card], holders: Sequence[int], *, peek: bool = False
    ) -> Generator[Phase, Said, list[Card]]:
        """Deal cards under the joint key to their holders, in the given order."""
        key, deck = cards[0].key, cards[0].deck
        by_holder = [
            (
                holder,
                [
                    card
                    for card, its in zip(cards, holders, strict=False)
                    if its == holder
                ],
            )
            for holder in sorted(set(holders))
        ]

        def check(seat: int, body: Body) -> None:
            for part, (holder, own) in zip(
                array(body, len(by_holder)), by_holder, strict=True
            ):
                out, proof = map(octets, array(part, 2))
                check_xfer(
                    self._ctx("DEAL", deck, seat, u8(holder)),
                    key.shares[seat],
                    key.hands[holder],
                    [card.pair[0] for card in own],
                    pairs_of(out, len(own)),
                    proof,
                )

        bodies = yield Phase("DEAL", self.active, deck, check)
        dealt: list[Card] = []
        for at, (holder, own) in enumerate(by_holder):
            said = [
                pairs_of(octets(array(body[at])[0]), len(own))
                for body in bodies.values()
            ]
            mine: list[Card] = []
            for place, card in enumerate(own):
                v = total([pairs[place][0] for pairs in said])
                w = total([pairs[place][1] for pairs in said])
                pair = (v, add(card.pair[1], w))
                mine.append(replace(card, pair=pair, owner=holder))
            dealt += mine if peek else self._lay(self.r - 1, holder, mine)
        return dealt

    def _turn_up(
        self, cards: list[Card], positions: Sequence[int]
    ) -> Generator[Phase, Said, list[int]]:
        """Show everybody the cards at these positions of their decks."""

        def check(seat: int, body: Body) -> None:
            parts = [octets(part) for part in array(body, 2 * len(cards))]
            for at, (card, position) in enumerate(zip(cards, positions, strict=True)):
                image, proof = parts[2 * at : 2 * at + 2]
                points(image, 1)
                place = struct.pack(">H", position)
                check_dleq(
                    self._ctx("OPEN_SHARE", card.deck, seat, place),
                    card.key.shares[seat],
                    card.pair[0],
                    image,
                    proof,
                )

        bodies = yield Phase("OPEN_SHARE", self.active, cards[0].deck, check)
        found = []
        for at, card in enumerate(cards):
            shares = total([octets(body[2 * at]) for body in bodies.values()])
            found.append(self._card_of(sub(card.pair[1], shares)))
        return found

    def _next(self, seat: int, step: int) -> int:
        """Return the next seat that still plays."""
        taker = (seat + step) % self.n
        while taker not in self.active:
            taker = (taker + step) % self.n
        return taker

    def _named(self, name: str, attempt: int) -> str:
        """Return the name of a deck, which differs for each attempt."""
        return name if attempt == 1 else f"{name}#{attempt}"

    def _last(self) -> bytes:
        """Return D before the phase that has just been closed."""
        return bytes.fromhex(self.log[-1][4])

    def _note(self, seat: int, payload: Value) -> None:
        self.moves.append((self.r - 1, seat, octets(payload).decode()))

    # -- the end --

    def _check_end(self, seat: int, body: Body) -> None:
        rows, last = array(body, 2)
        for row in array(rows, self.n):
            for column in array(row, self.columns):
                number(column, -(2**63), 2**64 - 1)
        _must(octets(last, 32) == self.before, "another digest")
        others = [entry.envelope.body[0] for entry in self._entries if not entry.fault]
        _must(all(other == rows for other in others), "two different scores")


class Game(Phases):
    """7 Wonders: the phases in order, and where the cards go."""

    def __init__(
        self,
        gid: bytes,
        people: Sequence[Person],
        options: Mapping[str, Value],
        keys: Keys,
    ) -> None:
        super().__init__(gid, people, keys)
        self.played_with = expansions_of(options)
        self.lists = catalogue(self.played_with, boards_of(options))
        self.numbers = len(self.lists.names)
        self.columns = 8 + len(self.played_with)
        self.cities = [City() for _ in self.all]
        self.projects: list[Project] = []
        self.opened: list[tuple[int, int, int]] = []
        self.seen: list[Seen] = []
        self.hands: list[list[Card]] = [[] for _ in self.all]
        self.leaders: list[list[Card]] = [[] for _ in self.all]  # kept in hand
        self.box: list[Card] = []
        self.pile: list[Card] = []
        self.looks = 0
        self.age = 0
        self._sides = options.get("sides", "choose")
        self._draw = options.get("draw", "lot")
        self._dealt_leaders = text(options.get("leaders", "standard"))
        self._looks_due: list[tuple[int, int]] = []
        self._draws_due: list[tuple[int, int]] = []
        self._enlistments_due: list[int] = []
        self._victims_of: list[int] = []
        self._begin()

    # -- the order of phases --

    def _play(self) -> Steps:
        if self._draw == "chosen":
            yield from self._choose_boards()
        else:
            yield from self._draw_boards()
        if "edifice" in self.played_with:
            yield from self._turn_up_edifices()
        yield from self._settle_sides()
        if "leaders" in self.played_with:
            yield from self._draft()
        for age in (1, 2, 3):
            yield from self._age(age)
        bodies = yield Phase("END", self.active, "", self._check_end)
        self.rows = next(iter(bodies.values()))[0]

    def _draw_boards(self) -> Steps:
        lists, n = self.lists, self.n
        attempt = 0
        while True:
            attempt += 1
            try:
                name = self._named("boards", attempt)
                mixed = yield from self._shuffle([(name, [], lists.boards)])
                turned = yield from self._turn_up(mixed[0][:n], range(n))
            except Out:
                continue
            break
        _must(set(turned) <= set(lists.boards), "not a board")
        for city, board in zip(self.cities, turned, strict=True):
            city.board = lists.names[board]

    def _let_go(self, out: tuple[int, ...]) -> None:
        self._lose_cards(out)
        for seat in out:
            self.hands[seat], self.leaders[seat] = [], []
        self.pile = [card for card in self.pile if not card.is_lost(out)]
        self.box = [card for card in self.box if not card.is_lost(out)]
        self._looks_due = [due for due in self._looks_due if due[1] not in out]
        self._draws_due = [due for due in self._draws_due if due[0] not in out]
        self._enlistments_due = [it for it in self._enlistments_due if it not in out]
        self._victims_of = [seat for seat in self._victims_of if seat not in out]

    def _age(self, age: int) -> Steps:
        self.age = age
        if "leaders" in self.played_with:
            yield from self._recruit(age)
        attempt = 0
        while True:
            attempt += 1
            try:
                yield from self._deal_age(age, attempt)
            except Out:
                continue
            break
        for turn in range(6):
            yield from self._turn(age, 0 if turn == 5 else -1 if age == 2 else 1)
            yield from self._after_playing(age)
            if turn == 5:
                yield from self._extra_card(age)
                yield from self._after_playing(age)
                self._leave_over()
            yield from self._end_turn()
        yield from self._fail(age)
        self._fight(age)

    def _deal_age(self, age: int, attempt: int) -> Steps:
        lists = self.lists
        slots: list[Card] = []
        dealt_for = max(3, len(self.active))
        if age == 3:
            name = self._named("guilds", attempt)
            mixed = yield from self._shuffle([(name, [], lists.guilds)])
            slots = mixed[0][: dealt_for + 2]
        cards = lists.ages[age, dealt_for]
        name = self._named(f"age{age}", attempt)
        mixed = yield from self._shuffle([(name, slots, cards)])
        holders = [seat for seat in self.active for _ in range(7)]
        dealt = yield from self._deal(mixed[0], holders)
        self.hands = [
            [card for card in dealt if card.owner == seat] for seat in self.all
        ]
        known = (*cards, *(lists.guilds if age == 3 else ()))
        self._check_dealt(self.hands, known)

    def _choose_boards(self) -> Steps:
        left = [self.lists.names[board] for board in self.lists.boards]
        for seat, city in enumerate(self.cities):
            city.board = left[0]
            if len(left) > 1:
                ways = {seat: list(left)}
                moves = yield from self._declare(functools.partial(dict, ways), "board")
                if seat in moves:
                    city.board = moves[seat].lost
            left.remove(city.board)

    def _settle_sides(self) -> Steps:
        if self._sides in ("day", "night"):
            sides = [str(self._sides)] * self.n
        elif self._sides == "random":
            drawn = [permutation(self.gid, f"side/{seat}", 2)[0] for seat in self.all]
            sides = ["night" if first else "day" for first in drawn]
        else:
            moves = yield from self._declare(
                lambda: dict.fromkeys(self.active, ()), "side"
            )
            sides = [moves[seat].side if seat in moves else "day" for seat in self.all]
        for city, side in zip(self.cities, sides, strict=True):
            city.side = side

    def _turn_up_edifices(self) -> Steps:
        ages = self.lists.edifices
        attempt = 0
        while True:
            attempt += 1
            names = {age: self._named(f"edifices/{age}", attempt) for age in ages}
            try:
                mixed = yield from self._shuffle(
                    [(names[age], [], ages[age]) for age in ages]
                )
                first = [deck[0] for deck in mixed]
                turned = yield from self._turn_up(first, [0, 0, 0])
            except Out:
                continue
            break
        for age, card in zip(ages, turned, strict=True):
            _must(card in ages[age], "not an edifice of that age")
            self.projects.append(Project(self.lists.names[card], PAWNS[self.n]))

    def _draft(self) -> Steps:
        cards = self.lists.leaders[self._dealt_leaders]
        attempt = 0
        while True:
            attempt += 1
            try:
                name = self._named("leaders", attempt)
                mixed = yield from self._shuffle([(name, [], cards)])
                holders = [seat for seat in self.active for _ in range(4)]
                dealt = yield from self._deal(mixed[0], holders)
            except Out:
                continue
            break
        self.box = mixed[0][len(dealt) :]
        self.hands = [
            [card for card in dealt if card.owner == seat] for seat in self.all
        ]
        self._check_dealt(self.hands, cards)
        for _ in range(3):
            chosen = yield from self._choose(
                lambda: {
                    seat: Hand(self.hands[seat], -1, shown=False)
                    for seat in self.active
                },
                "draft",
            )
            self.hands = [[] for _ in self.all]
            for seat, choice in chosen.items():
                self.leaders[seat].append(choice.used)
                self.hands[self._next(seat, -1)] = choice.rest
        for kept, hand in zip(self.leaders, self.hands, strict=True):
            kept += hand
        self.hands = [[] for _ in self.all]

    def _recruit(self, age: int) -> Steps:
        chosen = yield from self._choose(
            lambda: {
                seat: Hand(self.leaders[seat])
                for seat in self.active
                if self.leaders[seat]
            },
            "recruitment",
        )
        for seat, choice in chosen.items():
            self.leaders[seat] = choice.rest
            if age == 3 and not self._keeps_leaders(seat):
                self.leaders[seat] = []
        self._use(age, chosen, sold=False)
        yield from self._after_playing(age)
        yield from self._end_turn()

    def _keeps_leaders(self, seat: int) -> bool:
        city = self.cities[seat]
        return any(
            effect["kind"] == "recruit_extra_leader"
            for stage in self.lists.stages[city.board, city.side]
            for effect in stage[0]
        )

    def _check_dealt(self, hands: list[list[Card]], cards: Sequence[int]) -> None:
        """
        Check, with the known keys, that the dealt cards are in the deck, and none
        twice.
        """
        read = [self._read(hand) for hand in hands]
        dealt = [card for hand in read for card in hand or ()]
        _must(not Counter(dealt) - Counter(cards), "not cards of this deck")

    # -- choices --

    def _declare(
        self, ways: Callable[[], Mapping[int, Sequence[str]]], where: str
    ) -> Generator[Phase, Said, dict[int, Move]]:
        """
        Ask for a choice without cards; any way is accepted if none is given.

        Only seats that still play are asked. If the phase was void, the remaining seats
        are asked again.
        """
        while asked := {seat: its for seat, its in ways().items() if self._plays(seat)}:
            try:
                return (yield from self._declare_once(asked, where))
            except Out:
                pass
        return {}

    def _plays(self, seat: int) -> bool:
        return seat in self.active

    def _declare_once(
        self, asked: Mapping[int, Sequence[str]], where: str
    ) -> Generator[Phase, Said, dict[int, Move]]:
        def read(seat: int, payload: Value) -> Move:
            move = read_move(payload, where)
            ways = asked[seat]
            _must(not ways or move.lost in ways, "nothing that could be lost")
            return move

        seats = tuple(sorted(asked))
        if len(seats) == 1:

            def check_alone(seat: int, body: Body) -> None:
                payload, shown = array(body, 2)
                array(shown, 0)
                read(seat, payload)

            bodies = yield Phase("CHOOSE", seats, "", check_alone)
            payload = bodies[seats[0]][0]
            self._note(seats[0], payload)
            return {seats[0]: read(seats[0], payload)}
        bodies = yield Phase("DECIDE", seats, "", lambda _, body: _check_com(body))
        coms = {seat: octets(body[0]) for seat, body in bodies.items()}
        before = self._last()

        def check(seat: int, body: Body) -> None:
            nonce, payload = array(body, 2)
            place = context(before, "DECIDE", "", seat)
            _check_opens(coms[seat], place, nonce, payload)
            read(seat, payload)

        bodies = yield Phase("DECLARE", seats, "", check)
        for seat, body in bodies.items():
            self._note(seat, body[1])
        if out := self._left():
            self._let_go(out)
        return {seat: read(seat, body[1]) for seat, body in bodies.items()}

    def _choose(
        self, hands: Callable[[], Mapping[int, Hand]], where: str
    ) -> Generator[Phase, Said, dict[int, Choice]]:
        """Ask seats to use a card of a hand each; return the choices that count."""
        while asked := hands():
            try:
                return (yield from self._choose_once(asked, where))
            except Out:
                pass
        return {}

    def _choose_once(
        self, hands: Mapping[int, Hand], where: str
    ) -> Generator[Phase, Said, dict[int, Choice]]:
        seats = tuple(sorted(hands))
        cards = {seat: hands[seat].cards for seat in seats}
        deck = cards[seats[0]][0].deck
        if len(seats) == 1 and len(cards[seats[0]]) == 1:
            return (yield from self._choose_alone(seats[0], cards[seats[0]], where))
        takers = {
            seat: self._next(seat, hands[seat].step) if hands[seat].step else None
            for seat in seats
        }

        def check_pick(seat: int, body: Body) -> None:
            new, proof, com = map(octets, array(body, 3))
            octets(com, 32)
            self._check_pick(seat, cards[seat], new, proof)

        bodies = yield Phase("PICK", seats, deck, check_pick)
        before = self._last()
        coms = {}
        mixed = {}
        for seat, body in bodies.items():
            coms[seat] = octets(body[2])
            pairs = pairs_of(octets(body[0]), len(cards[seat]))
            mixed[seat] = [replace(cards[seat][0], pair=pair) for pair in pairs]
            if read := self._read(cards[seat]):
                used = self._decipher(mixed[seat][0])
                self.seen.append(Seen(self.r - 1, seat, tuple(read), used))

        def check_reveal(seat: int, body: Body) -> None:
            nonce, payload, shown, passed = array(body, 4)
            place = context(before, "PICK", cards[seat][0].deck, seat)
            _check_opens(coms[seat], place, nonce, payload)
            move = read_move(payload, where)
            self._check_stage(seat, move)
            self._check_open(seat, mixed[seat][0], move, shown, hands[seat].shown)
            self._check_pass("REVEAL", seat, mixed[seat], takers[seat], passed)

        bodies = yield Phase("REVEAL", seats, deck, check_reveal)
        passes = {seat: body[3] for seat, body in bodies.items()}
        chosen = {}
        for seat, body in bodies.items():
            self._note(seat, body[1])
        r = self.r - 1
        if out := self._left():
            out = yield from self._pass_again(hands, mixed, takers, passes, out)
            self._let_go(out)
            bodies = {seat: body for seat, body in bodies.items() if seat not in out}
        for seat, (_, payload, shown, _) in bodies.items():
            rest = self._rest(mixed[seat], takers[seat], passes[seat])
            opened = None if shown is None else array(shown)[0]
            move = read_move(payload, where)
            self._lift(cards[seat])
            (laid,) = self._lay(r, seat, mixed[seat][:1])
            if opened is not None:
                self._lift([laid])
            rest = self._lay(r, seat, rest, 1)
            chosen[seat] = self._chosen(seat, move, laid, rest, opened, r)
        return chosen

    def _pass_again(
        self,
        hands: Mapping[int, Hand],
        mixed: Mapping[int, list[Card]],
        takers: dict[int, int | None],
        passes: dict[int, Value],
        out: tuple[int, ...],
    ) -> Generator[Phase, Said, tuple[int, ...]]:
        """Run REPASS if cards were passed to removed seats; return all removed seats."""
        anew: dict[int, int] = {}

        def check(seat: int, body: Body) -> None:
            self._check_pass("REPASS", seat, mixed[seat], anew[seat], body)

        while True:
            anew.clear()
            for seat in passes:
                if seat not in out and takers[seat] in out and len(mixed[seat]) > 1:
                    anew[seat] = self._next(seat, hands[seat].step)
            if not anew:
                return out
            deck = mixed[min(mixed)][0].deck
            try:
                bodies = yield Phase("REPASS", tuple(sorted(anew)), deck, check)
            except Out as more:
                out = tuple(sorted((*out, *more.seats)))
                continue
            passes |= bodies
            takers |= anew
            return out

    def _choose_alone(
        self, seat: int, cards: list[Card], where: str
    ) -> Generator[Phase, Said, dict[int, Choice]]:
        """Ask one seat to use its only card or not."""
        (card,) = cards
        check = self._choice(where, cards, card.deck)
        bodies = yield Phase("CHOOSE", (seat,), card.deck, check)
        payload, shown = bodies[seat]
        move = read_move(payload, where)
        self._note(seat, payload)
        used = None if move.verb == "decline" else self._decipher(card)
        if read := self._read([card]):
            self.seen.append(Seen(self.r - 1, seat, tuple(read), used))
        opened = array(array(shown)[0])[1] if shown else None
        self._lift(cards)
        (laid,) = self._lay(self.r - 1, seat, cards)
        if opened is not None:
            self._lift([laid])
        return {seat: self._chosen(seat, move, laid, [], opened, self.r - 1)}

    def _chosen(
        self,
        seat: int,
        move: Move,
        used: Card,
        rest: list[Card],
        opened: Value,
        phase: int,
    ) -> Choice:
        if opened is None:
            return Choice(move, used, rest, None)
        shown = self._note_open(phase, seat, opened)
        return Choice(move, replace(used, owner=None, face=shown), rest, shown)

    def _turn(self, age: int, step: int) -> Steps:
        """Use one card of every hand; the rest is passed on, or stays if step is 0."""
        chosen = yield from self._choose(
            lambda: {seat: Hand(self.hands[seat], step) for seat in self.active},
            "turn",
        )
        self.hands = [[] for _ in self.all]
        for seat, choice in chosen.items():
            self.hands[self._next(seat, step) if step else seat] = choice.rest
        self._use(age, chosen)

    def _check_pick(
        self, seat: int, hand: list[Card], new: bytes, proof: bytes
    ) -> None:
        m, key = len(hand), hand[0].key
        after = pairs_of(new, m)
        check_shuffle(
            self._ctx("PICK", hand[0].deck, seat),
            key.hands[seat],
            [card.pair for card in hand],
            after,
            proof,
        )
        read = self._read(hand)
        if read is not None:
            again = self._read([replace(hand[0], pair=pair) for pair in after])
            _must(sorted(read) == sorted(again or ()), "other cards than in the hand")

    def _check_open(
        self, seat: int, card: Card, move: Move, shown: Value, may: bool
    ) -> None:
        """Check that the used card is opened if and only if the move shows it."""
        if not may or move.verb not in SHOWING:
            _must(shown is None, "a card opened that the move doesn't show")
            return
        opened, proof = array(shown, 2)
        self._check_card("REVEAL", b"open", seat, card, (opened, proof), move)

    def _check_card(
        self,
        kind: str,
        extra: bytes | None,
        seat: int,
        card: Card,
        shown: tuple[Value, Value],
        move: Move,
    ) -> None:
        """
        Check that a card is opened by its holder, and is the one that the move names.
        """
        names = self.lists.names
        opened = number(shown[0], 0, len(names) - 1)
        check_dleq(
            self._ctx(kind, card.deck, seat, extra),
            card.key.hands[seat],
            card.pair[0],
            sub(card.pair[1], face(opened)),
            octets(shown[1]),
        )
        _must(names[opened] == move.card, "another card than the move says")
        leads = opened in self.lists.leaders["expert"]
        _must(leads == (move.verb == "recruit"), "a card of another kind")
        _must(leads or move.card in self.lists.colours, "no card of an age")
        _must(self._decipher(card) in (None, opened), "another card than was used")

    def _check_pass(
        self, kind: str, seat: int, mixed: list[Card], to: int | None, passed: Value
    ) -> None:
        rest, key = mixed[1:], mixed[0].key
        if to is None or not rest:
            _must(passed is None, "cards passed that stay")
            return
        new, proof = map(octets, array(passed, 2))
        after = pairs_of(new, len(rest))
        for card, (_, b) in zip(rest, after, strict=True):
            _must(b != card.pair[1], "the identity is passed")
        check_xfer(
            self._ctx(kind, mixed[0].deck, seat, b"pass"),
            key.hands[seat],
            key.hands[to],
            [card.pair[0] for card in rest],
            [
                (a, sub(b, card.pair[1]))
                for card, (a, b) in zip(rest, after, strict=True)
            ],
            proof,
        )

    def _rest(self, mixed: list[Card], to: int | None, passed: Value) -> list[Card]:
        """Return the unused cards in their new places."""
        rest = mixed[1:]
        if passed is None:
            return rest
        new = pairs_of(octets(array(passed)[0]), len(rest))
        return [
            replace(card, pair=pair, owner=to)
            for card, pair in zip(rest, new, strict=True)
        ]

    def _note_open(self, phase: int, seat: int, card: Value) -> int:
        found = number(card, 0, self.numbers - 1)
        self.opened.append((phase, seat, found))
        return found

    # -- effects of moves --

    def _next_stage(self, seat: int) -> tuple[Effects, ...] | None:
        city = self.cities[seat]
        stages = self.lists.stages[city.board, city.side]
        built = len(city.built)
        return stages[built] if built < len(stages) else None

    def _check_stage(self, seat: int, move: Move) -> None:
        """
        Check that the stage can be built, and that the move makes the choices that it
        leaves.
        """
        if move.power:
            city = self.cities[seat]
            _must(city.power and city.spent != self.age, "no power to be used up")
        if move.verb != "stage":
            return
        stage, city = self._next_stage(seat), self.cities[seat]
        if stage is None:
            _wrong("a stage more than the board has")
        _must((len(stage) == 2) == bool(move.half), "a half of no stage")
        effects = stage[1 if move.half == "right" else 0]
        buries = any(one["kind"] == "bury_recruited_leader" for one in effects)
        _must(bool(move.bury) == (buries and bool(city.leaders)), "nobody to bury")
        _must(not move.bury or move.bury in city.leaders, "another leader's burial")
        free = any(one == {"kind": "take_pawn_from_box", "age": 0} for one in effects)
        _must(bool(move.pawn) == free, "no pawn to choose, or none chosen")
        if move.join:
            _must(self._may_join(seat), "no part to take")

    def _use(
        self, age: int, chosen: Mapping[int, Choice], *, sold: bool = True
    ) -> None:
        """
        Apply the cards that all seats used at once, opened or not.

        Sold cards join the discard pile, except leaders.
        """
        for seat, choice in chosen.items():
            city, move = self.cities[seat], choice.move
            effects: Effects = ()
            if move.verb == "sell" and sold:
                self.pile.append(choice.used)
            elif move.verb == "build":
                assert choice.opened is not None
                city.cards.append((choice.opened, choice.used))
                city.spent = age if move.power else city.spent
            elif move.verb == "recruit":
                city.leaders.append(move.card)
                effects = self.lists.effects[move.card]
            elif move.verb == "stage":
                stage = self._next_stage(seat)
                assert stage is not None
                city.built.append(move.half)
                effects = stage[1 if move.half == "right" else 0]
                if move.join:
                    self._join(age, seat)
            for effect in effects:
                self._happen(age, seat, effect, move)
        if self.projects:
            project = self.projects[age - 1]
            project.pawns = max(0, PAWNS[self.n] - len(project.takers))
            self._reward()

    def _may_join(self, seat: int) -> bool:
        """Return whether the age's edifice has a pawn left, and the seat has none."""
        if not self.projects:
            return False
        project = self.projects[self.age - 1]
        return project.pawns > 0 and seat not in project.takers

    def _join(self, age: int, seat: int) -> None:
        self.projects[age - 1].takers.add(seat)
        self.cities[seat].pawns.add(age)

    def _happen(
        self, age: int, seat: int, effect: Mapping[str, int | str], move: Move
    ) -> None:
        """Apply the immediate effects of a stage, a leader or a built edifice."""
        city = self.cities[seat]
        match effect["kind"]:
            case "play_last_card_of_each_age":
                city.extra = True
            case "one_card_of_each_age_free":
                city.power = True
            case "build_one_from_discard_free":
                self._looks_due.append((int(effect["order"]), seat))
            case "draw_leaders_from_box":
                self._draws_due.append((seat, int(effect["count"])))
            case "recruit_extra_leader":
                self._enlistments_due.append(seat)
            case "others_discard_victory_token":
                self._victims_of.append(seat)
            case "gain_victory_token":
                city.tokens.append(int(effect["value"]) or 2 * age - 1)
            case "take_pawn_from_box":
                city.pawns.add(int(effect["age"]) or int(move.pawn))
            case "bury_recruited_leader" if move.bury:
                city.leaders.remove(move.bury)

    def _reward(self) -> None:
        """Reward everybody with a pawn of a built edifice, once."""
        for age, project in enumerate(self.projects, 1):
            for seat in self.active:
                city = self.cities[seat]
                if project.fate == "built" and age in city.pawns - city.rewarded:
                    city.rewarded.add(age)
                    for effect in self.lists.effects[project.name]:
                        self._happen(age, seat, effect, Move("stage"))

    def _after_playing(self, age: int) -> Steps:
        """
        Run what follows the builds of a turn, first the edifice if its pawns are taken.
        """
        if self.projects:
            project = self.projects[age - 1]
            if not project.pawns and not project.fate:
                project.fate = "built"
                self._reward()
        yield from self._drop_tokens()
        while self._draws_due and self.box:
            seat, count = min(self._draws_due)
            drawn = self.box[:count]
            try:
                dealt = yield from self._deal(drawn, [seat] * len(drawn))
            except Out:
                continue
            self._draws_due.remove((seat, count))
            self.leaders[seat] += dealt
            self.box = self.box[count:]
        self._draws_due = []
        while due := [it for it in sorted(self._enlistments_due) if self.leaders[it]]:
            seat = due[0]
            chosen = yield from self._choose(self._hand_of_leaders(seat), "enlistment")
            if seat in chosen:
                self._enlistments_due.remove(seat)
                used = chosen[seat].move.verb == "recruit"
                kept = [] if used else [chosen[seat].used]
                self.leaders[seat] = kept + chosen[seat].rest
                self._use(age, chosen)
        self._enlistments_due = []
        yield from self._drop_tokens()

    def _hand_of_leaders(self, seat: int) -> Callable[[], Mapping[int, Hand]]:
        return lambda: {seat: Hand(self.leaders[seat])} if self._plays(seat) else {}

    def _hand_of(self, seat: int) -> Callable[[], Mapping[int, Hand]]:
        return lambda: {seat: Hand(self.hands[seat])} if self.hands[seat] else {}

    def _drop_tokens(self) -> Steps:
        """
        Make all others lose a victory token; a seat with different values chooses one.
        """
        lost = yield from self._lose(self._ways_to_drop, "victims")
        self._victims_of = []
        for seat, value in lost.items():
            self.cities[seat].tokens.remove(int(value))

    def _ways_to_drop(self) -> dict[int, list[str]]:
        if not self._victims_of:
            return {}
        return {
            seat: sorted({str(token) for token in self.cities[seat].tokens})
            for seat in self.active
            if seat != self._victims_of[0] and self.cities[seat].tokens
        }

    def _lose(
        self, ways: Callable[[], Mapping[int, list[str]]], where: str
    ) -> Generator[Phase, Said, dict[int, str]]:
        """Apply what each seat loses; only seats with several ways are asked."""
        moves = yield from self._declare(
            lambda: {seat: some for seat, some in ways().items() if len(some) > 1},
            where,
        )
        # Evaluate again: removed seats lose nothing, and others may no longer lose anything.
        return {
            seat: moves[seat].lost if seat in moves else some[0]
            for seat, some in ways().items()
        }

    def _extra_card(self, age: int) -> Steps:
        for seat, city in enumerate(self.cities):
            if city.extra:
                chosen = yield from self._choose(self._hand_of(seat), "extra")
                if seat in chosen and chosen[seat].move.verb != "decline":
                    self.hands[seat] = []
                self._use(age, chosen)

    def _choice(
        self, where: str, cards: Sequence[Card], deck: str
    ) -> Callable[[int, Body], None]:
        """Return the checks for a CHOOSE of one of these cards."""

        def check(seat: int, body: Body) -> None:
            payload, shown = array(body, 2)
            move = read_move(payload, where)
            self._check_stage(seat, move)
            if not move.card:
                array(shown, 0)
                return
            position, card, proof = array(array(shown, 1)[0], 3)
            at = number(position, 0, len(cards) - 1)
            self._check_card("CHOOSE", None, seat, cards[at], (card, proof), move)

        return check

    def _leave_over(self) -> None:
        for hand in self.hands:
            self.pile.extend(hand)
        self.hands = [[] for _ in self.all]

    def _end_turn(self) -> Steps:
        """Run the looks at the discard pile."""
        while self._looks_due and self.pile:
            due = min(self._looks_due)
            try:
                yield from self._look(due[1])
            except Out:
                continue
            self._looks_due.remove(due)
        self._looks_due = []

    def _fail(self, age: int) -> Steps:
        """Make everybody without a part in an unbuilt edifice pay for it."""
        if not self.projects or self.projects[age - 1].fate:
            return
        project = self.projects[age - 1]
        project.fate = "failed"
        penalty = self.lists.penalties[project.name]

        def ways() -> dict[int, list[str]]:
            return {
                seat: some
                for seat in self.active
                if age not in self.cities[seat].pawns
                and (some := self._payments(self.cities[seat], penalty))
            }

        lost = yield from self._lose(ways, "penalty")
        for seat, what in lost.items():
            city = self.cities[seat]
            if penalty["kind"] == "lose_victory_tokens":
                for token in what.split("+"):
                    city.tokens.remove(int(token))
                continue
            (found,) = (it for it in city.cards if self.lists.names[it[0]] == what)
            city.cards.remove(found)
            self.pile.append(found[1])

    def _payments(self, city: City, penalty: Mapping[str, int | str]) -> list[str]:
        """Return the ways to pay, except in coins, for which there is only one."""
        names, colours = self.lists.names, self.lists.colours
        match penalty["kind"]:
            case "lose_card":
                built = [names[card] for card, _ in city.cards]
                return [it for it in built if colours[it] == penalty["colour"]]
            case "lose_victory_tokens":
                some = combinations(sorted(city.tokens), int(penalty["amount"]))
                return ["+".join(map(str, it)) for it in sorted(set(some))]
        return []

    def _fight(self, age: int) -> None:
        shields = [self._shields(city) for city in self.cities]
        for seat, city in enumerate(self.cities):
            for other in (seat - 1, (seat + 1) % self.n):
                if shields[seat] > shields[other]:
                    city.tokens.append(2 * age - 1)

    def _shields(self, city: City) -> int:
        lists, place = self.lists, (city.board, city.side)
        working = [lists.starts[place]]
        for stage, half in zip(lists.stages[place], city.built, strict=False):
            working.append(stage[1 if half == "right" else 0])
        working += [lists.effects[lists.names[card]] for card, _ in city.cards]
        working += [lists.effects[leader] for leader in city.leaders]
        working += [lists.effects[self.projects[age - 1].name] for age in city.rewarded]
        return sum(
            int(effect["amount"])
            for effects in working
            for effect in effects
            if effect["kind"] == "shields"
        )

    # -- looks at the discard pile --

    def _look(self, looker: int) -> Steps:
        self.looks += 1
        deck = f"pile/{self.looks}"
        key = yield from self._make_key(deck)
        brought = yield from self._bring_in(key)
        mixed = yield from self._mix([brought])
        before, of_pile = dict(self._down), self.pile
        pile = yield from self._deal(mixed[0], [looker] * len(mixed[0]))
        self._lift(of_pile)
        check = self._choice("look", pile, deck)
        try:
            said = yield Phase("CHOOSE", (looker,), deck, check)
        except Out as gone:
            self._down = before
            self._lose_cards(gone.seats)
            raise
        body = said[looker]
        self._note(looker, body[0])
        if read := self._read(pile):
            used = None
            for shown in array(body[1]):
                used = number(array(shown)[1], 0, len(self.lists.names) - 1)
            self.seen.append(Seen(self.r - 1, looker, tuple(read), used))
        for shown in array(body[1]):
            place, card, _ = array(shown)
            opened = self._note_open(self.r - 1, looker, card)
            taken = pile.pop(number(place, 0, len(pile) - 1))
            taken = replace(taken, owner=None, face=opened)
            self.cities[looker].cards.append((opened, taken))
        self._down = {
            at: card
            for at, card in self._down.items()
            if at[:2] != (self.r - 2, looker)
        }
        self.pile = self._lay(self.r - 1, looker, pile)

    def _bring_in(self, key: DeckKey) -> Generator[Phase, Said, list[Card]]:
        """Run LOOK_X: the pile's face-down cards come under its joint key."""
        groups: dict[int, dict[str, list[int]]] = {}
        brought = list(self.pile)
        for at, card in enumerate(self.pile):
            if card.face is not None:
                pair = (base(1), add(face(card.face), key.joint))
                brought[at] = Card(pair, key, key.deck)
                continue
            assert card.owner is not None
            its = groups.setdefault(card.owner, {})
            its.setdefault(card.key.deck, []).append(at)
        pile, speakers = self.pile, tuple(sorted(groups))

        def check(seat: int, body: Body) -> None:
            parts = array(body, len(groups[seat]))
            for part, (name, places) in zip(parts, groups[seat].items(), strict=True):
                out, proof = map(octets, array(part, 2))
                check_xfer(
                    self._ctx("LOOK_X", key.deck, seat, name.encode()),
                    pile[places[0]].key.hands[seat],
                    key.joint,
                    [pile[place].pair[0] for place in places],
                    pairs_of(out, len(places)),
                    proof,
                )

        if speakers:
            bodies = yield Phase("LOOK_X", speakers, key.deck, check)
            for seat, body in bodies.items():
                for part, places in zip(body, groups[seat].values(), strict=True):
                    new = pairs_of(octets(array(part)[0]), len(places))
                    for place, (v, w) in zip(places, new, strict=True):
                        b = add(pile[place].pair[1], w)
                        brought[place] = Card((v, b), key, key.deck)
        return brought


def _is_before(holder: Holder, phase: int) -> bool:
    """
    Return whether somebody had a seat, counting only what was in force before a phase.
    """
    return holder.force is not None and holder.force < phase


def _check_com(body: Body) -> None:
    octets(array(body, 1)[0], 32)


def _check_opens(com: bytes, ctx: bytes, nonce: Value, payload: Value) -> None:
    opened = commitment(ctx, octets(nonce, 32), octets(payload))
    _must(opened == com, "not what was committed to")


# ---------- The log ----------


DRAWS = ("lot", "chosen")


def expansions_of(options: Mapping[str, Value]) -> tuple[str, ...]:
    """Return the expansions that a table plays with, in order."""
    said = text(options.get("with", ""))
    found = tuple(said.split(",")) if said else ()
    in_order = tuple(name for name in EXPANSIONS if name in found)
    _must(found == in_order, "no such expansions, or not in their order")
    return found


def boards_of(options: Mapping[str, Value]) -> tuple[str, ...]:
    """Return the boards that a table names, if it names any."""
    said = text(options.get("boards", ""))
    return tuple(said.split(",")) if said else ()


def _judge_table(rules: bytes, options: dict[str, Value]) -> None:
    """Check the options that a game with sealed cards requires."""
    if options["game"] == "architects":
        from tests import independent_architects

        _must(rules == independent_architects.catalogue().rules, "other rules")
        _must(options["suite"] == 2, "not a table with sealed cards")
        _must(options.get("draw", "lot") in DRAWS, "no such draw")
        return
    expansions = expansions_of(options)
    boards = boards_of(options)
    _must(rules == catalogue(expansions, boards).rules, "other rules")
    _must(options["suite"] == 2, "not a table with sealed cards")
    number(options["players"], 3, 7)
    sides = ("day", "night", "choose", "random")
    _must(options.get("sides", "choose") in sides, "no such sides")
    leaders = options.get("leaders", "standard")
    fits = leaders == "standard" or (leaders == "expert" and "leaders" in expansions)
    _must(fits, "no such leaders")
    enough = not boards or len(boards) >= number(options["players"], 3, 7)
    _must(enough, "too few boards")
    _must(options.get("draw", "lot") in DRAWS, "no such draw")


class Account:
    """A log, read entry by entry. An entry that is wrong in itself changes nothing."""

    def __init__(self, keys: Keys | None = None) -> None:
        self._keys: Keys = keys or {}
        self.entries = 0
        self.lobby = Lobby(_judge_table)
        self.table: Phases | None = None

    @property
    def game(self) -> Game | None:
        """The game, if it has begun and is 7 Wonders."""
        return self.table if isinstance(self.table, Game) else None

    def take(self, wire: bytes) -> None:
        """
        Accept an entry.

        Raises:
            Cheat: it is a fraud; `hold` accepts it, since a ballot may follow.
        """
        try:
            envelope = open_wire(wire)
            if self.table is not None:
                self.table.take(envelope, self.entries)
            else:
                self.lobby.take(envelope)
        except Wrong as wrong:
            self.finish()  # earlier faults come first
            raise Fault(self.entries, str(wrong)) from wrong
        if self.table is None and self.lobby.gid is not None:
            self.table = self._sit_down(self.lobby.gid)
        self.entries += 1

    def hold(self, wire: bytes) -> None:
        """Accept a fraud."""
        assert self.table is not None
        self.table.hold(open_wire(wire), self.entries)
        self.entries += 1

    def take_or_hold(self, wire: bytes) -> None:
        """Accept an entry, even a fraud."""
        try:
            self.take(wire)
        except Cheat as cheat:
            if cheat.entry != self.entries:
                raise
            self.hold(wire)

    def finish(self) -> None:
        """Check that the file may end here."""
        if self.table is not None:
            self.table.finish()

    def _sit_down(self, gid: bytes) -> Phases:
        seats, options = self.lobby.seats, self.lobby.options
        if options["game"] == "architects":
            from tests.independent_architects import Architects

            draw = text(options.get("draw", "lot"))
            table: Phases = Architects(gid, seats, draw, self._keys)
        else:
            table = Game(gid, seats, options, self._keys)
        table.rescues = options.get("gone") == "rescue"
        return table


def wires(data: bytes) -> Iterator[bytes]:
    """Yield the packed wires of a file."""
    if not data.startswith(MAGIC):
        raise Fault(0, "not a log file")
    at, entry = len(MAGIC), 0
    while at < len(data):
        size = int.from_bytes(data[at : at + 4], "big")
        if len(data) < at + 4 + size:
            raise BreaksOff(entry, "the file breaks off in an entry")
        yield data[at + 4 : at + 4 + size]
        at += 4 + size
        entry += 1


def verify(data: bytes, keys: Keys | None = None) -> Account:
    """Read a whole file, which may end between any two entries."""
    account = Account(keys)
    try:
        for wire in wires(data):
            account.take_or_hold(wire)
    except BreaksOff:
        account.finish()  # earlier faults come first
        raise
    account.finish()
    return account


def read_keys(data: str) -> Keys:
    """Read secret keys from JSON: seat -> deck -> [x, z]."""
    return {
        int(seat): {
            deck: (
                int.from_bytes(bytes.fromhex(x), "little"),
                int.from_bytes(bytes.fromhex(z), "little"),
            )
            for deck, (x, z) in decks.items()
        }
        for seat, decks in json.loads(data).items()
    }


def main(arguments: Sequence[str]) -> int:
    if len(arguments) not in (1, 2):
        sys.stderr.write("usage: python -m tests.independent LOG [KEYS]\n")
        return 2
    keys = read_keys(Path(arguments[1]).read_text("utf-8")) if arguments[1:] else None
    try:
        account = verify(Path(arguments[0]).read_bytes(), keys)
    except Fault as fault:
        sys.stderr.write(f"{fault}\n")
        return 1
    table = account.table
    phases = f", phases {table.r}, over: {table.over}" if table else ""
    sys.stdout.write(f"entries {account.entries}{phases}\n")
    return 0


if __name__ == "__main__":
    # Use the imported copy of this module, as the modules that it imports do.
    from tests import independent

    sys.exit(independent.main(sys.argv[1:]))
