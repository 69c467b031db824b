"""All seats of a table around one fold: whole games, as quick as they can be made."""

from __future__ import annotations

import hashlib
import itertools
import random
from collections.abc import Callable, Sequence

from sealed_wonders.core.game import Move, Ruleset, Seat
from sealed_wonders.net.fold import Fold
from sealed_wonders.net.lobby import OptionValue
from sealed_wonders.net.log.envelopes import Body, Wire, sign
from sealed_wonders.net.log.phases import Taken
from sealed_wonders.net.plan import UNDECIDED
from sealed_wonders.net.suites import begin, secrets_of
from tests.support.lobbies import named
from tests.support.table import bytes_of, draw


def stream(*words: object) -> Callable[[int], bytes]:
    """Give bytes that look random, and are the same for the same words."""
    calls = itertools.count()

    def give(count: int) -> bytes:
        text = "/".join(map(str, (*words, next(calls))))
        return hashlib.shake_256(text.encode()).digest(count)

    return give


class Company:
    """
    Players who trust each other with one fold, whose moves look random.

    Attributes:
        fold: the game so far.
    """

    def __init__(
        self, ruleset: Ruleset, seed: str = "", **options: OptionValue
    ) -> None:
        charter = draw(ruleset, seed, **options)
        self.fold: Fold = begin(charter, ruleset)
        self._seed = seed
        self._people = [named(person.name) for person in charter.people]
        self._secrets = [
            secrets_of(self.fold, seat, stream(seed, seat))
            for seat in range(ruleset.players)
        ]
        self._intents: dict[Seat, tuple[Move, bytes]] = {}

    def sign(self, seat: Seat, body: Body) -> Wire:
        """Sign a body for the open phase."""
        return sign(self._people[seat], self.fold.envelope(seat, body))

    def body(self, seat: Seat, turn: str = "") -> Body:
        """
        Make what a seat has to say in the open phase.

        Args:
            turn: another word, another move.
        """
        fold, secrets = self.fold, self._secrets[seat]
        task, kind = fold.task, fold.phase.kind
        if kind in UNDECIDED:
            return secrets.speak(task).body
        if kind == "END":
            return fold.end_body()
        if kind in ("REVEAL", "DECLARE"):
            return secrets.reveal(task, *self._intents[seat])
        chance = random.Random(f"{self._seed}/{seat}/{fold.phase.number}/{turn}")
        move = chance.choice(fold.state.moves(seat, secrets.hand(task)))
        if kind == "CHOOSE":
            return secrets.choose(task, move)
        nonce = bytes_of("nonce", seat, fold.phase.number, turn)
        self._intents[seat] = move, nonce
        return secrets.commit(task, move, fold.seal(seat, move.text, nonce))

    def wires(self) -> Sequence[Wire]:
        """Sign what all seats have to say in the open phase that haven't yet."""
        return [self.sign(seat, self.body(seat)) for seat in self.fold.missing]

    def hear(self, wires: Sequence[Wire]) -> None:
        """Take these, which must be right."""
        for wire in wires:
            verdict = self.fold.accept(wire)
            assert isinstance(verdict, Taken), verdict

    def play(self, until: str = "") -> Fold:
        """Play to the end, or until a phase of a kind is open; gives the fold."""
        while not self.fold.over and self.fold.phase.kind != until:
            self.hear(self.wires())
        return self.fold
