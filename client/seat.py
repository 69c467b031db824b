"""
A seat at a table: its identity, its fold of the log, and what it must say next.

What needs no choice it says by itself; for the rest there is a `question`. It says
nothing that its own fold doesn't ask for, and nothing twice in different words.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable

from sealed_wonders.client.memory import InMemory, Memory, Store
from sealed_wonders.client.players import Question
from sealed_wonders.core.game import Move, State
from sealed_wonders.net.cards import Secrets
from sealed_wonders.net.errors import LocalProtocolError
from sealed_wonders.net.fold import Fold
from sealed_wonders.net.identity import Identity
from sealed_wonders.net.log.digests import NONCE_SIZE
from sealed_wonders.net.log.envelopes import Body, Wire, sign
from sealed_wonders.net.plan import UNDECIDED
from sealed_wonders.net.suites import secrets_of

COMMITTING = ("PICK", "DECIDE")
"""Kinds of phases in which a choice is committed to; the next one reveals it."""

REVEALING = ("REVEAL", "DECLARE")


class Seat:
    """
    One seat, from the beginning of a game to its end.

    Attributes:
        fold: what follows from the log.
        number: which seat it is.
        question: the choice that is open for it, if one is.
    """

    def __init__(
        self,
        identity: Identity,
        fold: Fold,
        store: Store | None = None,
        entropy: Callable[[int], bytes] = secrets.token_bytes,
    ) -> None:
        """
        Take a seat.

        Args:
            entropy: gives so many random bytes.

        Raises:
            LocalProtocolError: the identity has no seat at this table.
        """
        number = fold.charter.seat_of(identity.public)
        if number is None:
            raise LocalProtocolError(f"{identity!r} has no seat at this table")
        self.fold = fold
        self.number = number
        self.question: Question | None = None
        self._identity = identity
        self._secrets: Secrets = secrets_of(fold, number)
        self._store: Store = InMemory() if store is None else store
        self._entropy = entropy
        self._said: Wire | None = None
        """What we said in the open phase and haven't seen in the log."""
        self._phase = -1
        """The phase it was said in."""
        self._sent = True
        self._speak()

    @property
    def secrets(self) -> Secrets:
        """What this seat alone knows of the cards."""
        return self._secrets

    def receive(self, wires: Iterable[Wire]) -> tuple[State, ...]:
        """
        Take entries of the log, and give each state they lead to, with its news.

        Raises:
            Refused: an entry doesn't follow: the host's fault.
        """
        states: list[State] = []
        for wire in wires:
            if self.fold.fraud or self.fold.over:
                break
            self.fold.accept(wire)
            states += self.fold.states
        self._speak()
        return tuple(states)

    def answer(self, move: Move) -> None:
        """
        Choose.

        Raises:
            LocalProtocolError: there is no question, or the move isn't among its moves.
            OSError: it can't be written down; then nothing was said.
        """
        question = self.question
        if question is None or move not in question.moves:
            raise LocalProtocolError(f"not a move that is open now: {move!r:.80}")
        task = self.fold.task
        if task.phase.kind in COMMITTING:
            nonce = self._entropy(NONCE_SIZE)
            sealed = self.fold.seal(self.number, move.text, nonce)
            self._say(self._secrets.commit(task, move, sealed), move, nonce)
        else:
            self._say(self._secrets.choose(task, move), move)
        self.question = None

    def take(self) -> tuple[Wire, ...]:
        """Take what is to be sent now."""
        return () if self._sent else self.unheard()

    def unheard(self) -> tuple[Wire, ...]:
        """Give what we said and haven't seen in the log: to be sent again."""
        self._sent = True
        return () if self._said is None else (self._said,)

    def _speak(self) -> None:
        """Say what the open phase needs of us; a choice becomes a question."""
        phase = self.fold.phase
        if phase.number != self._phase or self.number not in self.fold.missing:
            self._phase, self._said, self._sent = phase.number, None, True
            self.question = None
        elif self._said is not None or self.question is not None:
            return
        if self.number not in self.fold.missing:
            return
        memory = self._store.recall(phase.number)
        if memory is not None:
            self._send(memory.wire)
        elif phase.kind == "END":
            self._say(self.fold.end_body())
        elif phase.kind in UNDECIDED:
            self._say(self._secrets.speak(self.fold.task).body)
        elif phase.kind in REVEALING:
            self._reveal()
        else:
            self._ask()

    def _ask(self) -> None:
        state = self.fold.state
        faces = self._secrets.hand(self.fold.task)
        self.question = Question(
            phase=self.fold.phase.number,
            state=state,
            seat=self.number,
            faces=faces,
            moves=tuple(state.moves(self.number, faces)),
            default=state.default(self.number, faces),
        )

    def _reveal(self) -> None:
        memory = self._store.recall(self.fold.phase.number - 1)
        if memory is None or memory.move is None:
            raise LocalProtocolError("we have forgotten what we committed to")
        body = self._secrets.reveal(self.fold.task, memory.move, memory.nonce)
        self._say(body, memory.move)

    def _say(self, body: Body, move: Move | None = None, nonce: bytes = b"") -> None:
        wire = sign(self._identity, self.fold.envelope(self.number, body))
        number = self.fold.phase.number
        self._store.remember(Memory(number, wire, move, nonce))
        self._send(wire)

    def _send(self, wire: Wire) -> None:
        self._said, self._sent = wire, False
