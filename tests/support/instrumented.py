"""
A player's program that exposes its secrets: the real link, session, seat and files.

    python -m tests.support.instrumented HOST:PORT#PIN NAME FOLDER [search]

It plays at random up to the third turn, and then holds its REVEAL back. In Architects,
it plays up to the first peek of the cat. With ``search``, it follows the rules of
`searchers` until a pile is looked through, and the player who looked holds their CHOOSE
back. The program reports this in a line of JSON. Then it reads commands: "tell" prints
the secrets that nobody else may know, and "go on" sends the message that was held back.
The program ends with its input.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple, cast

from cryptography.hazmat.primitives.serialization import load_pem_private_key
from twisted.internet import reactor
from twisted.internet.interfaces import IReactorCore, IReactorFromThreads, ITransport
from twisted.internet.protocol import connectionDone
from twisted.internet.stdio import StandardIO
from twisted.protocols.basic import LineOnlyReceiver
from twisted.python.failure import Failure

from sealed_wonders.client.bots import strategy
from sealed_wonders.client.commands.botplaying import Bot
from sealed_wonders.client.storage.home import Home
from sealed_wonders.client.table.actions import AnswerQuestion
from sealed_wonders.client.table.environment import Environment
from sealed_wonders.client.table.events import ChoiceOpened, Question, Waiting
from sealed_wonders.client.table.link import ILinkReactor, Link
from sealed_wonders.client.table.memory import MemoryStore
from sealed_wonders.client.table.participant import Participant
from sealed_wonders.client.table.seat import Seat
from sealed_wonders.client.table.session import Session
from sealed_wonders.core.architects.effects import Keep
from sealed_wonders.core.architects.state import State as ArchitectsState
from sealed_wonders.core.game import Move, Slot
from sealed_wonders.core.wonders.play import Turn
from sealed_wonders.core.wonders.state import State
from sealed_wonders.net.address import Address
from sealed_wonders.net.identity import Identity
from sealed_wonders.net.log.envelopes import parse, unpack_array
from sealed_wonders.net.messages import FromClient, Post
from sealed_wonders.net.sealed.cards import SealedCards
from sealed_wonders.net.threads import Threads
from tests.support.searchers import all_search

AGE, TURN = 1, 3
"""The turn in which it stops: by then, keys of boards and of an age have been used."""

PATIENCE = 120.0
"""Seconds after which the program ends by itself, in case nobody stops it."""


class Look(NamedTuple):
    """How cards are shown to one seat of Architects, and what it chooses then."""

    slots: Callable[[ArchitectsState], tuple[Slot, ...]]
    """Returns the slots shown to a seat; none if no seat was shown any."""
    choose: Callable[[Question], Move]
    """Chooses a move that turns up one of these cards."""


def _shown_by_the_cat(state: ArchitectsState) -> tuple[Slot, ...]:
    return state.central.slots[:1] if state.saw else ()


def _looked_through(state: ArchitectsState) -> tuple[Slot, ...]:
    if isinstance(state.task, Keep):
        return state.pile(state.task.pile).slots[1:5]
    return ()


CAT = Look(_shown_by_the_cat, lambda question: Move("take central"))

SEARCH = Look(_looked_through, lambda question: question.moves[-1])
"""Five cards aren't all of one kind, so the last move doesn't keep the top card."""


class Playing(Bot):
    """
    A bot that plays at random, except in the turn whose move is held back.

    There, the bot makes a move that nobody has made before, if it can, so that a test
    can search for its text.
    """

    def __init__(self, name: str, look: Look) -> None:
        super().__init__(strategy("random", name), name)
        self.was_said: Callable[[str], bool]
        self.passed: Callable[[int], None]
        self._look = look

    def on_choice_opened(self, event: ChoiceOpened) -> None:
        """Answer immediately."""
        question = event.question
        if shown(self._look, question.state):
            self._answer(question, self._look.choose(question))
            return
        if is_the_turn(question.state):
            new = [move for move in question.moves if not self.was_said(move.text)]
            if new:
                self._answer(question, new[0])
                return
        super().on_choice_opened(event)

    def _answer(self, question: Question, move: Move) -> None:
        self.table.do(AnswerQuestion(question.phase, move))

    def on_waiting(self, event: Waiting) -> None:
        """Report the number of the open phase."""
        self.passed(event.wait.phase.number)


class Instrumented(LineOnlyReceiver):
    """Read commands from standard input, and control the program."""

    delimiter = b"\n"
    transport: ITransport

    def __init__(self, address: Address, name: str, folder: Path, look: Look) -> None:
        home = Home(folder, folder)
        self._identity = home.identity()
        self._player = Playing(name, look)
        self._look = look
        self._slots: tuple[Slot, ...] = ()
        """The slots shown when the game was stopped."""
        self._store: MemoryStore
        self._held: Post | None = None
        self._until: int | None = None
        """The phase that was stopped; None before that."""
        participant = Participant(self._identity, name)
        self._link = Link(cast(ILinkReactor, reactor), address, participant)
        self._session = self._link.session = Session(
            participant,
            self._player,
            self._send,
            environment=Environment(
                store_of=lambda table: self._open(home, table),
                work=Threads(cast(IReactorFromThreads, reactor)),
            ),
        )
        self._player.give_up = self._link.stop
        self._player.was_said = self._was_said
        self._player.passed = self._passed

    # Input.

    def connectionMade(self) -> None:
        """Connect to the host."""
        self._link.run().addBoth(self._end)

    def lineReceived(self, line: bytes) -> None:
        """Print the secrets if the line is "tell"; else send the held message."""
        if line == b"tell":
            self._say(**self._knowledge())
        elif self._held is not None:
            self._link.send(self._held)
            self._held = None

    def connectionLost(self, reason: Failure = connectionDone) -> None:
        """Stop when the input ends."""
        self._link.stop()

    def _end(self, result: object) -> None:
        if isinstance(result, Failure):
            sys.stderr.write(result.getErrorMessage() + "\n")
        cast(IReactorCore, reactor).stop()

    # The program.

    def _open(self, home: Home, table: bytes) -> MemoryStore:
        self._store = home.memories(table)
        return self._store

    def _was_said(self, text: str) -> bool:
        seat = self._session.seat
        return seat is None or text.encode() in seat.fold.log()

    def _send(self, message: FromClient) -> None:
        """Send a message, unless it is the one to hold back."""
        if isinstance(message, Post) and self._until is None:
            seat, envelope = self._session.seat, parse(message.wires[0].env)
            if seat is not None and self._is_held(envelope.kind, seat.fold.state):
                self._held = message
                self._hold(envelope.phase, seat)
                return
        self._link.send(message)

    def _passed(self, phase: int) -> None:
        """
        Report, once, that everybody has revealed, or that the card seen was turned up.
        """
        seat = self._session.seat
        if seat is None:
            return
        if self._until is None:
            looked = shown(self._look, seat.fold.state)
            if looked and seat.fold.missing != (seat.number,):
                self._hold(phase, seat)
        elif phase > self._until + isinstance(seat.fold.state, ArchitectsState):
            self._say(passed=self._until)
            self._until = sys.maxsize

    def _hold(self, phase: int, seat: Seat) -> None:
        """Report that the game stops here for now."""
        self._until, self._slots = phase, shown(self._look, seat.fold.state)
        self._say(held=phase)

    def _is_held(self, kind: str, state: object) -> bool:
        """Return whether an entry of this kind is held back now."""
        if kind == "CHOOSE":
            return shown(self._look, state) != ()
        return kind == "REVEAL" and is_the_turn(state)

    # Output.

    def _say(self, **what: Any) -> None:
        self.transport.write(json.dumps(what).encode() + b"\n")

    def _knowledge(self) -> dict[str, Any]:
        """
        Return the secrets that nobody else may know.

        The secrets of the keys exist as numbers in `Secrets`, and in the store as they
        were written. This returns the stored ones, so that no copies of the numbers are
        made.
        """
        memories = [
            memory
            for phase in range(self._until or 0)
            if (memory := self._store.recall(phase)) is not None
        ]
        keys = {}
        for kept in self._store.kept():
            deck, share, hand = cast(tuple[str, bytes, bytes], unpack_array(kept))
            keys[deck] = (share.hex(), hand.hex())
        known: dict[str, Any] = {
            "identity": _private(self._identity).hex(),
            "seed": self._store.seed.hex(),
            "keys": keys,
        }
        seat = self._session.seat
        if seat is not None and isinstance(seat.fold.state, ArchitectsState):
            return known | {"halves": self._halves(seat), "takes": self._takes()}
        *before, last = [memory for memory in memories if memory.nonce]
        return known | {
            "nonce": last.nonce.hex(),
            "payload": "" if last.move is None else last.move.text,
            "revealed": [memory.nonce.hex() for memory in before],
        }

    def _takes(self) -> int:
        """Return the index of the card that was chosen; 0 if there was no choice."""
        memory = self._store.recall(self._until or 0)
        if self._held is None or memory is None or memory.move is None:
            return 0
        _verb, what = memory.move.text.split()
        return int(what) - 1 if what.isdecimal() else 1

    def _halves(self, seat: Seat) -> list[dict[str, str]]:
        """
        Return the halves of decryption for the cards shown to a seat, which everybody
        knows.
        """
        cards = seat.fold.cards
        if not isinstance(cards, SealedCards):
            raise TypeError
        found = []
        for lying in map(cards.layout.at, self._slots):
            halves = {"share": lying.card.a.hex()}
            if seat.number in lying.peeked:
                halves["hand"] = lying.peeked[seat.number].a.hex()
            found.append(halves)
        return found


def shown(look: Look, state: object) -> tuple[Slot, ...]:
    """Return the slots shown to one seat; none if the game isn't Architects."""
    return look.slots(state) if isinstance(state, ArchitectsState) else ()


def is_the_turn(state: object) -> bool:
    """Return whether it is the turn whose move is held back."""
    return isinstance(state, State) and state.task == Turn(AGE, TURN)


def _private(identity: Identity) -> bytes:
    """Return the private key of an identity."""
    key = load_pem_private_key(identity.to_pem(), password=None)
    raw: bytes = cast(Any, key).private_bytes_raw()
    return raw


def main() -> None:
    address, name, folder, *search = sys.argv[1:]
    if search:
        all_search()
    look = SEARCH if search else CAT
    StandardIO(Instrumented(Address.parse(address), name, Path(folder), look))
    core = cast(Any, reactor)
    core.callLater(PATIENCE, core.stop)
    core.run()


if __name__ == "__main__":
    main()
