"""
Recorded games of three players, prepared up to any point, for cheats in the middle.

Everybody's keys are known, so a test can make what a seat would say at that point, or
anything else in its place.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from sealed_wonders.core.architects.ruleset import Architects
from sealed_wonders.core.game import Card, Move, Ruleset, Seat
from sealed_wonders.core.wonders.ruleset import Wonders
from sealed_wonders.core.wonders.state import State
from sealed_wonders.net.claims import Fraud
from sealed_wonders.net.fold import Fold
from sealed_wonders.net.lobby import Charter, open_charter
from sealed_wonders.net.log import file
from sealed_wonders.net.log.envelopes import (
    Body,
    Entry,
    Envelope,
    Wire,
    parse_entries,
    sign,
)
from sealed_wonders.net.log.phases import Reason, Receipt, SlotTaken, WireRefused
from sealed_wonders.net.sealed.bodies import Proven
from sealed_wonders.net.sealed.cards import SealedCards
from sealed_wonders.net.sealed.elgamal import Ciphertext, unsealed
from sealed_wonders.net.sealed.group import card_point
from sealed_wonders.net.sealed.scalars import read_scalar
from sealed_wonders.net.sealed.statements import Unsealing
from sealed_wonders.net.suites import begin, begin_relayed, secrets_of
from tests import independent
from tests.cheats.forge import share_of, shared
from tests.cheats.modified_clients import AdversaryView, believed_in
from tests.support.cardsharness import kept
from tests.support.crypto import SODIUM
from tests.support.inprocess.chance import stream
from tests.support.lobbies import identity_of

FOLDER = Path(__file__).parents[1] / "vectors"
SEATS = (0, 1, 2)
NONCE = b"n" * 32

Pairs = Mapping[str, tuple[int, int]]


@dataclass(frozen=True)
class KnownGame:
    """A recorded game with the keys of all players."""

    name: str
    rules: Ruleset

    @functools.cached_property
    def _facts(self) -> Any:
        return json.loads((FOLDER / f"{self.name}.json").read_text("utf-8"))

    @functools.cached_property
    def wires(self) -> Sequence[Wire]:
        """The whole log, with the lobby."""
        return tuple(file.read((FOLDER / f"{self.name}.swlog").read_bytes()))

    @functools.cached_property
    def entries(self) -> Sequence[Entry]:
        """The same, parsed; each entry remembers that its signature is valid."""
        return parse_entries(self.wires)

    @functools.cached_property
    def phases(self) -> Sequence[tuple[str, tuple[Seat, ...], str]]:
        """Kind, seats and deck of each phase."""
        return tuple(
            (kind, tuple(seats), deck)
            for _, kind, seats, deck, _ in self._facts["phases"]
        )

    @functools.cached_property
    def pairs(self) -> Sequence[Pairs]:
        """Secrets of the share key and the hand key, by seat and deck."""
        return [
            {
                deck: (read_scalar(bytes.fromhex(x)), read_scalar(bytes.fromhex(z)))
                for deck, (x, z) in keys.items()
            }
            for keys in self._facts["keys"]
        ]

    def numbers(
        self, kind: str, deck: str, seats: Sequence[Seat] = SEATS
    ) -> Sequence[int]:
        """Return the phases of a kind in which these seats speak about a deck."""
        wanted = kind, tuple(seats), deck
        return [number for number, it in enumerate(self.phases) if it == wanted]

    @functools.cached_property
    def _said(self) -> Mapping[tuple[int, Seat], Envelope]:
        envelopes = [it.envelope for it in self.entries]
        return {(it.phase, it.seat): it for it in envelopes if it.lane == "main"}

    def said(self, number: int, seat: Seat) -> Envelope:
        return self._said[number, seat]

    def at(
        self, number: int, begin: Callable[[Charter, Ruleset], Fold] = begin
    ) -> Position:
        """Return the game at the beginning of a phase, in a fold made by `begin`."""
        fold = begin(open_charter(self.entries), self.rules)
        before = (
            it for it in self.entries[fold.position :] if it.envelope.phase < number
        )
        return Position(believed_in(fold, before), self)

    def seen(
        self, number: int, begin: Callable[[Charter, Ruleset], Fold] = begin
    ) -> Position:
        """Return the same position, shared by tests, which may say nothing there."""
        game = _seen(self, number, begin)
        assert number == game.fold.phase.number, "somebody has said something there"
        assert () == game.fold.spoken
        return game


@functools.lru_cache(maxsize=64)
def _seen(
    game: KnownGame, number: int, begin: Callable[[Charter, Ruleset], Fold]
) -> Position:
    return game.at(number, begin)


RULES = Wonders(3, "night", ("leaders", "edifice"))
EXPANSIONS = KnownGame("expansions", RULES)
ARCHITECTS = KnownGame("architects", Architects(3))

# The game with both expansions.

numbers, said, at = EXPANSIONS.numbers, EXPANSIONS.said, EXPANSIONS.at
seen = EXPANSIONS.seen


def pairs(seat: Seat) -> Pairs:
    """Return a seat's secrets of the share key and the hand key, by deck."""
    return EXPANSIONS.pairs[seat]


