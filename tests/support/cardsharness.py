"""Sealed cards without a fold: requests are made by hand, phase by phase."""

from __future__ import annotations

import functools
import hashlib
from collections import deque
from collections.abc import Iterable, Mapping, Sequence

from sealed_wonders.core.game import (
    Ask,
    Card,
    Choose,
    Chosen,
    Deal,
    Dealt,
    Deck,
    Look,
    Looked,
    Mixed,
    Move,
    Offer,
    Pass,
    Seat,
    Shuffle,
    Slot,
    Stay,
    TurnedUp,
    TurnUp,
)
from sealed_wonders.net.cards import ValidBody
from sealed_wonders.net.log.envelopes import Body, pack_body, unpack_array
from sealed_wonders.net.log.phases import Phase
from sealed_wonders.net.plan import UNDECIDED, PhasePlan, PlannedPhase, plan
from sealed_wonders.net.sealed.cards import SealedCards
from sealed_wonders.net.sealed.curve import Q
from sealed_wonders.net.sealed.scalars import read_scalar, write_scalar
from sealed_wonders.net.sealed.secrets import SealedSecrets
from sealed_wonders.net.sealed.verifier import RelayVerifier, Verifier
from tests.support.crypto import SODIUM
from tests.support.inprocess.chance import stream

NONCE = b"n" * 32
SEAL = b"c" * 32


def shows(text: str) -> bool:
    return text.startswith("build")


def kept(deck: str, share: int, hand: int) -> bytes:
    """Return what a seat would keep of these secrets."""
    return pack_body((deck, write_scalar(share % Q), write_scalar(hand % Q)))


def secrets_in(keep: bytes) -> tuple[int, int]:
    """Return the secrets of the share key and of the hand key in what a seat keeps."""
    ((_, pair),) = all_secrets_in([keep]).items()
    return pair


def all_secrets_in(kept: Iterable[bytes]) -> dict[str, tuple[int, int]]:
    """Return the secrets of a seat by the deck of their KEY."""
    found = {}
    for keep in kept:
        deck, share, hand = unpack_array(keep)
        assert isinstance(deck, str)
        assert isinstance(share, bytes)
        assert isinstance(hand, bytes)
        found[deck] = read_scalar(share), read_scalar(hand)
    return found


SITUATIONS = (
    *("KEY", "MIX", "DEAL", "OPEN_SHARE", "PICK", "REVEAL"),
    *("CHOOSE the last", "LOOK_X", "CHOOSE from a pile", "DEAL of a peek"),
)
"""Whatever a seat can be asked to prove."""

CHEAT: Seat = 1
"""Who is going to speak in these."""


@functools.cache
def situation(name: str) -> CardsHarness:
    """
    Set up a table of three where one of `SITUATIONS` is open; it must not be changed.

    Each seat's hand has four cards of the deck "age"; the cheat has one of "c".
    """
    harness = CardsHarness(3, relayed=True)
    decks = (Deck("age", (), tuple(range(13))), Deck("b", (), tuple(range(13, 19))))
    if name in ("KEY", "MIX"):
        harness.ask(Shuffle(decks))
        harness.until(name)
        if name == "MIX":
            harness.phase()
        return harness
    ((*age,), (*b,)) = harness.mix(*decks)
    ((*c,),) = harness.mix(Deck("c", (), (19, 20)))
    hands = {seat: tuple(age[4 * seat : 4 * seat + 4]) for seat in harness.seats}
    if name == "DEAL":
        harness.ask(Deal(hands))
        return harness
    if name == "OPEN_SHARE":
        harness.ask(TurnUp((b[5], c[1], age[12], b[3])))
        return harness
    if name == "DEAL of a peek":
        # Two who look, at two cards of one deck.
        harness.ask(Deal({0: (b[2],), 2: (b[4],)}, peek=True))
        return harness
    one, two, three = harness.deal(hands)
    ((other,),) = harness.deal({CHEAT: c[:1]})
    match name:
        case "PICK" | "REVEAL":
            offers = {
                0: Offer(one, Pass(1)),
                1: Offer(two, Pass(2)),
                2: Offer(three, Stay()),
            }
            moves = {
                0: Move("sell", one[0]),
                1: Move("build it", two[2]),
                2: Move("build it", three[3]),
            }
            harness.ask(Choose(offers), moves)
        case "CHOOSE the last":
            last = Choose({CHEAT: Offer(two[1:2], Stay())})
            harness.ask(last, {CHEAT: Move("build it", two[1])})
        case _:
            pile = (two[3], other, one[0], two[0], three[1])
            harness.ask(Look(CHEAT, pile), {CHEAT: Move("build it", pile[2])})
    harness.until(name.partition(" ")[0])
    return harness


@functools.cache
def honest_body(name: str) -> Body:
    """Return what the cheat would say in a situation if it were honest."""
    return situation(name).body(CHEAT)


