"""
Cheats in the storm: a modified client, or a modified host.

A few kinds of the many in `tests/cheats`, in the middle of everything else that goes
wrong.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from msgspec.structs import replace as replace_struct

from sealed_wonders.net import messages
from sealed_wonders.net.identity import Identity
from sealed_wonders.net.log.envelopes import Body, Value, Wire, parse, sign
from sealed_wonders.net.log.lanes import MAIN, phase_about
from sealed_wonders.net.marks import make_mark
from sealed_wonders.net.plan import COMMITTING
from sealed_wonders.net.rollcall import Statement
from sealed_wonders.net.rollcall import sign as attest
from sealed_wonders.net.wire import ToClient

if TYPE_CHECKING:
    from tests.storm.table import Table

SILENT = "falls silent"
"""A modified client that stays connected but sends nothing any more."""

MARKS_FALSELY = "marks falsely"

CLIENT_CHEATS = (
    "lies",
    "signs twice",
    "hides its move",
    "talks rubbish",
    SILENT,
    MARKS_FALSELY,
    "claims to be further",
)
"""What modified clients do, in some phase or from that phase on."""

POST_CHEATS = CLIENT_CHEATS[:5]
"""Those of them that change or drop entries of the log."""

PLAYS_TWICE = "plays in two worlds"
"""The helper of a host that shows two worlds: two honest programs with one key."""

HOST_CHEATS = ("withholds", "reorders", "garbles", "says they are away", "forgets")
"""What modified hosts do to one of their players for a while."""


def _other(body: Body, dice: random.Random) -> Body:
    """Return a body with one bit of one of its byte strings flipped."""
    places = [at for at, part in enumerate(body) if _has_bytes(part)]
    if not places:
        return (*body, 0)
    at = dice.choice(places)
    part = body[at]
    changed: Value
    if isinstance(part, bytes):
        place = dice.randrange(len(part))
        changed = part[:place] + bytes([part[place] ^ 1]) + part[place + 1 :]
    elif isinstance(part, tuple):
        changed = _other(part, dice)
    else:
        raise TypeError(part)
    return (*body[:at], changed, *body[at + 1 :])


def _has_bytes(part: object) -> bool:
    if isinstance(part, bytes):
        return bool(part)
    return isinstance(part, tuple) and any(map(_has_bytes, part))


class Crook:
    """
    A modified client.

    Attributes:
        kind: one of `CLIENT_CHEATS`, or `PLAYS_TWICE`.
        has_cheated: whether it has done so.
        lie: what it has sent that is wrong by itself, if anything.
        gid: returns the game's id; set by the owner.
        pin: returns the pin of the host it is at; likewise.
    """

    def __init__(self, kind: str, identity: Identity, dice: random.Random) -> None:
        self.kind = kind
        self.has_cheated = False
        self.lie: bytes | None = None
        self.gid: Callable[[], bytes] = bytes
        self.pin: Callable[[], bytes] = bytes
        self._identity = identity
        self._dice = dice
        self._from = dice.randint(0, 25)

    def says(self, message: messages.FromClient) -> Iterator[messages.FromClient]:
        """Yield what is sent instead of a message."""
        if isinstance(message, messages.Mark | messages.Attest):
            yield self._statement(message)
            return
        if not isinstance(message, messages.Post) or self.kind not in POST_CHEATS:
            yield message
            return
        if self.kind == SILENT:
            phases = (phase_about(parse(wire.env)) for wire in message.wires)
            furthest = max((it for it in phases if it is not None), default=-1)
            self.has_cheated = self.has_cheated or furthest >= self._from
            if not self.has_cheated:
                yield message
            return
        wires = tuple(it for wire in message.wires for it in self._wires(wire))
        if wires:
            yield messages.Post(wires)

    def _statement(
        self, said: messages.Mark | messages.Attest
    ) -> messages.Mark | messages.Attest:
        """Sign another mark, or a claim that a seat is further than it is."""
        gid = self.gid()
        if isinstance(said, messages.Mark) and self.kind == MARKS_FALSELY:
            self.has_cheated = True
            other = bytes([said.mark[0] ^ 1]) + said.mark[1:]
            made = make_mark(self._identity, gid, said.phase, said.digest, other)
            return replace_struct(said, mark=other, signature=made.signature)
        if isinstance(said, messages.Attest) and self.kind == "claims to be further":
            self.has_cheated = True
            further = Statement(said.phase + 1000, said.digest, said.own, said.mark)
            signature = attest(self._identity, gid, self.pin(), said.roll, further)
            return replace_struct(said, phase=further.phase, signature=signature)
        return said

    def _wires(self, wire: Wire) -> Iterator[Wire]:
        envelope = parse(wire.env)
        is_mine = envelope.lane == MAIN and envelope.phase >= self._from
        if not is_mine:
            yield wire
            return
        if self.kind == "hides its move":
            self.has_cheated = self.has_cheated or envelope.kind in (
                "REVEAL",
                "DECLARE",
                "CHOOSE",
            )
            if not self.has_cheated:
                yield wire
            return
        if self.has_cheated and self.kind != "talks rubbish":
            yield wire
            return
        self.has_cheated = True
        body = _other(envelope.body, self._dice)
        other = sign(self._identity, replace(envelope, body=body)).wire
        if self.kind == "lies":
            if envelope.kind not in COMMITTING:  # a commitment may be to anything
                self.lie = other.env
            yield other
        elif self.kind == "signs twice":
            yield wire
            yield other
        else:
            yield wire
            yield wire._replace(sig=bytes(64))
            yield Wire(self._dice.randbytes(40), bytes(64))


class LyingHost:
    """
    A host that lies to one of its players.

    Attributes:
        kind: one of `HOST_CHEATS`.
        victim: the identity of that player.
    """

    def __init__(
        self, kind: str, table: Table, victim: bytes, dice: random.Random
    ) -> None:
        self.kind = kind
        self.victim = victim
        self._table = table
        self._dice = dice
        self._from = dice.uniform(2, 15)
        self._until = self._from + dice.uniform(1, 15)

    @property
    def hides(self) -> bool:
        """Whether it withholds so much that its victim may wait forever."""
        return self.kind in ("withholds", "forgets")

    def connection(self, make: Callable[[], ToClient]) -> ToClient:
        """Return a connection on which it may lie."""
        made = make()
        honest = made.send

        def send(message: messages.FromHost) -> None:
            server = self._table.house.server
            peer = None if server is None else server.peers.find(made)
            is_victim = peer is not None and peer.identity == self.victim
            for said in self._said(message) if is_victim else (message,):
                honest(said)

        made.send = send  # type: ignore[method-assign]
        return made

    def _said(self, message: messages.FromHost) -> Sequence[messages.FromHost]:
        if not self._from <= self._table.world.now <= self._until:
            return (message,)
        if isinstance(message, messages.Presence) and self.kind == "says they are away":
            return (messages.Presence(message.table, (False,) * len(message.here)),)
        if not isinstance(message, messages.Log) or not message.wires:
            return (message,)
        wires = message.wires
        match self.kind:
            case "withholds":
                return ()
            case "reorders":
                mixed = self._dice.sample(wires, len(wires))
                return (messages.Log(message.table, message.entry, tuple(mixed)),)
            case "garbles":
                at = self._dice.randrange(len(wires))
                env = wires[at].env
                place = self._dice.randrange(len(env))
                bad = env[:place] + bytes([env[place] ^ 4]) + env[place + 1 :]
                wrong = (*wires[:at], Wire(bad, wires[at].sig), *wires[at + 1 :])
                return (messages.Log(message.table, message.entry, wrong),)
            case "forgets":
                return (
                    messages.Log(message.table, max(0, message.entry - 2), wires[:-1]),
                )
        return (message,)