def phases() -> Sequence[tuple[str, tuple[Seat, ...], str]]:
    """Return the kind, seats and deck of each phase."""
    return EXPANSIONS.phases


DRAFT = numbers("PICK", "leaders")[:3]
RECRUITMENT = numbers("PICK", "leaders")[3:]
(DEALT, DRAWN) = numbers("DEAL", "leaders")
(ROMA,) = {
    seats[0]
    for kind, seats, deck in phases()
    if (kind, deck, len(seats)) == ("PICK", "leaders", 1)
}
ENLISTED = numbers("PICK", "leaders", (ROMA,))
PENALTY, PAYER = next(
    (number, seats[0])
    for number, (kind, seats, deck) in enumerate(phases())
    if (kind, deck) == ("CHOOSE", "")
)


def text_of(number: int, seat: Seat) -> str:
    payload = said(number, seat).body[1]
    assert isinstance(payload, bytes)
    return payload.decode()


@dataclass
class Position:
    """
    A game up to a phase, in the program and in the independent account.

    Attributes:
        fold: the program's fold.
        game: the recorded game.
    """

    fold: Fold
    game: KnownGame

    @functools.cached_property
    def account(self) -> independent.Account:
        """The account, which has heard what the fold has; made when first needed."""
        account = independent.Account()
        for wire in self.fold.entries():
            account.take(independent.pack([wire.wire.env, wire.wire.sig]))
        return account

    @property
    def state(self) -> State:
        assert isinstance(self.fold.state, State)
        return self.fold.state

    @property
    def cards(self) -> SealedCards:
        assert isinstance(self.fold.cards, SealedCards)
        return self.fold.cards

    def view(
        self, seat: Seat, move: Move | None = None, body: Body = ()
    ) -> AdversaryView:
        """Return what a seat has before it."""
        its = self.game.pairs[seat]
        return AdversaryView(seat, self.fold, self.fold.task, its, body, move, NONCE)

    def secrets(self, seat: Seat) -> Any:
        """Return a seat's secrets in a program that has just been started."""
        secrets = secrets_of(self.fold, seat, stream(f"again/{seat}"))
        for deck, pair in self.game.pairs[seat].items():
            secrets.recall(kept(deck, *pair))
        return secrets

    def leaders(self, seat: Seat) -> dict[Card, Ciphertext]:
        """Return the leaders that a seat keeps, by card."""
        layout = self.cards.layout
        return self.read(seat, [layout.at(it).card for it in self.state.leaders[seat]])

    def read(self, seat: Seat, cards: Sequence[Ciphertext]) -> dict[Card, Ciphertext]:
        """Return ciphertexts by card, as a seat sees them among its leaders."""
        _, z = pairs(seat)["leaders"]
        return {
            self.cards.card_of(unsealed(card, z, group=SODIUM)): card for card in cards
        }

    def commit(self, seat: Seat, text: str, card: Card | None = None) -> None:
        """
        Make everybody pick: this seat a card for a move, the others as they did.

        Args:
            card: what it puts into the first place; by default, the first card of its hand.
        """
        task = self.fold.task
        usable = self.cards.layout.usable(task, seat)
        faces = self.secrets(seat).hand(task)
        slot = next(s for s in usable if card is None or faces[s] == card)
        seal = self.fold.seal(seat, text, NONCE)
        self.say(seat, self.secrets(seat).commit(task, Move(text, slot), seal))

    def say(self, seat: Seat, body: Body) -> None:
        """Make a seat say this, and the others in this phase what they said."""
        # An account that isn't needed yet will begin with all of this.
        account, number = vars(self).get("account"), self.fold.phase.number
        made = {}
        for other in self.fold.phase.seats:
            its = body if other == seat else self.game.said(number, other).body
            made[other] = self.sign(other, its)
        for other, wire in made.items():
            self._hear(account, other, wire)

    def tell(self, seat: Seat, body: Body) -> None:
        """Make one seat say this in the open phase, and nobody else."""
        self._hear(self.account, seat, self.sign(seat, body))

    def _hear(
        self, account: independent.Account | None, seat: Seat, wire: Wire
    ) -> None:
        verdict = self.fold.accept(Entry.of(wire))
        assert not isinstance(verdict, Fraud), (seat, verdict)
        if account is not None:
            account.take(independent.pack([wire.env, wire.sig]))

    def sign(self, seat: Seat, body: Body) -> Wire:
        name = self.fold.charter.people[seat].name
        return sign(identity_of(name), self.fold.envelope(seat, body)).wire

    def _heard(self) -> Position:
        """
        Return a position that has heard the same; if possible a shared one with its
        account.
        """
        if "account" in vars(self) or self.fold.spoken:
            return self
        other = self.game.seen(self.fold.phase.number)
        return other if other.fold.digest == self.fold.digest else self

    def judge(self, seat: Seat, body: Body) -> tuple[Receipt | Fraud, str]:
        """
        Return the program's verdict on what a seat says, and why the account refuses
        it.

        If nobody else has said anything in the phase, the entry is taken back.
        """
        table = self._heard().account.table
        assert table is not None
        assert table.open is not None
        why = ""
        try:
            table.open.check(seat, _listed(body))
        except independent.Wrong as wrong:
            why = str(wrong) or "wrong"
        number, is_first = self.fold.phase.number, () == self.fold.spoken
        before = self.fold.position, self.fold.digest, self.fold.task
        verdict = self.fold.accept(Entry.of(self.sign(seat, body)))
        if is_first:
            self._take_back(number)
            assert before == (self.fold.position, self.fold.digest, self.fold.task)
        return verdict, why

    def _take_back(self, number: int) -> None:
        """Return to the start of a phase, as the fold does if a ballot reopens it."""
        fold = self.fold
        checkpoint = fold._checkpoints.reopen(number)
        if number < len(fold.closed_phases):
            fold._reopen(number, checkpoint)
        fold._course.reopen(checkpoint.course)
        del fold._entries[checkpoint.position :]
        fold._open, fold._beyond = fold._collect(fold.phase)
        fold.frauds, fold._found, fold.over = {}, {}, False


