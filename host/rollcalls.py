"""
Roll calls: the seats that play at this host sign that they do.

docs/PROTOCOL.md (Roll calls) prescribes the times, limits and signed bytes.

A client that looks for the players of a game asks with a random nonce, without logging
in. Since anybody may ask, nonces are collected for some seconds, and each seat then
signs one list instead of one answer per question. The theory is in
`sealed_wonders.net.rollcall`.

A connection that asks makes way for others like any that hasn't logged in. A question
signed by a seat of the game never makes way, its nonce comes before all others, and it
is answered even by a host that lets in only the people on its list. Each seat has one
open question at a time, and so does each address.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from twisted.internet.interfaces import IDelayedCall

from sealed_wonders.core.game import Seat
from sealed_wonders.host.context import Context
from sealed_wonders.host.denied import Denied
from sealed_wonders.host.guests import Guests
from sealed_wonders.host.peer import Peer
from sealed_wonders.host.runninggame import RunningGame
from sealed_wonders.net import notices
from sealed_wonders.net.identity import verify
from sealed_wonders.net.messages import (
    NONCES_CAP,
    Attest,
    Attestation,
    Attested,
    Inquire,
    Roll,
)
from sealed_wonders.net.origins import Origin
from sealed_wonders.net.rollcall import (
    ANSWER_SECONDS,
    GATHER_SECONDS,
    evidence_of,
    question_bytes,
    roll_digest,
)
from sealed_wonders.net.wire import ToClient


@dataclass(frozen=True, slots=True)
class _Question:
    connection: ToClient
    nonce: bytes


@dataclass(slots=True)
class _Called:
    """A list sent to the seats, and what they have signed."""

    questions: tuple[_Question, ...]
    nonces: tuple[bytes, ...]
    missing: set[Seat]
    rows: dict[Seat, Attestation] = field(default_factory=dict)
    timer: IDelayedCall | None = None


class RollCalls:
    def __init__(self, context: Context, guests: Guests) -> None:
        self._context = context
        self._guests = guests
        self._gathered: dict[bytes, dict[Seat | str, _Question]] = {}
        """Questions since the last list, by game, then by asking seat or address."""
        self._called: dict[tuple[bytes, bytes], _Called] = {}
        """Lists sent to the seats, by game and digest."""

    def inquire(self, connection: ToClient, asked: Inquire) -> None:
        """Collect a nonce, or raise `Denied`; `Attested` is sent later."""
        gid = asked.gid
        game = self._game(gid)
        if game is None:
            raise Denied("no-game", notices.NO_SUCH_GAME())
        seat = self._seat_of(game, asked)
        if seat is None:
            self._check_stranger(game)
        gathered = self._gathered.get(gid)
        if gathered is None:
            gathered = self._gathered[gid] = {}
            self._context.clock.callLater(GATHER_SECONDS, self._call, gid)
        origin = Origin.of(connection.transport)
        key = origin.address if seat is None else seat
        before = gathered.get(key)
        if before is not None:
            before.connection.close()
        connection.is_vouched_for = seat is not None
        gathered[key] = _Question(connection, asked.nonce)

    def attest(self, peer: Peer, said: Attest) -> None:
        table = self._context.registry.find(said.table)
        game = None if table is None else table.game
        seat = None if game is None else game.seat_of(peer.identity)
        if game is None or seat is None:
            return
        called = self._called.get((game.gid, said.roll))
        if called is None or seat not in called.missing:
            return
        called.missing.discard(seat)
        called.rows[seat] = Attestation(
            seat,
            said.phase,
            said.digest,
            said.own,
            said.mark,
            said.heard,
            said.signature,
        )
        if not called.missing:
            self._answer(game.gid, said.roll)

    def _game(self, gid: bytes) -> RunningGame | None:
        table = self._context.registry.playing(gid)
        return None if table is None else table.game

    def _seat_of(self, game: RunningGame, asked: Inquire) -> Seat | None:
        people = game.fold.people
        if asked.signature is None or asked.seat is None or asked.seat >= len(people):
            return None
        statement = question_bytes(game.gid, self._context.pin, asked.nonce)
        key = people[asked.seat].identity
        return asked.seat if verify(key, statement, asked.signature) else None

    def _check_stranger(self, game: RunningGame) -> None:
        """Raise `Denied` if only the seats of a game may ask about it."""
        if self._guests.are_listed:
            raise Denied(
                "not-invited", "this host accepts only the players on its list"
            )
        if game.is_late:
            # Spectators see the progress of this game late, and an answer would reveal
            # it.
            raise Denied("no-game", notices.NO_SUCH_GAME())

    def _call(self, gid: bytes) -> None:
        game = self._game(gid)
        questions = self._take_questions(gid, NONCES_CAP if game is not None else 0)
        if game is None or not questions:
            return
        nonces = tuple(question.nonce for question in questions)
        roll = roll_digest(nonces)
        called = self._called[gid, roll] = _Called(questions, nonces, set())
        for seat in game.fold.active:
            peer = self._context.peers.of(game.fold.people[seat].identity)
            if peer is not None and game.here[seat]:
                called.missing.add(seat)
                peer.connection.send(Roll(game.table, nonces))
        called.timer = self._context.clock.callLater(
            ANSWER_SECONDS, self._answer, gid, roll
        )
        if not called.missing:
            self._answer(gid, roll)

    def _take_questions(self, gid: bytes, most: int) -> tuple[_Question, ...]:
        """Take the questions about a game, and close connections beyond the limit."""
        gathered = self._gathered.pop(gid)
        # Seats first, so that strangers with many addresses can't displace them.
        first = sorted(gathered, key=lambda key: isinstance(key, str))
        for key in first[most:]:
            gathered[key].connection.close()
        return tuple(gathered[key] for key in first[:most])

    def _answer(self, gid: bytes, roll: bytes) -> None:
        called, game = self._called.pop((gid, roll)), self._game(gid)
        if called.timer is not None and called.timer.active():
            called.timer.cancel()
        evidence = () if game is None else evidence_of(game.fold, called.rows)
        rows = tuple(called.rows.values())
        answer = Attested(gid, called.nonces, rows, evidence)
        for question in called.questions:
            question.connection.send(answer)
            question.connection.close()