class CardsHarness:
    """Sealed cards, and what each seat knows of them."""

    def __init__(
        self,
        seats: int = 2,
        cards: int = 60,
        *,
        relayed: bool = False,
        seeds: Mapping[Seat, str] | None = None,
        verifier: Verifier | None = None,
    ) -> None:
        """
        Begin without any card.

        Args:
            relayed: whether `others` also receives everything, without checking it.
            seeds: the seeds of the seats' randomness.
            verifier: checks proofs; by default, all of them.
        """
        seeds = seeds or {}
        self.cards = SealedCards(cards, shows, verifier or Verifier(SODIUM))
        self.others = SealedCards(cards, shows, RelayVerifier()) if relayed else None
        """Who believes all that is said."""
        self.seats = tuple(range(seats))
        self.secrets = [
            SealedSecrets(
                seat, self.cards, stream(f"seat {seat} {seeds.get(seat)}"), SODIUM
            )
            for seat in self.seats
        ]
        self.kept: dict[Seat, list[bytes]] = {seat: [] for seat in self.seats}
        self.answers: list[Mixed | Dealt | TurnedUp | Chosen | Looked] = []
        """What the rules would have been told of the ask."""
        self._steps: deque[PlannedPhase] = deque()
        self._ask: Ask = TurnUp(())
        self._number = 0
        self._looks = 0
        self._moves: Mapping[Seat, Move] = {}

    def ask(self, ask: Ask, moves: Mapping[Seat, Move] | None = None) -> None:
        """Begin an ask, with the moves that seats will make."""
        assert not self._steps
        self._looks += isinstance(ask, Look)
        self._ask, self._moves, self.answers = ask, moves or {}, []
        self._steps = deque(plan(ask, self.seats, self.cards.place, self._looks))

    @property
    def task(self) -> PhasePlan:
        """The open task."""
        kind, seats, deck = self._steps[0]
        prev = hashlib.sha256(b"%d" % self._number).digest()
        phase = Phase(self._number, kind, seats, deck)
        return PhasePlan(phase, prev, self._ask, last=len(self._steps) == 1)

    def body(self, seat: Seat) -> Body:
        """Return the body of a seat's entry in the open phase."""
        task, secrets = self.task, self.secrets[seat]
        kind = task.phase.kind
        if kind in UNDECIDED:
            body, keep = secrets.speak(task)
            self.kept[seat] += [keep] * bool(keep)
            return body
        move = self._moves[seat]
        if kind in ("PICK", "DECIDE"):
            return secrets.commit(task, move, SEAL)
        if kind in ("REVEAL", "DECLARE"):
            return secrets.reveal(task, move, NONCE)
        return secrets.choose(task, move)

    def check(self, seat: Seat, body: Body) -> ValidBody:
        """Check a body of a seat in the open phase."""
        return self.cards.check(self.task, seat, body)

    def phase(self, bodies: Mapping[Seat, Body] | None = None) -> dict[Seat, ValidBody]:
        """Close the open phase; `bodies` replace those of some seats."""
        task = self.task
        given = bodies or {}
        spoken = {
            seat: given[seat] if seat in given else self.body(seat)
            for seat in task.phase.seats
        }
        said = {seat: self.cards.check(task, seat, spoken[seat]) for seat in spoken}
        for what in said.values():
            answer = getattr(what, "answer", None)
            self.answers += [] if answer is None else [answer]
        told = self.cards.close(task, said)
        self.answers += [] if told is None else [told]
        if self.others is not None:
            believed = {
                seat: self.others.check(task, seat, spoken[seat]) for seat in spoken
            }
            assert told == self.others.close(task, believed)
        self._steps.popleft()
        self._number += 1
        return said

    def until(self, kind: str) -> PhasePlan:
        """Continue until a phase of this kind is open; return its task."""
        while self.task.phase.kind != kind:
            self.phase()
        return self.task

    def do(self, ask: Ask, moves: Mapping[Seat, Move] | None = None) -> None:
        """Go through all phases of an ask."""
        self.ask(ask, moves)
        while self._steps:
            self.phase()

    def drop(self) -> None:
        """Drop the open ask, as if it had never begun."""
        self._steps.clear()

    # What is asked most.

    def mix(self, *decks: Deck) -> tuple[tuple[Slot, ...], ...]:
        self.do(Shuffle(decks))
        (answer,) = self.answers
        assert isinstance(answer, Mixed)
        return answer.slots

    def deal(self, hands: Mapping[Seat, Sequence[Slot]]) -> list[tuple[Slot, ...]]:
        self.do(Deal({seat: tuple(hand) for seat, hand in hands.items()}))
        (answer,) = self.answers
        assert isinstance(answer, Dealt)
        return list(answer.hands.values())

    def peek(self, seat: Seat, *slots: Slot) -> tuple[Card, ...]:
        """Show cards to a seat without moving them; return their faces."""
        ask = Deal({seat: slots}, peek=True)
        self.do(ask)
        assert [Dealt(ask.hands)] == self.answers
        return tuple(self.faces(seat)[slot] for slot in slots)

    def turn_up(self, *slots: Slot) -> tuple[Card, ...]:
        self.do(TurnUp(slots))
        (answer,) = self.answers
        assert isinstance(answer, TurnedUp)
        return answer.faces

    def choose(self, ask: Choose | Look, moves: Mapping[Seat, Move]) -> list[object]:
        self.do(ask, moves)
        return list(self.answers)

    def faces(self, seat: Seat) -> dict[Slot, Card]:
        return dict(self.secrets[seat].faces())