def _once(check: Callable[..., None]) -> Callable[..., None]:
    """Make a check remember what it has found valid."""
    right: set[str] = set()

    def checked(*statement: object) -> None:
        key = repr(statement)
        if key not in right:
            check(*statement)
            right.add(key)

    return checked


CHECKED = {
    name: _once(getattr(independent, name))
    for name in ("check_pok", "check_dleq", "check_xfer", "check_shuffle")
} | {
    name: functools.cache(getattr(independent, name))
    for name in ("crypto_core_ed25519_is_valid_point", "signed", "add", "sub", "mul")
}
"""The account's checks and calculations with points, none of which is repeated."""


def _listed(body: Any) -> Any:
    return [_listed(part) for part in body] if isinstance(body, tuple) else body


def convicted(game: Position, seat: Seat, body: Body) -> str:
    """Assert that both refuse a body in its author's name; return our reason."""
    verdict, why = game.judge(seat, body)
    assert isinstance(verdict, Fraud), verdict
    assert seat == verdict.seat
    assert why, f"the account accepts it: {verdict.reason}"
    return str(verdict.reason)


def taken(game: Position, seat: Seat, body: Body) -> None:
    verdict, why = game.judge(seat, body)
    assert isinstance(verdict, SlotTaken), verdict
    assert why == ""


