"""
A sealed game in one process, timing everything that is made and checked.

One fold serves all seats, since public state is the same for all; each seat has
separate secrets. So the times are those of what one seat makes, and of what one seat
checks.
"""

from __future__ import annotations

import random
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from sealed_wonders.core.game import Move, Ruleset, Seat
from sealed_wonders.core.wonders.ruleset import Wonders
from sealed_wonders.net.claims import nothing_known
from sealed_wonders.net.fold import Fold
from sealed_wonders.net.lobby import Charter
from sealed_wonders.net.log.digests import NONCE_SIZE
from sealed_wonders.net.log.envelopes import Body, sign
from sealed_wonders.net.plan import UNDECIDED
from sealed_wonders.net.suites import SEALED, begin, secrets_of
from tests.support.inprocess.folds import NAMES, charter_signed_by
from tests.support.lobbies import identity_of


@dataclass
class Times:
    """Seconds and bytes by kind of phase, for all seats together."""

    made: defaultdict[str, float] = field(default_factory=lambda: defaultdict(float))
    checked: defaultdict[str, float] = field(default_factory=lambda: defaultdict(float))
    size: Counter[str] = field(default_factory=Counter)

    @property
    def all_made(self) -> float:
        """Seconds spent making entries."""
        return sum(self.made.values())

    @property
    def all_checked(self) -> float:
        """Seconds that one seat spends checking entries."""
        return sum(self.checked.values())

    def clear(self) -> None:
        self.made.clear()
        self.checked.clear()
        self.size.clear()


class SealedGame:
    """
    All seats of a game with random moves.

    Attributes:
        fold: the state computed from the log.
        times: the times so far.
        identities: by seat.
        secrets: by seat.
    """

    def __init__(
        self,
        players: int,
        seed: str,
        ruleset: Ruleset | None = None,
        *,
        rescues: bool = False,
        charter: Charter | None = None,
        checks: bool = True,
    ) -> None:
        """
        Seat the players.

        Args:
            rescues: whether the others may hand a seat to a substitute.
            charter: the players and options; None for those of `NAMES`.
            checks: whether entries are checked.
        """
        ruleset = ruleset or Wonders(players, "day")
        sides = {"sides": "day"} if isinstance(ruleset, Wonders) else {}
        gone = {"gone": "rescue"} if rescues else {}
        self.charter = charter or charter_signed_by(
            NAMES[:players], ruleset, seed, **sides, **gone, suite=SEALED
        )
        is_known = nothing_known if checks else lambda entry: True
        self.fold: Fold = begin(self.charter, ruleset, is_known)
        self.times = Times()
        self.identities = [identity_of(person.name) for person in self.charter.people]
        self.secrets = [
            secrets_of(self.fold, seat, identity=self.identities[seat])
            for seat in range(players)
        ]
        self._chance = random.Random(seed)
        self._intents: dict[Seat, tuple[Move, bytes]] = {}

    def play_until(self, kind: str, deck: str = "") -> None:
        """Play until a phase of this kind is open, or to the end."""
        while not self.fold.over and (
            (self.fold.phase.kind, self.fold.phase.deck) != (kind, deck)
        ):
            self.phase()

    def phase(self) -> None:
        self.speak(self.fold.missing)

    def speak(self, seats: Iterable[Seat]) -> None:
        """Add the entries of some seats to the open phase."""
        fold, kind = self.fold, self.fold.phase.kind
        wires = []
        for seat in tuple(seats):
            speak = self._speech(seat)
            started = time.process_time()
            wire = sign(self.identities[seat], fold.envelope(seat, speak()))
            self.times.made[kind] += time.process_time() - started
            self.times.size[kind] += len(wire.wire.env) + len(wire.wire.sig) + 8
            wires.append(wire)
        started = time.process_time()
        for wire in wires:
            fold.receive(wire)
        for finding in fold.check_together(fold.claims):
            fold.judge(finding)
        self.times.checked[kind] += time.process_time() - started
        if fold.fraud is not None:
            raise RuntimeError(str(fold.fraud))

    def _speech(self, seat: Seat) -> Callable[[], Body]:
        """
        Return a function that makes a seat's body; choosing a move isn't part of it.
        """
        fold, task, secrets = self.fold, self.fold.task, self.secrets[seat]
        kind = task.phase.kind
        if kind == "END":
            return fold.end_body
        if kind in UNDECIDED:
            return lambda: secrets.speak(task).body
        if kind in ("REVEAL", "DECLARE"):
            return lambda: secrets.reveal(task, *self._intents[seat])
        move = self._chance.choice(fold.state.moves(seat, secrets.hand(task)))
        if kind == "CHOOSE":
            return lambda: secrets.choose(task, move)
        payload = move.text.encode()
        nonce = secrets.nonce(task, fold.context_of(seat), payload)
        nonce = nonce or self._chance.randbytes(NONCE_SIZE)
        self._intents[seat] = move, nonce
        sealed = fold.seal(seat, move.text, nonce)
        return lambda: secrets.commit(task, move, sealed)