def out_of_turn(game: KnownGame, number: int, choice: bytes) -> None:
    """Assert that all seats that needn't choose are refused a choice, without blame."""
    there = game.at(number)
    for seat in {*SEATS} - {*game.phases[number][1]}:
        with pytest.raises(WireRefused) as refused:
            there.fold.accept(Entry.of(there.sign(seat, (choice, ()))))
        assert refused.value.reason is Reason.WRONG_SEAT
    assert there.fold.fraud is None


def said_twice(game: KnownGame, number: int, first: bytes, second: bytes) -> Position:
    """Assert that the first of two choices counts, and that both are kept as proof."""
    there = game.at(number)
    (seat,) = game.phases[number][1]
    for wire in [there.sign(seat, (choice, ())) for choice in (first, second)]:
        there.fold.accept(Entry.of(wire))
    assert [seat] == list(there.fold.evidence)
    assert there.fold.fraud is None
    return there


# Lists of lies.

BodyMaker = Callable[[AdversaryView], Body]
"""Returns what a seat says in a phase, true or not."""


class Lies:
    """Lies in one game."""

    def __init__(self) -> None:
        self._all: list[Any] = []

    def add(
        self, name: str, *numbers: int, seat: Seat = 1, more: Sequence[int] = ()
    ) -> Callable[[BodyMaker], BodyMaker]:
        """
        Register a lie told in some phases, by the name of what it is to achieve.

        Args:
            more: phases in which it is told in a thorough run only.
        """

        def add(lie: BodyMaker) -> BodyMaker:
            for number in (*numbers, *more):
                words = lie.__name__.replace("_", " ")
                marks = pytest.mark.thorough if number in more else ()
                id = f"{name} ({number}, {words})"
                self._all.append(pytest.param(number, seat, lie, id=id, marks=marks))
            return lie

        return add

    @property
    def each(self) -> pytest.MarkDecorator:
        """Parametrize a test with all lies."""
        return pytest.mark.parametrize(("number", "seat", "lie"), self._all)


def named_by_both(game: KnownGame, number: int, seat: Seat, lie: BodyMaker) -> None:
    """Assert that both programs refuse a lie; for turned-up cards, a relay, too."""
    body = lie(game.seen(number).view(seat))
    is_turned_up = game.phases[number][0] == "OPEN_SHARE"
    for begins in (begin, begin_relayed) if is_turned_up else (begin,):
        convicted(game.seen(number, begins), seat, body)


def posing(
    game: KnownGame, view: AdversaryView, stated: Unsealing, card: Card
) -> Proven:
    """Return the share that leads to the face of another card, proven for it."""
    joint = sum(game.pairs[seat][stated.deck][0] for seat in SEATS)
    there = unsealed(stated.card, joint, group=SODIUM)
    more = SODIUM.subtract(there, card_point(card))
    own = share_of(view, stated.deck)
    share = SODIUM.add(SODIUM.multiply(own, stated.card.a), more)
    return shared(stated, own, share)
